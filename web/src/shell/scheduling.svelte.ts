/** Work in small pieces, so that a slow device draws and listens in between. */
import { getContext, setContext, untrack } from 'svelte';

let last: Promise<void> = Promise.resolve();

/** Gives `value` back when it is its turn: pieces that come at the same time follow each other, each in a task of
 * its own. */
export function inTurn<T>(value: T): Promise<T> {
  last = last.then(() => new Promise((done) => setTimeout(done)));
  return last.then(() => value);
}

/** How many of `all` things to lay out now: one more in each task. For pages whose parts come when they are known. */
export function oneByOne(all: () => number): () => number {
  let many = $state(0);
  $effect(() => {
    if (many < all()) void inTurn(null).then(() => (many += 1));
  });
  return () => many;
}

/** Whether what is being laid out piece by piece is all there. */
class Laying {
  left = $state(0);
}
const LAYING = Symbol('laying');

/** Lets the parts inside of this component that ask `growing` be laid out piece by piece. */
export function calmly(): Laying {
  return setContext(LAYING, new Laying());
}

/** How many of `all` things to lay out now: none at first, then `step` more in each task until all are there. Where
 * nobody said `calmly` they are there at once. */
export function growing(all: number, step: number): () => number {
  const laying = getContext<Laying | undefined>(LAYING);
  if (!laying) return () => Infinity;
  let many = $state(0);
  const count = (change: number): void => untrack(() => void (laying.left += change));
  const grow = (): void => {
    many = many + step < all ? many + step : Infinity;
    if (many === Infinity) count(-1);
    else void inTurn(null).then(grow);
  };
  count(1);
  void inTurn(null).then(grow);
  return () => many;
}
