/** Properties for a board under test; give what the test is about. */
import { vi } from 'vitest';
import type { BoardProps } from '../shell/board';

export function boardProps<View, Draft>(
  given: Pick<BoardProps<View, Draft>, 'view'> & Partial<BoardProps<View, Draft>>,
): BoardProps<View, Draft> {
  return {
    seat: 0,
    names: ['Ada', 'Bo', 'Cy', 'Di', 'Eve', 'Fay'],
    turns: [],
    turnsComplete: true,
    choices: vi.fn(async () => ({ choices: [], view: given.view })),
    check: vi.fn(async () => null),
    draft: null,
    setDraft: vi.fn(),
    play: vi.fn(),
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
