/** What to say to a tap that leads nowhere: first what a person can act on. A sentence of our own, or a turn to ask about. */
import type { Draft } from './draft';
import type { AlleNeuneView, FigureAt, Place } from './view';

export type Answer = { say: 'wait' | 'figure.first' | 'figure.other' | 'start.none' | 'number.stays'; rule: string | null } | { ask: string };

/** Somebody taps a place from which nothing follows. */
export function wrongPlace(view: AlleNeuneView, seat: number, mine: boolean, done: Draft, at: Place): Answer {
  if (!mine) return { say: 'wait', rule: null };
  const own = view.seats[seat]!.figures.find((one) => one.at === at);
  if (at === 'goal' && own && !done.length) return { ask: own.figure };
  if (at === 'start') return done.length ? { say: 'figure.first', rule: 'AN-6' } : { say: 'start.none', rule: 'AN-6' };
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
