/** The time, ticking once a second while somebody reads it. */
import { createSubscriber } from 'svelte/reactivity';

const subscribe = createSubscriber((update) => {
  const timer = setInterval(update, 1000);
  return () => clearInterval(timer);
});

export function time(): number {
  subscribe();
  return Date.now();
}

/** 95 s → "1:35"; days and hours where there are many. */
export function left(ms: number, lang: string): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  if (seconds >= 86400) return unit(Math.round(seconds / 86400), 'day', lang);
  if (seconds >= 3600) return unit(Math.round(seconds / 3600), 'hour', lang);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

function unit(value: number, name: string, lang: string): string {
  return new Intl.NumberFormat(lang, { style: 'unit', unit: name, unitDisplay: 'long' }).format(value);
}
