/** Words and requests about messages, pauses and holidays; loaded when somebody asks for them. */
import { get, post } from '$shell/api';
import type { Lang } from '$shell/board';
import { settings } from '$shell/settings.svelte';
import { reader, type Say } from '$shell/texts';
import type { ChannelChange, NewHook, NoticesShown, Stopped, TableMode, TableNotices, TableShown } from '$shell/wire';
import texts from './texts.json';

export type Key = keyof (typeof texts)['de'];
const SAY: Record<Lang, Say<Key>> = { de: reader(texts, 'de'), en: reader(texts, 'en') };
export const say: Say<Key> = (key, values) => SAY[settings.lang](key, values);

const reader_ = (): { lang: Lang; zone: string } => ({
  lang: settings.lang,
  zone: Intl.DateTimeFormat().resolvedOptions().timeZone ?? '',
});

export const ways = {
  show: () => get<NoticesShown>('/notices'),
  push: (subscription: PushSubscriptionJSON, label: string) => {
    const { p256dh, auth } = subscription.keys!;
    return post<NoticesShown>('/notices/push', { endpoint: subscription.endpoint!, keys: { p256dh, auth }, label, ...reader_() });
  },
  mail: (address: string) => post<NoticesShown>('/notices/mail', { address, ...reader_() }),
  hook: (url: string, shape: NewHook['shape'], keyed: boolean) => post<NoticesShown>('/notices/hook', { url, shape, keyed, ...reader_() }),
  confirm: (id: string, code: string) => post<NoticesShown>(`/notices/${id}/confirm`, { code }),
  change: (id: string, change: ChannelChange) => post<NoticesShown>(`/notices/${id}`, { ...change }),
  remove: (id: string) => post<NoticesShown>(`/notices/${id}/remove`),
  test: (id: string) => post<NoticesShown>(`/notices/${id}/test`),
  table: (table: string) => get<TableNotices>(`/tables/${table}/notices`),
  choose: (table: string, id: string, mode: TableMode['mode']) => post<TableNotices>(`/tables/${table}/notices/${id}`, { mode }),
  holiday: (begins: number, ends: number) => post<NoticesShown>('/holidays', { begins, ends }),
  endHoliday: (id: string) => post<NoticesShown>(`/holidays/${id}/end`),
  pause: (table: string, until: number | null) => post<TableShown>(`/tables/${table}/pause`, { until }),
  answer: (table: string, agree: boolean) => post<TableShown>(`/tables/${table}/pause/answer`, { agree }),
  stop: (key: string) => post<Stopped>(`/stop/${key}`),
  unstop: (key: string, mode: 'now' | 'daily') => post<Stopped>(`/stop/${key}/mode`, { mode }),
};

export function dated(at: number): string {
  const form: Intl.DateTimeFormatOptions = { weekday: 'short', day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' };
  return new Intl.DateTimeFormat(settings.lang === 'de' ? 'de-DE' : 'en-GB', form).format(at);
}

/** The beginning of a day in this browser's own zone, from what a date field says. */
export function dayOf(text: string, later = 0): number {
  const [year, month, day] = text.split('-').map(Number);
  return new Date(year!, month! - 1, day! + later).getTime();
}

export function fieldOf(at: number): string {
  const day = new Date(at);
  return [day.getFullYear(), day.getMonth() + 1, day.getDate()].map((part) => String(part).padStart(2, '0')).join('-');
}
