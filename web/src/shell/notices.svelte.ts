/** The one calm line in which the page says that something cannot be, or offers something. */
import { announce } from './announce.svelte';
import { patiently, Trouble } from './api';
import type { Refused } from './board';
import { spoken } from './words';

export interface Notice {
  words: string;
  rule?: string | null;
  /** a button: what it says and what it does */
  act?: { label: string; run: () => void };
}

export const notices = $state<{ now: Notice | null }>({ now: null });

export function notify(notice: Notice | null): void {
  notices.now = notice;
  if (notice) announce(notice.words);
}

export function refuse({ rule, words }: Refused): void {
  notify({ words, rule });
}

/** Runs something that asks the server and says so when it fails; undefined then. */
export async function attempt<T>(run: () => Promise<T>): Promise<T | undefined> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof Trouble)) throw error;
    notify({ words: spoken(error.both) });
    return undefined;
  }
}

/** The same for what a page begins with: asked again until there is an answer, however long the server is away. */
export function read<T>(ask: () => Promise<T>): Promise<T | undefined> {
  let told = '';
  return attempt(() =>
    patiently(ask, (both) => {
      if (both ? spoken(both) !== told : told && notices.now?.words === told) notify(both && { words: spoken(both) });
      told = both ? spoken(both) : '';
    }),
  );
}
