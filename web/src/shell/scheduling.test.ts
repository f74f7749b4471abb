import { render, screen } from '@testing-library/svelte';
import { tick } from 'svelte';
import { expect, test } from 'vitest';
import Growing from '../testing/Growing.svelte';
import OneByOne from '../testing/OneByOne.svelte';
import { inTurn } from './scheduling.svelte';

/** How many pieces there are, and whether more are to come. */
function now(): [number, string | null] {
  const list = screen.getByRole('list');
  return [list.childElementCount, list.getAttribute('aria-busy')];
}

async function nextTask(): Promise<void> {
  await inTurn(null);
  await tick();
}

test('what nobody wants calmly is there at once', () => {
  render(Growing, { all: 5, step: 2, calm: false });
  expect(now()).toEqual([5, 'false']);
});

test('calmly, a few pieces more are laid out in each task', async () => {
  render(Growing, { all: 5, step: 2, calm: true });
  expect(now()).toEqual([0, 'true']);
  const seen: number[] = [];
  for (let task = 0; now()[1] === 'true' && task < 20; task += 1) {
    await nextTask();
    seen.push(now()[0]);
  }
  expect([...new Set(seen)]).toEqual([2, 4, 5]);
});

test('one by one, what becomes known is laid out in tasks of its own, and nothing of it goes again', async () => {
  const { rerender } = render(OneByOne, { all: 0 });
  const seen = (): number => screen.getByRole('list').childElementCount;
  expect(seen()).toBe(0);
  await rerender({ all: 3 });
  expect(seen()).toBe(0);
  for (const many of [1, 2, 3, 3]) {
    await nextTask();
    expect(seen()).toBe(many);
  }
});
