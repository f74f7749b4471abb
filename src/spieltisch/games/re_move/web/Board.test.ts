import { render, screen } from '@testing-library/svelte';
import { tick } from 'svelte';
import { expect, test, vi } from 'vitest';
import type { BoardProps, Choice, Step } from '$shell/board';
import { boardProps, stage } from '$testing/board';
import type { StageContext } from '$shell/context.svelte';
import InContext from '$testing/InContext.svelte';
import Stage from '$testing/Stage.svelte';
import Board from './Board.svelte';
import { asked, forcedLast, leads, parse, without, type Draft, type Made } from './draft';
import { follow } from './figures';
import { near } from './moves';
import { beside, plan } from './screen_layout';
import type { Place, ReMoveView, SeatView } from './view';

type View = ReMoveView & { acting: number[]; chosen: number[] };

const place = (id: string, zone: Place['zone'], x: number, y: number, owner: number | null = null): Place => ({ id, zone, owner, xy: [x, y] });
const PLACES = [
  place('C', 'field', 0, 0), place('O0', 'outer', 0, 1), place('O1', 'outer', 1, 0), place('I0', 'inner', -1, 0),
  place('B0.0', 'base', 0, 3, 0), place('B0.1', 'base', 1, 3, 0), place('B1.0', 'base', 3, -2, 1), place('B2.0', 'base', -3, -2, 2),
  place('T0.0', 'target', 0, -3, 0),
];
const LINES: [string, string][] = [['B0.0', 'O0'], ['B0.1', 'O0'], ['B0.0', 'B0.1'], ['O0', 'C'], ['O0', 'O1'], ['C', 'I0'], ['C', 'T0.0']];
const SEAT: SeatView = { figures: [], at_home: 0, captured: 0, hand: 4, pile: 12, discarded: 0, played: {} };
const seats = (...figures: string[][]): SeatView[] => figures.map((those) => ({ ...SEAT, figures: those }));

function view(rest: Partial<View> = {}): View {
  return {
    you: 0, phase: 'choose', turn_of: 0, turns: 3, turn_limit: 600, sudden_win: false, board: { places: PLACES, lines: LINES },
    card: null, left: 0, moved: [], step: null, steps: [], free: [], seats: seats(['B0.0', 'B0.1'], ['O1'], ['B2.0']),
    cards: { hand: { move: 2, remove: 1, joker: 1 }, pile: { move: 6 }, discarded: {} }, deck: { move: 8 },
    scores: [0, 0, 0], ranks: [1, 1, 1], winners: [], acting: [0], chosen: [], ...rest,
  };
}

/** A small server: what goes on from which decisions. */
const choice = (decision: number, text: string, complete = false): Choice => ({ decision, text, complete });
const TREE: Record<string, { choices: Choice[]; view?: Partial<View> }> = {
  '': { choices: [choice(0, 'discard', true), choice(1, 'move'), choice(2, 'remove'), choice(3, 'joker outer', true), choice(4, 'joker inner', true)] },
  '1': { choices: [choice(10, 'move B0.0-O0'), choice(11, 'move B0.1-O0')], view: { phase: 'step', left: 2 } },
  '1,10': { choices: [choice(12, 'move B0.0-O0 B0.1-B0.0', true)], view: { phase: 'step', left: 1, seats: seats(['O0', 'B0.1'], ['O1'], ['B2.0']) } },
  '1,11': { choices: [choice(13, 'move B0.1-O0 B0.0-B0.1', true)], view: { phase: 'step', left: 1, seats: seats(['O0', 'B0.0'], ['O1'], ['B2.0']) } },
  '1,10,12': { choices: [], view: { seats: seats(['O0', 'B0.0'], ['O1'], ['B2.0']) } },
  '2': { choices: [choice(20, 'remove B0.0-O0'), choice(21, 'remove B0.0xO1'), choice(22, 'remove B0.1-O0')], view: { phase: 'step', left: 1 } },
  '2,20': { choices: [choice(23, 'remove B0.0-O0-C', true), choice(24, 'remove B0.0-O0-O1', true)], view: { phase: 'land', left: 1 } },
  '2,21': { choices: [choice(25, 'remove B0.0xO1-O0', true)], view: { phase: 'land', left: 1 } },
  '2,22': { choices: [choice(26, 'remove B0.1-O0-C', true), choice(27, 'remove B0.1-O0-O1', true)], view: { phase: 'land', left: 1 } },
  '3': { choices: [], view: { seats: seats(['B0.0', 'B0.1'], [], ['B2.0']) } },
};

function show(given: Partial<BoardProps<ReMoveView, Draft>> & { view?: View } = {}) {
  const start = given.view ?? view();
  const choices = vi.fn(async (begun: readonly number[]): Promise<Step<View>> => {
    const whole = TREE[begun.slice(0, -1).join()]?.choices.some((one) => one.decision === begun.at(-1) && one.complete);
    const found = TREE[begun.join()] ?? (whole ? { choices: [] } : null);
    if (!found) throw { rule: 'RM-4', words: 'no' };
    return { choices: found.choices, view: view(found.view) };
  });
  return stage<ReMoveView, Draft>(Board, { choices, turnsComplete: false, ...given, view: start });
}

/** The same with a shell around it that gets to know how a turn is made a draft. */
function shown(start: View, staged: (take: ((text: string) => void) | null) => void) {
  const choices = async (begun: readonly number[]): Promise<Step<View>> => {
    const found = TREE[begun.join()] ?? { choices: [] };
    return { choices: found.choices, view: view(found.view) };
  };
  const handed = boardProps<ReMoveView, Draft>({ view: start, choices, turnsComplete: false });
  const context = {
    mode: 'play', prompt: { lead: '', words: '', more: '', mine: true }, hinted: null, people: [], recent: [],
    staged: (take: ((text: string) => void) | null) => { staged(take); return () => {}; },
  };
  render(InContext, { props: { board: Board, handed, context: context as unknown as StageContext } });
  return handed;
}

/** Found by their names; asking for roles takes long on a board of many places. */
const found = (name: string): HTMLElement[] =>
  [...document.querySelectorAll<HTMLElement>('button, [role="button"]')].filter(
    (one) => (one.getAttribute('aria-label') ?? one.textContent?.trim()) === name,
  );
const appears = (name: string): Promise<HTMLElement> =>
  vi.waitFor(() => {
    const [first] = found(name);
    if (!first) throw new Error(`no button ${name}`);
    return first;
  });
const click = (one: HTMLElement | undefined): boolean | undefined => one?.dispatchEvent(new MouseEvent('click', { bubbles: true }));
/** Presses what is there, alive or not. */
const press = async (...names: string[]): Promise<void> => {
  for (const name of names) {
    click(await appears(name));
    await tick();
  }
};
/** Presses what can be chosen, when it can. */
const chosen = async (...names: string[]): Promise<void> => {
  for (const name of names) {
    const alive = await vi.waitFor(() => {
      const one = found(name).find((each) => each.hasAttribute('data-choice') || each.hasAttribute('data-testid'));
      if (!one) throw new Error(`nothing to choose: ${name}`);
      return one;
    });
    click(alive);
    await tick();
  }
};
const MOVE = 'Move: All move one step';
const REMOVE = 'ReMove: All move two, jumps capture';
const JOKER = 'Joker: A ring of your choice';
const B00 = 'Base of Ada, place 1: figure of Ada, has to move';
const B01 = 'Base of Ada, place 2: figure of Ada, has to move';
const O0 = 'Outer ring, place 1';
const asks = (): string => screen.getByTestId('ask').textContent!.replace(/\s+/g, ' ').trim();

test('a Move: a figure with one way goes at once, what is forced is filled in and said', async () => {
  const { play } = show();
  await chosen(MOVE, B00);
  await appears('Play Move');
  expect(asks()).toBe('All have moved 1 moved without a choice.');
  await press('Play Move');
  expect(play).toHaveBeenCalledExactlyOnceWith('move B0.0-O0 B0.1-B0.0');
});

test('a moved figure is taken back by a tap', async () => {
  show();
  await chosen(MOVE, B00);
  await appears('Play Move');
  await press(`${O0}: figure of Ada, has moved`);
  await appears(B00);
  expect(screen.queryByTestId('confirm')).toBeNull();
});

test('a ReMove is made of a middle and an end', async () => {
  const { play } = show();
  await chosen(REMOVE, B00, `${O0}: free, go here`);
  await appears(`${O0}: free, in between`);
  await chosen('Centre: free, go here', 'Play ReMove');
  expect(play).toHaveBeenCalledExactlyOnceWith('remove B0.0-O0-C');
});

test('a figure that can be jumped says so', async () => {
  const { play } = show();
  await chosen(REMOVE, B00, 'Outer ring, place 2: figure of Bo, jump and capture');
  await chosen('Play ReMove');
  expect(play).toHaveBeenCalledExactlyOnceWith('remove B0.0xO1-O0');
});

test('the joker asks for a ring and shows whom it captures', async () => {
  const { play } = show();
  await chosen(JOKER);
  await vi.waitFor(() => expect(asks()).toContain('Joker: 1 figure goes home'));
  await chosen('Inner', 'Play Joker');
  expect(play).toHaveBeenCalledExactlyOnceWith('joker inner');
});

test('the hand is discarded in two taps', async () => {
  const { play } = show();
  await chosen('Discard hand', 'Discard 4 cards');
  expect(play).toHaveBeenCalledExactlyOnceWith('discard');
});

test('who taps the board before choosing a card is told what comes first', async () => {
  const { tell, setDraft } = show();
  await appears(MOVE);
  await press('Base of Ada, place 1: figure of Ada');
  expect(tell).toHaveBeenCalledWith({ rule: 'RM-4', words: expect.stringContaining('card first') });
  expect(setDraft).not.toHaveBeenCalled();
});

test('where a figure cannot go, the reason is asked for', async () => {
  const { why } = show();
  await chosen(REMOVE, B00);
  await appears(`${O0}: free, go here`);
  await press('Inner ring, place 1: free');
  expect(why).toHaveBeenLastCalledWith('remove B0.0-I0-C');
  await press('Centre: free');
  expect(why).toHaveBeenLastCalledWith('remove B0.0-O0-C');
  await press(B01);
  await appears(`${O0}: free, in between`);
});

test('between its two steps a figure is swapped for another by one tap', async () => {
  const { play } = show();
  await chosen(REMOVE, B00, `${O0}: free, go here`);
  await appears(`${O0}: free, in between`);
  await press(B01);
  await chosen('Centre: free, go here', 'Play ReMove');
  expect(play).toHaveBeenCalledExactlyOnceWith('remove B0.1-O0-C');
});

test('who taps a free place before a figure is told what comes first', async () => {
  const { tell, why } = show();
  await chosen(MOVE);
  await appears(B00);
  await press('Centre: free');
  expect(tell).toHaveBeenCalledWith({ rule: 'RM-5', words: expect.stringContaining('First choose one of your figures') });
  expect(why).not.toHaveBeenCalled();
});

test('captured figures come back together, with one confirmation', async () => {
  const back = seats(['B0.0'], ['O1'], ['B2.0']).map((one, who) => ({ ...one, captured: who ? 0 : 2 }));
  const free = ['B0.1', 'B0.2', 'B0.3'];
  const board = { places: [...PLACES, place('B0.2', 'base', 2, 3, 0), place('B0.3', 'base', 3, 3, 0)], lines: LINES };
  const given = boardProps<ReMoveView, Draft>({ view: view({ phase: 'place', board, seats: back }), turns: free.map((id) => `place ${id}`), turnsComplete: false });
  const { play, why } = given;
  const { rerender } = render(Stage, { props: { board: Board, handed: given } });
  await press('Centre: free');
  expect(why).toHaveBeenCalledWith('place C');
  expect(asks()).toBe('2 figures come back: where to?');
  await chosen('Base of Ada, place 2: free, go here');
  expect(screen.queryByTestId('confirm')).toBeNull();
  await chosen('Base of Ada, place 4: free, go here');
  expect(asks()).toBe('Your 2 figures come back here Rather somewhere else? Tap another place.');
  await chosen('Place 2 figures');
  expect(play).toHaveBeenCalledWith('place B0.1');
  const after = view({ phase: 'place', board, seats: back.map((one, who) => (who ? one : { ...one, figures: ['B0.0', 'B0.1'], captured: 1 })) });
  await rerender({ handed: { ...given, view: after, turns: ['place B0.2', 'place B0.3'] } });
  expect(play).toHaveBeenLastCalledWith('place B0.3');
  expect(play).toHaveBeenCalledTimes(2);
});

test('another card by one tap, another place by one tap', async () => {
  const { play } = show();
  await chosen(REMOVE, MOVE, B00);
  await appears('Play Move');
  await press(JOKER);
  await chosen('Play Joker');
  expect(play).toHaveBeenCalledExactlyOnceWith('joker outer');
});

test('who taps while another plays hears whose turn it is', async () => {
  const { tell } = show({ view: view({ acting: [1] }) });
  await press('Centre: free', MOVE);
  expect(tell).toHaveBeenNthCalledWith(1, { rule: null, words: 'It is Bo’s turn now.' });
  expect(tell).toHaveBeenNthCalledWith(2, { rule: null, words: 'It is Bo’s turn now.' });
});

test('a card that moves nobody says so, and the joker is played by tapping a ring', async () => {
  const { tell, play } = show();
  await chosen(JOKER);
  await press('Centre: free');
  expect(tell).toHaveBeenCalledWith({ rule: 'RM-7', words: 'Joker moves no figures.' });
  await press('Inner ring, place 1: free');
  await chosen('Play Joker');
  expect(play).toHaveBeenCalledExactlyOnceWith('joker inner');
});

test('a finger between two places on a small board means neither', () => {
  const at = new Map<string, readonly [number, number]>([['A', [0, 0]], ['B', [1, 0]]]);
  expect(near(at, ['A', 'B'], [0.1, 0], 31, true)).toBe('A');
  expect(near(at, ['A', 'B'], [0.5, 0], 31, true)).toBe('unclear');
  expect(near(at, ['A', 'B'], [0.4, 0], 60, true)).toBe('A');
  expect(near(at, ['A', 'B'], [0.4, 0], 31, false)).toBe('A');
  expect(near(at, ['A', 'B'], [4, 4], 31, true)).toBeNull();
});

test('a draft that is no longer possible is forgotten', async () => {
  show({ draft: { made: [{ decision: 99, text: 'inside', complete: true, forced: false }], from: null } });
  await vi.waitFor(() => expect(screen.queryByTestId('confirm')).toBeNull());
});

test('somebody who watches sees no cards and nothing to choose; the end says why', async () => {
  const { seats } = view();
  const over = { you: null, cards: null, acting: [], phase: 'over' as const, winners: [1], scores: [0, 1, 0] };
  show({ seat: null, view: view({ ...over, seats: seats.map((one, who) => ({ ...one, at_home: who === 1 ? 3 : 0 })) }) });
  expect(document.querySelectorAll('[data-choice]')).toHaveLength(0);
  expect(await screen.findByText('Three figures in the target win', {}, { timeout: 20_000 })).toBeTruthy();
  show({ seat: null, view: view(over) });
  expect(await screen.findByText('After the last turn the figures in the target count', {}, { timeout: 20_000 })).toBeTruthy();
});

test('figures of others travel when a new view tells of their turn', async () => {
  const travelled: string[] = [];
  const animate = vi.fn(function (this: Element) {
    travelled.push(this.getAttribute('data-figure') ?? '');
    return { finished: Promise.resolve() } as unknown as Animation;
  });
  Element.prototype.animate = animate as unknown as Element['animate'];
  const given = boardProps<ReMoveView, Draft>({ view: view({ acting: [1] }), motion: true });
  const { rerender } = render(Stage, { props: { board: Board, handed: given } });
  const places = PLACES.map((one) => ({ ...one })); // a new view has a board of its own, with the same places
  const next = view({ acting: [2], board: { places, lines: LINES }, seats: seats(['B0.0', 'B0.1'], ['C'], ['B2.0']) });
  const turn = { n: 4, seat: 1, kind: 'turn' as const, text: 'move O1-C', words: '' };
  await rerender({ handed: { ...given, view: next, lastEvents: [turn] } });
  await tick();
  expect(travelled).toEqual(['1.0']);
});

test('the notation', () => {
  expect(parse('remove B0.2-A0M-O0 O4xO5-O6')).toMatchObject({ paths: [['B0.2', 'A0M', 'O0'], ['O4', 'O5', 'O6']], jumped: ['O5'] });
  expect(parse('joker inner').ring).toBe('inner');
  expect(parse('outside').ring).toBe('outer');
  expect(asked('move', 'B0.0', 'C', LINES)).toBe('move B0.0-C');
});

test('a turn begins like another one only where a part of it ends', () => {
  expect(leads('remove B0.0xO1', 'remove B0.0xO1-O0')).toBe(true);
  expect(leads('move', 'move B0.1-O0 B0.0-B0.1')).toBe(true);
  expect(leads('move B0.1-O0', 'move B0.1-O0')).toBe(true);
  expect(leads('move B0.1-O1', 'move B0.1-O12')).toBe(false);
});

test('a turn that somebody shows me becomes my draft, card and steps', async () => {
  let take: ((text: string) => void) | null = null;
  const handed = shown(view(), (taking) => (take = taking));
  await chosen(JOKER, 'Outer');
  take!('move B0.1-O0 B0.0-B0.1');
  await press('Play Move');
  expect(handed.play).toHaveBeenCalledExactlyOnceWith('move B0.1-O0 B0.0-B0.1');
});

test('taking back takes what was forced with it', () => {
  const one = (text: string, forced: boolean): Made => ({ decision: 0, text, complete: false, forced });
  const made = [one('move', false), one('move A-B', false), one('move A-B C-D', true), one('move A-B C-D E-F', false)];
  expect(without(made, 'E').map((m) => m.text)).toEqual(['move', 'move A-B']);
  expect(without(made, 'A').map((m) => m.text)).toEqual(['move']);
  expect(forcedLast(made.slice(0, 3))).toBe(1);
});

test('figures keep who they are while they move, are captured and come back', () => {
  const start = follow([], seats(['A', 'B'], ['C']), []);
  const after = follow(start, [{ figures: ['D', 'A'], captured: 0 }, { figures: [], captured: 1 }], [['A', 'C', 'D'], ['B', 'A']]);
  expect(after.map(({ key, place }) => [key, place])).toEqual([['0.0', 'D'], ['0.1', 'A'], ['1.0', null]]);
  expect(follow(after, seats(['D', 'A'], ['E']), [])[2]).toMatchObject({ key: '1.0', place: 'E' });
});

test('figures stand as the view says, even if a way is told twice', () => {
  const start = follow([], seats(['A', 'B']), []);
  const ways = [['A', 'D'], ['B', 'A']];
  const twice = follow(follow(start, seats(['A', 'D']), ways), seats(['A', 'D']), ways);
  expect(twice.map(({ place }) => place).toSorted()).toEqual(['A', 'D']);
});

test('the base of the viewer is at the bottom, and arrow keys walk over the board', () => {
  const turned = plan(PLACES, 3, 1);
  const [x, y] = turned.bases[1]!;
  expect([Math.round(x * 100) / 100, y > 0]).toEqual([0, true]);
  const at = plan(PLACES, 3, 0).at;
  expect(beside(at, 'C', 'ArrowDown')).toBe('I0');
  expect(beside(at, 'C', 'ArrowRight')).toBe('O1');
  expect(beside(at, 'C', 'Enter')).toBeNull();
});
