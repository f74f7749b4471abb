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
