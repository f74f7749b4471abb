/** A socket to a table on this device, as far as `connection` uses one. */
import type { Socket } from '$shell/connection.svelte';
import type { ToWorker } from './messages';

const OPEN = 1;
const CLOSED = 3;

export class LocalSocket implements Socket {
  readyState = 0;
  onopen: Socket['onopen'] = null;
  onmessage: Socket['onmessage'] = null;
  onclose: Socket['onclose'] = null;

  constructor(
    private readonly id: number,
    private readonly post: (message: ToWorker) => void,
  ) {}

  opened(): void {
    if (this.readyState === CLOSED) return;
    this.readyState = OPEN;
    this.onopen?.({});
  }

  heard(text: string): void {
    if (this.readyState === OPEN) this.onmessage?.({ data: text });
  }

  closed(reason: string): void {
    if (this.readyState === CLOSED) return;
    this.readyState = CLOSED;
    this.onclose?.({ reason });
  }

  send(text: string): void {
    this.post({ kind: 'said', id: this.id, text });
  }

  close(): void {
    this.post({ kind: 'close', id: this.id });
    queueMicrotask(() => this.closed(''));
  }
}
