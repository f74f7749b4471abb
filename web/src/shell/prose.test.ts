// @vitest-environment node
import { expect, test } from 'vitest';
import { blocks, spans } from './prose';

test('strong, code and the rest', () => {
  expect(spans('a **b** `c`')).toEqual([
    { kind: 'text', text: 'a ' },
    { kind: 'strong', text: 'b' },
    { kind: 'text', text: ' ' },
    { kind: 'code', text: 'c' },
  ]);
});

test('a paragraph may end in a list', () => {
  expect(blocks('Both:\n- one\n  more\n- two').map((block) => block.kind)).toEqual(['p', 'list']);
});

test('HTML stays text', () => {
  expect(spans('<b>')).toEqual([{ kind: 'text', text: '<b>' }]);
});
