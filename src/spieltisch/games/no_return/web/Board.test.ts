import { screen } from '@testing-library/svelte';
import { expect, test, vi } from 'vitest';
import type { BoardProps } from '$shell/board';
import { press, stage } from '$testing/board';
import Board from './Board.svelte';
import { drafted, type Draft } from './draft';
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

const prompt = (): string => screen.getByTestId('ask').textContent?.replace(/\s+/g, ' ').trim() ?? '';
const offered = (): string[] => screen.queryAllByTestId(/^confirm/).map((button) => button.textContent?.trim() ?? '');
const chosen = (): string[] =>
  [...document.querySelectorAll('[aria-pressed=true][data-choice]')].map((button) => button.getAttribute('aria-label') ?? '');

test('counters of one colour become a lay, written from high to low', async () => {
  const turns = ['swap r3', 'swap r9', 'swap r3 r9', 'lay r3', 'lay r9', 'lay r9 r3', 'swap b2', 'lay b2'];
  const { play } = show({ view: view({ hand }), turns });
  await press('red 3', 'red 9', 'Lay out red 9 and 3');
  expect(play).toHaveBeenCalledExactlyOnceWith('lay r9 r3');
});

test('the same counters can be exchanged', async () => {
  const { play } = show({ view: view({ hand }), turns: ['swap r3', 'swap r9', 'swap r3 r9', 'lay r9 r3'] });
  await press('red 9', 'red 3', 'Exchange instead');
  expect(play).toHaveBeenCalledExactlyOnceWith('swap r3 r9');
});

test('a counter chosen twice is taken back', async () => {
  show({ view: view({ hand }), turns: ['swap r3', 'swap r9', 'swap r3 r9'] });
  await press('red 3', 'red 3');
  expect(offered()).toEqual([]);
});

test('what would lie in the column lies there already, with its effect', async () => {
  const columns = { ...SEAT.columns, r: [11] };
  show({ view: view({ hand, columns }), turns: ['lay r3', 'lay r9', 'lay r9 r3'] });
  await press('red 3', 'red 9');
  expect(document.querySelectorAll('.ghost')).toHaveLength(2);
  expect(document.querySelector('.effect')?.textContent?.trim()).toBe('−12');
  expect(prompt()).toBe('Lay out red 9 and 3 then you draw 2');
});

test('clearing says what it costs, what is missing, and what it brings', async () => {
  const columns = { ...SEAT.columns, g: [9, 5, 2] };
  const turns = ['swap r9', 'clear g2 pay r9', 'clear g2 g5 pay r9', 'clear g2 pay r3', 'clear g2 pay r9 r3', 'clear g2 g5 pay r9 r3'];
  const { play } = show({ view: view({ phase: 2, hand, columns }), turns });
  await press('green 5');
  expect(prompt()).toBe('Clear green 5 and 2 that costs 7: pay with one colour of your hand');
  await press('red 3');
  expect(prompt()).toBe('Clear green 5 and 2 3 paid, 4 still missing');
  expect(offered()).toEqual([]);
  expect(screen.getByText('4 still to pay')).toBeTruthy();
  await press('red 3', 'red 9');
  expect(prompt()).toBe('Clear green 5 and 2, paid with red 9 −7 turns into +7, 2 more paid than needed');
  await press('Clear green 5 and 2');
  expect(play).toHaveBeenCalledExactlyOnceWith('clear g2 g5 pay r9');
});

test('announcing phase 2 asks once', async () => {
  const { play } = show({ view: view({ hand }), turns: ['swap b2', 'phase2 swap b2'] });
  await press('Announce phase 2', 'blue 2', 'Exchange blue 2');
  expect(play).not.toHaveBeenCalled();
  expect(screen.getByRole('alert').textContent).toContain('no way back');
  await press('Exchange blue 2');
  expect(play).toHaveBeenCalledExactlyOnceWith('phase2 swap b2');
});

test('counters that cannot be laid out together: why, and both ways on', async () => {
  const turns = ['swap r3', 'swap r9', 'swap r3 r9', 'lay r3', 'lay r9', 'lay r9 r3', 'swap b2', 'lay b2', 'swap r3 b2', 'swap r3 r9 b2'];
  const reason = vi.fn(async (text: string) => ({ rule: 'NR-8', words: `why not ${text}` }));
  const { play } = show({ view: view({ hand }), turns, reason });
  await press('red 3', 'red 9', 'blue 2');
  await vi.waitFor(() => expect(prompt()).toBe('Exchange 3 counters why not lay r3 r9 b2'));
  expect(offered()).toEqual(['Lay out red only', 'Exchange 3 counters']);
  await press('Lay out red only');
  expect(play).toHaveBeenCalledExactlyOnceWith('lay r9 r3');
});

test('a counter too high to be laid out says so, and the lower one is offered', async () => {
  const reason = vi.fn(async () => ({ rule: 'NR-8', words: 'Red 9 is higher than the 5 in your column.' }));
  show({ view: view({ hand, columns: { ...SEAT.columns, r: [5] } }), turns: ['swap r3', 'swap r9', 'swap r3 r9', 'lay r3'], reason });
  await press('red 9', 'red 3');
  await vi.waitFor(() => expect(prompt()).toContain('Red 9 is higher than the 5 in your column.'));
  expect(reason).toHaveBeenLastCalledWith('lay r9 r3');
  expect(offered()).toEqual(['Lay out only red 3', 'Exchange red 3 and 9']);
});

test('changing one’s mind is free: another colour pays, another column is cleared', async () => {
  const columns = { ...SEAT.columns, g: [2], p: [9] };
  const turns = ['clear g2 pay r9', 'clear g2 pay r3', 'clear g2 pay r9 r3', 'clear g2 pay b2', 'clear p9 pay r9', 'clear p9 pay r9 r3'];
  show({ view: view({ phase: 2, hand, columns }), turns });
  await press('green 2', 'red 3', 'blue 2');
  expect(chosen()).toEqual(['green 2', 'blue 2']);
  await press('purple 9');
  expect(chosen()).toEqual(['purple 9']); // blue 2 could not pay for it
  await press('red 9', 'green 2');
  expect(chosen()).toEqual(['green 2', 'red 9']);
});

test('a hint becomes a draft', async () => {
  const columns = { ...SEAT.columns, g: [9, 5, 2] };
  const turns = ['clear g2 pay r3', 'clear g2 g5 pay r9'];
  show({ view: view({ phase: 2, hand, columns }), turns, draft: drafted('clear g2 g5 pay r9', hand, columns) });
  expect(chosen()).toEqual(['green 5', 'green 2', 'red 9']);
  expect(offered()).toEqual(['Clear green 5 and 2']);
});

/** What a person may do wrong, at each stage, and the turn that is asked about; the sentences are tested where they are
 * written, in tests/test_wrong_things.py. */
const FIVE = ['r3', 'r9', 'b2', 'g1', 'p4'];
const swaps = (many: number): string[] =>
  FIVE.flatMap((_, at) => [FIVE.slice(at, at + many)]).map((some) => `swap ${some.join(' ')}`);
test.each<[string, Partial<SeatView>, Partial<NoReturnView>, string[], string[], string]>([
  ['phase 1: tap on a counter in a column', { hand, columns: { ...SEAT.columns, b: [1] } }, {}, ['swap b2', 'lay r3'], ['blue 1'], 'clear b1 pay b2'],
  ['phase 1: a fifth counter to exchange', { hand: FIVE }, {}, [...swaps(1), 'swap r3 r9 b2 g1'], ['red 3', 'red 9', 'blue 2', 'green 1', 'purple 4'], 'swap r3 r9 g1 b2 p4'],
  ['phase 2: a column dearer than any colour', { phase: 2, hand, columns: { ...SEAT.columns, g: [11, 8] } }, {}, ['swap b2', 'clear g8 pay r9'], ['green 11'], 'clear g8 g11 pay b2'],
  ['opening: tap on a counter that is not there yet', { hand }, { stage: 'opening' }, ['keep', 'swap r3'], ['red 9'], 'swap r9'],
])('%s', async (_name, mine, rest, turns, taps, asked) => {
  const { why, play } = show({ view: view(mine, rest), turns });
  await press(...taps);
  expect(why).toHaveBeenLastCalledWith(asked);
  expect(play).not.toHaveBeenCalled();
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
  await vi.waitFor(() => screen.getByRole('button', { name: 'Exchange red 9' }));
  await press('Exchange red 9');
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
  await press('Clear green 5 and 2');
  expect(play).toHaveBeenCalledExactlyOnceWith('clear g2 g5 pay r9 r3');
});

test('another tray can be looked at, large, and is closed again', async () => {
  show({ view: view({ hand }, { seats: [{ ...SEAT, hand }, { ...SEAT, columns: { ...SEAT.columns, p: [11, 7] } }] }) });
  await press('Enlarge Bo’s display');
  expect(document.querySelector('.looked')?.textContent).toContain('Column purple: 11, 7');
  await press('Make Bo’s display small again');
  expect(document.querySelector('.looked')).toBeNull();
});

test('what the others did is marked until I begin', async () => {
  const bo = { ...SEAT, columns: { ...SEAT.columns, p: [11, 7] } };
  const event = { n: 9, kind: 'turn' as const, seat: 1, text: 'lay p7', words: '' };
  show({ view: view({ hand }, { seats: [{ ...SEAT, hand }, bo] }), turns: ['swap r3'], lastEvents: [event] });
  expect(document.querySelectorAll('.last')).toHaveLength(1);
  await press('red 3');
  expect(document.querySelectorAll('.last')).toHaveLength(0);
});

test('somebody who watches sees no hand and nothing to choose', () => {
  show({ view: view({}, { you: null }), seat: null });
  expect(document.querySelectorAll('[data-choice]')).toHaveLength(0);
});
