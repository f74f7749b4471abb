/**
 * The part of the board that is enlarged on a phone: briefly after a tap that could mean two places, or until it is put
 * away, after a pinch, a double tap or the button. One finger moves it then.
 */
import type { Point } from './screen_layout';

const ZOOM = 1.72;
const SPREAD = 1.2;
const DRAG = 8;
const TWICE = { ms: 350, px: 30 };

/** How the board lies on the screen: pixels around it, its corner and size in steps, pixels per step. */
export interface Lying {
  left: number;
  top: number;
  width: number;
  height: number;
  step: number;
  box: { x: number; y: number };
}

export class Zoom {
  /** what is in the middle, in steps; null: all is seen */
  at = $state.raw<Point | null>(null);
  stays = $state.raw(false);
  /** a finger moves it now */
  moving = $state.raw(false);
  private lying: () => Lying;
  private fingers = new Map<number, Point>();
  private apart = 0;
  private begun: { finger: Point; at: Point } | null = null;
  private swallows = false;
  private tapped: { at: Point; when: number } | null = null;

  constructor(lying: () => Lying) {
    this.lying = lying;
  }

  /** How far the board is moved, in pixels, so that no edge comes into sight. */
  private offset(): Point {
    const { left, top, width, height, step, box } = this.lying();
    const within = (at: number, room: number): number => Math.min(0, Math.max(room * (1 - ZOOM), room / 2 - at * ZOOM));
    const [x, y] = this.at!;
    return [within(left + (x - box.x) * step, width), within(top + (y - box.y) * step, height)];
  }

  get shift(): string {
    if (!this.at) return '';
    const [x, y] = this.offset();
    return `translate(${x}px, ${y}px) scale(${ZOOM})`;
  }

  /** What is seen of the board, in steps. */
  get seen(): { x: number; y: number; width: number; height: number } {
    const { left, top, width, height, step, box } = this.lying();
    const [x, y] = this.offset();
    const k = ZOOM * step;
    return { x: (-x / ZOOM - left) / step + box.x, y: (-y / ZOOM - top) / step + box.y, width: width / k, height: height / k };
  }

  enter(at: Point, stays: boolean): void {
    this.at = at;
    this.stays = stays;
  }

  leave(): void {
    this.at = null;
  }

  /** The second of two quick taps at the same spot. */
  twice({ clientX, clientY, timeStamp }: MouseEvent): boolean {
    const last = this.tapped;
    const again = last !== null && timeStamp - last.when < TWICE.ms && Math.hypot(last.at[0] - clientX, last.at[1] - clientY) < TWICE.px;
    this.tapped = again ? null : { at: [clientX, clientY], when: timeStamp };
    return again;
  }

  /** Whether this click only ended a pinch or a drag. */
  swallow(): boolean {
    const was = this.swallows;
    this.swallows = false;
    return was;
  }

  down(event: PointerEvent): void {
    if (event.isPrimary) this.fingers.clear();
    this.swallows = false;
    this.fingers.set(event.pointerId, [event.clientX, event.clientY]);
    this.apart = this.spread();
    this.begun = this.at && this.stays && this.fingers.size === 1 ? { finger: [event.clientX, event.clientY], at: this.at } : null;
  }

  move(event: PointerEvent, point: (x: number, y: number) => Point): void {
    if (!this.fingers.has(event.pointerId)) return;
    this.fingers.set(event.pointerId, [event.clientX, event.clientY]);
    if (this.fingers.size === 2) this.pinch(point);
    else if (this.begun) this.drag(event);
  }

  up(event: PointerEvent): void {
    this.fingers.delete(event.pointerId);
    this.begun = null;
    this.moving = false;
  }

  private spread(): number {
    const [a, b] = [...this.fingers.values()];
    return a && b ? Math.hypot(a[0] - b[0], a[1] - b[1]) : 0;
  }

  private pinch(point: (x: number, y: number) => Point): void {
    const by = this.spread() / (this.apart || 1);
    if (by < SPREAD && by > 1 / SPREAD) return;
    const [a, b] = [...this.fingers.values()] as [Point, Point];
    if (by < 1) this.leave();
    else if (!this.at) this.enter(point((a[0] + b[0]) / 2, (a[1] + b[1]) / 2), true);
    this.apart = this.spread();
    this.swallows = true;
  }

  private drag({ clientX, clientY }: PointerEvent): void {
    const { finger, at } = this.begun!;
    const [dx, dy] = [clientX - finger[0], clientY - finger[1]];
    if (!this.moving && Math.hypot(dx, dy) < DRAG) return;
    this.moving = this.swallows = true;
    const { step } = this.lying();
    this.at = [at[0] - dx / (ZOOM * step), at[1] - dy / (ZOOM * step)];
  }
}
