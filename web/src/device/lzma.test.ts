import { expect, test } from 'vitest';
import { Damaged, unpack } from './lzma';

/** As tests know it: numbers that look like chance, so that they are kept as they are, and much that is said again. */
function noise(many: number): number[] {
  let x = 7;
  return Array.from({ length: many }, () => {
    x = (Math.imul(x, 1103515245) + 12345) & 0x7fffffff;
    return (x >> 16) & 255;
  });
}
const text = (words: string): number[] => [...new TextEncoder().encode(words)];
const [one, other] = [text('one match, another match, '), text('one match, another march, ')];
const times = (many: number, list: number[]): number[] => Array.from({ length: many }, () => list).flat();
const told = noise(300);
const CONTENT = [
  ...times(9, one),
  ...told,
  ...times(2000, [0]),
  ...told.slice(0, 150),
  ...text('x'),
  ...told.slice(150),
  ...times(3, other),
  ...told,
];
/** The same, packed as `site/bundle.py` does. */
const PACKED = [
  'AwAAAAGNDAAAAAAAAAA3nGYFIIZ8aOX1JbWx+M3Amfts6POaZClOv1R3l3i6v/b3jk3ZEWE5gcqZLHV4K5Kja01xSCV7/VmHxNakK1Vu2Y0KGx',
  'YjF5Ywiqtm2FzGtWIWlabWhCXzHfbmSBjD7LXVs83X+DR47pHbC7YwzenWI4ChwRbRqbmAC0VVf54X5Rmkr74PmiLQTZQmF4NjluFCZQSCs1zi',
  '5DeG4FlQMH8kHF+LqPbk9KHK2vMq13FbK+uFY0+h4O9Y8gEhlA2vbXPICTBixqNksMjm7yKorX+iPuRe+Uau2cWgLAb8HCfVQpuWOF/2E3ubgm',
  'a/glpt1Qx1bfT/niq7FgyHsIbPu3TonfjvqXqS/MBh1qgu/ZNsRsZuXHqu3L/mNqcPL+uhEgdsyCGIz9nOelmrys1QlM9ahvUxH6/YTfIqI6JT',
  'tsg6g+MPMN7yr6N5fLrBtLvqkxBYhxP8n6qu9nmy3hjhP2mnN5So73npfElPBLcKp6Jf//Tk1wA=',
].join('');
const packed = (): Uint8Array => Uint8Array.from(atob(PACKED), (letter) => letter.charCodeAt(0));

test('what Python packed is unpacked to the letter', () => {
  expect([...unpack(packed())]).toEqual(CONTENT);
});

test('a file may lie anywhere in memory', () => {
  const room = new Uint8Array(1000);
  room.set(packed(), 7);
  expect([...unpack(room.subarray(7, 7 + packed().length))]).toEqual(CONTENT);
});

test.each([
  ['cut off', packed().slice(0, 200)],
  ['without content', new Uint8Array(3)],
  ['of another kind', new TextEncoder().encode('<!doctype html><html lang="en"></html>')],
  ['that copies from nowhere', Uint8Array.from(packed(), (byte, at) => (at < 14 ? byte : 255))],
])('a file %s is refused', (_, file) => {
  expect(() => unpack(file)).toThrow(Damaged);
});
