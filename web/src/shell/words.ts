/** The words of the shell and of the shared parts, in the language that is set. */
import de from '../texts/de.json';
import en from '../texts/en.json';
import type { Lang } from './board';
import { settings } from './settings.svelte';
import { reader, type Say } from './texts';

export type Key = keyof typeof de;

export const TEXTS: Record<Lang, Record<Key, string>> = { de, en };

const SAY: Record<Lang, Say<Key>> = { de: reader(TEXTS, 'de'), en: reader(TEXTS, 'en') };

/** The text of a key; read inside a component it follows the language. */
export const say: Say<Key> = (key, values) => SAY[settings.lang](key, values);

/** The sentence of something that comes in both languages. */
export function spoken(both: { de: string; en: string } | null | undefined): string {
  return both?.[settings.lang] ?? '';
}
