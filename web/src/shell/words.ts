/** The words of the shell and of the shared parts, in the language that is set. */
import type { Lang } from './board';
import { textsOf, type Key } from './language.svelte';
import { settings } from './settings.svelte';
import { phrase, type Say, type Texts } from './texts';

export type { Key };

/** The text of a key; read inside a component it follows the language. */
export const say: Say<Key> = (key, values) => phrase(textsOf(settings.lang)[key] ?? key, values);

/** The same with a page's own words, which are loaded with that page. */
export function sayWith<T extends Texts>(own: Record<Lang, T>): Say<Key | (keyof T & string)> {
  return (key, values) => (key in own.de ? phrase(own[settings.lang][key]!, values) : say(key as Key, values));
}

/** The sentence of something that comes in both languages. */
export function spoken(both: { de: string; en: string } | null | undefined): string {
  return both?.[settings.lang] ?? '';
}
