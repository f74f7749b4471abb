/** Words about playing without a server; only loaded where somebody does. */
import { settings } from '$shell/settings.svelte';
import { reader, type Values } from '$shell/texts';
import type { Trouble } from './messages';
import texts from './texts.json';

export type Key = keyof typeof texts.de;
const SAY = { de: reader(texts, 'de'), en: reader(texts, 'en') };

export const say = (key: Key, values?: Values): string => SAY[settings.lang](key, values);

export const sentence = (trouble: Trouble): string =>
  trouble.what === 'need' ? say(`need.${trouble.need}`) : say(trouble.what, { told: trouble.told ?? '' });

/** Several sentences in one text. */
export const lines = (key: Key): string[] => texts[settings.lang][key].split('|');

/** As people read sizes: 4.6. */
export const megabytes = (bytes: number): string =>
  (bytes / 1e6).toLocaleString(settings.lang, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
