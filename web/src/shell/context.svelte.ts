/** What the page around a board tells the board's stage and parts: who sits where, what is asked, how it is looked at.
 * Boards do not read this; `Stage`, `PlayerLabel` and `Avatar` do. */
import { getContext, setContext, type Snippet } from 'svelte';
import type { Animal } from '$parts/animals';
import type { Line } from './protocol';

/** play: a seat at the table · watch: nobody's eyes, also in a replay · tv: read from three metres, nothing to press ·
 * hand: a phone beside the TV, which shows what is mine only */
export type Mode = 'play' | 'watch' | 'tv' | 'hand';

/** Somebody at the table, as all parts of the page show them. */
export interface Person {
  seat: number;
  name: string;
  animal: Animal;
  mine: boolean;
  bot: boolean;
  /** below the name: level and character of a bot, or "you" */
  line: string;
  /** to act now */
  acts: boolean;
  /** has made a sealed choice */
  chosen: boolean;
  /** how much time is left, or '' */
  clock: string;
  /** away, late, a bot keeps the seat warm; or '' */
  said: string;
}

export interface Prompt {
  /** "Du bist dran:" */
  lead: string;
  words: string;
  /** what follows, in small print */
  more: string;
  mine: boolean;
}

export interface StageContext {
  readonly mode: Mode;
  readonly people: readonly Person[];
  /** through whose eyes this screen looks; nobody: a spectator */
  readonly me?: Person | null;
  readonly prompt: Prompt;
  /** what has happened, for tables that have room to say the last of it */
  readonly recent?: readonly Line[];
  /** in the prompt's place: the guide of a first game, or a hint */
  readonly guide?: Snippet | null;
  /** how to open the rules at a paragraph */
  readonly openRule: ((rule: string) => void) | null;
  /** in place of the main button: the controls of a replay, passing a device on, the way to the result */
  readonly controls: Snippet | null;
  /** A hint that somebody took, which the board could not turn into a draft: the main button offers it. */
  readonly hinted: string | null;
  /** where the chips of the seats go, beside the name of the game */
  readonly bar: HTMLElement | null;
  /** The whole turn that the main button would play; null while there is none. */
  drafting?: (text: string | null) => void;
  /** A stage is there, and it can turn a hinted turn into a draft (or cannot). */
  staged: (take: ((text: string) => void) | null) => () => void;
}

const STAGE = Symbol('stage');

export const setStageContext = (context: StageContext): StageContext => setContext(STAGE, context);

/** null: a board under test, alone. */
export const getStageContext = (): StageContext | null => getContext<StageContext | undefined>(STAGE) ?? null;
