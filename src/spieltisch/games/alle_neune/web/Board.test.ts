import { screen } from '@testing-library/svelte';
import { expect, test } from 'vitest';
import type { BoardProps } from '$shell/board';
import { press, stage } from '$testing/board';
import Board from './Board.svelte';
import { goOn, steps, type Draft } from './draft';
import { winding, type AlleNeuneView, type SeatView, type Tile } from './view';

const SEAT: SeatView = {
  figures: [], front: [], banked: [], aside: [], cacti: 0, score: 0, home: false, rank: null,
};
const tile = (number: number, kind: Tile['kind'], value: number | null, figures: Tile['figures'] = []): Tile => ({
  tile: number, kind, value, section: Math.floor((number - 1) / 8) + 1, figures,
});

function view(rest: Partial<AlleNeuneView> = {}, front: SeatView['front'] = []): AlleNeuneView & { acting: number[]; chosen: number[] } {
  return {
    you: 0, players: 2, phase: 'move', turn: 0, roll: 1, sections: 6, start: [], goal: [], due: [], nine: [],
    track: [
      tile(1, 'cactus', 3), tile(2, 'number', 5, [{ seat: 0, figure: 'a' }]), tile(3, 'number', 2), tile(4, 'animal', null),
      tile(9, 'cactus', 1), tile(10, 'number', 6, [{ seat: 1, figure: 'b' }]),
    ],
    moves: [{ turn: 'a', figure: 'a', to: 3 }, { turn: 'a*', figure: 'a', to: 10 }],
    seats: [{ ...SEAT, figures: [{ figure: 'a', at: 2 }], front }, SEAT],
    acting: [0], chosen: [], ...rest,
  };
}

const show = (given: Pick<BoardProps<AlleNeuneView, Draft>, 'view'> & Partial<BoardProps<AlleNeuneView, Draft>>) =>
  stage<AlleNeuneView, Draft>(Board, given);

const TURNS = ['a', 'a* take 3', 'a* take 4'];
const MY_TILE = 'Tile 2: 5, here: your figure a';
const OTHER_WAY = 'Tile 10: 6, here: Bo b, Advance to here';

test('a step is the first of the two ways of a 1', async () => {
  const { play } = show({ view: view(), turns: TURNS });
  await press(MY_TILE, 'Move');
  expect(play).toHaveBeenCalledExactlyOnceWith('a');
});

test('the other way of a 1 is a target, and then a tile is taken', async () => {
  const { play } = show({ view: view(), turns: TURNS });
  await press(MY_TILE, OTHER_WAY, 'Tile 4: animal, take it', 'Move, take 1 tile');
  expect(play).toHaveBeenCalledExactlyOnceWith('a* take 4');
});

test('a tile taken by mistake is put back by another tap', async () => {
  show({ view: view(), turns: TURNS });
  await press(MY_TILE, OTHER_WAY, 'Tile 4: animal, take it', 'Tile 4: animal, taken');
  expect(screen.queryByTestId('confirm')).toBeNull();
});

test('two numbers that make nine are banked or kept', async () => {
  const turns = ['a take 3 nine s 3', 'a take 3 keep'];
  const front = [{ name: 's', kind: 'number' as const, value: 7 }];
  const moves = [{ turn: 'a', figure: 'a', to: 10 as const }];
  const { play } = show({ view: view({ moves }, front), turns });
  await press(MY_TILE, 'Bank 7 + 2 = 9', 'Move, take 1 tile');
  expect(play).toHaveBeenCalledExactlyOnceWith('a take 3 nine s 3');
});

test('one of three numbers goes aside', async () => {
  const turns = ['a take 3 drop s', 'a take 3 drop 3'];
  const { play } = show({ view: view({}, [{ name: 's', kind: 'number', value: 5 }]), turns });
  await press(MY_TILE, 'Lay the 5 aside', 'Move, take 1 tile');
  expect(play).toHaveBeenCalledExactlyOnceWith('a take 3 drop s');
});

test('an occupied tile says why it cannot be taken', async () => {
  const { why } = show({ view: view(), turns: TURNS });
  await press(MY_TILE, OTHER_WAY, 'Cactus tile 9: 1');
  expect(why).toHaveBeenCalledWith('a* take 9');
});

test('somebody who watches finds nothing to choose', () => {
  show({ view: view({ you: null, moves: [] }), seat: null });
  expect(document.querySelectorAll('[data-choice]')).toHaveLength(0);
});

test('a turn is cut into its steps, and forced ones follow by themselves', () => {
  expect(steps('b take 12 take 17 drop 17 take 20 nine s 12 20')).toEqual(['b', 'take 12', 'take 17', 'drop 17', 'take 20', 'nine s 12 20']);
  const turns = ['a take 3 keep', 'a take 3 nine s 3', 'b'].map(steps);
  expect(goOn(turns, ['a'])).toEqual({ done: ['a', 'take 3'], next: ['keep', 'nine s 3'], whole: false });
});

test('the track winds', () => {
  expect([0, 7, 8, 15, 16].map((n) => winding(n, 8))).toEqual([
    { row: 1, column: 1 }, { row: 1, column: 8 }, { row: 2, column: 8 }, { row: 2, column: 1 }, { row: 3, column: 1 },
  ]);
});
