/** How the page tells somebody who is not looking that it is their turn: title, favicon, a soft sound. */
import { settings } from './settings.svelte';

export function favicon(turn: boolean): void {
  const icon = document.querySelector<HTMLLinkElement>('link[rel=icon]');
  if (icon) icon.href = turn ? '/favicon-turn.svg' : '/favicon.svg';
}

/** Two soft notes, made here: nothing is loaded. */
export function chime(): void {
  if (!settings.sound) return;
  const audio = new AudioContext();
  for (const [nth, pitch] of [523.25, 659.25].entries()) {
    const start = audio.currentTime + nth * 0.16;
    const note = audio.createOscillator();
    const loud = audio.createGain();
    note.frequency.value = pitch;
    loud.gain.setValueAtTime(0, start);
    loud.gain.linearRampToValueAtTime(0.08, start + 0.02);
    loud.gain.exponentialRampToValueAtTime(0.0005, start + 0.5);
    note.connect(loud).connect(audio.destination);
    note.start(start);
    note.stop(start + 0.55);
  }
  setTimeout(() => void audio.close(), 1200);
}
