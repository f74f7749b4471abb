/** What a board is handed where nobody plays: in a replay, on a large screen, in a diagram. */
import type { BoardProps } from './board';
import { moving, settings } from './settings.svelte';

type Shown = Pick<BoardProps, 'view' | 'seat' | 'names' | 'lastEvents' | 'shown'> & Partial<Pick<BoardProps, 'motion'>>;

const nothing = (): void => {};

/** Getters of `shown` stay getters. */
export function watched(shown: Shown): BoardProps {
  const props = {
    turns: [],
    turnsComplete: true,
    choices: async () => ({ choices: [], view: shown.view }),
    legal: async () => [],
    draft: null,
    setDraft: nothing,
    play: nothing,
    tell: nothing,
    why: nothing,
    pending: false,
    get lang() { return settings.lang; },
    get marks() { return settings.marks; },
    get motion() { return moving(); },
  };
  return Object.defineProperties(props, Object.getOwnPropertyDescriptors(shown)) as typeof props & Shown;
}
