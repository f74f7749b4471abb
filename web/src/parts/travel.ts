/** Pieces that travel: one thing leaves here and arrives there. Motion explains, in 150–350 ms. */
import { lasting } from '$shell/settings.svelte';
import { cubicOut } from 'svelte/easing';
import { crossfade, fade } from 'svelte/transition';

/**
 * `const [send, receive] = travel()` once per board, then `in:receive={{ key }} out:send={{ key }}` on the
 * same piece in both places. What has no other end fades.
 */
export function travel(ms = 320): ReturnType<typeof crossfade> {
  return crossfade({
    duration: () => lasting(ms),
    easing: cubicOut,
    fallback: (node) => fade(node, { duration: lasting(160) }),
  });
}

/** For `animate:flip={slide()}`: neighbours close up. */
export function slide(ms = 250): { duration: number; easing: (t: number) => number } {
  return { duration: lasting(ms), easing: cubicOut };
}
