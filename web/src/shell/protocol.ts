/** The shapes of docs/protocol.md under the names of the browser; `wire.ts` is generated from the server's own. */
import type * as wire from './wire';

export type {
  Answer,
  Bot,
  ChangeMessage,
  ChatLine,
  ClientMessage,
  Fairness,
  GameList as Collection,
  GameOption as OptionForm,
  GameShown as GameCard,
  Json,
  LogLine as Line,
  Paragraph,
  Presence,
  Final as Result,
  Replay,
  ServerMessage as Message,
  Snapshot,
  Span,
  Undoing as Undo,
  WantedSeat,
  Words as Both,
} from './wire';

/** The same as the wire's, with sentences in both languages (`patches.ts` fills in the other). */
export type Position = Omit<wire.Position, 'ask' | 'own'> & { ask: wire.Words };
export type EventMessage = Omit<wire.EventMessage, 'ask' | 'own' | 'lines'> & { ask: wire.Words; lines: wire.LogLine[] };
export type Missed = Omit<wire.Missed, 'lines'> & { lines: wire.LogLine[] };

export type Clock = wire.Clock | null;

/** A seat, with what presence adds to it. */
export type Seat = wire.SeatShown & Partial<Pick<wire.SeatPresence, 'hurried'>>;

/** A table; among my own it also says whether it is my turn. */
export type Table = Omit<wire.TableShown, 'seats'> & { seats: Seat[] } & Partial<Pick<wire.MyTable, 'your_turn'>>;
