/** What moves when the view changes: a figure hops, the tile it earned leaves, then the way closes behind the gap. */
import type { Spot, Trail } from './trail';

const HOP = 170;
const TAKE = 320;
const CLOSE = 260;
const LONGEST = 760;
/** tiles behind a gap move in so many groups, one after the other */
const GROUPS = 6;

export interface Standing {
  /** number of the place on the way, -1: camp, Infinity: oasis */
  place: number;
  x: number;
  y: number;
}

/** How long each of so many hops takes. */
export const hopTime = (hops: number): number => (hops > 4 ? Math.min(110, LONGEST / hops) : HOP);

/** How long a figure hops from one place to another; the ends of the way count as its neighbours. */
export function hopping(from: number, to: number, last: number): number {
  const hops = Math.abs(Math.min(to, last + 1) - Math.max(from, -1));
  return hops * hopTime(hops);
}

const at = ({ x, y }: { x: number; y: number }, more = ''): string => `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px)${more}`;

/** Hops over these points, as keyframes: up, over, and a squash when it lands. */
export function hops(points: readonly { x: number; y: number }[], high: number): Keyframe[] {
  return points.flatMap((point, k) => {
    const next = points[k + 1];
    const there = { transform: at(point, k ? ' scale(1.06, .94)' : ''), easing: 'ease-out' };
    if (!next) return [there, { transform: at(point) }];
    const over = { x: (point.x + next.x) / 2, y: Math.min(point.y, next.y) - high };
    return [there, { transform: at(over, ' scale(.97, 1.05)'), easing: 'ease-in' }];
  });
}

/** Along the way from one distance to another, as keyframes of something that stands `off` from the way. */
export function slide(trail: Trail, from: number, to: number, off: { x: number; y: number }): Keyframe[] {
  return Array.from({ length: 6 }, (_, k) => {
    const spot: Spot = trail.at(from + ((to - from) * k) / 5);
    return { transform: at({ x: spot.x + off.x, y: spot.y + off.y }) };
  });
}

/** When a tile that is `behind` tiles behind the gap (of so many) sets off. */
export const setsOff = (behind: number, many: number): number => Math.floor((behind * GROUPS) / Math.max(GROUPS, many)) * 45;

export interface Scene {
  trail: Trail;
  /** places of the tiles that lie, by their number */
  tiles: ReadonlyMap<number, number>;
  /** figures by seat and letter */
  figures: ReadonlyMap<string, Standing>;
}

/** Plays what lies between two scenes; `mover` is the figure that moved last, `taken` whether a tile left. */
export function play(root: HTMLElement, before: Scene, after: Scene, mover: string | null, taken: boolean, points: (place: number) => { x: number; y: number }): number {
  const { trail } = after;
  const element = (key: string): HTMLElement | null => root.querySelector(`[data-key="${key}"]`);
  const start = mover === null ? undefined : before.figures.get(mover);
  const goal = mover === null ? undefined : after.figures.get(mover);
  const landing = start && goal ? (before.tiles.size === after.tiles.size ? goal.place : landed(before, after, goal.place)) : -1;
  const hopped = start && goal && start.place !== landing ? hopping(start.place, landing, Math.max(...before.tiles.values(), 0)) : 0;
  const closes = hopped + (taken ? TAKE - 60 : 0);
  const behind = [...after.tiles].filter(([tile, place]) => (before.tiles.get(tile) ?? place) !== place).sort((a, b) => b[1] - a[1]);
  const offs = new Map(behind.map(([tile, place], k) => [place, { delay: closes + setsOff(k, behind.length), from: before.tiles.get(tile)! }]));
  const timing = (delay: number, fill: FillMode): KeyframeAnimationOptions => ({ duration: CLOSE, delay, fill, easing: 'cubic-bezier(.3, 1.2, .5, 1)' });
  for (const [tile, place] of behind) {
    const { delay, from } = offs.get(place)!;
    element(`t${tile}`)?.animate(slide(trail, trail.place(from), trail.place(place), { x: 0, y: 0 }), timing(delay, 'backwards'));
  }
  if (hopped && mover !== null) hop(element(mover), start!, goal!, landing, hopped);
  for (const [key, now] of after.figures) {
    const old = before.figures.get(key);
    if (!old || (key === mover && hopped) || (old.x === now.x && old.y === now.y)) continue;
    const off = offs.get(now.place);
    element(key)?.animate(off ? riding(now, off.from) : [{ transform: at(old) }, { transform: at(now) }], timing(off?.delay ?? closes, 'backwards'));
  }
  return closes;

  /** With its tile, wherever on it a figure stands. */
  function riding(now: Standing, from: number): Keyframe[] {
    const tile = trail.at(trail.place(now.place));
    return slide(trail, trail.place(from), trail.place(now.place), { x: now.x - tile.x, y: now.y - tile.y });
  }

  /** First as the way was; there it waits, and then it rides with its tile to where the way has closed. */
  function hop(node: HTMLElement | null, from: Standing, to: Standing, place: number, ms: number): void {
    if (!node) return;
    const steps: { x: number; y: number }[] = [from];
    const ends = Math.max(...before.tiles.values(), 0) + 1;
    for (let p = Math.max(from.place, -1) + 1; p < Math.min(place, ends); p++) steps.push(points(p));
    steps.push(place === to.place || !Number.isFinite(place) ? to : points(place));
    const off = Number.isFinite(place) ? offs.get(to.place) : undefined;
    const over = node.animate(hops(steps, trail.tile * 0.6), { duration: ms, fill: off ? 'both' : 'backwards' });
    const last = off ? node.animate(riding(to, off.from), timing(off.delay, 'none')) : over;
    last.finished.then(
      () => over.cancel(),
      () => {},
    );
  }
}

/** Where a figure landed before the way closed: the old place of the tile on which it stands now. */
function landed(before: Scene, after: Scene, place: number): number {
  for (const [tile, now] of after.tiles) if (now === place) return before.tiles.get(tile) ?? place;
  return place;
}

/** A tile leaves for its owner, in a low arc, after the figure has hopped. */
export function leave(node: HTMLElement, { to, after, ms }: { to: () => DOMRect | undefined; after: number; ms: (ms: number) => number }): { duration: number; delay: number; css: (t: number, u: number) => string } {
  const own = node.style.transform;
  const a = node.getBoundingClientRect();
  const b = to();
  const [dx, dy] = b ? [b.x + b.width / 2 - a.x - a.width / 2, b.y + b.height / 2 - a.y - a.height / 2] : [0, -60];
  return {
    duration: ms(TAKE),
    delay: ms(after),
    css: (t, u) => `z-index: 30; transform: translate(${dx * u}px, ${dy * u - Math.sin(Math.PI * u) * 46}px) ${own} scale(${1 - 0.45 * u}); opacity: ${b ? Math.min(1, 0.2 + t * 4) : t}`,
  };
}

/** A tap in the middle of it all: everything is where it belongs. */
export function skip(root: HTMLElement): void {
  for (const one of root.getAnimations?.({ subtree: true }) ?? []) {
    if (one.effect?.getComputedTiming().iterations !== Infinity) one.finish();
  }
}
