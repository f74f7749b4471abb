import { screen } from '@testing-library/svelte';
import { expect, test, vi } from 'vitest';
import type { BoardProps } from '$shell/board';
import { press, stage } from '$testing/board';
import Board from './Board.svelte';
import type { Draft } from './draft';
import type { NoReturnView, SeatView } from './view';

const SEAT: SeatView = {
  phase: 1, held: 8, hand: null, facedown: 0, gone: null, minus: 0, cleared: 0, pile: 0, score: 0, rank: null,
  columns: { r: [], o: [], y: [], g: [], b: [], p: [] },
};

function view(mine: Partial<SeatView>, rest: Partial<NoReturnView> = {}): NoReturnView & { acting: number[]; chosen: number[] } {
  return {
    you: 0, players: 2, stage: 'turn', bag: 100, last_round: false, lid: { paid: [], facedown: 0 }, aside: 0,
    open_piles: true, seats: [{ ...SEAT, ...mine }, SEAT], acting: [0], chosen: [], ...rest,
  };
}

const show = (given: Pick<BoardProps<NoReturnView, Draft>, 'view'> & Partial<BoardProps<NoReturnView, Draft>>) =>
  stage<NoReturnView, Draft>(Board, given);

const hand = ['r3', 'r9', 'b2'];

test('counters of one colour become a lay, written from high to low', async () => {
  const turns = ['swap r3', 'swap r9', 'swap r3 r9', 'lay r3', 'lay r9', 'lay r9 r3', 'swap b2', 'lay b2'];
  const { play } = show({ view: view({ hand }), turns });
  await press('red 3', 'red 9', 'Lay out 2 counters');
  expect(play).toHaveBeenCalledExactlyOnceWith('lay r9 r3');
});

test('the same counters can be exchanged', async () => {
  const { play } = show({ view: view({ hand }), turns: ['swap r3', 'swap r9', 'swap r3 r9', 'lay r9 r3'] });
  await press('red 9', 'red 3', 'Exchange 2 counters');
  expect(play).toHaveBeenCalledExactlyOnceWith('swap r3 r9');
});

test('a counter chosen twice is taken back', async () => {
  show({ view: view({ hand }), turns: ['swap r3', 'swap r9', 'swap r3 r9'] });
  await press('red 3', 'red 3');
  expect(screen.queryByTestId('confirm')).toBeNull();
});

test('clearing shows what is missing, and pays', async () => {
  const columns = { ...SEAT.columns, g: [9, 5, 2] };
  const turns = ['swap r9', 'clear g2 pay r9', 'clear g2 g5 pay r9', 'clear g2 pay r3', 'clear g2 pay r9 r3', 'clear g2 g5 pay r9 r3'];
  const { play } = show({ view: view({ phase: 2, hand, columns }), turns });
  await press('green 5', 'red 3');
  expect(screen.getByText('To clear: 7 · paid: 3, 4 missing')).toBeTruthy();
  expect(screen.queryByTestId('confirm')).toBeNull();
  await press('red 3', 'red 9', 'Clear and pay');
  expect(play).toHaveBeenCalledExactlyOnceWith('clear g2 g5 pay r9');
});

test('announcing phase 2 asks once', async () => {
  const { play } = show({ view: view({ hand }), turns: ['swap b2', 'phase2 swap b2'] });
  await press('Announce phase 2', 'blue 2', 'Exchange 1 counter');
  expect(play).not.toHaveBeenCalled();
  await press('Exchange 1 counter');
  expect(play).toHaveBeenCalledExactlyOnceWith('phase2 swap b2');
});

test('what cannot be chosen says why', async () => {
  const columns = { ...SEAT.columns, b: [1] };
  const { why } = show({ view: view({ hand, columns }), turns: ['swap b2', 'lay r3'] });
  await press('blue 2', 'Why not lay out?');
  expect(why).toHaveBeenCalledWith('lay b2');
  await press('blue 1');
  expect(why).toHaveBeenLastCalledWith('clear b1 pay b2');
});

test('in the opening all may be kept', async () => {
  const { play } = show({ view: view({ hand }, { stage: 'opening' }), turns: ['keep', 'swap r3'] });
  await press('Keep them all');
  expect(play).toHaveBeenCalledExactlyOnceWith('keep');
});

test('too many turns to list: the server is asked', async () => {
  const legal = vi.fn(async (texts: readonly string[]) => texts.map((text) => text === 'swap r9'));
  const { play } = show({ view: view({ hand }), turns: ['swap r3'], turnsComplete: false, legal });
  await vi.waitFor(() => expect(screen.getByRole('button', { name: 'red 9' }).dataset['choice']).toBe('hand'));
  expect(screen.getByRole('button', { name: 'blue 2' }).dataset['choice']).toBeUndefined();
  await press('red 9');
  await vi.waitFor(() => screen.getByRole('button', { name: 'Exchange 1 counter' }));
  await press('Exchange 1 counter');
  expect(play).toHaveBeenCalledExactlyOnceWith('swap r9');
});

test('too many turns to list: only what can still be paid is offered', async () => {
  const columns = { ...SEAT.columns, g: [9, 5, 2] };
  const turns = ['clear g2 pay r9', 'clear g2 pay r9 r3', 'clear g2 g5 pay r9 r3', 'clear g2 g5 pay r9', 'clear g2 pay r3'];
  const legal = vi.fn(async (texts: readonly string[]) => texts.map((text) => turns.includes(text)));
  const { play } = show({ view: view({ phase: 2, hand, columns }), turns: ['clear g2 pay r3'], turnsComplete: false, legal });
  const alive = (name: string): boolean => screen.getByRole('button', { name }).dataset['choice'] !== undefined;
  await vi.waitFor(() => expect(alive('green 5')).toBe(true));
  expect([alive('green 9'), alive('red 3'), alive('blue 2')]).toEqual([false, true, false]);
  await press('green 5', 'red 3');
  await vi.waitFor(() => expect(alive('red 9')).toBe(true));
  await press('red 9');
  await vi.waitFor(() => screen.getByTestId('confirm'));
  await press('Clear and pay');
  expect(play).toHaveBeenCalledExactlyOnceWith('clear g2 g5 pay r9 r3');
});

test('somebody who watches sees no hand and nothing to choose', () => {
  show({ view: view({}, { you: null }), seat: null });
  expect(document.querySelectorAll('[data-choice]')).toHaveLength(0);
});
