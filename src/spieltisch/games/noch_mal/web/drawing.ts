/** Strokes as a pencil makes them, around (0, 0); no two neighbours look quite the same. */

const CROSSES = [
  'M-7-6.6C-3-2.4 2.6 3 7.2 6.8M6.6-7C2.4-2.2-2.8 3-6.8 7.2',
  'M-6.4-7.2C-2.6-2 3 2.2 6.6 7.4M7.3-6.2C2 -2.4-2.2 2.2-7.2 6.4',
  'M-7.2-6C-2.2-2.6 2 2.8 7 6.2M6.2-7.4C3-1.8-3.4 2.6-6.4 7',
  'M-6.6-6.8C-3.4-1.6 3.4 2 7.3 7M7-6.6C1.8-2.8-2 3.4-7 6.7',
] as const;

export const crossAt = (column: number, row: number): string => CROSSES[(column * 5 + row * 3) % CROSSES.length]!;

/** A five-pointed star of radius 10. */
export const STAR = 'M0-10L2.94-3.6L9.9-2.9L4.7 1.8L6.2 8.7L0 5.1L-6.2 8.7L-4.7 1.8L-9.9-2.9L-2.94-3.6z';

export const LIGHTNING = 'M2-11L-7 2H-1.5L-3.5 11L7-3H1z';
