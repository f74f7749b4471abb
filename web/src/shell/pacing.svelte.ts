/** Shows what happens one event after the other, at a pace that one can follow. */
import type { EventMessage } from './protocol';

/** How long an event of somebody else is looked at before the next one is shown. */
const PACE = 900;
/** How long one's own turn takes to be seen before what others do next: pieces land first. */
const OWN = 650;
/** With so many waiting nobody looks at every piece to its end. */
const MANY = 3;
/** However long pieces are on their way, the next event is shown after this. */
const LATEST = 2600;
/** In place of a timer: the next event is shown when somebody asks for it. */
const HELD = -1;

/** How long what moves on the board still takes. */
export function movesFor(): number {
  const all = document.querySelector('[data-testid=board]')?.getAnimations?.({ subtree: true }) ?? [];
  return all.reduce((most, one) => {
    const end = Number(one.effect?.getComputedTiming().endTime ?? 0);
    return one.playState === 'running' && Number.isFinite(end) ? Math.max(most, end - Number(one.currentTime ?? 0)) : most;
  }, 0);
}

/** Choices that others keep to themselves move nothing, and nobody waits to see them. */
const tells = (event: EventMessage): boolean => event.lines.length > 0;

export class Pacing {
  waiting = $state.raw<EventMessage[]>([]);
  private timer = 0;
  private until = 0;
  private latest = 0;
  private stepping = false;

  constructor(
    private readonly show: (event: EventMessage) => void,
    /** whose turn an event is that is looked at for a while; null: it is not */
    private readonly lasts: (event: EventMessage) => 'own' | 'other' | null,
    private readonly shown: () => void,
    /** how long pieces are still on their way: one turn is seen to its end before the next */
    private readonly moves: () => number = () => 0,
  ) {}

  /** Something waits that can be seen: not only that others have chosen. */
  get showing(): boolean {
    return this.waiting.some(tells);
  }

  /** Nothing waits, and nothing is being looked at. */
  get idle(): boolean {
    return !this.waiting.length && !this.timer;
  }

  add(event: EventMessage): void {
    this.waiting = [...this.waiting, event];
    this.drain();
  }

  private drain(): void {
    while (this.waiting.length && !this.timer) {
      const [event, ...rest] = this.waiting;
      const early = tells(event!) ? this.early() : 0;
      if (early > 0) {
        this.wait(early);
        break;
      }
      this.waiting = rest;
      this.show(event!);
      if (!tells(event!)) continue;
      this.latest = Date.now() + LATEST;
      this.stepping &&= rest.some(tells);
      const whose = this.lasts(event!);
      if (this.stepping) this.timer = HELD;
      else if (whose === 'other') this.wait(PACE);
      else if (whose === 'own') this.until = Date.now() + OWN;
    }
    if (!this.waiting.length) this.shown();
  }

  /** How long what was shown last still takes. */
  private early(): number {
    const moves = this.waiting.length > MANY ? 0 : Math.min(this.moves(), this.latest - Date.now());
    return Math.max(this.until - Date.now(), moves);
  }

  private wait(ms: number): void {
    this.timer = window.setTimeout(() => {
      this.timer = 0;
      this.drain();
    }, ms);
  }

  /** Shows the next event now, and the others only when somebody asks for them. */
  step(): void {
    this.stop();
    this.stepping = true;
    this.drain();
  }

  /** Shows everything at once. */
  skip(): void {
    this.stop();
    for (const event of this.waiting) this.show(event);
    this.waiting = [];
    this.shown();
  }

  /** Forgets what waits: something newer than all of it is known. */
  clear(): void {
    this.stop();
    this.waiting = [];
  }

  stop(): void {
    clearTimeout(this.timer);
    this.timer = 0;
    this.until = this.latest = 0;
    this.stepping = false;
  }
}
