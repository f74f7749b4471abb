/** Where somebody stands among bots whose strength was measured; pure, and tested. */
import type { Rating } from '$shell/wire';

type Shown = Pick<Rating, 'points' | 'bots'>;

const NEAR = 60; // points: 59 of 100 matches; nearer than that is "about like"
const UNSURE = 200; // points to either side
const WIDE = 320;
const EDGE = 12;
const LABEL = 46; // so much a name takes
const ROOM = 80; // points beyond the outermost

/** In words: like a bot, between two, or beyond all of them. */
export function placed({ points: { mean }, bots }: Shown): ['like' | 'above' | 'below', string] | ['between', string, string] {
  const order = [...bots].sort((a, b) => a.points.mean - b.points.mean);
  const nearest = order.reduce((a, b) => (Math.abs(b.points.mean - mean) < Math.abs(a.points.mean - mean) ? b : a));
  if (Math.abs(nearest.points.mean - mean) <= NEAR) return ['like', nearest.level];
  const above = order.findIndex((bot) => bot.points.mean > mean);
  if (above === 0) return ['below', order[0]!.level];
  if (above < 0) return ['above', order.at(-1)!.level];
  return ['between', order[above - 1]!.level, order[above]!.level];
}

export interface Ladder {
  x: number;
  low: number;
  high: number;
  unsure: boolean;
  /** names stand in two rows where they would run into each other; null: no room for one */
  /** `label`: where the name is centred, so that it does not leave the picture */
  rungs: { level: string; x: number; label: number; row: 0 | 1 | null }[];
}

/** As a drawing of 320 units: from a little below whoever is lowest to a little above the highest. */
export function ladder({ points, bots }: Shown): Ladder {
  const all = [points.low, points.high, ...bots.map((bot) => bot.points.mean)];
  const [least, most] = [Math.min(...all) - ROOM, Math.max(...all) + ROOM];
  const at = (value: number): number => Math.round(EDGE + ((value - least) / (most - least)) * (WIDE - 2 * EDGE));
  const ends: [number, number] = [-LABEL, -LABEL];
  const rungs = [...bots]
    .sort((a, b) => a.points.mean - b.points.mean)
    .map((bot) => {
      const x = at(bot.points.mean);
      const label = Math.min(WIDE - LABEL / 2, Math.max(LABEL / 2, x));
      const row = label - ends[0] >= LABEL ? 0 : label - ends[1] >= LABEL ? 1 : null;
      if (row !== null) ends[row] = label;
      return { level: bot.level, x, label, row } as Ladder['rungs'][number];
    });
  return { x: at(points.mean), low: at(points.low), high: at(points.high), unsure: (points.high - points.low) / 2 > UNSURE, rungs };
}
