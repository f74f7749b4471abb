/** Matches as files: out of this browser, into it, and to a server. */
import { post, Trouble, unreachable } from '$shell/api';
import { onDevice } from '$shell/router.svelte';
import { settings } from '$shell/settings.svelte';
import type { Table } from '$shell/protocol';
import { hand } from './download';
import { engine } from './engine.svelte';

export interface Loaded {
  /** how many are new */
  loaded: number;
  /** the last match that can be looked at */
  last: string | null;
}

/** A finished match, to the server that this page came from; over the net, wherever tables stand. */
export async function handIn(record: string): Promise<Table> {
  const body = JSON.stringify({ record, ...(settings.name.trim() && { name: settings.name.trim() }) });
  const headers = { 'Content-Type': 'application/json', 'Accept-Language': settings.lang };
  const answer = await fetch('/api/tables/handed', { method: 'POST', body, headers }).catch(() => null);
  const said = await answer?.json().catch(() => null);
  if (answer?.ok && said) return said as Table;
  throw said?.code ? new Trouble(said.code, said) : unreachable();
}

/** Everything that was played on this device, as one file. */
export async function exportAll(): Promise<void> {
  const answer = await engine.fetch('/me/matches');
  if (!answer.ok) throw unreachable();
  hand(await answer.blob(), `spieltisch-${new Date().toISOString().slice(0, 10)}.jsonl`);
}

/** A record, or a file with everything; onto this device, or (one match) to the server. */
export async function load(file: Blob): Promise<Loaded> {
  const text = await file.text();
  if (onDevice) return post<Loaded>('/me/matches', { text });
  const table = await handIn(text);
  return { loaded: 1, last: table.id };
}
