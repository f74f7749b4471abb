/** The six colours of all games, each with the shape or letter that tells it without colour. */
import type { Lang } from '$shell/board';

export type Colour = 'red' | 'orange' | 'yellow' | 'green' | 'blue' | 'purple';

/** Seats in their order, wherever players have a colour: on boards and in graphs. */
export const SEAT_COLOURS: readonly Colour[] = ['red', 'blue', 'yellow', 'green', 'purple', 'orange'];

export const COLOURS: readonly Colour[] = ['red', 'orange', 'yellow', 'green', 'blue', 'purple'];

/** The letters of the notations: r3, g11. */
export const BY_LETTER: Readonly<Record<string, Colour>> = {
  r: 'red',
  o: 'orange',
  y: 'yellow',
  g: 'green',
  b: 'blue',
  p: 'purple',
};

export const NAMES: Readonly<Record<Lang, Record<Colour, string>>> = {
  de: { red: 'Rot', orange: 'Orange', yellow: 'Gelb', green: 'Grün', blue: 'Blau', purple: 'Lila' },
  en: { red: 'red', orange: 'orange', yellow: 'yellow', green: 'green', blue: 'blue', purple: 'purple' },
};

/** For those who chose letters; Gelb and Grün need two. */
export const LETTERS: Readonly<Record<Lang, Record<Colour, string>>> = {
  de: { red: 'R', orange: 'O', yellow: 'Ge', green: 'Gr', blue: 'B', purple: 'L' },
  en: { red: 'R', orange: 'O', yellow: 'Y', green: 'G', blue: 'B', purple: 'P' },
};

/** Outlines around (0, 0) that all look equally large beside each other: ● ▲ ■ ◆ ⬟ ✚. */
export const SHAPES: Readonly<Record<Colour, string>> = {
  red: 'M-.86 0a.86.86 0 1 0 1.72 0a.86.86 0 1 0-1.72 0z',
  orange: 'M0-.98L1 .76H-1z',
  yellow: 'M-.78-.78H.78V.78H-.78z',
  green: 'M0-1.08L.92 0L0 1.08L-.92 0z',
  blue: 'M0-1L.98-.29L.6.84H-.6L-.98-.29z',
  purple: 'M-.34-.98H.34V-.34H.98V.34H.34V.98H-.34V.34H-.98V-.34H-.34z',
};
