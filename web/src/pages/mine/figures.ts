/** What the pictures of the statistics show; pure, and tested. */
import type { GameOption, GameStatistics, MatchPlayed } from '$shell/wire';

export interface Column {
  /** from so many points on; null: below all others */
  from: number | null;
  /** and below so many; null: no limit */
  to: number | null;
  stars: number | null;
  count: number;
  /** whether the latest match is in it */
  last: boolean;
}

/** A column for each grade of the game's scale, the lowest first; without a scale, five equal ones. */
export function columns({ scale, scores }: Pick<GameStatistics, 'scale' | 'scores'>): Column[] {
  const grades = scale.length
    ? [...scale].reverse().map(({ least, stars }) => ({ from: least, stars }))
    : evenly(scores).map((from) => ({ from, stars: null }));
  const latest = scores.at(-1);
  return grades.map(({ from, stars }, n) => {
    const to = grades[n + 1]?.from ?? null;
    const within = (score: number): boolean => (from === null || score >= from) && (to === null || score < to);
    return { from, to, stars, count: scores.filter(within).length, last: latest !== undefined && within(latest) };
  });
}

/** How many matches a cross stands for: a column of more than 24 could not be read on a phone. */
export function perCross(found: readonly Column[]): number {
  return Math.max(1, Math.ceil(Math.max(...found.map((column) => column.count)) / 24));
}

function evenly(scores: readonly number[]): number[] {
  const low = Math.min(...scores, 0);
  const step = Math.max(1, Math.ceil((Math.max(...scores, 1) + 1 - low) / 5));
  return Array.from({ length: 5 }, (_, n) => low + n * step);
}

/** Between what and what half of the results lie; null for fewer than four. */
export function usual(scores: readonly number[]): [number, number] | null {
  if (scores.length < 4) return null;
  const sorted = [...scores].sort((a, b) => a - b);
  return [sorted[Math.floor((sorted.length - 1) / 4)]!, sorted[Math.ceil(((sorted.length - 1) * 3) / 4)]!];
}

export type Filter = { game: string | null; people: boolean; won: boolean };

export const won = (match: MatchPlayed): boolean => match.rank === 1 && match.seats.length > 1;

export function fits(match: MatchPlayed, { game, people, won: only }: Filter): boolean {
  const others = match.seats.some((seat) => seat.person && !seat.mine);
  return (!game || match.game === game) && (!people || others) && (!only || won(match));
}

/** The last seven days, the oldest first, each with how often I played. */
export function week(days: readonly { at: string; played: number }[], today: string): { at: string; played: number }[] {
  const known = new Map(days.map((day) => [day.at, day.played]));
  const end = Date.parse(`${today}T12:00:00Z`);
  return Array.from({ length: 7 }, (_, n) => {
    const at = new Date(end - (6 - n) * 86_400_000).toISOString().slice(0, 10);
    return { at, played: known.get(at) ?? 0 };
  });
}

/** The options that a variant is named after, in words: of switches what they say, of others also the value. */
export function variant(options: Readonly<Record<string, unknown>>, known: readonly GameOption[], lang: 'de' | 'en', value: (of: unknown) => string): string {
  const said = Object.entries(options).map(([name, chosen]) => {
    const option = known.find((one) => one.name === name);
    const label = option?.label[lang] ?? name;
    if (option?.kind === 'switch') return `${label} ${chosen ? '✓' : '✗'}`;
    return typeof chosen === 'object' ? label : `${label}: ${value(chosen)}`;
  });
  return said.join(' · ');
}
