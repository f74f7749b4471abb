/** Requests about deals: the same luck for several people; and what is said of a result. */
import { signed } from '$parts/numbers';
import { get, post } from '$shell/api';
import { fromHex, sha256, toHex } from '$shell/hash';
import { settings } from '$shell/settings.svelte';
import type { Comparison, CupShown, DayShown, DealShown, DealTable, Entry } from '$shell/wire';
import { say } from './words';

function called(): { name?: string } {
  const name = settings.name.trim();
  return name ? { name } : {};
}

export const deals = {
  today: () => get<DayShown>('/days'),
  day: (date: string) => get<DayShown>(`/days/${date}`),
  deal: (id: string) => get<DealShown>(`/deals/${id}`),
  play: (id: string, rated: boolean) => post<DealTable>(`/deals/${id}/play`, { rated, ...called() }),
  compare: (id: string, key: string) => get<Comparison>(`/deals/${id}/compare/${key}`),
  cup: (id: string) => get<CupShown>(`/cups/${id}`),
  newCup: (game: string) => post<CupShown>('/cups', { game }),
};

export const challenge = (match: string): Promise<DealShown> => post<DealShown>('/deals', { match });

/** Whether the secret of a day is what was committed to; by this browser, which trusts nobody. */
export function keeps(secret: string, commitment: string): boolean {
  return toHex(sha256(fromHex(secret))) === commitment;
}

/** Stars as one writes them: ★★★½. */
export function written(stars: number | null): string {
  return stars === null ? '' : '★'.repeat(Math.floor(stars)) + (stars % 1 ? '½' : '');
}

/** Whether scores say more than who won. */
export function counted({ seats, entries, mine }: DealShown): boolean {
  return seats.length === 1 || [...entries, mine].some((one) => Math.abs(one?.score ?? 0) > 1);
}

/** A result in words: what was scored alone; else who won, and the score where it says more. */
export function result(deal: DealShown, { score, rank }: Entry): string {
  if (deal.seats.length === 1) return `${signed(score)} ${say('day.points', { n: score })}`;
  return say(rank === 1 ? 'day.won' : 'day.lost') + (counted(deal) ? `, ${signed(score)}` : '');
}

/** How a result stands among the others, as squares that spoil nothing: ▪▪■▪▪ with mine filled. */
export function squares(place: number, of: number): string {
  const shown = Math.min(of, 9);
  const mine = of > 9 ? Math.ceil((place / of) * shown) : place;
  return Array.from({ length: shown }, (_, n) => (n + 1 === mine ? '■' : '▫')).join('');
}

/** The days of a month as a calendar: weeks from Monday on, null before the first. */
export function calendar(date: string): (string | null)[] {
  const [year, month] = date.split('-').map(Number) as [number, number];
  const first = (new Date(Date.UTC(year, month - 1, 1)).getUTCDay() + 6) % 7;
  const many = new Date(Date.UTC(year, month, 0)).getUTCDate();
  const days = Array.from({ length: many }, (_, n) => `${date.slice(0, 8)}${String(n + 1).padStart(2, '0')}`);
  return [...Array.from({ length: first }, () => null), ...days];
}

export function moved(date: string, days: number): string {
  return new Date(Date.parse(`${date}T12:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}
