/** The data of view.py. Places are names like "B0.1". */
export const CARDS = ['move', 'remove', 'outside', 'inside', 'joker'] as const;
export type CardName = (typeof CARDS)[number];
export type Counts = Partial<Record<CardName, number>>;

export interface Place {
  id: string;
  zone: 'inner' | 'outer' | 'field' | 'base' | 'target';
  owner: number | null;
  xy: [number, number];
}

export interface SeatView {
  figures: string[];
  at_home: number;
  captured: number;
  hand: number;
  pile: number;
  discarded: number;
  played: Counts;
}

export interface ReMoveView {
  you: number | null;
  phase: 'first' | 'draw' | 'choose' | 'step' | 'land' | 'place' | 'over';
  turn_of: number;
  turns: number;
  turn_limit: number;
  sudden_win: boolean;
  board: { places: Place[]; lines: [string, string][] };
  card: CardName | null;
  left: number;
  moved: string[];
  step: { from: string; via: string } | null;
  steps: [string, string][];
  free: string[];
  seats: SeatView[];
  cards: { hand: Counts; pile: Counts; discarded: Counts } | null;
  deck: Counts;
  scores: number[];
  ranks: number[];
  winners: number[];
}

/** The cards of a hand, one by one, in the order of the rules. */
export function spread(counts: Counts): CardName[] {
  return CARDS.flatMap((card) => Array.from({ length: counts[card] ?? 0 }, () => card));
}
