/** A table as one screen knows it: what is true there, and what one can do. */
import { announce } from './announce.svelte';
import type { GameEvent, Lang, Refused, Step } from './board';
import { Connection, sockets, type OpenSocket, type State } from './connection.svelte';
import { Drafts } from './drafts.svelte';
import { memory } from './memory';
import { Pacing, movesFor } from './pacing.svelte';
import type { Answer, Both, ChangeMessage, ChatLine, EventMessage, Line, Message, Missed, Position, Presence, Snapshot, Table } from './protocol';
import { Kept, both, lines, merged } from './patches';
import { Requests, type AnswerOf } from './requests';
import { moving, settings } from './settings.svelte';
import { spoken } from './words';

const MOST_TURNS = 500;

const NOTHING: Position = {
  n: 0,
  looking: null,
  view: null,
  ask: { de: '', en: '' },
  acting: [],
  chosen: [],
  deadline: null,
  undo: null,
  lesson: null,
  result: null,
};

export type { State };

export class Link {
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
  /** server time minus ours */
  skew = 0;

  private readonly connection: Connection;
  private readonly requests: Requests;
  private readonly pacing: Pacing;
  private readonly drafts: Drafts;
  private readonly kept = new Kept();
  private heard = 0; // the last event of which the server has told us
  private lang: Lang | null = null; // in which it does
  private checked = new Map<string, Promise<Refused | null>>();
  private askedAt = '';
  private readonly stopFollowing: () => void;

  constructor(
    readonly id: string,
    private readonly refused: (refusal: Refused) => void,
    open: OpenSocket = sockets.open,
  ) {
    this.drafts = new Drafts(id);
    this.pacing = new Pacing(
      (event) => this.happen(event),
      (event) => (moving() && !document.hidden ? this.whose(event) : null),
      () => void this.askTurns(),
      () => (moving() && !document.hidden ? movesFor() : 0),
    );
    this.connection = new Connection(() => open(id), {
      opened: () => {
        this.heard = 0;
        this.lang = settings.lang;
        this.connection.write({ kind: 'hello', after: this.now.n || memory.seen(id), lang: this.lang, patches: true, choices: true, visible: !document.hidden });
      },
      said: (message) => this.take(message),
      lost: () => this.requests.lost(),
    });
    this.requests = new Requests((message) => this.connection.write(message));
    document.addEventListener('visibilitychange', this.eyes);
    this.connection.connect();
    this.stopFollowing = $effect.root(() => {
      $effect(() => {
        if (this.lang !== null && settings.lang !== this.lang) this.renew(); // a snapshot in the other language
      });
    });
  }

  /** Whoever does not look is told in other ways; if that does not arrive, the next hello says it. */
  private readonly eyes = (): void => void this.requests.ask<'pong'>({ kind: 'visible', visible: !document.hidden }).catch(() => {});

  readonly names = $derived(this.table?.seats.map((seat) => seat.name ?? '') ?? []);
  /** The seat that may act on this screen now, or null. */
  readonly mine = $derived.by(() => {
    const { looking, acting } = this.now;
    return looking !== null && acting.includes(looking) && !this.showing ? looking : null;
  });
  /** One of several seats on this device that is to act while the screen shows no hand. */
  readonly next = $derived.by(() => {
    const seats = this.table?.you.seats ?? [];
    if (seats.length < 2) return null;
    const due = seats.find((seat) => this.now.acting.includes(seat)) ?? null;
    return due !== this.now.looking ? due : null;
  });
  readonly events = $derived(this.last.map((line): GameEvent => ({ ...line, words: spoken(line) })));

  // What the parts know

  get state(): State {
    return this.connection.state;
  }
  get reason(): string {
    return this.connection.reason;
  }
  get ended(): Both | null {
    return this.connection.ended;
  }
  get passing(): Both | null {
    return this.connection.passing;
  }
  get retryAt(): number {
    return this.connection.retryAt;
  }
  /** What others did is still being shown. */
  get showing(): boolean {
    return this.pacing.showing;
  }
  get draft(): unknown {
    return this.drafts.draft;
  }
  get pending(): Drafts['pending'] {
    return this.drafts.pending;
  }

  connect(): void {
    this.connection.connect();
  }

  /** Connects anew, as the person that this browser has become by sitting down. */
  renew(): void {
    this.connection.renew();
  }

  close(): void {
    this.stopFollowing();
    document.removeEventListener('visibilitychange', this.eyes);
    this.pacing.stop();
    this.connection.close();
  }

  /** Shows the next event now, and the others only when somebody asks for them. */
  step(): void {
    this.pacing.step();
  }

  /** Shows everything at once. */
  skip(): void {
    this.pacing.skip();
  }

  // What the server says

  private take(message: Message): void {
    switch (message.kind) {
      case 'snapshot':
        return this.begin(message);
      case 'event':
        return this.pacing.add({ ...message, ask: both(message.ask), lines: lines(message.lines) });
      case 'change':
        return this.change(message);
      case 'presence':
        return this.present(message);
      default:
        if (message.id !== null && message.id === this.pending?.id) this.settled(message);
        return this.requests.answered(message);
    }
  }

  /** What was told in order and fits goes on; else we ask for everything. */
  private change(message: ChangeMessage): void {
    const event = message.n === this.heard + 1 ? this.kept.change(message) : null;
    this.heard = message.n;
    if (event) this.pacing.add(event);
    else this.renew();
  }

  private begin(snapshot: Snapshot): void {
    const { table, log, chat, missed, now, kind: _kind, own: _own, ...position } = snapshot;
    this.pacing.clear();
    this.connection.settle();
    this.skew = now - Date.now();
    this.table = table;
    this.heard = position.n;
    this.log = lines(log);
    this.chat = chat;
    const seen = missed.filter((event) => event.lines.length).map((event) => ({ ...event, lines: lines(event.lines) }));
    this.missed = [...this.missed, ...seen];
    this.last = [];
    this.arrive({ ...position, ...this.kept.begin(snapshot) });
    if (this.pending) this.connection.write({ kind: 'turn', ...this.pending });
  }

  private present({ seats, watching, now }: Presence): void {
    this.skew = now - Date.now();
    this.watching = watching;
    if (!this.table) return;
    const by = new Map(seats.map((seat) => [seat.seat, seat]));
    this.table = { ...this.table, seats: this.table.seats.map((seat) => ({ ...seat, ...by.get(seat.seat) })) };
  }

  private whose(event: EventMessage): 'own' | 'other' | null {
    if (event.what !== 'turn') return null;
    return this.table?.you.seats.includes(event.seat ?? -1) ? 'own' : 'other';
  }

  private happen(event: EventMessage): void {
    if (event.n <= this.now.n) return;
    const { table, lines, from, chat, result } = event;
    for (const line of lines) if (line.n > (this.log.at(-1)?.n ?? 0)) announce(spoken(line));
    if (table) this.table = table;
    if (chat) this.chat = [...this.chat, chat];
    this.log = merged(this.log, from, lines);
    const latest = lines.filter((line) => line.n >= from);
    if (latest.length) this.last = latest;
    this.arrive({
      n: event.n,
      looking: event.looking,
      view: event.view,
      ask: event.ask,
      acting: event.acting,
      chosen: event.chosen,
      deadline: event.deadline,
      undo: event.undo,
      lesson: event.lesson,
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
    if (this.place() !== this.drafts.at) {
      this.drafts.arrive(this.place());
      this.checked.clear();
      this.turns = [];
      this.turnsComplete = true;
    }
    if (this.pacing.idle) void this.askTurns();
  }

  /** Goes back to a position that was, and shows again what happened since. */
  rewind(then: Partial<Position>, log: Line[], events: readonly EventMessage[]): void {
    this.pacing.clear();
    this.now = { ...this.now, ...then };
    this.log = log;
    for (const event of events) this.pacing.add(event);
  }

  // What one can do

  setDraft(draft: unknown): void {
    this.drafts.set(draft);
  }

  private async askTurns(): Promise<void> {
    const seat = this.mine;
    const { at } = this.drafts;
    if (seat === null || this.turns.length || this.askedAt === at) return;
    this.askedAt = at;
    try {
      const answer = await this.requests.ask<'turns'>({ kind: 'turns', seat, limit: MOST_TURNS });
      if (this.drafts.at !== at || this.mine !== seat) return;
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
    const pending = { id: this.requests.newId(), seat, text };
    this.drafts.send(pending);
    this.connection.write({ kind: 'turn', ...pending });
  }

  private settled(answer: Answer): void {
    this.drafts.send(null);
    if (answer.kind === 'refused') this.refused({ rule: answer.rule, words: spoken(answer) });
    if (answer.kind === 'error') this.refused({ rule: null, words: spoken(answer) });
  }

  /** The seat that something is asked for; where none is to act, the server says so. */
  private seat(): number {
    return this.mine ?? this.now.looking ?? 0;
  }

  async choices(begun: readonly number[]): Promise<Step<any>> {
    const known = begun.length === 0 && this.now.n === this.heard ? this.kept.choices : null;
    if (known && this.now.view && this.seat() === this.now.looking) return { choices: known, view: this.now.view, ask: spoken(this.now.ask) };
    const question = { kind: 'choices' as const, seat: this.seat(), begun: [...begun] };
    const answer = await this.requests.ask<'choices' | 'refused'>(question);
    if (answer.kind === 'refused') throw { rule: answer.rule, words: spoken(answer) } satisfies Refused;
    return { choices: answer.choices, view: answer.view, ask: spoken(answer.ask) };
  }

  check(text: string): Promise<Refused | null> {
    const known = this.checked.get(text);
    if (known) return known;
    const asked = this.requests
      .ask<'why'>({ kind: 'why', seat: this.seat(), text })
      .then((answer) => (answer.legal ? null : { rule: answer.rule ?? null, words: answer[settings.lang] ?? '' }));
    this.checked.set(text, asked);
    asked.catch(() => this.checked.delete(text));
    return asked;
  }

  async legal(texts: readonly string[]): Promise<readonly boolean[]> {
    return (await this.requests.ask<'legal'>({ kind: 'legal', seat: this.seat(), texts: [...texts] })).legal;
  }

  /** Advice, compared with `text`, the turn I am about to play (null: none yet). */
  async hint(text: string | null): Promise<AnswerOf<'hint'>> {
    const answer = await this.requests.ask<'hint' | 'refused'>({ kind: 'hint', seat: this.seat(), ...(text === null ? {} : { text }) });
    return answer.kind === 'hint' ? answer : this.hint(null);
  }

  async undo(): Promise<Refused | null> {
    const answer = await this.requests.ask<'ack' | 'refused'>({ kind: 'undo', seat: this.now.looking ?? 0 });
    return answer.kind === 'refused' ? { rule: answer.rule, words: spoken(answer) } : null;
  }

  async say(text: string): Promise<void> {
    await this.requests.ask<'ack'>({ kind: 'chat', text });
  }

  /** Turns to a seat of this device, or away from all (null). */
  async look(seat: number | null): Promise<void> {
    const answer = await this.requests.ask<'look'>({ kind: 'look', seat });
    this.log = lines(answer.log);
    this.last = [];
    this.arrive({ ...this.now, n: Math.max(answer.n, this.now.n), ...this.kept.begin(answer) });
  }
}
