/** Faces: twelve animals, drawn in 48 × 48. Whoever sits at a table is one of them, everywhere. Files of their own: a
 * browser draws each of them once, however often it is shown, and pictures to share are made of them, too. */
export const NAMES = ['fox', 'owl', 'bear', 'hare', 'cat', 'frog', 'badger', 'hedgehog', 'mole', 'raven', 'tortoise', 'mouse'] as const;
export type Animal = (typeof NAMES)[number];

const FILES = import.meta.glob<string>('../faces/*.svg', { query: '?url', import: 'default', eager: true });

export const face = (animal: Animal): string => FILES[`../faces/${animal}.svg`]!;

export const isAnimal = (name: string): name is Animal => (NAMES as readonly string[]).includes(name);
