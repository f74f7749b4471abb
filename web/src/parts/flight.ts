/** Pieces that fly over the table in an arc, one after the other: from the hand into a column, out of the bag, into the lid.
 * Transforms and opacity only; at once for whoever asked for less motion. */
import type { TransitionConfig } from 'svelte/transition';
import { lasting } from '$shell/settings.svelte';

/** How long a piece is under way, how long the next one waits, and how high it flies, in ms and pixels. */
export const TRAVEL = 280;
export const STAGGER = 55;
const ARC = 46;
/** More than six at once are one stack. */
const MOST = 6;

export interface Flight {
  /** The same piece, leaving here and arriving there in the same moment, is one flight. */
  key?: string;
  /** The other end, where no piece of this key leaves or arrives. */
  place?: () => Element | null | undefined;
  /** Its turn among the pieces that fly, and how many of them come in the same moment before. */
  nth?: number;
  /** ms before the first one starts: what was the cause comes first */
  after?: number;
  /** false: it is just there, or gone */
  on?: boolean;
}

const NONE: TransitionConfig = { duration: 0 };
const over = (t: number): number => 1 + 1.9 * (t - 1) ** 3 + 0.9 * (t - 1) ** 2; // arrives a little too far, and settles

const delay = ({ nth = 0, after = 0 }: Flight): number => after + STAGGER * Math.max(0, Math.min(nth, MOST - 1));

function seen(node: Element | null | undefined): DOMRect | null {
  const box = node?.getBoundingClientRect();
  return box && box.width > 0 ? box : null;
}

/** From `start` to where the node lies, or from there to `end`. */
function flown(here: DOMRect, there: DOMRect | null, flight: Flight, leaving: boolean): TransitionConfig {
  const duration = lasting(TRAVEL);
  if (!duration) return NONE;
  if (!there) return { duration: lasting(160), delay: delay(flight), css: (t) => `opacity:${t}` };
  const dx = there.left + there.width / 2 - here.left - here.width / 2;
  const dy = there.top + there.height / 2 - here.top - here.height / 2;
  const size = Math.min(1.4, Math.max(0.35, Math.min(there.width, 1.4 * here.width) / here.width));
  const arc = Math.min(ARC, Math.hypot(dx, dy) / 3);
  return {
    duration,
    delay: delay(flight),
    css: (t, u) => {
      const away = leaving ? u * u * (3 - 2 * u) : 1 - over(t);
      const x = (away * dx).toFixed(1);
      const y = (away * dy - Math.sin(Math.PI * t) * arc).toFixed(1);
      const gone = leaving ? Math.min(1, t * 5) : t === 0 ? 0 : 1;
      return `translate:${x}px ${y}px;scale:${(1 + (size - 1) * Math.max(0, away)).toFixed(3)};opacity:${gone};z-index:9`;
    },
  };
}

/** `const { arrive, leave } = flights()` once per board, then `in:arrive={{ key, place }}` and `out:leave={{ key, place }}`. */
export function flights(): {
  arrive: (node: Element, flight: Flight) => () => TransitionConfig;
  leave: (node: Element, flight: Flight) => () => TransitionConfig;
} {
  /** pieces on their way in this moment, by their key; equal ones wait for each other */
  const leaving = new Map<string, DOMRect[]>();
  const arriving = new Map<string, number>();
  return {
    arrive(node, flight) {
      const { key, on = true } = flight;
      if (!on) return () => NONE;
      if (key) arriving.set(key, (arriving.get(key) ?? 0) + 1);
      return () => {
        const start = (key && leaving.get(key)?.shift()) || seen(flight.place?.());
        if (key) queueMicrotask(() => arriving.delete(key));
        return flown(node.getBoundingClientRect(), start, flight, false);
      };
    },
    leave(node, flight) {
      const { key, on = true } = flight;
      if (!on) return () => NONE;
      const here = node.getBoundingClientRect();
      if (key) leaving.set(key, [...(leaving.get(key) ?? []), here]);
      return () => {
        if (key) queueMicrotask(() => leaving.delete(key));
        const ends = key ? (arriving.get(key) ?? 0) : 0;
        if (!ends) return flown(here, seen(flight.place?.()), flight, true);
        arriving.set(key!, ends - 1);
        return NONE; // the other end shows it
      };
    },
  };
}

/** Lets copies of `piece` fly from one place to another and vanish: what moved, where nobody may see which it was. */
export function toss(piece: Element | null | undefined, from: Element | null | undefined, to: Element | null | undefined, many: number, after = 0): void {
  const start = seen(from);
  const end = seen(to);
  if (!piece || !start || !end || !lasting(TRAVEL)) return;
  const at = (box: DOMRect): [number, number] => [box.left + box.width / 2, box.top + box.height / 2];
  const [x, y] = at(start);
  const [u, v] = at(end);
  for (let nth = 0; nth < Math.min(many, MOST); nth++) {
    const one = piece.cloneNode(true) as HTMLElement;
    Object.assign(one.style, { position: 'fixed', left: `${x}px`, top: `${y}px`, zIndex: '30', pointerEvents: 'none', opacity: '0', margin: '-12px' });
    document.body.append(one);
    const half = `translate(${(u - x) / 2}px, ${(v - y) / 2 - ARC}px)`;
    const flight = one.animate(
      [
        { transform: 'none', opacity: 1, easing: 'cubic-bezier(.2,.8,.6,1)' },
        { transform: half, opacity: 1, easing: 'cubic-bezier(.5,0,.9,.4)' },
        { transform: `translate(${u - x}px, ${v - y}px)`, opacity: 0.6 },
      ],
      { duration: TRAVEL + 40, delay: after + STAGGER * nth, fill: 'none' },
    );
    flight.onfinish = flight.oncancel = () => one.remove();
  }
}
