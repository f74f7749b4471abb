import { expect, test } from 'vitest';
import { Zoom } from './zoom.svelte';

const lying = () => ({ left: 0, top: 0, width: 360, height: 360, step: 36, box: { x: -5, y: -5 } });
const finger = (pointerId: number, clientX: number, clientY: number) => ({ pointerId, clientX, clientY, isPrimary: pointerId === 1 }) as PointerEvent;
const tapped = (clientX: number, timeStamp: number) => ({ clientX, clientY: 0, timeStamp }) as MouseEvent;
const point = (x: number, y: number): [number, number] => [x / 36 - 5, y / 36 - 5];

test('what is enlarged stays within the edges, and the map says what is seen', () => {
  const zoom = new Zoom(lying);
  expect(zoom.shift).toBe('');
  zoom.enter([0, 0], true);
  const { x, y, width } = zoom.seen;
  expect([x + width / 2, y + width / 2]).toEqual([expect.closeTo(0), expect.closeTo(0)]);
  zoom.enter([-5, 5], true);
  expect(zoom.seen.x).toBeCloseTo(-5);
  expect(zoom.seen.y + zoom.seen.height).toBeCloseTo(5);
});

test('two fingers enlarge the board and show all of it again, and the click that follows means nothing', () => {
  const zoom = new Zoom(lying);
  zoom.down(finger(1, 100, 100));
  zoom.down(finger(2, 140, 100));
  zoom.move(finger(2, 200, 100), point);
  expect(zoom.stays && zoom.at).toEqual(point(150, 100));
  expect([zoom.swallow(), zoom.swallow()]).toEqual([true, false]);
  zoom.move(finger(2, 130, 100), point);
  expect(zoom.at).toBeNull();
});

test('one finger moves what is enlarged; a tap does not', () => {
  const zoom = new Zoom(lying);
  zoom.enter([0, 0], true);
  zoom.down(finger(1, 100, 100));
  zoom.move(finger(1, 103, 100), point);
  expect([zoom.at, zoom.swallow()]).toEqual([[0, 0], false]);
  zoom.move(finger(1, 38, 100), point);
  expect(zoom.at![0]).toBeCloseTo(1);
  zoom.up(finger(1, 38, 100));
  expect([zoom.moving, zoom.swallow()]).toEqual([false, true]);
});

test('two quick taps at one spot are a double tap', () => {
  const zoom = new Zoom(lying);
  expect([zoom.twice(tapped(10, 0)), zoom.twice(tapped(12, 200)), zoom.twice(tapped(12, 300))]).toEqual([false, true, false]);
  expect([zoom.twice(tapped(90, 400)), zoom.twice(tapped(90, 900))]).toEqual([false, false]);
});
