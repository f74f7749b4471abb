/** Finds what every game folder brings for the browser; nothing is registered by hand. */
import type { Component } from 'svelte';
import type { BoardProps, Lang } from './board';
import type { Say } from './texts';

const boards = import.meta.glob<{ default: Component<BoardProps> }>(
  '../../../src/spieltisch/games/*/web/Board.svelte',
);
/** The cover of a box, and the colour of its sides. */
export interface Cover {
  default: Component;
  edge: string;
}
const pictures = import.meta.glob<Cover>('../../../src/spieltisch/games/*/web/Picture.svelte');
const pieces = import.meta.glob<{ default: Component<{ nth: number }> }>('../../../src/spieltisch/games/*/web/Piece.svelte');
/** what a finished match hands to `Points.svelte` */
export type PointsProps = Pick<BoardProps, 'view' | 'names' | 'lang'>;
const points = import.meta.glob<{ default: Component<PointsProps> }>('../../../src/spieltisch/games/*/web/Points.svelte');
const secondsOf = import.meta.glob<{ default: Component<{ nth: number; t: Say }> }>('../../../src/spieltisch/games/*/web/Seconds.svelte');
type Texts = Record<Lang, Readonly<Record<string, string>>>;
const texts = import.meta.glob<Texts>('../../../src/spieltisch/games/*/web/texts.json', { import: 'default' });

/** The key of a game, as in URLs, of one of its files. */
function key(path: string): string {
  return path.split('/').at(-3)!.replaceAll('_', '-');
}

function byKey<T>(found: Record<string, T>): ReadonlyMap<string, T> {
  return new Map(Object.entries(found).map(([path, load]) => [key(path), load]));
}

export const BOARDS = byKey(boards);
export const PICTURES = byKey(pictures);

export async function board(game: string): Promise<Component<BoardProps> | null> {
  return (await BOARDS.get(game)?.())?.default ?? null;
}

export async function picture(game: string): Promise<Cover | null> {
  return (await PICTURES.get(game)?.()) ?? null;
}

const PIECES = byKey(pieces);

/** Something to celebrate with: a piece of the game, the `nth` of some. */
export async function piece(game: string): Promise<Component<{ nth: number }> | null> {
  return (await PIECES.get(game)?.())?.default ?? null;
}

const POINTS = byKey(points);

/** How the points of a finished match came about, on paper. */
export async function pointsOf(game: string): Promise<Component<PointsProps> | null> {
  return (await POINTS.get(game)?.())?.default ?? null;
}

export const SECONDS = byKey(secondsOf);

/** The game in four pictures, the `nth` of them; their lines are `seconds.1` to `seconds.4` of its texts. */
export async function seconds(game: string): Promise<Component<{ nth: number; t: Say }> | null> {
  return (await SECONDS.get(game)?.())?.default ?? null;
}

const TEXTS = byKey(texts);

/** A game's own words for the values of its options: `option.<value>` in its texts. */
export async function words(game: string): Promise<Texts | null> {
  return (await TEXTS.get(game)?.()) ?? null;
}
