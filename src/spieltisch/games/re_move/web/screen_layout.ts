/** Where things lie on the screen: the board turned so that the viewer's base is at the bottom. */
import type { Place } from './view';

export type Point = readonly [number, number];

export interface Plan {
  at: ReadonlyMap<string, Point>;
  /** the middle of each seat's base and target, and where its captured figures wait */
  bases: Point[];
  targets: Point[];
  trays: ((nth: number) => Point)[];
  /** one of our own boards: what is carved around its targets is known */
  neat: boolean;
  /** around all places */
  box: { x: number; y: number; width: number; height: number };
  /** of the round plate */
  radius: number;
}

const EDGE = 0.54;

/** Where the places of our own boards lie: no two are closer than one step, so that one step is what a finger hits. */
function neat(): ReadonlyMap<string, Point> {
  const at = new Map<string, Point>([['C', [0, 0]]]);
  const polar = (r: number, degrees: number): Point => [r * Math.sin((degrees * Math.PI) / 180), r * Math.cos((degrees * Math.PI) / 180)];
  for (let k = 0; k < 6; k++) at.set(`I${k}`, polar(1, k * 60));
  for (let k = 0; k < 12; k++) at.set(`O${k}`, polar(2, k * 30));
  for (let p = 0; p < 3; p++) {
    const own = ([x, y]: Point): Point => polar(Math.hypot(x, y), (Math.atan2(x, y) * 180) / Math.PI + p * 120);
    const base: Point[] = [[0, 0], [-0.866, -0.5], [0, -1], [0.866, -0.5], [0.866, 0.5], [0, 1], [-0.866, 0.5]];
    base.forEach(([x, y], k) => at.set(`B${p}.${k}`, own([x, y + 5])));
    at.set(`A${p}L`, own(polar(3.02, -23)));
    at.set(`A${p}M`, own([0, 3]));
    at.set(`A${p}R`, own(polar(3.02, 23)));
    at.set(`Z${p}`, own([0, -3]));
    at.set(`T${p}.0`, own([0.56, -3.84]));
    at.set(`T${p}.1`, own([-0.56, -3.84]));
    at.set(`T${p}.2`, own([0, -4.76]));
  }
  return at;
}
const NEAT = neat();

/** As neatly as we can; a board that somebody else drew as they drew it, its closest places one step apart. */
function drawn(places: readonly Place[]): ReadonlyMap<string, Point> {
  if (places.every((place) => NEAT.has(place.id))) return NEAT;
  let least = Infinity;
  places.forEach(({ xy: a }, k) => places.slice(k + 1).forEach(({ xy: b }) => (least = Math.min(least, Math.hypot(a[0] - b[0], a[1] - b[1])))));
  const scale = 1 / (Number.isFinite(least) && least > 0 ? least : 1);
  return new Map(places.map(({ id, xy }) => [id, [xy[0] * scale, xy[1] * scale]]));
}

function middle(points: readonly Point[]): Point {
  const many = points.length || 1;
  return [points.reduce((sum, p) => sum + p[0], 0) / many, points.reduce((sum, p) => sum + p[1], 0) / many];
}

export function plan(places: readonly Place[], seats: number, viewer: number): Plan {
  const lie = drawn(places);
  const area = (zone: Place['zone'], who: number): Place[] => places.filter((place) => place.zone === zone && place.owner === who);
  const [x, y] = middle(area('base', viewer).map((place) => lie.get(place.id)!));
  const far = Math.hypot(x, y) || 1;
  const [sin, cos] = [x / far, y / far]; // turns (x, y) to (0, far): straight down
  const turned = ([px, py]: Point): Point => [px * cos - py * sin, px * sin + py * cos];
  const at = new Map(places.map((place) => [place.id, turned(lie.get(place.id)!)] as const));
  const middles = (zone: Place['zone']): Point[] => Array.from({ length: seats }, (_, who) => middle(area(zone, who).map((place) => at.get(place.id)!)));
  const bases = middles('base');
  const all = [...at.values()];
  const [xs, ys] = [all.map((p) => p[0]), all.map((p) => p[1])];
  const neat = lie === NEAT;
  const [left, top] = [Math.min(...xs) - EDGE, Math.min(...ys) - EDGE - (neat ? 0.36 : 0.08)]; // a gate stands higher than its places
  return {
    at,
    neat,
    bases,
    targets: middles('target'),
    trays: bases.map((base) => tray(base)),
    box: { x: left, y: top, width: Math.max(...xs) + EDGE - left, height: Math.max(...ys) + EDGE - top },
    radius: Math.max(...all.map(([px, py]) => Math.hypot(px, py))) + 0.68,
  };
}

/** Beside a base: a row to the right of mine, columns below those of the others; above them stands whose they are. */
function tray([x, y]: Point): (nth: number) => Point {
  if (Math.abs(x) < 1) return (nth) => [x + 1.8 + 0.46 * nth, y - 0.25];
  const out = Math.sign(x);
  return (nth) => [x + out * (0.85 - 0.62 * Math.floor(nth / 4)), y + 1.62 + 0.44 * (nth % 4)];
}

/** The place that lies next to another in the direction of an arrow key. */
export function beside(at: ReadonlyMap<string, Point>, from: string, key: string): string | null {
  const to = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] }[key];
  const start = at.get(from);
  if (!to || !start) return null;
  let best: string | null = null;
  let least = Infinity;
  for (const [id, [px, py]] of at) {
    const [dx, dy] = [px - start[0], py - start[1]];
    const ahead = dx * to[0]! + dy * to[1]!;
    const off = Math.abs(dx * to[1]! - dy * to[0]!);
    if (ahead < 0.05 || off > ahead * 1.8) continue;
    const cost = ahead + off * 1.6;
    if (cost < least) [best, least] = [id, cost];
  }
  return best;
}
