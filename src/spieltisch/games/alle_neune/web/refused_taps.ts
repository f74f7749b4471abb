/** What to say to a tap that leads nowhere: first what a person can act on. A sentence of our own, or a turn to ask about. */
import type { Draft } from './draft';
import type { AlleNeuneView, FigureAt, Place } from './view';

export type Answer = { say: 'wait' | 'figure.first' | 'figure.other' | 'start.none' | 'number.stays' | 'goal.far' | 'goal.there' | 'turn.open'; rule: string | null } | { ask: string };

/** How far a turn has come: its steps, where the figure goes, and whether it could be played like this. */
interface Now {
  mine: boolean;
  done: Draft;
  to: Place | null;
  whole: boolean;
}

/** Somebody taps a place from which nothing follows. */
export function wrongPlace(view: AlleNeuneView, seat: number, now: Now, at: Place): Answer {
  const { mine, done, to, whole } = now;
  if (!mine) return { say: 'wait', rule: null };
  if (done.length && (at === 'start' || at === 'goal')) {
    if (to === at) return { say: 'goal.there', rule: 'AN-9' };
    if (!whole) return { say: 'turn.open', rule: 'AN-10' };
    return at === 'goal' ? { say: 'goal.far', rule: 'AN-6' } : { say: 'start.none', rule: 'AN-6' };
  }
  const own = view.seats[seat]!.figures.find((one) => one.at === at);
  if (at === 'goal' && own && !done.length) return { ask: own.figure };
  if (at === 'start') return { say: 'start.none', rule: 'AN-6' };
  if (!done.length || at === 'goal') {
    const there: readonly FigureAt[] = at === 'goal' ? [] : (view.track.find((tile) => tile.tile === at)?.figures ?? []);
    return { say: there.length ? 'figure.other' : 'figure.first', rule: 'AN-6' };
  }
  return { ask: [...done, `take ${at}`].join(' ') };
}

/** Somebody taps a number in front of them that stays there. */
export function wrongNumber(mine: boolean, done: Draft, name: string): Answer {
  if (!mine) return { say: 'wait', rule: null };
  return done.length ? { ask: [...done, `drop ${name}`].join(' ') } : { say: 'number.stays', rule: 'AN-18' };
}
