/** Shows what happens one event after the other, at a pace that one can follow. */
import type { EventMessage } from './protocol';

/** How long an event of somebody else is looked at before the next one is shown. */
const PACE = 900;
/** In place of a timer: the next event is shown when somebody asks for it. */
const HELD = -1;

export class Pacing {
  waiting = $state.raw<EventMessage[]>([]);
  private timer = 0;
  private stepping = false;

  constructor(
    private readonly show: (event: EventMessage) => void,
    /** whether an event is looked at for a while */
    private readonly lasts: (event: EventMessage) => boolean,
    private readonly shown: () => void,
  ) {}

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
      this.waiting = rest;
      this.show(event!);
      this.stepping &&= rest.length > 0;
      if (this.stepping) this.timer = HELD;
      else if (this.lasts(event!))
        this.timer = window.setTimeout(() => {
          this.timer = 0;
          this.drain();
        }, PACE);
    }
    if (!this.waiting.length) this.shown();
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
    this.stepping = false;
  }
}
