/** The connection to one table: what is true there, and what one can do. Reconnects by itself. */
import { announce } from './announce.svelte';
import { Trouble, unreachable } from './api';
import type { GameEvent, Refused, Step } from './board';
import { memory, type Pending } from './memory';
import type { Answer, Both, ChatLine, EventMessage, Json, Line, Message, Missed, Position, Table } from './protocol';
import { moving, settings } from './settings.svelte';
import { ENDINGS } from './wire';
import { spoken } from './words';

/** How long an event of somebody else is looked at before the next one is shown. */
const PACE = 900;
/** In place of a timer: the next event is shown when somebody asks for it. */
const HELD = -1;
const MOST_TURNS = 500;
/** How long we wait before we ask again for what passes by itself, such as a game that is not loaded yet. */
const SOON = 1500;

const NOTHING: Position = {
  n: 0,
  looking: null,
  view: null,
  ask: null,
  acting: [],
  chosen: [],
  deadline: null,
  undo: null,
  result: null,
};

export type State = 'connecting' | 'online' | 'offline' | 'closed';

export class Link {
  state = $state<State>('connecting');
  /** why it is closed, or is not open yet, as a code of the protocol */
  reason = $state('');
  /** what to say while something passes by itself that the server has named */
  readonly passing = $derived.by((): Both | null => {
    const ending = ENDINGS[this.reason];
    return this.state !== 'closed' && ending?.passes && ending.en ? ending : null;
  });
  retryAt = $state(0);
  table = $state.raw<Table | null>(null);
  now = $state.raw<Position>(NOTHING);
  log = $state.raw<Line[]>([]);
  chat = $state.raw<ChatLine[]>([]);
  missed = $state.raw<Missed[]>([]);
  watching = $state(0);
  /** what happened between the view before and this one */
  last = $state.raw<Line[]>([]);
  turns = $state.raw<string[]>([]);
  turnsComplete = $state(true);
  pending = $state.raw<Pending | null>(null);
  draft = $state.raw<unknown>(null);
  waiting = $state.raw<EventMessage[]>([]);
  /** server time minus ours */
  skew = 0;

  private socket: WebSocket | null = null;
  private asked = new Map<string, { resolve: (answer: Answer) => void; reject: (trouble: Trouble) => void }>();
  private checked = new Map<string, Promise<Refused | null>>();
  private tries = 0;
  private timer = 0;
  private pacing = 0;
  private stepping = false;
  private gone = false;
  private renewing = false;
  private at = '';
  private askedAt = '';
  private lastId = 0;
  private readonly prefix = Math.random().toString(36).slice(2, 10);

  constructor(
    readonly id: string,
    private readonly refused: (refusal: Refused) => void,
  ) {
    this.pending = memory.pending(id);
    this.connect();
  }

  readonly names = $derived(this.table?.seats.map((seat) => seat.name ?? '') ?? []);
  /** The seat that may act on this screen now, or null. */
  readonly mine = $derived(
    this.now.looking !== null && this.now.acting.includes(this.now.looking) && !this.waiting.length
      ? this.now.looking
      : null,
  );
  /** One of several seats on this device that is to act while the screen shows no hand. */
  readonly next = $derived.by(() => {
    const seats = this.table?.you.seats ?? [];
    if (seats.length < 2) return null;
    const due = seats.find((seat) => this.now.acting.includes(seat)) ?? null;
    return due !== this.now.looking ? due : null;
  });
  readonly events = $derived(this.last.map((line): GameEvent => ({ ...line, words: spoken(line) })));

  connect(): void {
    clearTimeout(this.timer);
    if (this.gone || this.socket) return;
    this.state = 'connecting';
    const socket = new WebSocket(`${location.origin.replace(/^http/, 'ws')}/api/tables/${this.id}/socket`);
    this.socket = socket;
    socket.onopen = () => this.write({ kind: 'hello', after: this.now.n || memory.seen(this.id) });
    socket.onmessage = (event) => this.take(JSON.parse(event.data as string) as Message);
    socket.onclose = (event) => this.lost(event);
  }

  /** Connects anew, as the person that this browser has become by sitting down. */
  renew(): void {
    this.renewing = true;
    this.socket?.close();
  }

  close(): void {
    this.gone = true;
    clearTimeout(this.timer);
    clearTimeout(this.pacing);
    this.socket?.close();
  }

  private lost(event: CloseEvent): void {
    this.socket = null;
    for (const { reject } of this.asked.values()) reject(unreachable());
    this.asked.clear();
    if (this.gone) return;
    this.reason = event.reason;
    const ending = ENDINGS[event.reason];
    if (ending && !ending.passes) {
      this.state = 'closed';
      return;
    }
    const pause = ending ? SOON : Math.min(15000, 500 * 2 ** this.tries);
    const wait = this.renewing ? 0 : pause * (0.8 + Math.random() * 0.4);
    this.renewing = false;
    if (!ending) this.tries += 1;
    this.state = 'offline';
    this.retryAt = Date.now() + wait;
    this.timer = window.setTimeout(() => this.connect(), wait);
  }

  private write(message: Json): boolean {
    if (this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }

  private newId(): string {
    this.lastId += 1;
    return `${this.prefix}.${this.lastId}`;
  }

  /** Sends a message that wants an answer; an answer that is an error is thrown. */
  private request<K extends Answer['kind']>(message: Json): Promise<Extract<Answer, { kind: K }>> {
    const id = this.newId();
    return new Promise((resolve, reject) => {
      this.asked.set(id, { resolve: resolve as (answer: Answer) => void, reject });
      if (!this.write({ ...message, id })) {
        this.asked.delete(id);
        reject(unreachable());
      }
    });
  }

  private take(message: Message): void {
    switch (message.kind) {
      case 'snapshot':
        return this.begin(message);
      case 'event':
        this.waiting = [...this.waiting, message];
        return this.drain();
      case 'presence':
        return this.present(message);
      default:
        return this.answered(message);
    }
  }

  private answered(answer: Answer): void {
    if (answer.id !== null && answer.id === this.pending?.id) this.settled(answer);
    const waiting = this.asked.get(answer.id ?? '');
    if (!waiting) return;
    this.asked.delete(answer.id!);
    if (answer.kind === 'error') waiting.reject(new Trouble(answer.code, answer));
    else waiting.resolve(answer);
  }

  private begin(snapshot: Extract<Message, { kind: 'snapshot' }>): void {
    clearTimeout(this.pacing);
    this.pacing = 0;
    this.stepping = false;
    const { table, log, chat, missed, now, kind: _kind, ...position } = snapshot;
    this.skew = now - Date.now();
    this.tries = 0;
    this.state = 'online';
    this.reason = '';
    this.table = table;
    this.log = log;
    this.chat = chat;
    this.missed = [...this.missed, ...missed.filter((event) => event.lines.length)];
    this.waiting = [];
    this.last = [];
    this.arrive(position);
    if (this.pending) this.write({ kind: 'turn', ...this.pending });
  }

  private present({ seats, watching, now }: Extract<Message, { kind: 'presence' }>): void {
    this.skew = now - Date.now();
    this.watching = watching;
    if (!this.table) return;
    const by = new Map(seats.map((seat) => [seat.seat, seat]));
    this.table = { ...this.table, seats: this.table.seats.map((seat) => ({ ...seat, ...by.get(seat.seat) })) };
  }

  /** Shows what came, one event after the other at a pace that one can follow. */
  private drain(): void {
    while (this.waiting.length && !this.pacing) {
      const [event, ...rest] = this.waiting;
      this.waiting = rest;
      this.happen(event!);
      const others = event!.what === 'turn' && !this.table?.you.seats.includes(event!.seat ?? -1);
      this.stepping &&= rest.length > 0;
      if (this.stepping) this.pacing = HELD;
      else if (others && moving() && !document.hidden)
        this.pacing = window.setTimeout(() => {
          this.pacing = 0;
          this.drain();
        }, PACE);
    }
    if (!this.waiting.length) void this.askTurns();
  }

  /** Shows the next event now, and the others only when somebody asks for them. */
  step(): void {
    this.stepping = true;
    clearTimeout(this.pacing);
    this.pacing = 0;
    this.drain();
  }

  /** Shows everything at once. */
  skip(): void {
    this.stepping = false;
    clearTimeout(this.pacing);
    this.pacing = 0;
    for (const event of this.waiting) this.happen(event);
    this.waiting = [];
    void this.askTurns();
  }

  private happen(event: EventMessage): void {
    if (event.n <= this.now.n) return;
    const { table, lines, from, chat, result } = event;
    for (const line of lines) if (line.n > (this.log.at(-1)?.n ?? 0)) announce(spoken(line));
    if (table) this.table = table;
    if (chat) this.chat = [...this.chat, chat];
    this.log = [...this.log.filter((line) => line.n < from), ...lines];
    if (lines.length) this.last = lines;
    this.arrive({
      n: event.n,
      looking: event.looking,
      view: event.view,
      ask: event.ask,
      acting: event.acting,
      chosen: event.chosen,
      deadline: event.deadline,
      undo: event.undo,
      result: result ?? this.now.result,
    });
  }

  /** Tells positions apart in which different turns are possible; talk and presence change nothing. */
  private place(): string {
    const { looking, acting } = this.now;
    return `${this.log.length} ${this.log.at(-1)?.text} ${looking} ${looking !== null && acting.includes(looking)}`;
  }

  private arrive(position: Position): void {
    this.now = position;
    memory.setSeen(this.id, position.n);
    if (this.place() !== this.at) {
      this.at = this.place();
      this.checked.clear();
      this.turns = [];
      this.turnsComplete = true;
      const begun = memory.draft(this.id);
      this.draft = begun?.at === this.at ? begun.draft : null;
    }
    if (!this.waiting.length && !this.pacing) void this.askTurns();
  }

  setDraft(draft: unknown): void {
    this.draft = draft;
    memory.setDraft(this.id, draft === null ? null : { at: this.at, draft });
  }

  private async askTurns(): Promise<void> {
    const seat = this.mine;
    const at = this.at;
    if (seat === null || this.turns.length || this.askedAt === at) return;
    this.askedAt = at;
    try {
      const answer = await this.request<'turns'>({ kind: 'turns', seat, limit: MOST_TURNS });
      if (this.at !== at || this.mine !== seat) return;
      this.turns = answer.turns;
      this.turnsComplete = !answer.more;
    } catch {
      // the connection was lost; the next snapshot asks again
    } finally {
      if (this.askedAt === at) this.askedAt = '';
    }
  }

  /** Confirms a turn. It is remembered until the server has it, and sent again after a loss. */
  play(text: string): void {
    const seat = this.mine;
    if (seat === null || this.pending) return;
    this.pending = { id: this.newId(), seat, text };
    memory.setPending(this.id, this.pending);
    this.write({ kind: 'turn', ...this.pending });
  }

  private settled(answer: Answer): void {
    this.pending = null;
    memory.setPending(this.id, null);
    if (answer.kind === 'refused') this.refused({ rule: answer.rule, words: spoken(answer) });
    if (answer.kind === 'error') this.refused({ rule: null, words: spoken(answer) });
  }

  async choices(begun: readonly number[]): Promise<Step<any>> {
    const answer = await this.request<'choices' | 'refused'>({ kind: 'choices', seat: this.mine, begun });
    if (answer.kind === 'refused') throw { rule: answer.rule, words: spoken(answer) } satisfies Refused;
    return { choices: answer.choices, view: answer.view, ask: spoken(answer.ask) };
  }

  check(text: string): Promise<Refused | null> {
    const known = this.checked.get(text);
    if (known) return known;
    const asked = this.request<'why'>({ kind: 'why', seat: this.mine ?? this.now.looking, text }).then((answer) =>
      answer.legal ? null : { rule: answer.rule ?? null, words: answer[settings.lang] ?? '' },
    );
    this.checked.set(text, asked);
    asked.catch(() => this.checked.delete(text));
    return asked;
  }

  async legal(texts: readonly string[]): Promise<readonly boolean[]> {
    return (await this.request<'legal'>({ kind: 'legal', seat: this.mine, texts })).legal;
  }

  hint(): Promise<Extract<Answer, { kind: 'hint' }>> {
    return this.request<'hint'>({ kind: 'hint', seat: this.mine });
  }

  async undo(): Promise<Refused | null> {
    const answer = await this.request<'ack' | 'refused'>({ kind: 'undo', seat: this.now.looking });
    return answer.kind === 'refused' ? { rule: answer.rule, words: spoken(answer) } : null;
  }

  async say(text: string): Promise<void> {
    await this.request({ kind: 'chat', text });
  }

  /** Turns to a seat of this device, or away from all (null). */
  async look(seat: number | null): Promise<void> {
    const { n, looking, view, ask, log, undo } = await this.request<'look'>({ kind: 'look', seat });
    this.log = log;
    this.last = [];
    this.arrive({ ...this.now, n: Math.max(n, this.now.n), looking, view, ask, undo });
  }
}
