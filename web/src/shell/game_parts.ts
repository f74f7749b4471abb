/** What a game folder brings for pages beside its board: they load it, no other page does. */
import type { Component } from 'svelte';
import type { BoardProps, Lang } from './board';
import { byKey } from './games';
import type { Say } from './texts';

/** what a finished match hands to `Points.svelte` */
export type PointsProps = Pick<BoardProps, 'view' | 'names' | 'lang'>;
type Texts = Record<Lang, Readonly<Record<string, string>>>;

const PIECES = byKey(import.meta.glob<{ default: Component<{ nth: number }> }>('../../../src/spieltisch/games/*/web/Piece.svelte'));
const POINTS = byKey(import.meta.glob<{ default: Component<PointsProps> }>('../../../src/spieltisch/games/*/web/Points.svelte'));
const TEXTS = byKey(import.meta.glob<Texts>('../../../src/spieltisch/games/*/web/texts.json', { import: 'default' }));
const LINES = byKey(import.meta.glob<{ default: Component<{ text: string }> }>('../../../src/spieltisch/games/*/web/Line.svelte'));
const OPTIONS = byKey(import.meta.glob<{ default: Component<{ value: unknown }> }>('../../../src/spieltisch/games/*/web/Option.svelte'));
export const SECONDS = byKey(import.meta.glob<{ default: Component<{ nth: number; t: Say }> }>('../../../src/spieltisch/games/*/web/Seconds.svelte'));

/** Something to celebrate with: a piece of the game, the `nth` of some. */
export async function piece(game: string): Promise<Component<{ nth: number }> | null> {
  return (await PIECES.get(game)?.())?.default ?? null;
}

/** How the points of a finished match came about, on paper. */
export async function pointsOf(game: string): Promise<Component<PointsProps> | null> {
  return (await POINTS.get(game)?.())?.default ?? null;
}

/** The game in four pictures, the `nth` of them; their lines are `seconds.1` to `seconds.4` of its texts. */
export async function seconds(game: string): Promise<Component<{ nth: number; t: Say }> | null> {
  return (await SECONDS.get(game)?.())?.default ?? null;
}

/** A game's own words for the values of its options: `option.<value>` in its texts. */
export async function words(game: string): Promise<Texts | null> {
  return (await TEXTS.get(game)?.()) ?? null;
}

/** The pieces of a turn, for its line in the log. */
export async function lineOf(game: string): Promise<Component<{ text: string }> | null> {
  return (await LINES.get(game)?.())?.default ?? null;
}

/** What the values of an option look like, where a game draws them. */
export async function option(game: string): Promise<Component<{ value: unknown }> | null> {
  return (await OPTIONS.get(game)?.())?.default ?? null;
}
