/** Figures with an identity, so that they can be seen to travel. A view knows only where figures stand. */
export interface Figure {
  key: string;
  seat: number;
  /** null: captured, waiting beside the base */
  place: string | null;
  /** which step of a turn this figure made, so that figures set off one after the other */
  nth: number;
  /** the places over which it came here */
  path?: readonly string[];
}

/** The figures after some ways have been walked, so that they stand as the seats say. */
export function follow(
  before: readonly Figure[],
  seats: readonly { figures: readonly string[]; captured: number }[],
  paths: readonly (readonly string[])[],
): Figure[] {
  const all: Figure[] = before.map(({ key, seat, place }) => ({ key, seat, place, nth: 0 }));
  paths.forEach((path, nth) => {
    const walker = all.find((figure) => figure.place === path[0]);
    if (!walker) return;
    const jumped = all.find((figure) => figure.place === path[1] && figure.seat !== walker.seat);
    if (jumped && path.length > 2) [jumped.place, jumped.nth] = [null, nth];
    walker.place = path.at(-1)!;
    walker.nth = nth;
    walker.path = path;
  });
  return seats.flatMap((seat, who) => settle(all.filter((figure) => figure.seat === who), seat, who));
}

/** The view is right: whoever stands where nobody is, or where another is already, goes where somebody is missing, or waits. */
function settle(figures: Figure[], seat: { figures: readonly string[]; captured: number }, who: number): Figure[] {
  const open = new Set(seat.figures);
  const astray = figures.filter((figure) => figure.place === null || !open.delete(figure.place));
  const missing = [...open];
  for (const figure of astray) figure.place = missing.shift() ?? null;
  const many = seat.figures.length + seat.captured;
  const fresh = Array.from({ length: Math.max(0, many - figures.length) }, (_, k) => ({
    key: `${who}.${figures.length + k}`,
    seat: who,
    place: missing[k] ?? null,
    nth: 0,
  }));
  return [...figures, ...fresh];
}
