/** The shapes of docs/protocol.md under the names of the browser; `wire.ts` is generated from the server's own. */
import type * as wire from './wire';

export type {
  Answer,
  Bot,
  ChatLine,
  ClientMessage,
  EventMessage,
  Fairness,
  GameList as Collection,
  GameOption as OptionForm,
  GameShown as GameCard,
  Json,
  LogLine as Line,
  Missed,
  Paragraph,
  Position,
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

export type Clock = wire.Clock | null;

/** A seat, with what presence adds to it. */
export type Seat = wire.SeatShown & Partial<Pick<wire.SeatPresence, 'hurried'>>;

/** A table; among my own it also says whether it is my turn. */
export type Table = Omit<wire.TableShown, 'seats'> & { seats: Seat[] } & Partial<Pick<wire.MyTable, 'your_turn'>>;
