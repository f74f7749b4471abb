/** How figures travel over the board, and what a finger meant. */
import type { Figure } from './figures';
import type { Point } from './screen_layout';

const STEP = 180;
const HOME = 320;
/** so far apart that at most six are on their way */
const APART = 60;

/** Lets figures travel from where they were; when the last of them arrives, or −1. */
export function travels(svg: Element, figures: readonly Figure[], before: ReadonlyMap<string, Point>, now: ReadonlyMap<string, Point>, at: (place: string) => Point): number {
  let last = -1;
  for (const figure of figures) {
    const [from, to] = [before.get(figure.key), now.get(figure.key)];
    if (!from || !to || Math.hypot(from[0] - to[0], from[1] - to[1]) < 0.02) continue;
    const walked = figure.path && figure.path.at(-1) === figure.place ? figure.path.slice(1, -1).map(at) : [];
    const points = [from, ...walked, to];
    const duration = figure.place === null ? HOME : Math.max(220, STEP * (points.length - 1));
    const delay = figure.nth * APART + (figure.place === null ? STEP : 0);
    svg.querySelector(`[data-figure="${figure.key}"]`)?.animate(keyframes(points, figure.place === null), { duration, delay, fill: 'backwards', easing: 'ease-in-out' });
    last = Math.max(last, delay + duration);
  }
  return last;
}

/** A tap in the middle of it all: every figure is where it belongs. */
export function skip(svg: Element): void {
  for (const one of svg.getAnimations?.({ subtree: true }) ?? []) {
    if (one.effect?.getComputedTiming().iterations !== Infinity) one.finish();
  }
}

/** Over these points, in their order; home in an arc. */
export function keyframes(points: readonly Point[], arc: boolean): Keyframe[] {
  const shown = ([x, y]: Point, more = ''): Keyframe => ({ transform: `translate(${x.toFixed(3)}px, ${y.toFixed(3)}px)${more}` });
  const [from, to] = [points[0]!, points.at(-1)!];
  if (!arc) return points.map((point) => shown(point));
  return [shown(from), shown([(from[0] + to[0]) / 2, Math.min(from[1], to[1]) - 0.9], ' scale(1.2)'), shown(to)];
}

/** The alive place that a tap was meant for. A finger between two of them on a small board means neither: "unclear". */
export function near(at: ReadonlyMap<string, Point>, alive: readonly string[], [x, y]: Point, unit: number, finger: boolean): string | 'unclear' | null {
  const found = alive
    .flatMap((id) => {
      const point = at.get(id);
      return point ? [{ id, far: Math.hypot(point[0] - x, point[1] - y) }] : [];
    })
    .sort((a, b) => a.far - b.far);
  const [first, second] = found;
  const reach = Math.max(0.55, 22 / unit);
  if (!first || first.far > reach) return null;
  const close = finger && unit < 44 && first.far > 0.3 && second && second.far < reach * 1.3 && second.far - first.far < 0.35;
  return close ? 'unclear' : first.id;
}
