/** Requests to the server; whatever goes wrong is a Trouble with a sentence to show. */
import type { Both, Collection, Fairness, Json, Replay, Table } from './protocol';
import { settings } from './settings.svelte';
import { PASSING, type Identity, type Judgement, type MyTableList, type NewTable, type ReviewState, type Rules, type SeatLink, type TableList, type TaskList, type Views } from './wire';
import { say } from './words';

/** Milliseconds until we ask again for what passes by itself. */
const AGAIN = 1500;
const passes = (error: unknown): error is Trouble => error instanceof Trouble && (error.code === 'net' || error.code in PASSING);

export class Trouble extends Error {
  constructor(
    readonly code: string,
    readonly both: Both,
  ) {
    super(code);
  }
}

/** Who carries requests: the network, or (without a server) this device. */
export const transport = { fetch: (path: string, init: RequestInit): Promise<Response> => fetch(`/api${path}`, init) };

export function unreachable(): Trouble {
  const words = say('unreachable'); // in the language of the reader, who is the only one to read it
  return new Trouble('net', { de: words, en: words });
}

async function send<T>(method: 'GET' | 'POST', path: string, body?: Json): Promise<T> {
  let answer: Response;
  try {
    answer = await transport.fetch(path, {
      method,
      ...(body && {
        body: JSON.stringify(body),
        headers: { 'Content-Type': 'application/json', 'Accept-Language': settings.lang },
      }),
    });
  } catch {
    throw unreachable();
  }
  const said = (await answer.json().catch(() => null)) as (T & Json) | null;
  if (answer.ok && said) return said;
  if (said?.['code'] && said['de']) throw new Trouble(said['code'], { de: said['de'], en: said['en'] });
  throw unreachable();
}

/** Asks again for as long as what stands in the way passes by itself, a restart too; `tell` says what that is. */
export async function patiently<T>(ask: () => Promise<T>, tell: (both: Both | null) => void): Promise<T> {
  for (;;) {
    try {
      const found = await ask();
      tell(null);
      return found;
    } catch (error) {
      if (!passes(error)) throw error;
      tell(error.both);
      await new Promise((resolve) => setTimeout(resolve, AGAIN));
    }
  }
}

export const get = <T>(path: string): Promise<T> => send<T>('GET', path);
export const post = <T>(path: string, body: Json = {}): Promise<T> => send<T>('POST', path, body);

export type Wanted = NewTable;

/** How I want to be called; nothing when nobody has said, which leaves it as it was. */
function called(): { name?: string } {
  const name = settings.name.trim();
  return name ? { name } : {};
}

let collection: Promise<Collection> | null = null;

export const api = {
  /** What can be played; asked again while something is being prepared. */
  games(): Promise<Collection> {
    collection ??= get<Collection>('/games').then(
      (found) => {
        if (found.games.some((game) => !game.ready)) collection = null;
        return found;
      },
      (trouble) => {
        collection = null;
        throw trouble;
      },
    );
    return collection;
  },
  rules: (game: string, lang: string) => get<Rules>(`/games/${game}/rules?lang=${lang}`),
  me: () => get<Identity>('/me'),
  rename: (name: string) => post('/me', { name }),
  lobby: () => get<TableList>('/tables').then((found) => found.tables),
  mine: () => get<MyTableList>('/me/tables').then((found) => found.tables),
  table: (id: string) => get<Table>(`/tables/${id}`),
  open: (wanted: Wanted) => post<Table>('/tables', { ...called(), ...wanted }),
  lesson: (game: string, seal: string) => post<Table>('/tables/lessons', { ...called(), game, seal }),
  /** goes on without the guide */
  free: (id: string) => post<Table>(`/tables/${id}/free`),
  start: (id: string, nonce = '') => post<Table>(`/tables/${id}/start`, { nonce }),
  join: (id: string, seat: number | null, seal: string) =>
    post<Table>(`/tables/${id}/join`, { seat, seal, ...called() }),
  reveal: (id: string, nonce: string) => post<Table>(`/tables/${id}/reveal`, { nonce }),
  leave: (id: string) => post(`/tables/${id}/leave`),
  seatBot: (id: string, seat: number, level: string) => post<Table>(`/tables/${id}/seats/${seat}/bot`, { level }),
  seatOpen: (id: string, seat: number) => post<Table>(`/tables/${id}/seats/${seat}/open`),
  shrink: (id: string) => post<Table>(`/tables/${id}/shrink`),
  seatBack: (id: string, seat: number) => post<Table>(`/tables/${id}/seats/${seat}/back`),
  rematch: (id: string) => post<Table>(`/tables/${id}/rematch`),
  seatLink: (id: string, seat: number) => get<SeatLink>(`/tables/${id}/seats/${seat}/link`),
  claim: (id: string, key: string) => post<Table>(`/tables/${id}/claim`, { key }),
  replay: (id: string) => get<Replay>(`/tables/${id}/replay`),
  replayViews: (id: string, seat: number | null, from: number, to: number) =>
    get<Views>(
      `/tables/${id}/replay/views?from=${from}&to=${to}${seat === null ? '' : `&seat=${seat}`}`,
    ).then((found) => found.views),
  /** has a finished match reviewed, in the background */
  review: (id: string) => post<ReviewState>(`/tables/${id}/review`),
  reviewed: (id: string) => get<ReviewState>(`/tables/${id}/review`),
  /** a table of its own that plays on after line n */
  tryIt: (id: string, n: number, seat: number, level = 'medium') => post<Table>(`/tables/${id}/try`, { n, seat, level }),
  practice: (game = '') => get<TaskList>(`/me/practice${game && `?game=${game}`}`).then((found) => found.tasks),
  judge: (id: string, n: number, text: string) => post<Judgement>(`/tables/${id}/judge`, { n, text }),
  fairness: (id: string) => get<Fairness>(`/tables/${id}/fairness`),
};
