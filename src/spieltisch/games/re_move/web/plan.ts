/** Where things lie on the screen: the board turned so that the viewer's base is at the bottom. */
import type { Place } from './view';

export type Point = readonly [number, number];

export interface Plan {
  at: ReadonlyMap<string, Point>;
  /** the middle of each seat's base, and where its captured figures wait */
  bases: Point[];
  trays: ((nth: number) => Point)[];
  box: { x: number; y: number; width: number; height: number };
}

const EDGE = 0.52;

function middle(points: readonly Point[]): Point {
  const many = points.length || 1;
  return [points.reduce((sum, p) => sum + p[0], 0) / many, points.reduce((sum, p) => sum + p[1], 0) / many];
}

export function plan(places: readonly Place[], seats: number, viewer: number): Plan {
  const base = (who: number): Place[] => places.filter((place) => place.zone === 'base' && place.owner === who);
  const [x, y] = middle(base(viewer).map((place) => place.xy));
  const far = Math.hypot(x, y) || 1;
  const [sin, cos] = [x / far, y / far]; // turns (x, y) to (0, far): straight down
  const turned = ([px, py]: Point): Point => [px * cos - py * sin, px * sin + py * cos];
  const at = new Map(places.map((place) => [place.id, turned(place.xy)] as const));
  const bases = Array.from({ length: seats }, (_, who) => middle(base(who).map((place) => at.get(place.id)!)));
  const xs = [...at.values()].map((p) => p[0]);
  const ys = [...at.values()].map((p) => p[1]);
  const [left, top] = [Math.min(...xs) - EDGE, Math.min(...ys) - EDGE];
  return {
    at,
    bases,
    trays: bases.map((base) => tray(base)),
    box: { x: left, y: top, width: Math.max(...xs) + EDGE - left, height: Math.max(...ys) + EDGE - top },
  };
}

/** A row beside a base, on its lower side: the corners above belong to the players' names. */
function tray([x, y]: Point): (nth: number) => Point {
  const far = Math.hypot(x, y) || 1;
  const down = x > 0 ? -1 : 1;
  const side: Point = [(down * y) / far, (-down * x) / far];
  return (nth) => [x + side[0] * (1.28 + 0.34 * nth), y + side[1] * (1.28 + 0.34 * nth)];
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

/** The alive place that a tap beside it was meant for. */
export function nearest(at: ReadonlyMap<string, Point>, among: Iterable<string>, [x, y]: Point, reach: number): string | null {
  let best: string | null = null;
  let least = reach;
  for (const id of among) {
    const point = at.get(id);
    const far = point ? Math.hypot(point[0] - x, point[1] - y) : Infinity;
    if (far < least) [best, least] = [id, far];
  }
  return best;
}
