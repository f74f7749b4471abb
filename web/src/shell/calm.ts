/** Work in small pieces, so that a slow device draws and listens in between. */
let last: Promise<void> = Promise.resolve();

/** Gives `value` back when it is its turn: pieces that come at the same time follow each other, each in a task of
 * its own. */
export function inTurn<T>(value: T): Promise<T> {
  last = last.then(() => new Promise((done) => setTimeout(done)));
  return last.then(() => value);
}
