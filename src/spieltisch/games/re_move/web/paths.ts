/** How ways over the board are drawn: paths of SVG, in steps. */
import type { Point } from './screen_layout';

const SHORT = 0.42;
const written = ([x, y]: Point): string => `${x.toFixed(3)} ${y.toFixed(3)}`;

/** Short of the middle of its last place, so that its head is seen. */
function stop(from: Point, to: Point): Point {
  const far = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1;
  return [to[0] - ((to[0] - from[0]) / far) * SHORT, to[1] - ((to[1] - from[1]) / far) * SHORT];
}

/** Over these places; over somebody in two bows. */
export function pathOf(points: readonly Point[], jumps: boolean): string {
  const [a, m, b] = points;
  if (jumps && points.length === 3) return jump(a!, m!, b!);
  return `M${[...points.slice(0, -1), stop(points.at(-2)!, points.at(-1)!)].map(written).join('L')}`;
}

function jump(a: Point, m: Point, b: Point): string {
  const bow = (p: Point, q: Point): Point => [(p[0] + q[0]) / 2 - (q[1] - p[1]) * 0.2, (p[1] + q[1]) / 2 + (q[0] - p[0]) * 0.2];
  return `M${written(a)}Q${written(bow(a, m))} ${written(m)}Q${written(bow(m, b))} ${written(stop(m, b))}`;
}

/** One wide bow. */
export function bowed([x, y]: Point, [tx, ty]: Point): string {
  return `M${written([x, y])}Q${written([(x + tx) / 2 + (ty - y) * 0.18, (y + ty) / 2 - (tx - x) * 0.18])} ${written([tx, ty])}`;
}

/** Of nothing: the middle of the board. */
export function middle(points: readonly Point[]): Point {
  const sum = points.reduce(([x, y], one): Point => [x + one[0], y + one[1]], [0, 0] as Point);
  return [sum[0] / (points.length || 1), sum[1] / (points.length || 1)];
}
