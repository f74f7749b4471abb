import { screen } from '@testing-library/svelte';
import { expect, test, vi } from 'vitest';
import type { BoardProps, CommonView } from '$shell/board';
import { press, stage } from '$testing/board';
import Board from './Board.svelte';
import { distinct, goOn, needed, steps, swaps, type Draft } from './draft';
import { hopping, play as motionOf, setsOff } from './motion';
import { abreast, trail } from './trail';
import type { AlleNeuneView, Lying, SeatView, Tile } from './view';

const SEAT: SeatView = {
  figures: [], front: [], banked: [], aside: [], cacti: 0, score: 0, home: false, rank: null,
};
const tile = (number: number, kind: Tile['kind'], value: number | null, figures: Tile['figures'] = []): Tile => ({
  tile: number, kind, value, section: Math.floor((number - 1) / 8) + 1, figures,
});
const lies = (name: string, value: number, kind: Lying['kind'] = 'number'): Lying => ({ name, kind, value });

function view(rest: Partial<AlleNeuneView & CommonView> = {}, front: SeatView['front'] = []): AlleNeuneView & CommonView {
  return {
    you: 0, players: 2, phase: 'move', turn: 0, roll: 1, sections: 6, start: [], goal: [{ seat: 0, figure: 'c' }], due: [], nine: [],
    track: [
      tile(1, 'cactus', 3), tile(2, 'number', 5, [{ seat: 0, figure: 'a' }]), tile(3, 'number', 2), tile(4, 'animal', null),
      tile(9, 'cactus', 1), tile(10, 'number', 6, [{ seat: 1, figure: 'b' }]),
    ],
    moves: [{ turn: 'a', figure: 'a', to: 3 }, { turn: 'a*', figure: 'a', to: 10 }],
    seats: [{ ...SEAT, figures: [{ figure: 'a', at: 2 }, { figure: 'c', at: 'goal' }], front }, SEAT],
    acting: [0], chosen: [], ...rest,
  };
}

const show = (given: Pick<BoardProps<AlleNeuneView, Draft>, 'view'> & Partial<BoardProps<AlleNeuneView, Draft>>) =>
  stage<AlleNeuneView, Draft>(Board, given);

const TURNS = ['a', 'a* take 3', 'a* take 4'];
const MINE = '5, section 1, tile 2, here: your figure a, move it';
const OTHER_WAY = '6, section 2, tile 2, here: Bo b, move up to here';
const ANIMAL = 'Animal, section 1, tile 4';

test('a step is the first of the two ways of a 1', async () => {
  const { play } = show({ view: view(), turns: TURNS });
  await press(MINE, 'Move');
  expect(play).toHaveBeenCalledExactlyOnceWith('a');
});

test('the other way of a 1 is a target, and then a tile is taken', async () => {
  const { play } = show({ view: view(), turns: TURNS });
  await press(MINE, OTHER_WAY, `${ANIMAL}, take it`, 'Move, take the animal +5');
  expect(play).toHaveBeenCalledExactlyOnceWith('a* take 4');
});

test('a tile taken by mistake is put back by another tap, or swapped for another', async () => {
  const { play } = show({ view: view(), turns: TURNS });
  await press(MINE, OTHER_WAY, `${ANIMAL}, take it`, `${ANIMAL}, taken`);
  expect(screen.queryByTestId('confirm')).toBeNull();
  await press(`${ANIMAL}, take it`, '2, section 1, tile 3, take it', 'Move, take the 2');
  expect(play).toHaveBeenCalledExactlyOnceWith('a* take 3');
});

test('two numbers that make nine are banked by the main button, or kept by the one beside it', async () => {
  const turns = ['a take 3 nine s 3', 'a take 3 keep'];
  const moves = [{ turn: 'a', figure: 'a', to: 10 as const }];
  const { play } = show({ view: view({ moves }, [lies('s', 7)]), turns });
  await press(MINE);
  expect(screen.getByTestId('ask').textContent).toContain('7 + 2 = 9: bank it or keep it?');
  await press('Bank the nine +10', 'Keep it');
  expect(vi.mocked(play).mock.calls).toEqual([['a take 3 nine s 3'], ['a take 3 keep']]);
});

test('a nine in the middle of a turn is banked or kept before the next tile', async () => {
  const turns = ['a take 3 nine s 3 take 4', 'a take 3 keep take 4', 'a take 3 keep take 9'];
  const moves = [{ turn: 'a', figure: 'a', to: 10 as const }];
  const { play } = show({ view: view({ moves }, [lies('s', 7)]), turns });
  await press(MINE);
  expect(screen.queryByTestId('confirm')).toBeNull();
  await press('Keep it', 'Cactus 1, section 2, tile 1, take it', 'Move, take 2 tiles');
  expect(play).toHaveBeenCalledExactlyOnceWith('a take 3 keep take 9');
});

test('two different nines are told apart by their tiles, and two equal ones are one', async () => {
  const turns = ['a take 3 nine s 3', 'a take 3 nine 17 3'];
  const { play } = show({ view: view({}, [lies('s', 7), lies('17', 7, 'cactus')]), turns });
  await press(MINE);
  expect(screen.getByTestId('ask').textContent).toContain('Which nine do you want to bank?');
  await press('Bank 7 + 2', 'Bank Cactus 7 + 2');
  expect(screen.getByTestId('ask').textContent).toContain('You take the 2: 7 + 2 = 9 This nine must be banked.');
  await press('Bank the nine +10');
  expect(play).toHaveBeenCalledExactlyOnceWith('a take 3 nine 17 3');
  const same = [[lies('s', 4), lies('3', 5)], [lies('12', 4), lies('3', 5)], [lies('17', 4, 'cactus'), lies('3', 5)]];
  expect(distinct(same.map((tiles) => ({ tiles })))).toHaveLength(2);
});

test('one of three numbers goes aside', async () => {
  const turns = ['a take 3 drop s', 'a take 3 drop 3'];
  const { play } = show({ view: view({}, [lies('s', 5)]), turns });
  await press(MINE);
  expect(screen.getByTestId('ask').textContent).toContain('No nine: lay a number aside It counts minus at the end.');
  await press('Lay 5 aside');
  expect(screen.getByTestId('ask').textContent).toContain('You take the 2 and lay the 5 aside');
  await press('Lay 2 aside', 'Lay 5 aside', 'Move, take the 2 −5');
  expect(play).toHaveBeenCalledExactlyOnceWith('a take 3 drop s');
});

test('the prompt is true at every moment of a draft, with what is missing to nine', async () => {
  show({ view: view({}, [lies('s', 4)]), turns: TURNS });
  const asked = (): string => screen.getByTestId('ask').textContent!.replace(/\s+/g, ' ').trim();
  expect(asked()).toBe('Move 1 tile Or up to the next figure. A 5 makes nine.');
  await press(MINE);
  expect(asked()).toContain('Move onto the');
  await press(OTHER_WAY);
  expect(asked()).toContain('Past the cactus: take a tile');
  await press(`${ANIMAL}, take it`);
  expect(asked()).toContain('You take the animal');
});

// What somebody may do wrong, at each stage, and what they are told.
const WRONG: [string, string[], string, string][] = [
  ['a tile before a figure', [], '2, section 1, tile 3', 'Choose one of your figures first.'],
  ['the figure of another', [], '6, section 2, tile 2, here: Bo b', 'That is not your figure'],
  ['the camp without a figure of mine', [], 'Camp', 'None of your figures is in the camp'],
  ['the oasis, out of reach', [MINE], 'Oasis, here: your figure c', 'does not reach the oasis'],
  ['the camp in the middle of a turn', [MINE, OTHER_WAY], 'Camp', 'finish its turn first'],
  ['a number in front before a figure', [], '4, in front of you', 'Your number stays'],
];
test.each(WRONG)('%s', async (_, before, tapped, words) => {
  const { tell, why } = show({ view: view({}, [lies('s', 4)]), turns: TURNS });
  await press(...before, tapped);
  await vi.waitFor(() => expect(tell).toHaveBeenCalledWith({ rule: expect.stringMatching(/^AN-/), words: expect.stringContaining(words) }));
  expect(why).not.toHaveBeenCalled();
});

const ASKED: [string, string[], string, string][] = [
  ['a figure in the goal', [], 'Oasis, here: your figure c', 'c'],
  ['a tile that is not due', [MINE, OTHER_WAY], 'Cactus 1, section 2, tile 1', 'a* take 9'],
  ['a tile when none is earned', [MINE], `${ANIMAL}`, 'a take 4'],
  ['a number when none goes', [MINE], '4, in front of you', 'a drop s'],
];
test.each(ASKED)('%s: the rules say why', async (_, before, tapped, text) => {
  const { why } = show({ view: view({}, [lies('s', 4)]), turns: TURNS });
  await press(...before, tapped);
  await vi.waitFor(() => expect(why).toHaveBeenCalledExactlyOnceWith(text));
});

test('who taps while another plays hears whose turn it is', async () => {
  const { tell } = show({ view: view({ acting: [1] }), turns: [] });
  await press('2, section 1, tile 3');
  await vi.waitFor(() => expect(tell).toHaveBeenCalledWith({ rule: null, words: 'It is Bo’s turn now.' }));
});

test('somebody who watches finds nothing to choose', () => {
  show({ view: view({ you: null, moves: [] }), seat: null });
  expect(document.querySelectorAll('[data-choice]')).toHaveLength(0);
});

test('a turn is cut into its steps, and forced ones follow by themselves', () => {
  expect(steps('b take 12 take 17 drop 17 take 20 nine s 12 20')).toEqual(['b', 'take 12', 'take 17', 'drop 17', 'take 20', 'nine s 12 20']);
  const turns = ['a take 3 keep', 'a take 3 nine s 3', 'b'].map(steps);
  expect(goOn(turns, ['a'])).toEqual({ done: ['a', 'take 3'], next: ['keep', 'nine s 3'], whole: false });
  expect([...swaps(TURNS.map(steps), ['a*', 'take 3'], 'take')]).toEqual([['take 4', ['a*', 'take 4']]]);
});

test('what is missing to nine', () => {
  expect(needed([lies('s', 4)])).toEqual([5]);
  expect(needed([lies('s', 2)])).toEqual([]);
  expect(needed([lies('s', 4), lies('3', 2)])).toEqual([3, 5]);
});

test.each([[1184, 575], [352, 400], [425, 316], [1830, 850], [680, 800]])('the way winds within %i × %i, and tiles do not pile up', (width, height) => {
  for (const places of [48, 40]) {
    const way = trail(width, height, places);
    const spots = Array.from({ length: places }, (_, n) => way.at(way.place(n)));
    const half = way.tile / 2;
    for (const { x, y } of spots) {
      expect(x - half).toBeGreaterThan(0);
      expect(x + half).toBeLessThan(width);
      expect(y - half).toBeGreaterThan(0);
      expect(y + half).toBeLessThan(height);
    }
    spots.forEach((a, i) => spots.slice(i + 1).forEach((b) => expect(Math.hypot(a.x - b.x, a.y - b.y)).toBeGreaterThan(way.tile * 0.7)));
    expect(way.tile).toBeGreaterThan(36);
  }
});

test('figures abreast stay on their tile, and what follows a turn is quick', () => {
  for (const n of [1, 2, 4, 10]) expect(Math.max(...abreast(n, 80, 42)) + 21).toBeLessThanOrEqual(46);
  expect(hopping(-1, 2, 47)).toBe(510);
  expect(hopping(3, 40, 47)).toBeLessThanOrEqual(760);
  expect(new Set(Array.from({ length: 45 }, (_, k) => setsOff(k, 45))).size).toBe(6);
});

test('a figure hops, waits while its tile is taken away, and rides with the one that it stands on', () => {
  const root = document.createElement('div');
  root.innerHTML = '<i data-key="t1"></i><i data-key="t3"></i><i data-key="0a"></i><i data-key="1a"></i>';
  const told = new Map<string, KeyframeAnimationOptions[]>();
  Element.prototype.animate = function (this: Element, _frames: unknown, options: KeyframeAnimationOptions) {
    const key = this.getAttribute('data-key')!;
    told.set(key, [...(told.get(key) ?? []), options]);
    return { finished: Promise.resolve(), cancel: () => {} };
  } as unknown as Element['animate'];
  const laid = trail(1200, 600, 8);
  const stands = (place: number): { place: number; x: number; y: number } => ({ place, ...laid.at(laid.place(Math.max(place, -1))) });
  const before = { trail: laid, tiles: new Map([[1, 0], [2, 1], [3, 2]]), figures: new Map([['0a', stands(-1)], ['1a', stands(0)]]) };
  const after = { trail: laid, tiles: new Map([[1, 1], [3, 2]]), figures: new Map([['0a', stands(1)], ['1a', stands(1)]]) };
  const closes = motionOf(root, before, after, '0a', true, (place) => laid.at(laid.place(place)));
  const [over, ride] = told.get('0a')!;
  expect(over).toMatchObject({ duration: hopping(-1, 0, 2), fill: 'both' });
  expect(ride).toMatchObject({ delay: closes, fill: 'none' }); // as its tile, and nothing of it before
  expect(told.get('t1')).toMatchObject([{ delay: closes }]);
  expect(told.get('1a')).toMatchObject([{ delay: closes }]);
  expect(told.has('t3')).toBe(false);
});
