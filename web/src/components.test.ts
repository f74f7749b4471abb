// @vitest-environment node
/** No component has words of its own: they stand in the files of texts. */
import { parse } from 'svelte/compiler';
import { expect, test } from 'vitest';

const components = import.meta.glob<string>(
  ['./**/*.svelte', '../../src/spieltisch/games/*/web/*.svelte'],
  { eager: true, query: '?raw', import: 'default' },
);

const SPOKEN = new Set(['aria-label', 'title', 'alt', 'placeholder', 'aria-description']);
const WORD = /\p{L}{2,}/u;

interface Node {
  type?: string;
  name?: string;
  data?: string;
  value?: unknown;
}

/** Texts between tags, and texts in attributes that are read out. */
function sentences(node: unknown, found: string[] = []): string[] {
  if (Array.isArray(node)) for (const part of node) sentences(part, found);
  else if (node && typeof node === 'object') {
    const { type, name, data, value } = node as Node;
    if (type === 'Text' && data) found.push(data.trim());
    if (type === 'StyleDirective') return found;
    if (type === 'Attribute') {
      if (SPOKEN.has(name ?? '') && Array.isArray(value)) sentences(value, found);
    } else for (const part of Object.values(node)) sentences(part, found);
  }
  return found;
}

test.each(Object.entries(components))('%s has no sentence of its own', (_path, source) => {
  const { fragment } = parse(source, { modern: true });
  expect(sentences(fragment).filter((text) => WORD.test(text))).toEqual([]);
});

test('a sentence between tags or read out is found, one for machines is not', () => {
  const { fragment } = parse('<p class="two words" aria-label="read out">said {x}</p>', { modern: true });
  expect(sentences(fragment).filter((text) => WORD.test(text))).toEqual(['read out', 'said']);
});
