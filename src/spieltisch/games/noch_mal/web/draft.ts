/** A turn being composed, and the turns that go on from it. No rule is known here: only the notation. */

export interface Draft {
  /** which of the colour dice and of the number dice, counted from the left */
  colour: number | null;
  number: number | null;
  /** cells as they are drawn */
  cells: string[];
  /** the ones among them that were chosen one by one; the rest came with a whole place */
  tapped: string[];
  pass: boolean;
}

export const NOTHING: Draft = { colour: null, number: null, cells: [], tapped: [], pass: false };

export const isEmpty = (draft: Draft): boolean =>
  draft.colour === null && draft.number === null && !draft.cells.length && !draft.pass;

/** What a turn text says: the faces of the dice, what they mean, and the cells. */
export interface Turn {
  text: string;
  pass: boolean;
  colour: string;
  number: string;
  means: { colour: string; number: string };
  cells: string[];
}

/** `r3 E6 F5 F6`, `X=r ?=3 E6 F5 F6`, `pass`; a veiled turn has `?` for its cells. */
export function parse(text: string): Turn {
  const words = text.split(' ');
  const plain = /^([gybro])(\d)$/.exec(words[0]!);
  const [colour = '', number = ''] = plain ? [plain[1], plain[2]] : text === 'pass' ? [] : words;
  const face = (word: string): string => word.split('=')[0]!;
  const meaning = (word: string): string => word.split('=').at(-1)!;
  return {
    text,
    pass: text === 'pass',
    colour: face(colour),
    number: face(number),
    means: { colour: meaning(colour), number: meaning(number) },
    cells: text === 'pass' ? [] : words.slice(plain ? 1 : 2).filter((word) => word !== '?'),
  };
}

/** The faces that a draft has chosen; null: any. */
export interface Chosen {
  colour: string | null;
  number: string | null;
}

export const jokers = (turn: Pick<Turn, 'colour' | 'number'>): number =>
  Number(turn.colour === 'X') + Number(turn.number === '?');

/** The turns that use these dice and mark at least these cells. */
export function leading(turns: readonly Turn[], { colour, number }: Chosen, cells: readonly string[] = []): Turn[] {
  return turns.filter(
    (turn) =>
      !turn.pass &&
      (colour === null || turn.colour === colour) &&
      (number === null || turn.number === number) &&
      cells.every((cell) => turn.cells.includes(cell)),
  );
}

/** The whole turn that these cells amount to, with as few jokers as the dice allow. */
export function whole(turns: readonly Turn[], chosen: Chosen, cells: readonly string[]): Turn | null {
  if (!cells.length) return null;
  const exact = leading(turns, chosen, cells).filter((turn) => turn.cells.length === cells.length);
  return exact.sort((a, b) => jokers(a) - jokers(b))[0] ?? null;
}

/** The different sets of cells among turns. */
export function places(turns: readonly Turn[]): string[][] {
  return [...new Map(turns.map((turn) => [turn.cells.join(' '), turn.cells])).values()];
}

/** The text of a turn that cannot be played, to ask why: with the dice that are chosen where they go with the cell, else
 * with the ones that somebody would take for it: a joker for the colour only if there is no other way, the one for the
 * number where `marks` pay for it, since with it no block is too small. */
export function written(
  chosen: Chosen, left: { colours: readonly string[]; numbers: readonly string[] }, colour: string, cells: readonly string[], marks = 0,
): string {
  const many = Math.min(5, Math.max(1, cells.length));
  const fits = chosen.colour === 'X' || chosen.colour === colour;
  const first = fits ? chosen.colour! : left.colours.includes(colour) || !left.colours.includes('X') ? colour : 'X';
  const enough = left.numbers.filter((face) => Number(face) >= many).toSorted();
  const free = left.numbers.includes('?') && marks > Number(first === 'X');
  const second = chosen.number ?? (free ? '?' : enough[0]) ?? (left.numbers.includes('?') ? '?' : String(many));
  const dice = [first === 'X' ? `X=${colour}` : first, second === '?' ? `?=${many}` : second];
  return [jokers({ colour: first, number: second }) ? dice.join(' ') : dice.join(''), ...[...cells].sort()].join(' ');
}

/** The draft that a whole turn would have been. */
export function drafted(text: string, dice: { colours: readonly string[]; numbers: readonly string[] }): Draft {
  const turn = parse(text);
  if (turn.pass) return { ...NOTHING, pass: true };
  const which = (faces: readonly string[], face: string): number | null => (faces.includes(face) ? faces.indexOf(face) : null);
  return { colour: which(dice.colours, turn.colour), number: which(dice.numbers, turn.number), cells: turn.cells, tapped: turn.cells, pass: false };
}
