import { screen } from '@testing-library/svelte';
import { tick } from 'svelte';
import { expect, test, vi } from 'vitest';
import type { BoardProps } from '$shell/board';
import { stage } from '$testing/board';
import Board from './Board.svelte';
import { drafted, parse, whole, written, type Draft } from './draft';
import { effectOf, cellsOf, type NochMalView, type PlayerView } from './view';

vi.setConfig({ testTimeout: 20_000 }); // a sheet has 105 buttons, and jsdom is slow with them

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

const prompt = (): string => screen.getByTestId('ask').textContent?.replace(/\s+/g, ' ').trim() ?? '';
const crossed = (): string[] => [...document.querySelectorAll<HTMLElement>('[data-cell][aria-pressed=true]')].map((cell) => cell.dataset['cell']!);
const chosenDice = (): string[] =>
  [...document.querySelectorAll('.place[aria-pressed=true]')].map((die) => die.getAttribute('aria-label') ?? '');

test('dice, then cells, and the prompt is true at every moment', async () => {
  const { play } = show({ view: view(), turns: TURNS });
  await press('Die red');
  expect(prompt()).toBe('Now the number for red');
  await press('Die 3');
  expect(prompt()).toBe('3 cells in red');
  await press('J3 red', 'I3 red');
  expect(prompt()).toBe('1 more cell next to it');
  expect(screen.getByText('1 more cell')).toBeTruthy();
  await press('H3 red');
  expect(prompt()).toBe('Cross off red 3');
  await press('Cross off red 3');
  expect(play).toHaveBeenCalledExactlyOnceWith('r3 H3 I3 J3');
});

test('cells alone take as few jokers as the dice allow', async () => {
  const { play } = show({ view: view(), turns: TURNS });
  await press('H3 red', 'I3 red', 'Cross off red 2');
  expect(play).toHaveBeenCalledExactlyOnceWith('r2 H3 I3');
});

test('a joker means what is marked with it, and its price is shown', async () => {
  const { play } = show({ view: view(), turns: TURNS });
  await press('Die X, a joker for any colour', 'Die question mark, a joker for any number', 'H4 blue');
  expect(prompt()).toBe('Cross off blue 1 costs 2 exclamation marks');
  expect(document.querySelectorAll('.goes')).toHaveLength(2);
  await press('Cross off blue 1');
  expect(play).toHaveBeenCalledExactlyOnceWith('X=b ?=1 H4');
});

test('whole places one after the other', async () => {
  const { play } = show({ view: view(), turns: TURNS });
  await press('Die red', 'Die 2', 'Show me where', 'Elsewhere', 'Cross off red 2');
  expect(play).toHaveBeenCalledExactlyOnceWith('r2 I2 I3');
});

test('a cell elsewhere begins anew, a cell chosen twice is taken back', async () => {
  show({ view: view(), turns: TURNS });
  await press('Die X, a joker for any colour', 'H3 red', 'H4 blue');
  expect(crossed()).toEqual(['H4']);
  await press('H4 blue');
  expect(crossed()).toEqual([]);
});

test('changing one’s mind is free: a cell of another colour takes the die back', async () => {
  show({ view: view(), turns: TURNS });
  await press('Die red', 'Die 2', 'H4 blue');
  expect(crossed()).toEqual(['H4']);
  expect(chosenDice()).toEqual(['Die 2']);
  await press('Die 3', 'H3 red');
  expect(crossed()).toEqual(['H3']);
});

test('what can be marked is seen before dice are picked, and after', async () => {
  show({ view: view(), turns: TURNS });
  const marked = (kind: string): string[] => [...document.querySelectorAll<HTMLElement>(`.cell.${kind}`)].map((cell) => cell.dataset['cell']!);
  expect(marked('possible')).toEqual(['I2', 'H3', 'I3', 'J3', 'H4', 'H5']);
  await press('Die X, a joker for any colour', 'Die 2');
  expect(marked('possible')).toEqual([]);
  expect(marked('glowing')).toEqual(['H3', 'I3', 'H4', 'H5']);
});

test('passing is composed, too', async () => {
  const { play } = show({ view: view(), turns: TURNS });
  await press('Pass');
  expect(prompt()).toBe('Pass you cross off nothing in this roll');
  await press('Pass');
  expect(play).toHaveBeenCalledExactlyOnceWith('pass');
});

test('of two dice that fit nowhere together the second stays, and that is said', async () => {
  show({ view: view(), turns: [...TURNS.filter((turn) => !turn.startsWith('r3')), 'X=b 3 G4 H4 H5'] });
  await press('Die red', 'Die 3');
  expect(prompt()).toBe('Now the colour for the 3 red 3 fits nowhere');
  await press('Die 3');
  expect(prompt()).not.toContain('nowhere');
});

test('where nothing fits, only passing is left', async () => {
  const { play } = show({ view: view(), turns: ['pass'] });
  expect(prompt()).toContain('Nothing fits');
  await press('Pass');
  expect(play).toHaveBeenCalledExactlyOnceWith('pass');
});

/** What a person may tap in vain, and the turn that is asked about; the sentences are tested where they are written, in
 * tests/test_wrong_things.py. */
const JOKER = { colours: ['r', 'b', 'X'], numbers: ['2', '3', '?'] };
const PLAIN = { colours: ['r', 'b', 'y'], numbers: ['2', '3', '4'] };
test.each<[string, Partial<Seen>, string[], string]>([
  ['a joker is rolled: a green cell out of reach', { dice: JOKER, left: JOKER }, ['A1 green'], 'X=g ?=1 A1'],
  ['a joker is rolled: the same with another colour chosen', { dice: JOKER, left: JOKER }, ['Die red', 'A1 green'], 'X=g ?=1 A1'],
  ['no joker is rolled: a green cell', { dice: PLAIN, left: PLAIN }, ['A1 green'], 'g2 A1'],
  ['dice chosen: a cell of the colour, out of reach', {}, ['Die red', 'Die 3', 'A6 red'], 'r3 A6'],
  ['a cell that does not go with the chosen ones', {}, ['Die red', 'Die 3', 'H3 red', 'A6 red'], 'r3 A6 H3'],
  ['a die with which nothing can be marked', {}, ['Die 3', 'Die green'], 'g3 A1'],
])('%s', async (_name, rest, taps, asked) => {
  const { why, play } = show({ view: view({}, rest), turns: TURNS });
  await press(...taps);
  expect(why).toHaveBeenLastCalledWith(asked);
  expect(play).not.toHaveBeenCalled();
});

test('a refused cell is pointed out until the next tap', async () => {
  show({ view: view(), turns: TURNS });
  await press('A6 red');
  expect(byName('A6 red').classList.contains('refused')).toBe(true);
  await press('H3 red');
  expect(byName('A6 red').classList.contains('refused')).toBe(false);
});

test('what the active player took is gone', () => {
  show({ view: view({}, { active: 1, taken: { text: 'g3', colour: 'g', number: '3' } }), turns: TURNS });
  expect(byName('Die green, taken by Bo').getAttribute('aria-disabled')).toBe('true');
  expect(prompt()).toContain('Bo has taken green 3');
});

test('a sealed choice waits for the others, who are shown as having chosen', () => {
  const choice = { text: 'r2 H3 I3', cells: ['H3', 'I3'], done: true };
  show({ view: view({ chosen: true }, { choice, acting: [1], chosen: [0] }) });
  expect(byName('H3 red, pencilled in')).toBeTruthy();
  expect(document.querySelectorAll('[data-choice]')).toHaveLength(0);
});

test('others who have chosen', () => {
  show({ view: view({}, { chosen: [1] }), turns: TURNS });
  expect(screen.getByText('has chosen')).toBeTruthy();
});

test('another sheet can be looked at, large, and is closed again', async () => {
  show({ view: view(), turns: TURNS });
  await press('Enlarge Bo’s sheet');
  expect(document.querySelectorAll('.pad')).toHaveLength(2);
  await press('Make Bo’s sheet small again');
  expect(document.querySelectorAll('.pad')).toHaveLength(1);
});

test('a hint becomes a draft', async () => {
  const given = view();
  show({ view: given, turns: TURNS, draft: drafted('X=r 2 H3 I3', given.dice) });
  expect(crossed()).toEqual(['H3', 'I3']);
  expect(chosenDice()).toEqual(['Die X, a joker for any colour', 'Die 2']);
});

test('a sheet is printed with one path for each colour and a use for each mark', () => {
  show({ view: view({ marked: ['H3'] }), turns: TURNS });
  const sheet = document.querySelector('.pad .print')!;
  expect(sheet.querySelectorAll('path')).toHaveLength(5 + 2);
  expect(sheet.querySelectorAll('use.mark')).toHaveLength(105 - 15 - 1);
});

test('a column and a star that the draft would win are announced', async () => {
  const column_left = PLAYER.column_left.with(9, 1);
  show({ view: view({ column_left }), turns: ['pass', 'b2 J2 K2'] });
  await press('J2 blue, with a star', 'K2 blue');
  expect(prompt()).toBe('Cross off blue 2 column J full: +2, 1 star: +2 points');
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
  await press('Die green', 'Show me where', 'Cross off green 2');
  expect(play).toHaveBeenCalledExactlyOnceWith('g2 H1 G1');
});

test('alone, the end is rated', async () => {
  const points = { colours: 5, columns: 14, exclamations: 6, stars: -2 };
  show({
    view: view({}, { players: [{ ...PLAYER, points, score: 23 }], over: true, stage: 'over', rating: { stars: 2.5, level: 5 }, acting: [] }),
  });
  expect(await screen.findByLabelText('2.5 of 4 stars', {}, { timeout: 20_000 })).toBeTruthy();
  expect(screen.getByText('That went really well.')).toBeTruthy();
  expect(screen.getByText('−2')).toBeTruthy();
});

test('somebody who watches sees all sheets and nothing to choose', () => {
  show({ view: view({}, { viewer: null, left: null }), seat: null });
  expect(document.querySelectorAll('.leaf')).toHaveLength(2);
  expect(document.querySelectorAll('[data-choice]')).toHaveLength(0);
});

test('the notation', () => {
  expect(parse('X=r 3 E6 F5 F6')).toMatchObject({ colour: 'X', number: '3', means: { colour: 'r', number: '3' }, cells: ['E6', 'F5', 'F6'] });
  expect(parse('r3 ?').cells).toEqual([]);
  expect(written({ colour: 'X', number: null }, { colours: ['X'], numbers: ['2'] }, 'b', ['H5', 'H4'])).toBe('X=b 2 H4 H5');
  expect(whole([parse('X=r 1 H3'), parse('r1 H3')], { colour: null, number: null }, ['H3'])?.text).toBe('r1 H3');
  const given = view({ colour_left: [21, 21, 21, 2, 21] });
  const cells = cellsOf(given).filter((cell) => ['H3', 'I3'].includes(cell.name));
  expect(effectOf(given, given.players[0]!, cells).colours).toEqual([{ name: 'r', place: 'first', points: 5 }]);
});

test('a die that is gone names who has it, and a crossed cell is the reason by itself', async () => {
  const left = { colours: ['r', 'X'], numbers: ['2', '?'] };
  const given = view({ marked: ['G1'] }, { active: 1, taken: { text: 'g3', colour: 'g', number: '3' }, left });
  const { tell, why } = show({ view: given, turns: TURNS });
  await press('Die 3, taken by Bo');
  expect(tell).toHaveBeenLastCalledWith({ rule: 'NM-3', words: 'Bo has already taken the 3.' });
  await press('H3 red', 'G1 yellow, crossed off');
  expect(why).toHaveBeenLastCalledWith('X=y ?=1 G1');
});
