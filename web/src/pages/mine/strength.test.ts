import { describe, expect, it } from 'vitest';
import { ladder, placed } from './strength';

const figure = (mean: number, half = 0) => ({ mean, low: mean - half, high: mean + half });
const bots = (['random', 'easy', 'medium', 'hard'] as const).map((level, n) => ({ level, points: figure([500, 1200, 1500, 1550][n]!), share: figure(0.5) }));

describe('how strong somebody plays', () => {
  it('is said by the bots around', () => {
    const said = (mean: number) => placed({ points: figure(mean), bots });
    expect(said(1230)).toEqual(['like', 'easy']);
    expect(said(1350)).toEqual(['between', 'easy', 'medium']);
    expect(said(300)).toEqual(['below', 'random']);
    expect(said(1900)).toEqual(['above', 'hard']);
  });

  it('is drawn with all of its uncertainty within the picture', () => {
    const drawn = ladder({ points: figure(1300, 600), bots });
    expect(drawn.low).toBeGreaterThanOrEqual(0);
    expect(drawn.high).toBeLessThanOrEqual(320);
    expect(drawn.low).toBeLessThan(drawn.x);
    expect(drawn.unsure).toBe(true);
    expect(ladder({ points: figure(1300, 100), bots }).unsure).toBe(false);
  });

  it('lets names that stand close go into two rows', () => {
    const rows = ladder({ points: figure(1300), bots }).rungs.map((rung) => rung.row);
    expect(rows).toEqual([0, 0, 0, 1]);
    const crowd = ['a', 'b', 'c'].map((level) => ({ level, points: figure(1500), share: figure(0.5) }));
    expect(ladder({ points: figure(0), bots: crowd }).rungs.map((rung) => rung.row)).toEqual([0, 1, null]);
  });
});
