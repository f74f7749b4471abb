/** A socket that comes back by itself: opens, loses and opens again, and says how it stands. */
import type { Both, ClientMessage, Message } from './protocol';
import { FINAL, PASSING } from './wire';

/** How long we wait before we ask again for what passes by itself, such as a game that is not loaded yet. */
const SOON = 1500;
const FIRST = 500;
const LONGEST = 15_000;
const OPEN = 1;

export type State = 'connecting' | 'online' | 'offline' | 'closed';

/** As much of a WebSocket as is used. */
export interface Socket {
  readonly readyState: number;
  onopen: ((event: any) => void) | null;
  onmessage: ((event: any) => void) | null;
  onclose: ((event: any) => void) | null;
  send(text: string): void;
  close(): void;
}

/** Opens a socket to a table. */
export type OpenSocket = (table: string) => Socket;

/** Where tables stand: at a server, or (without one) on this device. */
export const sockets: { open: OpenSocket } = {
  open: (table) => new WebSocket(`${location.origin.replace(/^http/, 'ws')}/api/tables/${table}/socket`),
};

export interface Listener {
  opened: () => void;
  said: (message: Message) => void;
  lost: () => void;
}

export class Connection {
  state = $state<State>('connecting');
  /** why it is closed, or is not open yet, as a code of the protocol */
  reason = $state('');
  retryAt = $state(0);
  /** what to say while something passes by itself that the server has named */
  readonly passing = $derived.by((): Both | null => {
    const said = PASSING[this.reason];
    return this.state !== 'closed' && said?.en ? said : null;
  });

  /** the server's last word to nobody in particular: why it is about to close */
  private word = $state.raw<Both | null>(null);
  /** what to say when it is over */
  readonly ended = $derived(this.state === 'closed' ? this.word : null);

  private socket: Socket | null = null;
  private tries = 0;
  private timer = 0;
  private gone = false;
  private renewing = false;

  constructor(
    private readonly open: () => Socket,
    private readonly listener: Listener,
  ) {}

  connect(): void {
    clearTimeout(this.timer);
    if (this.gone || this.socket) return;
    this.state = 'connecting';
    const socket = this.open();
    this.socket = socket;
    socket.onopen = () => this.listener.opened();
    this.word = null;
    socket.onmessage = (event: { data: string }) => {
      const message = JSON.parse(event.data) as Message;
      if (message.kind === 'error' && message.id === null) this.word = message;
      this.listener.said(message);
    };
    socket.onclose = (event: { reason: string }) => this.lost(event.reason);
  }

  /** The other side has said what is true: all is well. */
  settle(): void {
    this.tries = 0;
    this.reason = '';
    this.state = 'online';
  }

  /** Connects anew, as the person that this browser has become by sitting down. */
  renew(): void {
    this.renewing = true;
    this.socket?.close();
  }

  close(): void {
    this.gone = true;
    clearTimeout(this.timer);
    this.socket?.close();
  }

  write(message: ClientMessage): boolean {
    if (this.socket?.readyState !== OPEN) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }

  private lost(reason: string): void {
    this.socket = null;
    this.listener.lost();
    if (this.gone) return;
    this.reason = reason;
    if (FINAL.has(reason)) {
      this.state = 'closed';
      return;
    }
    const known = reason in PASSING;
    const pause = known ? SOON : Math.min(LONGEST, FIRST * 2 ** this.tries);
    const wait = this.renewing ? 0 : pause * (0.8 + Math.random() * 0.4);
    this.renewing = false;
    if (!known) this.tries += 1;
    this.state = 'offline';
    this.retryAt = Date.now() + wait;
    this.timer = window.setTimeout(() => this.connect(), wait);
  }
}
