/**
 * What this browser adds to chance: a random nonce for each table. It hands in the nonce's SHA-256 (the seal) when it
 * sits down and opens it only when everybody's is fixed, so that nobody can choose theirs last. What was fixed by then
 * is noted here, and compared with the record when the match is over (see `fairness`).
 */
import { api, type Wanted } from './api';
import { sha256, toHex } from './hash';
import { memory, type Sealed } from './memory';
import type { Table } from './protocol';

function fresh(): Sealed {
  const nonce = toHex(crypto.getRandomValues(new Uint8Array(16)));
  return { nonce, seal: toHex(sha256(new TextEncoder().encode(nonce))), noted: null };
}

/** The same for every attempt to sit down at this table. */
function sealedFor(id: string): Sealed {
  const known = memory.sealed(id) ?? fresh();
  memory.setSealed(id, known);
  return known;
}

function note(table: Table, sealed: Sealed): void {
  const { commitment, seals, nonces } = table;
  memory.setSealed(table.id, { ...sealed, noted: sealed.noted ?? { commitment, seals, nonces } });
}

const alone = (table: Table): boolean =>
  table.seats.every(({ kind, seat }) => kind === 'bot' || (kind === 'person' && table.you.seats.includes(seat)));

export async function sitDown(id: string, seat: number | null): Promise<Table> {
  return api.join(id, seat, sealedFor(id).seal);
}

/** Starts the match; whoever is alone with bots opens the seal along with it, since nothing else is left to fix. */
export async function start(table: Table): Promise<Table> {
  if (!alone(table)) return api.start(table.id);
  const sealed = sealedFor(table.id);
  const mine = table.you.seats[0]!;
  const ready = table.seals[mine] ? table : await api.join(table.id, null, sealed.seal);
  if (ready.seals[mine] !== sealed.seal) return api.start(table.id);
  note(ready, sealed);
  return api.start(table.id, sealed.nonce);
}

/** Opens a table, and starts it when nobody has to be waited for. */
export async function openTable(wanted: Wanted): Promise<Table> {
  const sealed = fresh();
  const table = await api.open({ ...wanted, seal: sealed.seal });
  memory.setSealed(table.id, sealed);
  return wanted.seats.some((seat) => seat.kind === 'open') ? table : start(table);
}

/** Opens a guided first game. */
export async function openLesson(game: string): Promise<Table> {
  const sealed = fresh();
  const table = await api.lesson(game, sealed.seal);
  memory.setSealed(table.id, sealed);
  return start(table);
}

const busy = new Set<string>();

/** Hands in the seal where it is missing (after a rematch), and opens it when all are asked to. */
export async function takePart(table: Table): Promise<void> {
  const mine = table.you.seats[0];
  const task = `${table.id} ${table.opening === null}`;
  if (table.status !== 'open' || mine === undefined || busy.has(task)) return;
  busy.add(task);
  try {
    if (table.opening === null) {
      if (!table.seals[mine] && !table.nonces[mine]) await sitDown(table.id, null);
    } else if (table.opening.seats.includes(mine)) {
      const sealed = memory.sealed(table.id);
      if (sealed?.seal !== table.seals[mine]) return; // another device has it
      note(table, sealed!);
      await api.reveal(table.id, sealed!.nonce);
    }
  } catch {
    // the match begins without it, and the record says so
  } finally {
    busy.delete(task);
  }
}
