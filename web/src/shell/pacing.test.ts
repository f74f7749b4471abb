import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Pacing } from './pacing.svelte';
import type { EventMessage } from './protocol';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const event = (n: number): EventMessage => ({ n }) as EventMessage;

function paced(ends: () => number) {
  const seen: number[] = [];
  const pacing = new Pacing(({ n }) => void seen.push(n), () => 'other', () => {}, () => Math.max(0, ends() - Date.now()));
  return { seen, pacing };
}

test('a turn is seen to its end before the next one begins', () => {
  const start = Date.now();
  const { seen, pacing } = paced(() => start + 1400);
  for (const n of [1, 2]) pacing.add(event(n));
  expect(seen).toEqual([1]);
  vi.advanceTimersByTime(1300);
  expect(seen).toEqual([1]);
  vi.advanceTimersByTime(200);
  expect(seen).toEqual([1, 2]);
});

test('nobody waits for ever for something that keeps moving', () => {
  const { seen, pacing } = paced(() => Infinity);
  for (const n of [1, 2]) pacing.add(event(n));
  vi.advanceTimersByTime(2700);
  expect(seen).toEqual([1, 2]);
});
