/** Words of reviews and practice; loaded with these pages, not with the first one. The shell's own come along. */
import type { Lang } from '$shell/board';
import { settings } from '$shell/settings.svelte';
import { reader, type Say } from '$shell/texts';
import { say as shell, type Key as ShellKey } from '$shell/words';
import texts from './texts.json';

type Own = keyof (typeof texts)['de'];
const SAY: Record<Lang, Say<Own>> = { de: reader(texts, 'de'), en: reader(texts, 'en') };

export const say: Say<Own | ShellKey> = (key, values) =>
  key in texts.de ? SAY[settings.lang](key as Own, values) : shell(key as ShellKey, values);
