import { expect, test } from 'vitest';
import type { Since } from '$shell/wire';
import { deviceName, keyBytes, markOf } from './device';
import { replayOf } from './catchup';
import { dayOf, fieldOf } from './words';

test('a server key is read as bytes', () => {
  expect([...keyBytes('AP-_')]).toEqual([0, 255, 191]);
});

test('a subscription is named by its endpoint', async () => {
  expect(await markOf('https://push.example.net/1')).toMatch(/^[0-9a-f]{64}$/);
});

test('a device has a name that people know', () => {
  expect(deviceName('Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0 Safari/537.36')).toBe('Chrome, Linux');
  expect(deviceName('Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605 Version/18.0 Mobile Safari/604')).toBe('Safari, iPhone');
});

test('days begin at midnight of this place', () => {
  expect(fieldOf(dayOf('2026-03-05'))).toBe('2026-03-05');
  expect(fieldOf(dayOf('2026-03-31', 1))).toBe('2026-04-01');
});

test('a replay ends in the position that is', () => {
  const event = { what: 'turn', at: 0, seat: 1, chosen: [] };
  const line = { n: 4, kind: 'turn', seat: 1, text: 'x', de: '', en: '' };
  const since = {
    seat: 0,
    events: [
      { ...event, n: 6, lines: [], view: { old: 1 }, acting: [1] },
      { ...event, n: 7, lines: [line], view: { old: 2 }, acting: [1] },
      { ...event, n: 8, lines: [{ ...line, n: 5 }], view: { old: 3 }, acting: [0] },
    ],
  } as unknown as Since;
  const now = { n: 9, view: { now: 1 }, acting: [0], looking: 0, ask: { de: 'a', en: 'b' } } as never;
  const shown = replayOf(since, { now, log: [] });
  expect(shown.map((one) => [one.n, one.view, one.from])).toEqual([
    [7, { old: 2 }, 4],
    [9, { now: 1 }, 5],
  ]);
  expect(shown.at(-1)!.ask).toEqual({ de: 'a', en: 'b' });
});
