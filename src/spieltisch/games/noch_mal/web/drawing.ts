/** What is printed on a sheet and what a pencil adds, as SVG paths. A cell is SIZE wide. */
import type { Cell } from './view';

export const SIZE = 60;
const GAP = 1.6;
const ROUND = 7;

/** Crosses around (0, 0): two strokes, each drawn twice; no two neighbours look quite the same. */
export const CROSSES = [
  'M-17-16C-8-6 6 8 17.5 16.5M-16.4-17C-7-6.6 7 7 16.8 17.2M16-17C6-5-7 7-16.5 17.5M16.8-16C7-5.6-6 7.2-17 16.6',
  'M-15.5-17.5C-6-5 7 5 16 18M-16.3-16.8C-7-5 6 5.6 16.8 17M17.5-15C5-6-5 5-17.5 15.5M17-16C6-6.2-6 5.8-16.8 16.2',
  'M-17.5-14.5C-5-6 5 7 17 15M-17-15.4C-6-6 6 7.6 16.4 15.8M15-18C7-4-8 6-15.5 17M15.8-17.2C7.6-4.4-7.4 7-16.2 16.8',
  'M-16-16.5C-8-4 8 5 17.5 17M-16.8-15.8C-8-4.6 7.4 5.6 16.6 17.6M17-16C4-7-5 8-17 16M16.2-16.8C4.6-6.4-5.6 8.4-16.2 16.8',
] as const;

export const crossAt = (cell: Pick<Cell, 'column' | 'row'>): number => (cell.column * 5 + cell.row * 3) % CROSSES.length;

/** A five-pointed star of radius 10. */
export const STAR = 'M0-10L2.94-3.6L9.9-2.9L4.7 1.8L6.2 8.7L0 5.1L-6.2 8.7L-4.7 1.8L-9.9-2.9L-2.94-3.6z';

export const LIGHTNING = 'M2-11L-7 2H-1.5L-3.5 11L7-3H1z';

const COLUMNS = 15;

/** Whether the cell beside is of the same block: blocks of one colour never touch each other. */
const same = (cells: readonly Cell[], cell: Cell, right: number, down: number): boolean => {
  const column = cell.column + right;
  return column >= 0 && column < COLUMNS && cells[(cell.row + down) * COLUMNS + column]?.letter === cell.letter;
};

/** The area of a cell, grown together with its block and round where that ends. */
export function area(cells: readonly Cell[], cell: Cell): string {
  const [west, east, north, south] = [same(cells, cell, -1, 0), same(cells, cell, 1, 0), same(cells, cell, 0, -1), same(cells, cell, 0, 1)];
  const x = cell.column * SIZE + (west ? 0 : GAP);
  const y = cell.row * SIZE + (north ? 0 : GAP);
  const u = (cell.column + 1) * SIZE - (east ? 0 : GAP);
  const v = (cell.row + 1) * SIZE - (south ? 0 : GAP);
  const corner = (open: boolean, dx: number, dy: number, first: 'x' | 'y'): string =>
    open ? (first === 'x' ? `q${dx} 0 ${dx} ${dy}` : `q0 ${dy} ${dx} ${dy}`) : '';
  const r = (open: boolean): number => (open ? ROUND : 0);
  const [nw, ne, se, sw] = [!west && !north, !east && !north, !east && !south, !west && !south];
  return (
    `M${x + r(nw)} ${y}H${u - r(ne)}${corner(ne, ROUND, ROUND, 'x')}V${v - r(se)}${corner(se, -ROUND, ROUND, 'y')}` +
    `H${x + r(sw)}${corner(sw, -ROUND, -ROUND, 'x')}V${y + r(nw)}${corner(nw, ROUND, -ROUND, 'y')}z`
  );
}

/** All blocks of a colour in one path. */
export const areas = (cells: readonly Cell[], some: readonly Cell[]): string => some.map((cell) => area(cells, cell)).join('');

/** Hairlines between the cells of a block. */
export function hairlines(cells: readonly Cell[]): string {
  return cells
    .map((cell) => {
      const [x, y] = [cell.column * SIZE, cell.row * SIZE];
      return (
        (same(cells, cell, 1, 0) ? `M${x + SIZE} ${y + 5}v${SIZE - 10}` : '') + (same(cells, cell, 0, 1) ? `M${x + 5} ${y + SIZE}h${SIZE - 10}` : '')
      );
    })
    .join('');
}

/** Crosses in one path, for a small sheet. */
export const crosses = (some: readonly Cell[]): string =>
  some.map((cell) => `M${cell.column * SIZE + 14} ${cell.row * SIZE + 14}l32 32m0-32l-32 32`).join('');

/** Dots where stars are, for a small sheet. */
export const dots = (some: readonly Cell[]): string =>
  some.map((cell) => `M${cell.column * SIZE + 19} ${cell.row * SIZE + 30}a11 11 0 1 0 22 0a11 11 0 1 0-22 0z`).join('');
