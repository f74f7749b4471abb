import { expect, test } from 'vitest';
import { calendar, keeps, moved, squares, written } from './deals';

test('a browser checks by itself that a secret was committed to', () => {
  const zero = '66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925';
  expect(keeps('00'.repeat(32), zero)).toBe(true);
  expect(keeps('01' + '00'.repeat(31), zero)).toBe(false);
});

test('a month begins on its weekday and has all its days', () => {
  const november = calendar('2026-11-17');
  expect(november.slice(0, 7)).toEqual([null, null, null, null, null, null, '2026-11-01']);
  expect(november.at(-1)).toBe('2026-11-30');
  expect(calendar('2028-02-01').filter(Boolean)).toHaveLength(29);
});

test('days follow each other over the end of a year', () => {
  expect([moved('2026-12-31', 1), moved('2026-11-01', -1)]).toEqual(['2027-01-01', '2026-10-31']);
});

test('a result is written with signs that spoil nothing', () => {
  expect([written(3.5), written(4), written(null)]).toEqual(['★★★½', '★★★★', '']);
  expect([squares(2, 4), squares(30, 30), squares(1, 1)]).toEqual(['▫■▫▫', '▫▫▫▫▫▫▫▫■', '■']);
});
