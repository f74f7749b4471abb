/** What a browser must be able to do to hold tables by itself. */

export type Need = 'wasm' | 'workers' | 'storage' | 'secure';

/** What is lacking here, or null. */
export function lacking(scope: typeof globalThis = globalThis): Need | null {
  if (!scope.isSecureContext) return 'secure';
  if (typeof scope.WebAssembly !== 'object') return 'wasm';
  if (typeof scope.Worker !== 'function') return 'workers';
  if (!scope.indexedDB) return 'storage';
  return null;
}
