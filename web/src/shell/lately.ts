/** The turns of a log in words; what somebody does several times in a row is said once, with its number. */
import type { Line } from './protocol';
import { spoken } from './words';

export interface Told {
  n: number;
  seat: number;
  words: string;
}

export function lately(log: readonly Line[]): Told[] {
  const found: (Told & { times: number })[] = [];
  for (const line of log) {
    if (line.kind !== 'turn' || line.seat === null) continue;
    const words = spoken(line);
    const before = found.at(-1);
    const same = before?.seat === line.seat && before.words === words;
    if (same) found.pop();
    found.push({ n: line.n, seat: line.seat, words, times: same ? before.times + 1 : 1 });
  }
  return found.map(({ times, words, ...line }) => ({ ...line, words: times > 1 ? `${words} (${times}\u202f×)` : words }));
}
