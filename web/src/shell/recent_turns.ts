/** The turns of a log in words: with the roll that they began with, and what is done several times in a row said once. */
import type { Line } from './protocol';
import { settings } from './settings.svelte';
import { listed } from './texts';
import { spoken } from './words';

export interface Told {
  n: number;
  seat: number;
  words: string;
}

/** "Ada würfelt eine 3" and "Ada zieht eine Figur": "Ada würfelt eine 3 und zieht eine Figur". */
function together(drawn: string, turn: string, name: string): string {
  if (!drawn.startsWith(`${name} `) || !turn.startsWith(`${name} `)) return turn;
  const rest = turn.slice(name.length + 1);
  const and = listed(['a', 'a'], settings.lang).slice(1, -1);
  return rest.includes(and) ? `${drawn}, ${rest}` : drawn + and + rest;
}

export function lately(log: readonly Line[], names: readonly string[]): Told[] {
  const found: (Told & { times: number })[] = [];
  log.forEach((line, at) => {
    if (line.kind !== 'turn' || line.seat === null) return;
    const drawn = log[at - 1];
    const rolled = drawn?.kind === 'chance' && drawn.seat === line.seat;
    const words = rolled ? together(spoken(drawn), spoken(line), names[line.seat] ?? '') : spoken(line);
    const before = found.at(-1);
    const same = before?.seat === line.seat && before.words === words;
    if (same) found.pop();
    found.push({ n: line.n, seat: line.seat, words, times: same ? before.times + 1 : 1 });
  });
  return found.map(({ times, words, ...line }) => ({ ...line, words: times > 1 ? `${words} (${times}\u202f×)` : words }));
}
