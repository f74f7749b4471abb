/** Short sounds, made here. On a device that has said yes, as loud as it likes. */
import { settings } from './settings.svelte';

export type Sound = 'counter' | 'tile' | 'card' | 'die' | 'pencil' | 'turn' | 'win';

/** Plays a sound now, or in `after` milliseconds: when what makes it arrives. */
export async function sound(kind: Sound, after = 0): Promise<void> {
  const volume = settings.volume;
  if (!settings.sound || !volume || (document.hidden && kind !== 'turn')) return;
  const asked = performance.now();
  const synth = await import('./synth').catch(() => null); // without a net the first sound may be missing
  synth?.play(kind, volume, Math.max(0, after - (performance.now() - asked)));
}
