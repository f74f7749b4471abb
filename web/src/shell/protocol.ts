/** The messages of docs/protocol.md, as far as the browser uses them. */
import type { Choice, GameEvent } from './board';

export interface Both {
  de: string;
  en: string;
}

export interface OptionForm {
  name: string;
  kind: 'switch' | 'number' | 'choice' | 'data';
  label: Both;
  default: unknown;
  values: unknown[];
  least: number | null;
  most: number | null;
}

export interface GameCard {
  key: string;
  name: string;
  pitch: Both;
  players: { least: number; most: number };
  minutes: number;
  prefix: string;
  options: OptionForm[];
  ready: boolean;
  progress: number;
  step: string | null;
}

export interface Bot {
  name: string;
  label: Both;
  /** who usually sits down for this level */
  person: { name: string; face: string; line: Both };
}

export interface Collection {
  games: GameCard[];
  bots: Bot[];
  default_bot: string;
}

export interface Paragraph {
  kind: 'heading' | 'rule' | 'text';
  level: number;
  id: string | null;
  text: string;
}

export interface Seat {
  seat: number;
  kind: 'person' | 'bot' | 'open';
  name: string | null;
  level: string | null;
  warm: boolean;
  left: boolean;
  connected: boolean;
  grace: number | null;
  local: boolean;
  /** the animal that stands for the seat */
  face: string;
  /** what is said of a bot: level and character */
  about: Both | null;
  /** seconds that a bot had for its last turn, if many were thinking; only presence tells */
  hurried?: number | null;
}

export type Clock = null | { kind: 'live'; seconds: number } | { kind: 'slow'; days: number };

export interface Table {
  id: string;
  game: string;
  options: Record<string, unknown>;
  players: number;
  status: 'open' | 'playing' | 'over';
  public: boolean;
  spectators: boolean;
  hints: boolean;
  clock: Clock;
  commitment: string;
  nonces: string[];
  seals: string[];
  opening: { seats: number[]; until: number } | null;
  seats: Seat[];
  you: { seats: number[]; host: boolean };
  n: number;
  created: number;
  updated: number;
  rematch: string | null;
  link: string;
  your_turn?: boolean;
}

export type WantedSeat =
  | { kind: 'me' }
  | { kind: 'open' }
  | { kind: 'local'; name: string }
  | { kind: 'bot'; level: string };

export type Line = Omit<GameEvent, 'words'> & Both;

export interface Result {
  scores: number[];
  ranks: number[];
  history: number[][];
}

export interface Undo extends Partial<Both> {
  can: boolean;
  rule?: string;
}

export type Json = Record<string, any>;

/** What is true of the table for the one who looks. */
export interface Position {
  n: number;
  looking: number | null;
  view: Json | null;
  ask: Both | null;
  acting: number[];
  chosen: number[];
  deadline: number | null;
  undo: Undo | null;
  result: Result | null;
}

export interface ChatLine {
  at: number;
  seat: number | null;
  name: string;
  text: string;
}

export interface Missed {
  n: number;
  what: string;
  seat: number | null;
  at: number;
  lines: Line[];
}

export interface Presence {
  seat: number;
  connected: boolean;
  grace: number | null;
  hurried?: number | null;
}

export type Message =
  | (Position & { kind: 'snapshot'; now: number; table: Table; log: Line[]; chat: ChatLine[]; missed: Missed[] })
  | (Position & {
      kind: 'event';
      what: string;
      seat: number | null;
      at: number;
      from: number;
      lines: Line[];
      table: Table | null;
      chat?: ChatLine;
    })
  | { kind: 'presence'; seats: Presence[]; watching: number; now: number }
  | Answer;

export type EventMessage = Extract<Message, { kind: 'event' }>;

export type Answer =
  | { kind: 'ack'; id: string; n: number; text?: string }
  | ({ kind: 'refused'; id: string; rule: string | null } & Both)
  | { kind: 'choices'; id: string; n: number; choices: Choice[]; view: Json; ask: Both }
  | { kind: 'turns'; id: string; n: number; turns: string[]; more: boolean }
  | ({ kind: 'why'; id: string; legal: boolean; rule?: string } & Partial<Both>)
  | { kind: 'legal'; id: string; n: number; legal: boolean[] }
  | ({ kind: 'hint'; id: string; n: number; text: string } & Partial<Both>)
  | (Pick<Position, 'n' | 'looking' | 'view' | 'ask' | 'undo'> & { kind: 'look'; id: string; log: Line[] })
  | { kind: 'pong'; id: string; now: number }
  | ({ kind: 'error'; id: string | null; code: string } & Both);

export interface Replay {
  game: string;
  players: number;
  names: string[];
  faces: string[];
  /** whether players saw what others did not */
  hides: boolean;
  options: Record<string, unknown>;
  log: Line[];
  history: number[][];
  result: { scores: number[]; ranks: number[] };
}

export interface Fairness {
  commitment: string;
  nonces: string[];
  seals: string[];
  unsealed: number[];
  seed: string | null;
  over: boolean;
  ok: boolean | null;
  outcomes: { n: number; line: number; total: number; ticket: number }[] | null;
}
