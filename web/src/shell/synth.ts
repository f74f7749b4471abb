/** Short sounds, synthesised; only devices that have said yes load this. */
import type { Sound } from './sound';

let audio: AudioContext | null = null;
let out: GainNode;
let hiss: AudioBuffer;

/** A tone that is struck and dies away. */
function tone(kind: OscillatorType, pitch: number, at: number, ms: number, loud: number): void {
  const note = audio!.createOscillator();
  note.type = kind;
  note.frequency.value = pitch;
  shaped(note, at, ms, loud);
}

/** A burst of noise around a pitch, which may slide. */
function noise(from: number, to: number, at: number, ms: number, loud: number): void {
  const burst = audio!.createBufferSource();
  burst.buffer = hiss;
  const band = audio!.createBiquadFilter();
  band.type = 'bandpass';
  band.frequency.setValueAtTime(from, at);
  band.frequency.linearRampToValueAtTime(to, at + ms / 1000);
  burst.connect(band);
  shaped(burst, at, ms, loud, band);
}

function shaped(source: AudioScheduledSourceNode, at: number, ms: number, loud: number, last: AudioNode = source): void {
  const gain = audio!.createGain();
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(loud, at + 0.004);
  gain.gain.exponentialRampToValueAtTime(0.0005, at + ms / 1000);
  last.connect(gain).connect(out);
  source.start(at);
  source.stop(at + ms / 1000 + 0.02);
}

const vary = (): number => 0.96 + Math.random() * 0.08;

const PLAYED: Record<Sound, (at: number) => void> = {
  counter: (at) => {
    tone('triangle', 1800 * vary(), at, 35, 0.3);
    noise(2500, 2500, at, 8, 0.25);
  },
  tile: (at) => {
    tone('triangle', 620 * vary(), at, 60, 0.35);
    noise(1400, 900, at, 18, 0.25);
  },
  card: (at) => noise(2000, 5000, at, 90, 0.3),
  die: (at) => {
    for (let k = 0; k < 6; k++) noise(900 * vary(), 700, at + 0.012 * k * (k + 1), 22, 0.4 - k * 0.05);
  },
  pencil: (at) => {
    noise(3000, 3600, at, 80, 0.2);
    noise(3300, 2700, at + 0.09, 80, 0.2);
  },
  turn: (at) => {
    tone('sine', 659.25, at, 320, 0.16);
    tone('sine', 880, at + 0.16, 420, 0.16);
  },
  win: (at) => [440, 554.37, 659.25, 880].forEach((pitch, k) => tone('triangle', pitch, at + k * 0.14, 600, 0.2)),
};

/** At a volume from 0 to 100, in `after` milliseconds. */
export function play(kind: Sound, volume: number, after: number): void {
  try {
    if (!audio) {
      audio = new AudioContext();
      out = audio.createGain();
      out.connect(audio.destination);
      hiss = audio.createBuffer(1, audio.sampleRate / 4, audio.sampleRate);
      hiss.getChannelData(0).forEach((_, k, all) => (all[k] = Math.random() * 2 - 1));
    }
    out.gain.value = (volume / 100) ** 2 * 1.4;
    void audio.resume();
    PLAYED[kind](audio.currentTime + after / 1000);
  } catch {
    // a device without sound: it is only a sound
  }
}
