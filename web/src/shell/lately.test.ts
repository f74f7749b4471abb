import { expect, test } from 'vitest';
import { lately } from './lately';
import type { Line } from './protocol';

const line = (n: number, seat: number | null, de: string, kind: Line['kind'] = 'turn'): Line => ({ n, seat, kind, text: de, de, en: de }) as unknown as Line;

test('what somebody does several times in a row is said once', () => {
  const told = lately([line(1, 0, 'A zieht'), line(2, null, 'gewürfelt', 'chance'), line(3, 1, 'B stellt auf'), line(4, 1, 'B stellt auf'), line(5, 0, 'A zieht')]);
  expect(told).toEqual([
    { n: 1, seat: 0, words: 'A zieht' },
    { n: 4, seat: 1, words: 'B stellt auf (2\u202f×)' },
    { n: 5, seat: 0, words: 'A zieht' },
  ]);
});
