/** A turn being composed, decision by decision. No rule is known here: only the notation. */
import type { Choice } from '$shell/board';
import type { CardName } from './view';

/** A decision that has been made, with the turn so far. */
export interface Made {
  decision: number;
  text: string;
  complete: boolean;
  /** there was no other way to go on */
  forced: boolean;
}

export interface Draft {
  /** the card (or its ring), then steps of figures; empty: only a place is chosen */
  made: Made[];
  /** where the figure stands that was chosen last and has not moved */
  from: string | null;
  /** where captured figures come back */
  placed?: string[];
}

export const NOTHING: Draft = { made: [], from: null };

/** One way to go on: the places of the figure that it is about, from its start to where this leads. */
export interface Way extends Choice {
  path: string[];
}

/** The way of one figure: "O4xO5-O6" gives O4, O5, O6. */
export const pathOf = (move: string): string[] => move.split(/[-x]/);

export interface Turn {
  verb: 'discard' | 'place' | CardName;
  /** the ring that a card clears */
  ring: 'outer' | 'inner' | null;
  /** ways of figures */
  paths: string[][];
  /** where figures are captured by jumping */
  jumped: string[];
  /** where a figure is put */
  place: string | null;
}

export function parse(text: string): Turn {
  const [word = '', ...rest] = text.split(' ');
  const verb = word as Turn['verb'];
  const walks = verb === 'move' || verb === 'remove';
  const rings = { outside: 'outer', inside: 'inner', joker: rest[0] } as Record<string, Turn['ring']>;
  return {
    verb,
    ring: rings[verb] ?? null,
    paths: walks ? rest.map(pathOf) : [],
    jumped: walks ? rest.filter((move) => move.includes('x')).map((move) => pathOf(move)[1]!) : [],
    place: verb === 'place' ? (rest[0] ?? null) : null,
  };
}

/** Whether a turn begins like this. */
export const leads = (begun: string, whole: string): boolean =>
  whole === begun || (whole.startsWith(begun) && ' -x'.includes(whole[begun.length]!));

export function ways(choices: readonly Choice[]): Way[] {
  return choices.map((choice) => ({ ...choice, path: pathOf(choice.text.split(' ').at(-1)!) }));
}

/** The places to which a figure is led by its next steps; a way back to the same place is one place. */
export function reached(options: readonly Way[], from: string): Way[] {
  return options.filter((way) => way.path[0] === from);
}

/** What is left of a draft when the move of the figure that came from here is taken back. */
export function without(made: readonly Made[], from: string): Made[] {
  let keep = made.findIndex((one, at) => at > 0 && parse(one.text).paths.at(-1)?.[0] === from);
  if (keep < 0) keep = made.length;
  while (keep > 1 && made[keep - 1]!.forced) keep--;
  return made.slice(0, keep);
}

/** How many figures have moved by themselves since the last free choice. */
export function forcedLast(made: readonly Made[]): number {
  const last = made.findLastIndex((one) => !one.forced);
  const before = last < 0 ? 0 : parse(made[last]!.text).paths.length;
  return made.length ? parse(made.at(-1)!.text).paths.length - before : 0;
}

/** A turn of which somebody may ask why it cannot be: this figure goes on from a text, along lines. */
export function asked(text: string, from: string, to: string, lines: readonly (readonly [string, string])[]): string {
  if (!text.startsWith('remove')) return `${text} ${from}-${to}`;
  const beside = (place: string): string[] =>
    lines.flatMap(([a, b]) => (a === place ? [b] : b === place ? [a] : []));
  const via = beside(from).find((place) => beside(place).includes(to));
  if (via) return `${text} ${from}-${via}-${to}`;
  return `${text} ${from}-${to}-${beside(to).find((place) => place !== from) ?? to}`;
}
