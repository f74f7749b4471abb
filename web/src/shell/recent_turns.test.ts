import { expect, test } from 'vitest';
import { lately } from './recent_turns';
import type { Line } from './protocol';
import { settings } from './settings.svelte';

const line = (n: number, seat: number | null, words: string, kind: Line['kind'] = 'turn'): Line => ({ n, seat, kind, text: words, de: words, en: words }) as unknown as Line;
const NAMES = ['Ada', 'Bo'];

test('what somebody does several times in a row is said once', () => {
  const told = lately([line(1, 0, 'Ada zieht'), line(2, null, 'gewürfelt', 'chance'), line(3, 1, 'Bo stellt auf'), line(4, 1, 'Bo stellt auf'), line(5, 0, 'Ada zieht')], NAMES);
  expect(told).toEqual([
    { n: 1, seat: 0, words: 'Ada zieht' },
    { n: 4, seat: 1, words: 'Bo stellt auf (2\u202f×)' },
    { n: 5, seat: 0, words: 'Ada zieht' },
  ]);
});

test('a roll and the turn that it began are one sentence', () => {
  settings.lang = 'de';
  const rolled = (turn: string, seat = 0): string => lately([line(1, seat, 'Ada würfelt eine 3', 'chance'), line(2, 0, turn)], NAMES)[0]!.words;
  expect(rolled('Ada zieht eine Figur')).toBe('Ada würfelt eine 3 und zieht eine Figur');
  expect(rolled('Ada zieht eine Figur und nimmt die 5')).toBe('Ada würfelt eine 3, zieht eine Figur und nimmt die 5');
  expect(rolled('Ada zieht eine Figur', 1)).toBe('Ada zieht eine Figur');
});
