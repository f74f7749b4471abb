/** The data of view.py. Cells are texts like "H4": column, then row. */
import { BY_LETTER, type Colour } from '$parts/colours';
import type { Say } from '$shell/texts';
import type texts from './texts.json';

export type Won = 'first' | 'later' | null;

export interface PlayerView {
  marked: string[];
  exclamations: number;
  stars_left: number;
  columns: Won[];
  colours: Won[];
  column_left: number[];
  colour_left: number[];
  chosen: boolean;
  points: { colours: number; columns: number; exclamations: number; stars: number };
  score: number;
  rank: number;
}

/** What a column or a colour brings. */
export interface Value {
  name: string;
  first: number;
  later: number;
  first_open: boolean;
}

export interface Faces {
  colours: string[];
  numbers: string[];
}

export interface NochMalView {
  viewer: number | null;
  stage: 'first' | 'roll' | 'choose' | 'over';
  roll: number;
  roll_limit: number;
  free: boolean;
  active: number;
  dice: Faces;
  taken: { text: string; colour?: string; number?: string } | null;
  left: Faces | null;
  sheet: string[];
  blocks: string[][];
  columns: Value[];
  colours: Value[];
  players: PlayerView[];
  choice: { text: string; cells: string[]; done: boolean } | null;
  rating: { stars: number | null; level: number } | null;
  over: boolean;
}

/** A cell of the sheet as it is printed. */
export interface Cell {
  name: string;
  /** from 0 */
  column: number;
  row: number;
  letter: string;
  colour: Colour;
  star: boolean;
}

/** All cells, row by row. */
export function cellsOf(view: { sheet: readonly string[]; columns: readonly { name: string }[] }): Cell[] {
  return view.sheet.flatMap((line, row) =>
    [...line].map((printed, column): Cell => {
      const letter = printed.toLowerCase();
      return {
        name: `${view.columns[column]!.name}${row + 1}`,
        column,
        row,
        letter,
        colour: BY_LETTER[letter]!,
        star: printed !== letter,
      };
    }),
  );
}

/** What these crosses would bring at once: shown while a turn is composed. */
export interface Effect {
  columns: { name: string; place: 'first' | 'later'; points: number }[];
  colours: { name: string; place: 'first' | 'later'; points: number }[];
  stars: number;
}

export function effectOf(view: NochMalView, player: PlayerView, cells: readonly Cell[]): Effect {
  const full = (values: readonly Value[], left: readonly number[], many: (at: number, name: string) => number) =>
    values.flatMap((value, at) => {
      const added = many(at, value.name);
      if (!added || added !== left[at]) return [];
      const place = value.first_open || view.players.length === 1 ? 'first' : 'later';
      return [{ name: value.name, place, points: value[place] } as const];
    });
  return {
    columns: full(view.columns, player.column_left, (at) => cells.filter((cell) => cell.column === at).length),
    colours: full(view.colours, player.colour_left, (_, name) => cells.filter((cell) => cell.letter === name).length),
    stars: cells.filter((cell) => cell.star).length,
  };
}

/** How one value of a column or colour stands for a player. */
export function standing(value: Value, won: Won, place: 'first' | 'later'): 'won' | 'gone' | 'open' {
  if (won === place) return 'won';
  return won !== null || (place === 'first' && !value.first_open) ? 'gone' : 'open';
}

/** What a column or colour has brought, or would bring, in words. */
export function worth(value: Value, won: Won, alone: boolean, t: Say<keyof (typeof texts)['de']>): string {
  const { first, later } = value;
  if (won) return t('value.won', { n: value[won] });
  if (alone) return t('value.alone', { first });
  return value.first_open ? t('value.open', { first, later }) : t('value.later', { later });
}
