/** A view that is kept up to date by what the server says has changed. See docs/protocol.md. */
import type { Both, EventMessage, Line, Position } from './protocol';
import type { ChangeMessage, Choice, Json, LookAnswer, Snapshot } from './wire';

export interface Patch {
  '='?: Json;
  '>'?: Record<string, Patch>;
  '-'?: string[];
  '~'?: [number, number, unknown[]];
}

/** What the patch makes of `old`, which stays as it is. */
export function apply<T>(old: T, patch: Patch | null | undefined): T {
  if (!patch) return old;
  const copy: any = Array.isArray(old) ? [...old] : { ...old };
  if (patch['~']) copy.splice(patch['~'][0], patch['~'][1], ...patch['~'][2]);
  Object.assign(copy, patch['=']);
  for (const [key, inner] of Object.entries(patch['>'] ?? {})) copy[key] = apply(copy[key], inner);
  for (const key of patch['-'] ?? []) delete copy[key];
  return copy;
}

const TABLE = Array.from({ length: 256 }, (_, byte) => {
  let rest = byte;
  for (let bit = 0; bit < 8; bit += 1) rest = rest & 1 ? (rest >>> 1) ^ 0xedb88320 : rest >>> 1;
  return rest;
});

/** JSON with sorted keys, as the server sums it up. */
function sorted(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(sorted).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const keys = Object.keys(value).sort();
  return `{${keys.map((key) => `${JSON.stringify(key)}:${sorted((value as Json)[key])}`).join(',')}}`;
}

/** CRC-32 of a view: equal to the server's where the views are. */
export function checksum(view: unknown): number {
  let sum = -1;
  for (const byte of new TextEncoder().encode(sorted(view))) sum = (sum >>> 8) ^ TABLE[(sum ^ byte) & 255]!;
  return (sum ^ -1) >>> 0;
}

type Said = { de?: string | null; en?: string | null };

/** A sentence came in one language: it stands in for the other until a snapshot in that one is here. */
export const both = (said: Said | null): Both => ({ de: said?.de ?? said?.en ?? '', en: said?.en ?? said?.de ?? '' });
export const lines = (log: readonly (Said & Omit<Line, 'de' | 'en'>)[]): Line[] =>
  log.map((line) => ({ ...line, ...both(line) }));

/** The log with new lines: from number `from` on they replace what was there, before it one by one. */
export function merged(log: readonly Line[], from: number, fresh: readonly Line[]): Line[] {
  const opened = new Map(fresh.map((line) => [line.n, line]));
  const kept = log.filter((line) => line.n < from).map((line) => opened.get(line.n) ?? line);
  const known = new Set(kept.map((line) => line.n));
  return [...kept, ...fresh.filter((line) => !known.has(line.n))];
}

/** What a server has told us of a table, put together. */
export class Kept {
  private view: Json | null = null;
  private own: Patch | null = null;
  /** How a turn can begin, where the server has told it with the event. */
  choices: readonly Choice[] | null = null;
  private rest: Pick<Position, 'looking' | 'ask' | 'undo' | 'lesson'> = { looking: null, ask: both({}), undo: null, lesson: null };

  /** From a snapshot, or the answer to a look: everything anew. */
  begin({ view, own, choices, looking, ask, undo, lesson }: Pick<Snapshot | LookAnswer, 'view' | 'own' | 'choices' | 'looking' | 'ask' | 'undo' | 'lesson'>) {
    this.view = view;
    this.own = own ?? null;
    this.choices = choices ?? null;
    this.rest = { looking, ask: both(ask), undo, lesson };
    return this.now();
  }

  /** An event with all that is true after it; null where we are not in step and need a snapshot. */
  change({ patch, sum, kind: _kind, ...change }: ChangeMessage): EventMessage | null {
    if ('view' in change) this.view = change.view ?? null;
    this.view = this.view && apply(this.view, patch as Patch);
    if ('own' in change) this.own = (change.own ?? null) as Patch | null;
    if ('looking' in change) this.rest.looking = change.looking ?? null;
    if ('choices' in change) this.choices = change.choices ?? null;
    if (change.ask) this.rest.ask = both(change.ask);
    if ('undo' in change) this.rest.undo = change.undo ?? null;
    if ('lesson' in change) this.rest.lesson = change.lesson ?? null;
    if (sum != null && sum !== checksum(this.view)) return null;
    const { result = null, table = null } = change;
    return { ...change, ...this.now(), kind: 'event', lines: lines(change.lines), result, table };
  }

  private now() {
    return { ...this.rest, view: this.view && apply(this.view, this.own) };
  }
}
