// @vitest-environment node
import { expect, test } from 'vitest';
import type { MatchPlayed } from '$shell/wire';
import { columns, fits, perCross, usual, variant, week } from './figures';

const label = { de: '', en: '' };
const scale = [
  { least: 20, stars: 2, label },
  { least: 0, stars: 0.5, label },
  { least: null, stars: null, label },
];

test('a column counts the matches of its grade and knows the latest', () => {
  const found = columns({ scale, scores: [-3, 4, 19, 20, 35, 7] });
  expect(found.map(({ from, to, count, last }) => [from, to, count, last])).toEqual([
    [null, 0, 1, false],
    [0, 20, 3, true],
    [20, null, 2, false],
  ]);
});

test('a game without a scale has equal columns that hold all', () => {
  const found = columns({ scale: [], scores: [3, 10, 52] });
  expect(found).toHaveLength(5);
  expect(found.reduce((sum, { count }) => sum + count, 0)).toBe(3);
});

test('the usual is where half of the results lie', () => {
  expect(usual([1, 2, 3])).toBeNull();
  expect(usual([30, 21, 22, 28, 5, 42, 25])).toEqual([21, 30]);
});

test('a week ends today and knows the days without a match', () => {
  const found = week([{ at: '2026-11-16', played: 2 }], '2026-11-17');
  expect(found.map((day) => day.played)).toEqual([0, 0, 0, 0, 0, 2, 0]);
  expect(found[0]!.at).toBe('2026-11-11');
});

test('filters ask for a game, for people, for victories', () => {
  const seat = { seat: 0, name: '', face: '', level: null, person: true, mine: true, score: 1, rank: 1 };
  const bot = { ...seat, seat: 1, person: false, mine: false, rank: 2 };
  const match = { game: 'a', rank: 1, seats: [seat, bot] } as unknown as MatchPlayed;
  const all = { game: null, people: false, won: false };
  expect([fits(match, all), fits(match, { ...all, people: true }), fits(match, { ...all, won: true })]).toEqual([true, false, true]);
  expect(fits(match, { ...all, game: 'b' })).toBe(false);
  expect(fits({ ...match, seats: [seat] }, { ...all, won: true })).toBe(false);
});

test('a cross stands for several matches where a column would be too tall', () => {
  const one = columns({ scale, scores: Array.from({ length: 24 }, () => 5) });
  const many = columns({ scale, scores: Array.from({ length: 49 }, () => 5) });
  expect([perCross(one), perCross(many), perCross(columns({ scale, scores: [] }))]).toEqual([1, 3, 1]);
});

test('a variant is named in words', () => {
  const known = [
    { name: 'sheet', kind: 'choice', label: { de: 'Blatt', en: 'Sheet' } },
    { name: 'short', kind: 'switch', label: { de: 'kurze Strecke', en: 'short track' } },
    { name: 'own', kind: 'data', label: { de: 'Eigenes', en: 'Own' } },
  ] as never;
  const options = { sheet: 'red', short: true, own: { a: 1 }, gone: 3 };
  expect(variant(options, known, 'en', (of) => String(of).toUpperCase())).toBe('Sheet: RED · short track ✓ · Own · gone: 3');
  expect(variant({}, known, 'de', String)).toBe('');
});
