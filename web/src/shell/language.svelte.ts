/** The texts of the shell. Each language is a file of its own, loaded when somebody reads it: nobody waits for both. */
import type de from '../texts/de.json';
import type { Lang } from './board';

export type Key = keyof typeof de;
export type ShellTexts = Record<Key, string>;

const FILES: Record<Lang, () => Promise<{ default: ShellTexts }>> = {
  de: () => import('../texts/de.json'),
  en: () => import('../texts/en.json'),
};
let loaded = $state.raw<Partial<Record<Lang, ShellTexts>>>({});
const asked: Partial<Record<Lang, Promise<void>>> = {};

export function loadTexts(lang: Lang): Promise<void> {
  return (asked[lang] ??= FILES[lang]().then(
    (file) => void (loaded = { ...loaded, [lang]: file.default }),
    () => void delete asked[lang], // the net failed: the next text asks again
  ));
}

/** The texts of a language; while they come, those of the language before. */
export function textsOf(lang: Lang): Partial<ShellTexts> {
  if (!loaded[lang]) void loadTexts(lang);
  return loaded[lang] ?? Object.values(loaded)[0] ?? {};
}
