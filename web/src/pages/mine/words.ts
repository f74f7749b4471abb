/** Words, dates and requests of the pages about what is mine; loaded with them, not with the first page. */
import { get, post } from '$shell/api';
import type { Lang } from '$shell/board';
import { settings } from '$shell/settings.svelte';
import { reader, type Say } from '$shell/texts';
import type { MyLook, Played, Profile, Recover, RecoveryCode, Statistics } from '$shell/wire';
import texts from './texts.json';

export type Key = keyof (typeof texts)['de'];
const SAY: Record<Lang, Say<Key>> = { de: reader(texts, 'de'), en: reader(texts, 'en') };

export const say: Say<Key> = (key, values) => SAY[settings.lang](key, values);

export const mine = {
  profile: () => get<Profile>('/me/profile'),
  change: (look: Partial<MyLook>) => post<Profile>('/me/profile', look),
  code: () => post<RecoveryCode>('/me/code'),
  recover: (wanted: Recover) => post<Profile>('/me/recover', { ...wanted }),
  keepOnly: () => post<Profile>('/me/devices'),
  forget: () => post('/me/forget'),
  history: (before: number | null = null) => get<Played>(`/me/history${before === null ? '' : `?before=${before}`}`),
  statistics: () => get<Statistics>('/me/statistics'),
  hide: (id: string) => post<Played>(`/me/matches/${id}/hide`),
  show: (id: string) => post<Played>(`/me/matches/${id}/show`),
  end: (id: string) => post<Played>(`/me/matches/${id}/end`),
  remove: (id: string) => post<Played>(`/me/matches/${id}/delete`),
};

const LOCALES: Record<Lang, string> = { de: 'de-DE', en: 'en-GB' };

/** Making one takes a phone longer than drawing a line of a list, which needs three of them. */
const FORMATTERS = new Map<string, { format: (value: never) => string }>();
function formatter<T extends { format: (value: never) => string }>(kind: string, wanted: object, make: () => T): T {
  const key = `${kind} ${settings.lang} ${JSON.stringify(wanted)}`;
  const found = (FORMATTERS.get(key) as T | undefined) ?? make();
  FORMATTERS.set(key, found);
  return found;
}

/** A day as a calendar leaf says it, and as a whole: by one formatter, since each takes a phone 30 ms to make. */
export function leaf(at: number): { day: string; month: string; whole: string } {
  const wanted = { day: 'numeric', month: 'short', year: 'numeric' } as const;
  const made = formatter('date', wanted, () => new Intl.DateTimeFormat(LOCALES[settings.lang], wanted));
  const parts = made.formatToParts(at);
  const part = (type: string): string => parts.find((one) => one.type === type)?.value ?? '';
  return { day: part('day'), month: part('month'), whole: made.format(at) };
}

/** A date in the words of the reader; `at` in ms, or a day like 2026-11-17. */
export function dated(at: number | string, form: Intl.DateTimeFormatOptions): string {
  const when = typeof at === 'number' ? new Date(at) : new Date(`${at}T12:00:00Z`);
  const wanted = typeof at === 'number' ? form : { ...form, timeZone: 'UTC' };
  return formatter('date', wanted, () => new Intl.DateTimeFormat(LOCALES[settings.lang], wanted)).format(when);
}

export function decimal(value: number, digits = 0): string {
  const wanted = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  return formatter('number', wanted, () => new Intl.NumberFormat(LOCALES[settings.lang], wanted)).format(value);
}
