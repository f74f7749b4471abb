/** A turn being composed: the steps chosen so far. No rule is known here, only how a turn is written. */
import type { Lying, SeatView, Tile } from './view';

/** "a", "a*", "take 12", "nine s 12", "keep", "drop 9" */
export type Step = string;
export type Draft = Step[];

const VERBS = ['take', 'nine', 'keep', 'drop'];

/** `steps('b take 12 nine s 12')` is `['b', 'take 12', 'nine s 12']`. */
export function steps(text: string): Step[] {
  const found: Step[] = [];
  for (const word of text.split(' ')) {
    if (!found.length || VERBS.includes(word)) found.push(word);
    else found[found.length - 1] += ` ${word}`;
  }
  return found;
}

function begins(turn: readonly Step[], draft: readonly Step[]): boolean {
  return draft.every((step, at) => turn[at] === step);
}

/** The draft with everything that follows from it without a choice, and the steps that may come next. */
export function goOn(turns: readonly Step[][], draft: readonly Step[]): { done: Step[]; next: Step[]; whole: boolean } {
  const done = [...draft];
  for (;;) {
    const fitting = turns.filter((turn) => begins(turn, done));
    const next = [...new Set(fitting.map((turn) => turn[done.length]).filter((step) => step !== undefined))];
    const whole = fitting.some((turn) => turn.length === done.length);
    if (!done.length || whole || next.length !== 1) return { done, next, whole: whole && done.length > 0 };
    done.push(next[0]!);
  }
}

export interface Mine {
  front: Lying[];
  banked: Lying[];
  aside: Lying[];
}

/** My tiles after the steps of a draft: what is taken lies in front, a nine is banked, and so on. */
export function after(mine: SeatView, track: readonly Tile[], draft: readonly Step[]): Mine {
  let { front, banked, aside }: Mine = mine;
  for (const step of draft) {
    const [verb, ...names] = step.split(' ');
    const named = (one: Lying): boolean => names.includes(one.name);
    const tile = track.find((one) => `${one.tile}` === names[0]);
    if (verb === 'take' && tile) {
      const taken = { name: names[0]!, kind: tile.kind, value: tile.value };
      if (tile.kind === 'animal') banked = [...banked, taken];
      else front = [...front, taken];
    } else if (verb === 'nine') {
      banked = [...banked, ...front.filter(named)];
      front = front.filter((one) => !named(one));
    } else if (verb === 'drop') {
      aside = [...aside, ...front.filter(named)];
      front = front.filter((one) => !named(one));
    }
  }
  return { front, banked, aside };
}

/** The values that would make nine with some of these numbers, with one of them at least. */
export function needed(front: readonly Lying[]): number[] {
  const values = front.map((one) => one.value ?? 0);
  const sums = [...values, ...(values.length === 2 ? [values[0]! + values[1]!] : [])];
  return [...new Set(sums.map((sum) => 9 - sum))].filter((value) => value >= 1 && value <= 6).sort();
}

/** Nines that look alike are one choice: of equal tiles one is as good as the other. */
export function distinct<T extends { tiles: readonly Lying[] }>(nines: readonly T[]): T[] {
  const seen = new Map<string, T>();
  for (const one of nines) {
    const look = one.tiles.map((tile) => `${tile.kind}${tile.value}`).sort().join();
    if (!seen.has(look)) seen.set(look, one);
  }
  return [...seen.values()];
}

/** Other steps of a kind ("take", "drop", "nine") in place of one that the draft has: the draft up to there, latest first. */
export function swaps(turns: readonly Step[][], done: readonly Step[], verb: string): Map<Step, Draft> {
  const found = new Map<Step, Draft>();
  for (let at = done.length - 1; at > 0; at--) {
    if (!done[at]!.startsWith(`${verb} `)) continue;
    const before = done.slice(0, at);
    for (const turn of turns) {
      const step = turn[at];
      if (!begins(turn, before) || !step?.startsWith(`${verb} `) || step === done[at]) continue;
      if (!found.has(step)) found.set(step, [...before, step]);
    }
  }
  return found;
}
