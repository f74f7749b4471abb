/** The data of view.py. Counters are texts like "r11". */
export interface SeatView {
  phase: 1 | 2;
  held: number;
  hand: string[] | null;
  facedown: number;
  gone: string[] | null;
  columns: Record<string, number[]>;
  minus: number;
  cleared: number;
  pile: number | null;
  score: number | null;
  rank: number | null;
}

export interface NoReturnView {
  you: number | null;
  players: number;
  stage: 'first' | 'deal' | 'opening' | 'turn' | 'over';
  bag: number;
  last_round: boolean;
  lid: { paid: string[]; facedown: number };
  aside: number;
  open_piles: boolean;
  seats: SeatView[];
}

export const LETTERS = ['r', 'o', 'y', 'g', 'b', 'p'] as const;

export const worth = (counter: string): number => Number(counter.slice(1));
export const total = (counters: readonly string[]): number => counters.reduce((sum, one) => sum + worth(one), 0);

/** Counters with a key each, so that equal ones can be told apart while they travel. */
export function keyed(counters: readonly string[]): { key: string; counter: string }[] {
  const seen = new Map<string, number>();
  return counters.map((counter) => {
    const nth = seen.get(counter) ?? 0;
    seen.set(counter, nth + 1);
    return { key: `${counter}#${nth}`, counter };
  });
}
