import { screen } from '@testing-library/svelte';
import { tick } from 'svelte';
import { expect, test, vi } from 'vitest';
import type { BoardProps } from '$shell/board';
import { stage } from '$testing/board';
import Board from './Board.svelte';
import { parse, whole, written, type Draft } from './draft';
import { effectOf, cellsOf, type NochMalView, type PlayerView } from './view';

const SHEET = [
  'gggyyyyGbbbOyyy', 'ogYgYyoorBboogg', 'BgrgggGrrryyogg', 'brrgoObbggyyoRb', 'roooorbbooorrrr', 'rBbRrrryYoRbbbO', 'yybbbbryyyggGoo',
];
const FIRST = [5, 3, 3, 3, 2, 2, 2, 1, 2, 2, 2, 3, 3, 3, 5];

const PLAYER: PlayerView = {
  marked: [], exclamations: 8, stars_left: 15, columns: FIRST.map(() => null), colours: [null, null, null, null, null],
  column_left: FIRST.map(() => 7), colour_left: [21, 21, 21, 21, 21], chosen: false,
  points: { colours: 0, columns: 0, exclamations: 8, stars: -30 }, score: -22, rank: 1,
};

type Seen = NochMalView & { acting: number[]; chosen: number[] };

function view(mine: Partial<PlayerView> = {}, rest: Partial<Seen> = {}): Seen {
  const dice = { colours: ['r', 'g', 'X'], numbers: ['2', '3', '?'] };
  return {
    viewer: 0, stage: 'choose', roll: 4, roll_limit: 200, free: false, active: 0, dice, taken: null, left: dice, sheet: SHEET,
    blocks: [], columns: FIRST.map((first, at) => ({ name: 'ABCDEFGHIJKLMNO'[at]!, first, later: first - 1, first_open: true })),
    colours: [...'gybro'].map((name) => ({ name, first: 5, later: 3, first_open: true })),
    players: [{ ...PLAYER, ...mine }, PLAYER], choice: null, rating: null, over: false, acting: [0], chosen: [], ...rest,
  };
}

const show = (given: Pick<BoardProps<NochMalView, Draft>, 'view'> & Partial<BoardProps<NochMalView, Draft>>) =>
  stage<NochMalView, Draft>(Board, given);

const byName = (name: string): HTMLElement =>
  [...document.querySelectorAll<HTMLElement>('button')].find(
    (button) => (button.getAttribute('aria-label') ?? button.textContent?.trim()) === name,
  ) ?? expect.fail(`no button ${name}`);

/** Like `press` of the testing tools, but quick among the 105 cells of a sheet. */
async function press(...called: string[]): Promise<void> {
  for (const name of called) {
    byName(name).click();
    await tick();
  }
}

const TURNS = [
  'pass', 'r2 H3 I3', 'r2 I2 I3', 'r3 H3 I3 J3', 'r3 H3 I2 I3', 'r ?=1 H3', 'r ?=2 H3 I3', 'X=r 2 H3 I3', 'X=b 2 H4 H5',
  'X=b ?=1 H4', 'X=r ?=2 H3 I3',
];

test('dice, then cells', async () => {
  const { play } = show({ view: view(), turns: TURNS });
  await press('Die red', 'Die 3', 'J3 red', 'I3 red', 'H3 red', 'Mark red 3');
  expect(play).toHaveBeenCalledExactlyOnceWith('r3 H3 I3 J3');
});

test('cells alone take as few jokers as the dice allow', async () => {
  const { play } = show({ view: view(), turns: TURNS });
  await press('H3 red', 'I3 red', 'Mark red 2');
  expect(play).toHaveBeenCalledExactlyOnceWith('r2 H3 I3');
});

test('a joker means what is marked with it, and its price is shown', async () => {
  const { play } = show({ view: view(), turns: TURNS });
  await press('Die X, a joker for any colour', 'Die question mark, a joker for any number', 'H4 blue');
  expect(screen.getByText('Jokers −2')).toBeTruthy();
  await press('Mark blue 1');
  expect(play).toHaveBeenCalledExactlyOnceWith('X=b ?=1 H4');
});

test('whole places one after the other', async () => {
  const { play } = show({ view: view(), turns: TURNS });
  await press('Die red', 'Die 2', 'Show 2 places', 'Place 1/2', 'Mark red 2');
  expect(play).toHaveBeenCalledExactlyOnceWith('r2 I2 I3');
});

test('a cell elsewhere begins anew, a cell chosen twice is taken back', async () => {
  show({ view: view(), turns: TURNS });
  await press('Die X, a joker for any colour', 'H3 red', 'H4 blue');
  expect(document.querySelectorAll('[data-cell][aria-pressed=true]')).toHaveLength(1);
  await press('H4 blue');
  expect(document.querySelectorAll('[data-cell][aria-pressed=true]')).toHaveLength(0);
});

test('passing is composed, too', async () => {
  const { play } = show({ view: view(), turns: TURNS });
  await press('Pass', 'Pass');
  expect(play).toHaveBeenCalledExactlyOnceWith('pass');
});

test('what cannot be chosen says why', async () => {
  const { why } = show({ view: view(), turns: TURNS });
  await press('Die red', 'Die 3', 'A6 red');
  expect(why).toHaveBeenLastCalledWith('r3 A6');
  await press('Die green');
  expect(why).toHaveBeenLastCalledWith('g3 A1');
});

test('what the active player took is gone', () => {
  show({ view: view({}, { active: 1, taken: { text: 'g3', colour: 'g', number: '3' } }), turns: TURNS });
  expect(byName('Die green, taken by Bo').getAttribute('aria-disabled')).toBe('true');
  expect(screen.getByText('Bo takes green 3')).toBeTruthy();
});

test('a sealed choice waits for the others, who are shown as having chosen', () => {
  const choice = { text: 'r2 H3 I3', cells: ['H3', 'I3'], done: true };
  show({ view: view({ chosen: true }, { choice, acting: [1], chosen: [0] }) });
  expect(screen.getByText(/You have chosen: red 2, H3 and I3/)).toBeTruthy();
  expect(byName('H3 red, pencilled in')).toBeTruthy();
  expect(document.querySelectorAll('[data-choice]')).toHaveLength(0);
});

test('others who have chosen', () => {
  show({ view: view({}, { chosen: [1] }), turns: TURNS });
  expect(screen.getByText('has chosen')).toBeTruthy();
});

test('a column and a star that the draft would win are announced', async () => {
  const column_left = PLAYER.column_left.with(9, 1);
  show({ view: view({ column_left }), turns: ['pass', 'b2 J2 K2'] });
  await press('J2 blue, with a star', 'K2 blue');
  expect(screen.getByText('Column J +2 · 1 star +2')).toBeTruthy();
});

test('too many turns to list: the cells are asked for', async () => {
  const given = view();
  const choices = vi.fn(async (begun: readonly number[]) => ({
    view: given,
    choices: begun.length
      ? [{ decision: 9, text: 'g2 H1 G1', complete: true }]
      : [{ decision: 1, text: 'g2', complete: false }, { decision: 2, text: 'pass', complete: true }],
  }));
  const { play } = show({ view: given, turns: ['pass', 'r2 H3 I3'], turnsComplete: false, choices });
  await vi.waitFor(() => expect(byName('Die green').getAttribute('aria-disabled')).toBeNull());
  await press('Die green', 'Show 1 place', 'Mark green 2');
  expect(play).toHaveBeenCalledExactlyOnceWith('g2 H1 G1');
});

test('alone, the end is rated', () => {
  const points = { colours: 5, columns: 14, exclamations: 6, stars: -2 };
  show({
    view: view({}, { players: [{ ...PLAYER, points, score: 23 }], over: true, stage: 'over', rating: { stars: 2.5, level: 5 }, acting: [] }),
  });
  expect(screen.getByLabelText('2.5 of 4 stars')).toBeTruthy();
  expect(screen.getByText('That went really well.')).toBeTruthy();
  expect(screen.getByText('−2')).toBeTruthy();
});

test('somebody who watches sees all sheets and nothing to choose', () => {
  show({ view: view({}, { viewer: null, left: null }), seat: null });
  expect(document.querySelectorAll('section')).toHaveLength(2);
  expect(document.querySelectorAll('[data-choice]')).toHaveLength(0);
});

test('the notation', () => {
  expect(parse('X=r 3 E6 F5 F6')).toMatchObject({ colour: 'X', number: '3', means: { colour: 'r', number: '3' }, cells: ['E6', 'F5', 'F6'] });
  expect(parse('r3 ?').cells).toEqual([]);
  expect(written({ colour: 'X', number: null }, 'b', ['H5', 'H4'])).toBe('X=b 2 H4 H5');
  expect(whole([parse('X=r 1 H3'), parse('r1 H3')], { colour: null, number: null }, ['H3'])?.text).toBe('r1 H3');
  const given = view({ colour_left: [21, 21, 21, 2, 21] });
  const cells = cellsOf(given).filter((cell) => ['H3', 'I3'].includes(cell.name));
  expect(effectOf(given, given.players[0]!, cells).colours).toEqual([{ name: 'r', place: 'first', points: 5 }]);
});
