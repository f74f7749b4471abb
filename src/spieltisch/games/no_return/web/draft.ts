/** A turn being composed, and the turn texts that it amounts to. No rule is known here: only the notation. */
import { LETTERS, worth } from './view';

export interface Draft {
  phase2: boolean;
  /** places in the hand */
  hand: number[];
  /** the lowest counters of one column: its letter and how many */
  clear: { column: string; many: number } | null;
}

export const NOTHING: Draft = { phase2: false, hand: [], clear: null };

/** What a turn text says. */
export interface Turn {
  text: string;
  phase2: boolean;
  verb: string;
  /** counters that leave the hand */
  given: string[];
  /** counters that leave the display */
  cleared: string[];
}

export function parse(text: string): Turn {
  const words = text.split(' ');
  const phase2 = words[0] === 'phase2';
  const [verb = '', ...rest] = phase2 ? words.slice(1) : words;
  const at = rest.indexOf('pay');
  return {
    text,
    phase2,
    verb,
    given: verb === 'clear' ? rest.slice(at + 1) : rest,
    cleared: verb === 'clear' ? rest.slice(0, at) : [],
  };
}

const rising = (a: string, b: string): number =>
  LETTERS.indexOf(a[0] as (typeof LETTERS)[number]) - LETTERS.indexOf(b[0] as (typeof LETTERS)[number]) ||
  worth(a) - worth(b);
const falling = (a: string, b: string): number => worth(b) - worth(a) || rising(a, b);

/** The counters of a draft that lie in the column and are to be cleared, the lowest first. */
export function clearing(draft: Draft, columns: Record<string, number[]>): string[] {
  if (!draft.clear) return [];
  const { column, many } = draft.clear;
  return (columns[column] ?? [])
    .slice(-many)
    .reverse()
    .map((value) => `${column}${value}`);
}

/** The turns that a draft could mean, canonically written; whether they are legal is asked elsewhere. */
export function meanings(draft: Draft, hand: readonly string[], columns: Record<string, number[]>, opening: boolean): string[] {
  const before = draft.phase2 ? 'phase2 ' : '';
  const given = draft.hand.map((at) => hand[at]!).filter(Boolean);
  const cleared = clearing(draft, columns);
  if (cleared.length)
    return given.length ? [`${before}clear ${cleared.join(' ')} pay ${given.toSorted(falling).join(' ')}`] : [];
  if (!given.length) return opening ? ['keep'] : [];
  const swap = `${before}swap ${given.toSorted(rising).join(' ')}`;
  const lay = `${before}lay ${given.toSorted(falling).join(' ')}`;
  const oneColour = new Set(given.map((counter) => counter[0])).size === 1;
  return oneColour && !opening ? [lay, swap] : [swap];
}

/** Lays that use only some of the chosen counters, for when all of them cannot be laid out together: of each colour, with
 * the highest left out one after the other. Whether they are legal is asked elsewhere. */
export function lesserLays(draft: Draft, hand: readonly string[], opening: boolean): string[] {
  const given = draft.hand.map((at) => hand[at]!).filter(Boolean);
  if (opening || draft.clear || given.length < 2) return [];
  const before = draft.phase2 ? 'phase2 ' : '';
  const colours = [...new Set(given.map((counter) => counter[0]!))];
  return colours.flatMap((colour) => {
    const its = given.filter((counter) => counter[0] === colour).toSorted(falling);
    return its.map((_, at) => its.slice(at)).filter((some) => some.length < given.length).map((some) => `${before}lay ${some.join(' ')}`);
  });
}

/** The draft that a whole turn would have been. */
export function drafted(text: string, hand: readonly string[], columns: Record<string, number[]>): Draft {
  const { phase2, given, cleared } = parse(text);
  const left = [...given];
  const places = hand.flatMap((counter, at) => {
    const which = left.indexOf(counter);
    if (which < 0) return [];
    left.splice(which, 1);
    return [at];
  });
  const column = cleared[0]?.[0];
  return { phase2, hand: places, clear: column && columns[column] ? { column, many: cleared.length } : null };
}

/** Every counter of the hand of one colour, as a payment: whoever may pay with some of them may pay with all. */
function all(colour: string, hand: readonly string[]): string {
  return hand.filter((counter) => counter[0] === colour).toSorted(falling).join(' ');
}

/** Whole turns that tell whether a draft leads to any, where turns are too many to list: it does if one of these is
 * legal. Whether it is, is asked elsewhere. */
export function witnesses(draft: Draft, hand: readonly string[], columns: Record<string, number[]>, opening: boolean): string[] {
  const before = draft.phase2 ? 'phase2 ' : '';
  const given = draft.hand.map((at) => hand[at]!).filter(Boolean);
  const colours = [...new Set((given.length ? given : hand).map((counter) => counter[0]!))];
  const worthOf = (colour: string): number =>
    hand.filter((counter) => counter[0] === colour).reduce((sum, one) => sum + worth(one), 0);
  const richest = colours.toSorted((a, b) => worthOf(b) - worthOf(a))[0];
  const cheapest = Object.entries(columns)
    .flatMap(([letter, values]) => (values.length ? [`${letter}${values.at(-1)}`] : []))
    .toSorted((a, b) => worth(a) - worth(b))[0];
  const cleared = draft.clear ? clearing(draft, columns).join(' ') : cheapest;
  const mixed = given.length > 0 && colours.length > 1;
  const clear = cleared && richest && !opening && !mixed ? [`${before}clear ${cleared} pay ${all(richest, hand)}`] : [];
  if (draft.clear) return clear;
  const some = given.length ? draft : { ...draft, hand: [0] };
  return [...meanings(some, hand, columns, opening), ...clear];
}

function contains(whole: readonly string[], part: readonly string[]): boolean {
  const rest = [...whole];
  return part.every((one) => {
    const at = rest.indexOf(one);
    if (at >= 0) rest.splice(at, 1);
    return at >= 0;
  });
}

/** Whether some legal turn goes on from here. */
export function leadsOn(turns: readonly Turn[], draft: Draft, hand: readonly string[], columns: Record<string, number[]>): boolean {
  const given = draft.hand.map((at) => hand[at]!);
  const cleared = clearing(draft, columns);
  return turns.some(
    (turn) =>
      turn.phase2 === draft.phase2 &&
      (cleared.length ? turn.verb === 'clear' : true) &&
      contains(turn.given, given) &&
      contains(turn.cleared, cleared),
  );
}
