/** What this browser remembers of a table: what was seen, what is being composed, what is on its way. */

function read<T>(key: string): T | null {
  try {
    return JSON.parse(localStorage.getItem(`spieltisch.${key}`) ?? 'null') as T | null;
  } catch {
    return null;
  }
}

function write(key: string, value: unknown): void {
  try {
    if (value === null) localStorage.removeItem(`spieltisch.${key}`);
    else localStorage.setItem(`spieltisch.${key}`, JSON.stringify(value));
  } catch {
    // without storage nothing survives a reload, everything else works
  }
}

/** A turn that was confirmed and not yet acknowledged. */
export interface Pending {
  id: string;
  seat: number;
  text: string;
}

/** A turn being composed, valid only in the position in which it was begun. */
export interface Begun {
  at: string;
  draft: unknown;
}

/** What this device adds to chance at a table, and what was fixed when it opened its seal. */
export interface Sealed {
  nonce: string;
  seal: string;
  noted: { commitment: string; seals: string[]; nonces: string[] } | null;
}

export const memory = {
  seen: (table: string) => read<number>(`seen.${table}`),
  setSeen: (table: string, n: number) => write(`seen.${table}`, n),
  pending: (table: string) => read<Pending>(`pending.${table}`),
  setPending: (table: string, pending: Pending | null) => write(`pending.${table}`, pending),
  /** whether this device shows the hand only, beside a TV */
  hand: (table: string) => read<boolean>(`hand.${table}`) ?? false,
  setHand: (table: string, on: boolean) => write(`hand.${table}`, on || null),
  /** the table of somebody's first match of a game, where they are asked once whether they want to be guided */
  offer: (game: string) => read<string>(`offer.${game}`),
  setOffer: (game: string, table: string) => {
    if (read<string>(`offer.${game}`) === null) write(`offer.${game}`, table);
  },
  offered: (game: string) => write(`offer.${game}`, ''),
  /** the task that somebody practises at a table: the turn of a match that they play here */
  task: (table: string) => read<{ table: string; n: number }>(`task.${table}`),
  setTask: (table: string, task: { table: string; n: number } | null) => write(`task.${table}`, task),
  draft: (table: string) => read<Begun>(`draft.${table}`),
  setDraft: (table: string, begun: Begun | null) => write(`draft.${table}`, begun),
  sealed: (table: string) => read<Sealed>(`seal.${table}`),
  setSealed: (table: string, sealed: Sealed) => write(`seal.${table}`, sealed),
};
