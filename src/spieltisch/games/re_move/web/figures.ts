/** Figures with an identity, so that they can be seen to travel. A view knows only where figures stand. */
export interface Figure {
  key: string;
  seat: number;
  /** null: captured, waiting beside the base */
  place: string | null;
  /** which step of a turn this figure made, so that figures set off one after the other */
  nth: number;
}

/** The figures after some ways have been walked, so that they stand as the seats say. */
export function follow(
  before: readonly Figure[],
  seats: readonly { figures: readonly string[]; captured: number }[],
  paths: readonly (readonly string[])[],
): Figure[] {
  const all = before.map((figure) => ({ ...figure, nth: 0 }));
  paths.forEach((path, nth) => {
    const walker = all.find((figure) => figure.place === path[0]);
    if (!walker) return;
    const jumped = all.find((figure) => figure.place === path[1] && figure.seat !== walker.seat);
    if (jumped && path.length > 2) jumped.place = null;
    walker.place = path.at(-1)!;
    walker.nth = nth;
  });
  return seats.flatMap((seat, who) => settle(all.filter((figure) => figure.seat === who), seat, who));
}

/** Whoever stands where nobody is any more goes where somebody new is, or waits. */
function settle(figures: Figure[], seat: { figures: readonly string[]; captured: number }, who: number): Figure[] {
  const here = new Set(figures.map((figure) => figure.place));
  const open = seat.figures.filter((place) => !here.has(place));
  for (const figure of figures)
    if (figure.place === null || !seat.figures.includes(figure.place)) figure.place = open.shift() ?? null;
  const many = seat.figures.length + seat.captured;
  const fresh = Array.from({ length: Math.max(0, many - figures.length) }, (_, k) => ({
    key: `${who}.${figures.length + k}`,
    seat: who,
    place: open[k] ?? null,
    nth: 0,
  }));
  return [...figures, ...fresh];
}
