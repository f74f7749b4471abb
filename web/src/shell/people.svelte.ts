/** Who sits at a table, as every part of the page shows them. */
import { isAnimal, NAMES, type Animal } from '$parts/animals';
import type { Person } from './context.svelte';
import { left, time } from './clock.svelte';
import type { Link } from './link.svelte';
import type { Seat, Table } from './protocol';
import { settings } from './settings.svelte';
import { say, spoken } from './words';

/** The animal of that name; one by its place for a name that this page cannot draw. */
export function animal(face: string, seat = 0): Animal {
  return isAnimal(face) ? face : NAMES[seat % NAMES.length]!;
}

/** Away, late, kept warm by a bot; '' when there is nothing to say. */
function told(seat: Seat, table: Table, link: Link): string {
  if (table.status === 'over') return ''; // whoever left has left
  if (seat.warm) return say('table.warm');
  const mine = table.you.seats.includes(seat.seat); // of which the page says more
  if (seat.grace !== null && !mine) {
    const why = seat.left ? 'table.grace_left' : seat.connected ? 'table.grace_late' : 'table.grace';
    return say(why, { time: left(seat.grace - time() - link.skew, settings.lang) });
  }
  if (seat.kind === 'person' && !seat.connected && table.status === 'playing') return say('table.away');
  return '';
}

/** A bot that thinks less than it would like, since the server has much to do. */
const hurry = (seat: Seat, table: Table): string =>
  seat.hurried && table.status === 'playing' ? say('table.hurried', { seconds: decimal(seat.hurried) }) : '';

const decimal = (number: number): string => number.toLocaleString(settings.lang);

export function people(link: Link, table: Table): Person[] {
  const { acting, chosen, deadline, looking } = link.now;
  const clock = deadline === null ? '' : left(deadline - time() - link.skew, settings.lang);
  return table.seats.map((seat): Person => {
    const mine = table.you.seats.includes(seat.seat);
    return {
      seat: seat.seat,
      name: seat.name ?? '',
      animal: animal(seat.face, seat.seat),
      mine,
      bot: seat.kind === 'bot',
      line: mine ? (looking === null || looking === seat.seat ? say('table.you') : '') : hurry(seat, table) || spoken(seat.about), // at a shared device one is "you" at a time
      acts: table.status === 'playing' && acting.includes(seat.seat),
      chosen: chosen.includes(seat.seat),
      clock: clock && say('table.clock', { time: clock }),
      said: told(seat, table, link),
    };
  });
}
