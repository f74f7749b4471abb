/** Words in the language of the reader. Texts are flat: one key, one sentence, `{name}` for what varies. */
import type { Lang } from './board';

export type Texts = Record<string, string>;
export type Values = Record<string, string | number>;
export type Say<Key extends string = string> = (key: Key, values?: Values) => string;

/** A text with its values filled in. One with `|` has a singular and a plural, chosen by `{n}`: `"{n} Stein|{n} Steine"`. */
export function phrase(text: string, values: Values = {}): string {
  const forms = text.split('|');
  const form = forms.length === 2 && values['n'] !== 1 ? forms[1]! : forms[0]!;
  return form.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}

/** A function that gives the text of a key. */
export function reader<T extends Texts>(texts: Record<Lang, T>, lang: Lang): Say<keyof T & string> {
  return (key, values) => phrase(texts[lang][key] ?? key, values);
}

const AND: Record<Lang, string> = { de: ' und ', en: ' and ' };

/** "a, b und c"; by hand, since browsers take a while to bring their own lists. */
export function listed(names: readonly string[], lang: Lang): string {
  return names.length < 2 ? (names[0] ?? '') : names.slice(0, -1).join(', ') + AND[lang] + names.at(-1)!;
}
