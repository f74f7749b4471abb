import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Pacing } from './pacing.svelte';
import type { EventMessage } from './protocol';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const event = (n: number, lines: unknown[] = [{ n }]): EventMessage => ({ n, lines }) as EventMessage;

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

test('that others have chosen in secret interrupts nothing', () => {
  const start = Date.now();
  const { seen, pacing } = paced(() => start + 1400);
  pacing.add(event(1));
  vi.advanceTimersByTime(1000);
  pacing.add(event(2, []));
  expect(seen).toEqual([1, 2]);
  pacing.add(event(3));
  pacing.add(event(4, []));
  expect(pacing.showing).toBe(true);
  vi.advanceTimersByTime(500);
  expect(seen).toEqual([1, 2, 3]);
  expect(pacing.showing).toBe(false);
});

test('stepping ends with the last turn that can be seen', () => {
  const { seen, pacing } = paced(() => 0);
  for (const n of [1, 2]) pacing.add(event(n));
  pacing.add(event(3, []));
  pacing.step();
  expect(seen).toEqual([1, 2]);
  vi.advanceTimersByTime(1000);
  expect(seen).toEqual([1, 2, 3]);
});
