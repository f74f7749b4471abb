import { describe, expect, it } from 'vitest';
import { Kept, apply, checksum, merged } from './patches';
import type { ChangeMessage } from './wire';

const change = (fields: Partial<ChangeMessage>): ChangeMessage =>
  ({ kind: 'change', n: 2, what: 'turn', seat: 0, at: 0, from: 1, acting: [1], chosen: [], deadline: null, lines: [], ...fields }) as ChangeMessage;

describe('the log', () => {
  const line = (n: number, text: string) => ({ n, kind: 'turn', seat: 0, text, de: text, en: text }) as const;

  it('is replaced from a line on, and one by one before it', () => {
    const log = [line(1, 'a'), line(2, '?'), line(3, 'c'), line(4, 'd')];
    const texts = merged(log, 4, [line(2, 'b'), line(4, 'D'), line(5, 'e')]).map((each) => each.text);
    expect(texts).toEqual(['a', 'b', 'c', 'D', 'e']);
    expect(merged(log, 3, []).length).toBe(2);
  });
});

describe('patches', () => {
  it('set, change inside, remove and cut, and leave what was known as it is', () => {
    const old = { a: 1, b: [1, { x: 1 }], c: 3, d: [1, 2, 3, 4] };
    const kept = structuredClone(old);
    const patch = { '=': { a: null }, '>': { b: { '>': { '1': { '=': { x: 2 } } } }, d: { '~': [1, 2, [9]] as [number, number, unknown[]] } }, '-': ['c'] };
    expect(apply(old, patch)).toEqual({ a: null, b: [1, { x: 2 }], d: [1, 9, 4] });
    expect(old).toEqual(kept);
    expect(apply(old, null)).toBe(old);
  });

  it('sum up as the server does', () => {
    // python: spieltisch.tables.patches.checksum({"b": 1.0, "a": [None, "ü"]})
    expect(checksum({ b: 1, a: [null, 'ü'] })).toBe(3864421765);
  });

  it('keep a view: what is left out is as before', () => {
    const kept = new Kept();
    kept.begin({ view: { hand: null, n: 1 }, own: { '=': { hand: ['r1'] } }, looking: 0, ask: { de: 'Du' }, undo: null, lesson: null });
    const event = kept.change(change({ patch: { '=': { n: 2 } }, lines: [{ n: 1, kind: 'turn', seat: 0, text: 'x', de: 'Ada zieht.' }] }));
    expect(event).toMatchObject({ looking: 0, view: { hand: ['r1'], n: 2 }, ask: { de: 'Du', en: 'Du' }, undo: null });
    expect(event!.lines[0]).toMatchObject({ de: 'Ada zieht.', en: 'Ada zieht.' });
    expect(kept.change(change({ looking: null, own: null }))).toMatchObject({ looking: null, view: { hand: null, n: 2 } });
  });

  it('say so when they are not what the server has', () => {
    const kept = new Kept();
    kept.begin({ view: { n: 1 }, own: null, looking: null, ask: { de: '' }, undo: null, lesson: null });
    expect(kept.change(change({ sum: checksum({ n: 1 }) }))).not.toBeNull();
    expect(kept.change(change({ sum: 5 }))).toBeNull();
  });
});
