/**
 * The contract between the shell and a board.
 *
 * A board is `src/spieltisch/games/<game>/web/Board.svelte`. The shell finds it by glob, loads it when it is
 * needed, and hands it the properties below: all that a board may ask for. A board
 *
 * - knows no rules: what may be chosen follows from `turns` (or `choices`), everything else on the screen is
 *   `$derived` from `view` and `draft`;
 * - fetches and stores nothing; imports only `svelte`, `$shell/*`, `$parts/*` and files of its own folder;
 * - has no words of its own in the components: they stand in `texts.json` (`{"de": {…}, "en": {…}}`, the same
 *   keys), read with `reader(texts, lang)` from `$shell/texts`;
 * - also brings `Picture.svelte`, the cover of its box for the first page (an `<svg viewBox="0 0 320 384">` without
 *   properties, `aria-hidden`, its upper fifth free for the name; the module exports `edge`, the colour of the box's sides), and `Board.test.ts` (render a view, choose, look at the turn text:
 *   `stage` and `press` of `$testing/board`);
 * - shows at the end how the points came about;
 * - may bring `Points.svelte` (`view`, `names`, `lang`): the same as a paper for the page of the result;
 * - may bring `Line.svelte` (`text`): the pieces of a turn in the notation, some 24 px, for its line in the log;
 * - may bring `Option.svelte` (`value`): what a value of its option with `data` looks like, some 110 px wide, for the form of a new table;
 * - may bring `Piece.svelte` (`nth`): one of its pieces, some 40 px, of which a few fall when a match is won.
 *
 * How a turn is composed: the player taps what looks alive, each tap changes `draft` (a tap on something chosen takes it
 * back, a tap on another allowed piece swaps it), the board shows the effect, and its stage offers the whole turns that the
 * draft amounts to. A tap on one of them calls `play(text)`. Nothing else is sent.
 *
 * The stage. A board's root is `<Stage>` of `$shell`; it gives every game the same places, and the board fills them
 * with snippets. What stands where on a phone, on its side, on a desk and on a TV is the stage's business:
 *
 * | snippet or property | what the board provides | where |
 * |---|---|---|
 * | `layout` | 'tray': others beside the table; 'wide': the table takes the width; 'plate': a square table | |
 * | `table` | the board: what is common and what is mine. Nobody looking (`seat` null: spectators, TV, replay for all): everybody alike and public, no empty seat in front | the largest place; grows and shrinks |
 * | `others` | 'tray': the opponents' trays or sheets in small, readable on tapping, each beginning with `<PlayerLabel seat>` of `$parts`; none while nobody looks | right; on a phone a strip on top |
 * | `chip(seat)` | a few pieces and the points of a seat; the shell draws face, name, clock around it | 'wide', 'plate': in the bar; all: TV |
 * | `aside` | what belongs to nobody (bag, piles); a phone has no room for it | below the others |
 * | `hand` | rack, cards, dice: one row, of the same height at every moment | below the prompt |
 * | `pocket` | in place of `table` on a phone beside the TV; without it the table itself | hand view |
 * | `palm` | whether there the hand is what one looks at, more than the pocket | hand view, on its side |
 * | `ask`, `more` | what to do now in this draft, in the second person, true at every moment ("Grün 5 und 3 auslegen"); then in small print what follows ("danach ziehst du 2 nach"). The shell puts "Du bist dran:" before it. `ask` null: the sentence of the server | the prompt, of fixed height: the only instruction on the screen |
 * | `offers` | the whole turns of this draft; the first is the main button, others stand beside it; `ask` of an offer asks once more in the prompt's place | bottom right, always |
 * | `label(offer)` | the words of a button with pieces in them | in the button |
 * | `missing` | what the place of the main button says while there is no offer ("Noch 2 Steine") | |
 * | `acts` | buttons that play nothing (announce a phase, why not) | beside or above the main button |
 * | `clear` | takes the draft back; null: nothing is begun | beside the main button |
 * | `take(text)` | makes a whole turn the draft (a hint that somebody takes); without it the main button offers that turn | |
 *
 * Refusals, hints and questions appear in the place of the prompt, by themselves (`why`, `tell`, `offers.ask`). Nothing may
 * push the hand or the button: a line that comes and goes has its place reserved. `PlayerLabel` and `Avatar` show faces and names;
 * a seat's colour is `SEAT_COLOURS[seat]`. Materials (`wood`, `felt`, `paper`), colours (`red` …: `--f --lit --deep --edge
 * --on`) and states (`can`, `chosen`: they set `--ring` and lift) are global classes of `base.css`; tokens in `tokens.css`.
 * `sound('counter' | 'tile' | 'card' | 'die' | 'pencil', afterMs)` of `$shell/sound` is played when such a piece arrives.
 *
 * So that one test driver can play every game, and a screen reader can, too:
 *
 * - whatever can be chosen now is a `<button>` (inside an SVG: role="button" and tabindex="0", with
 *   `onkeydown={pressed(…)}` of `$parts/keys`), has a name and `data-choice`, and `aria-pressed` while chosen;
 * - whatever could be chosen in another situation stays a button with `aria-disabled="true"` and
 *   without `data-choice`; choosing it calls `why(text)` with the turn that it would have been;
 * - from every draft at least one `[data-choice]` or one offer is in the page, and `clear` is given when something is begun.
 *
 * Room: at 360 × 640 the stage has 360 × 596 pixels, of which prompt and buttons take 110; a turn needs no scrolling. The
 * stage stands in `container: board / size`; boards ask for its size with `@container board (…)`. Touch targets are 44 px where
 * the board allows; else a tap enlarges the neighbourhood first.
 */

import type { Choice } from './wire';

export type { Choice };

export type Lang = 'de' | 'en';

/** How a colour is told from another without seeing colour. */
export type Marks = 'shape' | 'letter';

/** One line of the game as the viewer may know it. */
export interface GameEvent {
  n: number;
  kind: 'turn' | 'chance';
  /** null: the table */
  seat: number | null;
  /** in the notation; veiled where the viewer may not know all of it */
  text: string;
  /** the same in words, in the viewer's language */
  words: string;
}

/** Why something is refused: the rule's id, and a sentence in the viewer's language. */
export interface Refused {
  rule: string | null;
  words: string;
}

/** What follows from the first decisions of a turn; nothing has been played. */
export interface Step<View = unknown> {
  /** what can be done next, in words: "Move another figure, 2 are left" */
  ask?: string;
  choices: readonly Choice[];
  /** what the seat would see after these decisions */
  view: View;
}

/** What the shell adds to every view of a game. */
export interface CommonView {
  /** the seats that may choose now */
  acting: number[];
  /** the seats whose sealed choice waits for the others */
  chosen: number[];
}

export interface BoardProps<View = any, Draft = any> {
  /** What the seat may see: the JSON data of the game's view.py, with `acting` and `chosen`. */
  view: View & CommonView;
  /** The seat that looks, or null: somebody who watches (also in a replay for spectators). */
  seat: number | null;
  names: readonly string[];
  /** Every legal turn of this seat as text, if these are few enough; empty when it is not this seat's turn. */
  turns: readonly string[];
  /** false: there are too many turns to list; ask `choices` step by step. */
  turnsComplete: boolean;
  /** The next small decisions of a turn that begins with these, and the view after them. Rejects with a
   * `Refused` when these decisions are not possible. */
  choices: (begun: readonly number[]) => Promise<Step<View & CommonView>>;
  /** The turn being composed, any JSON data of the board's own; null when nothing is begun. It survives a
   * reload, and is null again whenever the position changes. */
  draft: Draft | null;
  setDraft: (draft: Draft | null) => void;
  /** Confirms a whole turn, once. The shell shows it as pending and then brings the new view. */
  play: (text: string) => void;
  /** Which of these whole turns (at most 200) are legal; for boards whose turns are too many to list and whose
   * draft has no fixed order. */
  legal: (texts: readonly string[]) => Promise<readonly boolean[]>;
  /** Why this turn is illegal, for a sentence of the board itself; null: it is legal. */
  reason?: (text: string) => Promise<Refused | null>;
  /** Asks why this turn is illegal and shows the sentence with its rule. */
  why: (text: string) => void;
  /** Says a sentence of the board's own, with its rule: where no turn can be named that would be refused. */
  tell: (refused: Refused) => void;
  /** true while a turn is on its way: choose nothing, show the draft as it is. */
  pending: boolean;
  lang: Lang;
  marks: Marks;
  /** false: somebody asked for less motion; show a highlight instead. */
  motion: boolean;
  /** What happened between the view before and this one, in order; empty after a jump. */
  lastEvents: readonly GameEvent[];
  /** An event or a hinted turn to point out on the board, or null: somebody looks at it in the log. */
  shown: Pick<GameEvent, 'seat' | 'kind' | 'text'> | null;
}
