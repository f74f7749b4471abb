// @vitest-environment node
import { expect, test } from 'vitest';
import { listed, reader } from './texts';
import de from '../texts/de.json';
import en from '../texts/en.json';

const texts = { de: { stones: '{n} Stein|{n} Steine' }, en: { stones: '{n} stone|{n} stones' } };

test('a text has a singular and a plural', () => {
  const t = reader(texts, 'de');
  expect([t('stones', { n: 1 }), t('stones', { n: 2 }), t('stones', { n: 0 })]).toEqual([
    '1 Stein',
    '2 Steine',
    '0 Steine',
  ]);
});

test('a list ends with its last word', () => {
  const lists = [[], ['a'], ['a', 'b'], ['a', 'b', 'c']].map((names) => listed(names, 'de'));
  expect(lists).toEqual(['', 'a', 'a und b', 'a, b und c']);
  expect(listed(['a', 'b', 'c'], 'en')).toBe('a, b and c');
});

// Every file of texts, the shell's and those of the games, speaks both languages and is complete in both.
type Both = { default: Record<'de' | 'en', Record<string, string>> };
const files: Record<string, Both> = {
  shell: { default: { de, en } },
  ...import.meta.glob<Both>('../pages/*/texts.json', { eager: true }),
  ...import.meta.glob<Both>('../../../src/spieltisch/games/*/web/texts.json', { eager: true }),
};

test.each(Object.entries(files))('%s has the same keys in both languages', (_path, { default: both }) => {
  expect(Object.keys(both.de)).toEqual(Object.keys(both.en));
});

test.each(Object.entries(files))('%s says the same values in both languages', (_path, { default: both }) => {
  const values = (text = ''): string[] => [...new Set(text.match(/\{\w+\}/g))].sort();
  for (const key of Object.keys(both.de)) expect([key, values(both.de[key])]).toEqual([key, values(both.en[key])]);
});

test.each(Object.entries(files))('%s shouts nowhere and addresses one person', (_path, { default: both }) => {
  for (const text of [...Object.values(both.de), ...Object.values(both.en)])
    expect(text.replace('Noch mal!', '')).not.toContain('!');
  for (const text of Object.values(both.de)) expect(text).not.toMatch(/\b(Ihnen|Ihre?[mnrs]?)\b/);
});
