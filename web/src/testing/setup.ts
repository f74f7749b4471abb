/** What jsdom lacks and components ask for. */
import { vi } from 'vitest';
import { loadTexts } from '$shell/language.svelte';

if (globalThis.window) {
  Element.prototype.animate ??= () =>
    ({ cancel() {}, finish() {}, onfinish: null, finished: Promise.resolve() }) as unknown as Animation;
  Element.prototype.getAnimations ??= () => [];
  Element.prototype.scrollIntoView ??= () => {};
  Element.prototype.scrollTo ??= () => {};
  window.ResizeObserver ??= class {
    observe() {}
    unobserve() {}
    disconnect() {}
  };
  window.matchMedia ??= vi.fn(
    (media: string) =>
      ({ media, matches: false, addEventListener() {}, removeEventListener() {} }) as unknown as MediaQueryList,
  );
}

await Promise.all([loadTexts('de'), loadTexts('en')]); // tests read both, at once
