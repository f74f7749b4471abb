/** Boards under test: hand them what the test is about, the rest is still and silent. */
import { render, screen } from '@testing-library/svelte';
import { tick, type Component } from 'svelte';
import { vi } from 'vitest';
import type { BoardProps } from '../shell/board';
import { settings } from '../shell/settings.svelte';
import Stage from './Stage.svelte';

export function boardProps<View, Draft>(
  given: Pick<BoardProps<View, Draft>, 'view'> & Partial<BoardProps<View, Draft>>,
): BoardProps<View, Draft> {
  return {
    seat: 0,
    names: ['Ada', 'Bo', 'Cy', 'Di', 'Eve', 'Fay'],
    turns: [],
    turnsComplete: true,
    choices: vi.fn(async () => ({ choices: [], view: given.view })),
    legal: vi.fn(async (texts) => texts.map(() => false)),
    draft: null,
    setDraft: vi.fn(),
    play: vi.fn(),
    tell: vi.fn(),
    why: vi.fn(),
    pending: false,
    lang: 'en',
    marks: 'shape',
    motion: false,
    lastEvents: [],
    shown: null,
    ...given,
  };
}

/** Renders a board as the shell does, with a draft that is kept; returns what it was handed. */
export function stage<View, Draft>(
  board: Component<any>,
  given: Pick<BoardProps<View, Draft>, 'view'> & Partial<BoardProps<View, Draft>>,
): BoardProps<View, Draft> {
  const handed = boardProps(given);
  settings.lang = handed.lang;
  render(Stage, { props: { board, handed } });
  return handed;
}

/** Presses buttons by their names, one after the other. */
export async function press(...names: string[]): Promise<void> {
  for (const name of names) {
    screen.getByRole('button', { name }).dispatchEvent(new MouseEvent('click', { bubbles: true }));
    await tick();
  }
}
