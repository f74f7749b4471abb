import { render, screen } from '@testing-library/svelte';
import { tick } from 'svelte';
import { expect, test, vi } from 'vitest';
import { settings } from '$shell/settings.svelte';
import Confirm from './Confirm.svelte';

settings.lang = 'en';

test('one press plays the turn', () => {
  const play = vi.fn();
  render(Confirm, { offers: [{ text: 'swap r3', label: 'Exchange' }], play });
  screen.getByRole('button', { name: 'Exchange' }).click();
  expect(play).toHaveBeenCalledExactlyOnceWith('swap r3');
});

test('what has no way back asks once', async () => {
  const play = vi.fn();
  render(Confirm, { offers: [{ text: 'phase2 swap r3', label: 'Exchange', ask: 'Really?' }], play });
  screen.getByRole('button', { name: 'Exchange' }).click();
  await tick();
  expect(play).not.toHaveBeenCalled();
  expect(screen.getByRole('alert').textContent).toBe('Really?');
  screen.getByRole('button', { name: 'Exchange' }).click();
  expect(play).toHaveBeenCalledExactlyOnceWith('phase2 swap r3');
});

test('nothing is played while a turn is on its way', () => {
  const play = vi.fn();
  render(Confirm, { offers: [{ text: 'keep', label: 'Keep' }], play, pending: true });
  screen.getByTestId('confirm').click();
  expect(play).not.toHaveBeenCalled();
});
