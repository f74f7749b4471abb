/** Finds the boards and covers of all game folders; nothing is registered by hand. `game_parts` finds the rest. */
import type { Component } from 'svelte';
import type { BoardProps } from './board';

/** The cover of a box, and the colour of its sides. */
export interface Cover {
  default: Component;
  edge: string;
}

/** The key of a game, as in URLs, of one of its files. */
function key(path: string): string {
  return path.split('/').at(-3)!.replaceAll('_', '-');
}

export function byKey<T>(found: Record<string, T>): ReadonlyMap<string, T> {
  return new Map(Object.entries(found).map(([path, load]) => [key(path), load]));
}

export const BOARDS = byKey(import.meta.glob<{ default: Component<BoardProps> }>('../../../src/spieltisch/games/*/web/Board.svelte'));
export const PICTURES = byKey(import.meta.glob<Cover>('../../../src/spieltisch/games/*/web/Picture.svelte'));

export async function board(game: string): Promise<Component<BoardProps> | null> {
  return (await BOARDS.get(game)?.())?.default ?? null;
}

export async function picture(game: string): Promise<Cover | null> {
  return (await PICTURES.get(game)?.()) ?? null;
}
