/** The winding way over the sand: a place is one number, its distance along the way. */

export interface Spot {
  x: number;
  y: number;
  /** where the way leads here, in radians */
  turn: number;
}

export interface Trail {
  /** little room: less around the way */
  small: boolean;
  width: number;
  height: number;
  /** side of a tile */
  tile: number;
  /** how far along the way place n (from 0, the first behind the camp) lies */
  place: (n: number) => number;
  at: (along: number) => Spot;
  /** the way between two distances, as the data of a path */
  d: (from: number, to: number) => string;
  length: number;
  camp: { x: number; y: number; size: number };
  /** where those stand who have not set off */
  rug: { x: number; y: number; width: number; height: number };
  oasis: { x: number; y: number; size: number };
}

interface Measures {
  rows: number;
  row: number;
  tile: number;
}

/** How much of a tile's side belongs around the way: above and below, at the sides, to the camp, to the oasis. */
const AROUND = {
  small: { top: 0.76, bottom: 0.72, side: 0.63, camp: 1.12, oasis: 1.07, first: 0.79, last: 1.02, row: 0.88, pitch: 0.81 },
  large: { top: 0.95, bottom: 1, side: 0.8, camp: 2.58, oasis: 0.75, first: 1.5, last: 2.38, row: 0.74, pitch: 0.76 },
};

/** The number of rows with which tiles are largest. */
function measure(width: number, height: number, places: number, around: (typeof AROUND)['small']): Measures {
  let best: Measures = { rows: 2, row: 1, tile: 1 };
  for (let rows = 3; rows <= 12; rows++) {
    let tile = 40;
    let row = 1;
    for (let again = 0; again < 8; again++) {
      row = (height - (around.top + around.bottom) * tile) / (rows - 1);
      const straight = width - 2 * around.side * tile - row;
      const ends = around.first + around.last - 2 * around.side;
      const length = rows * straight + ((rows - 1) * Math.PI * row) / 2 + row - ends * tile;
      const pitch = (length - (around.camp + around.oasis) * tile) / (places - 1);
      tile = Math.max(8, (tile + Math.min(row * around.row, pitch * around.pitch, 112)) / 2);
    }
    if (tile > best.tile + 0.5) best = { rows, row, tile };
  }
  return best;
}

/** The points of the way: rows, joined by half circles. */
function points(width: number, { rows, row, tile }: Measures, around: (typeof AROUND)['small'], small: boolean): [number, number][] {
  const r = row / 2;
  const left = around.side * tile + r;
  const right = width - left;
  const found: [number, number][] = [];
  for (let k = 0; k < rows; k++) {
    const y = around.top * tile + k * row;
    const onward = k % 2 === 0;
    const x0 = k === 0 ? around.first * tile : onward ? left : right;
    const x1 = k < rows - 1 ? (onward ? right : left) : onward ? width - around.last * tile : around.last * tile;
    for (let i = 0; i <= 60; i++) {
      const x = x0 + ((x1 - x0) * i) / 60;
      const middle = Math.sin(Math.PI * Math.min(1, Math.max(0, (x - left) / (right - left))));
      found.push([x, y + (small ? 0 : tile * 0.075 * Math.sin((x / width) * Math.PI * 4 + k * 2.1) * middle)]);
    }
    if (k === rows - 1) break;
    for (let i = 1; i < 24; i++) {
      const angle = (i / 24) * Math.PI;
      found.push([x1 + (onward ? 1 : -1) * Math.sin(angle) * r * 0.98, y + r - Math.cos(angle) * r]);
    }
  }
  return found;
}

export function trail(width: number, height: number, places: number): Trail {
  const small = width < 700 || height < 400;
  const around = small ? AROUND.small : AROUND.large;
  const measures = measure(width, height, places, around);
  const { rows, tile } = measures;
  const way = points(width, measures, around, small);
  const sums = [0];
  for (let i = 1; i < way.length; i++) sums.push(sums[i - 1]! + Math.hypot(way[i]![0] - way[i - 1]![0], way[i]![1] - way[i - 1]![1]));
  const length = sums.at(-1)!;
  const from = around.camp * tile;
  const pitch = (length - around.oasis * tile - from) / (places - 1);

  function at(along: number): Spot {
    const s = Math.min(length, Math.max(0, along));
    let [low, high] = [0, sums.length - 1];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (sums[middle]! < s) low = middle;
      else high = middle;
    }
    const [a, b] = [way[low]!, way[high]!];
    const u = (s - sums[low]!) / (sums[high]! - sums[low]! || 1);
    return { x: a[0] + (b[0] - a[0]) * u, y: a[1] + (b[1] - a[1]) * u, turn: Math.atan2(b[1] - a[1], b[0] - a[0]) };
  }

  function d(start: number, end: number): string {
    const steps = Math.max(1, Math.ceil((end - start) / 12));
    const spots = Array.from({ length: steps + 1 }, (_, k) => at(start + ((end - start) * k) / steps));
    return `M${spots.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')}`;
  }

  const right = rows % 2 === 1; // the last row leads to the right
  const low = at(length);
  const k = tile / (small ? 43 : 80);
  return {
    small, width, height, tile, at, d, length,
    place: (n) => from + n * pitch,
    camp: small ? { x: 28 * k, y: 25 * k, size: 0.46 * k } : { x: 92 * k, y: 78 * k, size: 1.06 * k },
    rug: small ? { x: 33 * k, y: 40 * k, width: 44 * k, height: 14 * k } : { x: 214 * k, y: 92 * k, width: 124 * k, height: 70 * k },
    oasis: small
      ? { x: right ? width - 40 * k : 40 * k, y: low.y, size: 0.5 * k }
      : { x: right ? width - 112 * k : 112 * k, y: low.y + 8 * k, size: 1.1 * k },
  };
}

/** Where n figures on one tile stand, from its middle to the side; they never need more than the tile and a bit. */
export function abreast(n: number, tile: number, pawn: number): number[] {
  const step = Math.min(pawn * [0, 0, 0.78, 0.66, 0.56][Math.min(n, 4)]!, n > 1 ? (tile * 1.12 - pawn) / (n - 1) : 0);
  return Array.from({ length: n }, (_, k) => (k - (n - 1) / 2) * step);
}
