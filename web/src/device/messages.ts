/** What a page and its worker tell each other. */
import type { Bundle, Fault } from './bundle';
import type { Need } from './requirements';

/** Why there are no tables, or (`unkept`) why a turn does not count. */
export type Trouble = { what: Fault | 'start' | 'elsewhere' | 'unkept'; told?: string } | { what: 'need'; need: Need };

export type ToWorker =
  | { kind: 'start'; bundle: Bundle; base: string; thinker: MessagePort; role: 'tables' | 'thinker' }
  | { kind: 'ask'; id: number; method: string; path: string; body: string; lang: string }
  | { kind: 'open'; id: number; table: string }
  | { kind: 'said'; id: number; text: string }
  | { kind: 'close'; id: number };

export type FromWorker =
  | { kind: 'progress'; bytes: number }
  | { kind: 'ready' }
  | { kind: 'failed'; fault: Fault | 'start'; told: string }
  | { kind: 'unkept' }
  | { kind: 'answer'; id: number; status: number; body: string; type: string }
  | { kind: 'opened'; id: number }
  | { kind: 'heard'; id: number; text: string }
  | { kind: 'closed'; id: number; reason: string };
