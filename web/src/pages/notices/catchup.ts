/** What happened since somebody looked last, played on the board as if they had stayed. */
import { get } from '$shell/api';
import type { Link } from '$shell/link.svelte';
import type { EventMessage, Json } from '$shell/protocol';
import type { Since } from '$shell/wire';

const NOTHING = { de: '', en: '' };

/** The events of a replay that ends in the position that is shown now. */
export function replayOf({ events }: Since, link: Pick<Link, 'now' | 'log'>): EventMessage[] {
  const { now } = link;
  return events.slice(1).map((event, at, all) => {
    const last = at === all.length - 1;
    const then = { deadline: null, undo: null, result: null, ask: NOTHING, acting: event.acting, chosen: event.chosen };
    return {
      ...(last ? now : then),
      kind: 'event',
      what: 'turn',
      n: last ? now.n : event.n,
      seat: event.seat,
      at: event.at,
      from: event.lines[0]?.n ?? link.log.length + 1,
      lines: event.lines,
      looking: now.looking,
      view: last ? now.view : event.view,
      table: null,
    } as EventMessage;
  });
}

export async function retell(link: Link, after: number): Promise<void> {
  const seat = link.now.looking === null ? '' : `&seat=${link.now.looking}`;
  const found = await get<Since>(`/tables/${link.id}/since?after=${after}${seat}`);
  const [first] = found.events;
  if (!first) return;
  const events = replayOf(found, link);
  const begins = events[0]!.from;
  const log = link.log.filter((line) => line.n < begins);
  link.rewind({ n: first.n, view: first.view as Json, acting: first.acting, undo: null }, log, events);
}
