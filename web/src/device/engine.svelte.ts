/** The tables of this device: starts their worker and one that thinks, and carries what is said to them. */
import type { Socket } from '$shell/connection.svelte';
import { settings } from '$shell/settings.svelte';
import { BUNDLE, content, Lacking, listing, type Bundle, type Fault } from './bundle';
import type { FromWorker, ToWorker, Trouble } from './messages';
import { lacking } from './requirements';
import { LocalSocket } from './socket';
import { sentence } from './words';

const LOCK = 'spieltisch.tables';

type Ask = ToWorker & { kind: 'ask' };
type Answer = (answer: { status: number; body: string; type: string }) => void;

/** Packed files that every game needs. */
export function first(bundle: Bundle): string[] {
  return Object.keys(bundle.files).filter((name) => !/^(games|kernels|answers)\//.test(name));
}

const size = (bundle: Bundle, names: string[]): number => names.reduce((sum, name) => sum + bundle.files[name]!.size, 0);

export class Engine {
  state = $state<'idle' | 'loading' | 'ready' | 'stopped'>('idle');
  trouble = $state.raw<Trouble | null>(null);
  bytes = $state(0);
  total = $state(0);
  readonly done = $derived(this.total ? Math.min(1, this.bytes / this.total) : 0);

  private list: Promise<Bundle> | null = null;
  private tables: Worker | null = null;
  private thinker: Worker | null = null;
  private count = 0;
  private asked = new Map<number, { ask: Ask; answer: Answer }>();
  private sockets = new Map<number, LocalSocket>();
  private queue: ToWorker[] = [];

  bundle(): Promise<Bundle> {
    this.list ??= listing().catch((error: unknown) => {
      this.list = null;
      throw error;
    });
    return this.list;
  }

  /** Starts what is not running; called before anything is asked. */
  start(): void {
    if (this.state !== 'idle') return;
    const need = lacking();
    if (need) {
      this.trouble = { what: 'need', need };
      return;
    }
    this.state = 'loading';
    this.trouble = null;
    void this.begin().catch((error: unknown) => this.fail(error instanceof Lacking ? error.fault : 'start', String(error)));
  }

  /** Tries again after something went wrong; `steal`: although another window holds the tables. */
  again(steal = false): void {
    this.stop('idle');
    this.wanted = steal;
    this.start();
  }
  private wanted = false;

  private async begin(): Promise<void> {
    const bundle = await this.bundle();
    this.bytes = 0;
    this.total = size(bundle, first(bundle));
    if (!(await this.hold())) return;
    const { port1, port2 } = new MessageChannel();
    this.tables = this.worker('tables', bundle, port1);
    this.thinker = this.worker('thinker', bundle, port2); // it gets what the other one has fetched
  }

  /** One window at a time writes into this device's storage; the lock is kept until the page goes, or is robbed. */
  private hold(): Promise<boolean> {
    const locks = navigator.locks;
    if (!locks) return Promise.resolve(true);
    const how = this.wanted ? { steal: true } : { ifAvailable: true };
    this.wanted = false;
    return new Promise((resolve) => {
      const held = locks.request(LOCK, how, (lock) => {
        resolve(lock !== null);
        if (!lock) return this.fail('elsewhere');
        return new Promise<void>((release) => (this.release = release));
      });
      held.catch(() => this.fail('elsewhere')); // another window has taken over
    });
  }
  private release: () => void = () => {};

  private worker(role: 'tables' | 'thinker', bundle: Bundle, thinker: MessagePort): Worker {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: role });
    worker.onmessage = (event: MessageEvent<FromWorker>) => this.take(event.data, role);
    worker.onerror = (event) => this.fail('start', event.message);
    const message: ToWorker = { kind: 'start', bundle, base: BUNDLE, thinker, role };
    worker.postMessage(message, [thinker]);
    return worker;
  }

  private take(message: FromWorker, role: string): void {
    switch (message.kind) {
      case 'progress':
        if (role === 'tables') this.bytes += message.bytes;
        return;
      case 'ready':
        if (role !== 'tables') return;
        this.state = 'ready';
        for (const one of this.queue.splice(0)) this.tables!.postMessage(one);
        return;
      case 'failed':
        return this.fail(message.fault, message.told);
      case 'unkept':
        this.trouble = { what: 'unkept' };
        return;
      case 'answer':
        this.asked.get(message.id)?.answer(message);
        this.asked.delete(message.id);
        return;
      case 'opened':
        return this.sockets.get(message.id)?.opened();
      case 'heard':
        return this.sockets.get(message.id)?.heard(message.text);
      case 'closed':
        this.sockets.get(message.id)?.closed(message.reason);
        this.sockets.delete(message.id);
    }
  }

  private post(message: ToWorker): void {
    this.start();
    if (this.state === 'ready') this.tables!.postMessage(message);
    else this.queue.push(message);
    if (this.trouble && this.state !== 'ready') this.refuse(this.trouble);
  }

  private fail(what: Fault | 'start' | 'elsewhere', told = ''): void {
    this.stop('stopped');
    this.trouble = { what, told };
    this.refuse(this.trouble);
  }

  /** Whoever wanted to do something hears why not; whoever only wanted to see something waits for the next start. */
  private refuse(trouble: Trouble): void {
    const words = sentence(trouble);
    const body = JSON.stringify({ code: `device/${trouble.what}`, de: words, en: words });
    for (const [id, { ask, answer }] of this.asked) {
      if (ask.method === 'GET') continue;
      this.asked.delete(id);
      answer({ status: 503, body, type: 'application/json' });
    }
    this.queue = [...this.asked.values()].map(({ ask }) => ask);
  }

  private stop(state: 'idle' | 'stopped'): void {
    this.tables?.terminate();
    this.thinker?.terminate();
    this.tables = this.thinker = null;
    this.release();
    this.state = state;
    for (const socket of this.sockets.values()) socket.closed('');
    this.sockets.clear();
  }

  // What the client uses

  async fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const ready = init.method === 'POST' ? null : await this.known(path);
    if (ready) return ready;
    const id = ++this.count;
    const body = typeof init.body === 'string' ? init.body : '';
    const ask: Ask = { kind: 'ask', id, method: init.method ?? 'GET', path, body, lang: settings.lang };
    const answered = new Promise<Parameters<Answer>[0]>((answer) => this.asked.set(id, { ask, answer }));
    this.post(ask);
    const { status, body: text, type } = await answered;
    return new Response(text, { status, headers: { 'content-type': type } });
  }

  /** Games and rules are known before Python runs: their answers were written down when the bundle was made. */
  private async known(path: string): Promise<Response | null> {
    const bundle = await this.bundle();
    const file = bundle.files[`answers${path}`];
    return file ? new Response(await content(file, BUNDLE, () => {})) : null;
  }

  open(table: string): Socket {
    const id = ++this.count;
    const socket = new LocalSocket(id, (message) => this.post(message));
    this.sockets.set(id, socket);
    this.post({ kind: 'open', id, table });
    return socket;
  }
}

export const engine = new Engine();
