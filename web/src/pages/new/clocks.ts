/** How long people may think: what a new table offers, and what it is called. */
import type { Clock } from '$shell/protocol';
import { say } from './words';

export const CLOCKS: Readonly<Record<string, Clock>> = {
  none: null,
  s30: { kind: 'live', seconds: 30 },
  s60: { kind: 'live', seconds: 60 },
  s180: { kind: 'live', seconds: 180 },
  d1: { kind: 'slow', days: 1 },
  d3: { kind: 'slow', days: 3 },
};

export function clockName(value: Clock): string {
  if (!value) return say('new.clock.none');
  if (value.kind === 'slow') return say('new.clock.days', { n: value.days });
  return value.seconds % 60 ? say('new.clock.seconds', { n: value.seconds }) : say('new.clock.minutes', { n: value.seconds / 60 });
}
