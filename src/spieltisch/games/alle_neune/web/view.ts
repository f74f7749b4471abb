/** What view.py shows; its keys are documented there. */
export type Place = number | 'start' | 'goal';

export interface FigureAt {
  seat: number;
  figure: string;
}

export interface Tile {
  tile: number;
  kind: 'cactus' | 'number' | 'animal';
  value: number | null;
  section: number;
  figures: FigureAt[];
}

/** A tile that lies in front of a player or aside; "s" is the first number. */
export interface Lying {
  name: string;
  kind: Tile['kind'];
  value: number | null;
}

export interface SeatView {
  figures: { figure: string; at: Place }[];
  front: Lying[];
  banked: Lying[];
  aside: Lying[];
  cacti: number;
  score: number;
  home: boolean;
  rank: number | null;
}

export interface AlleNeuneView {
  you: number | null;
  players: number;
  phase: string;
  turn: number | null;
  roll: number | null;
  sections: number;
  track: Tile[];
  start: FigureAt[];
  goal: FigureAt[];
  moves: { turn: string; figure: string; to: Place }[];
  due: number[];
  nine: string[];
  seats: SeatView[];
}
