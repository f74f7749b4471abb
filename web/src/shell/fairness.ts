/** Recomputes all chance of a finished match here, without trusting the server. */
import { fromHex, hmac, sha256, toHex } from './hash';
import type { Sealed } from './memory';
import type { Fairness } from './protocol';

/** The ticket of single outcome `n` among `total`: rejection sampling, as docs/protocol.md says. */
export function ticket(seed: Uint8Array, nonces: readonly string[], n: number, total: number): number {
  const range = 1n << 64n;
  const limit = range - (range % BigInt(total));
  for (let attempt = 0; ; attempt++) {
    const message = new TextEncoder().encode(`${nonces.join(',')}:${n}:${attempt}`);
    const number = new DataView(hmac(seed, message).buffer).getBigUint64(0);
    if (number < limit) return Number(number % BigInt(total));
  }
}

export interface Verdict {
  seed: boolean;
  /** how many outcomes are right before the first wrong one */
  right: number;
  /** number of the first wrong outcome */
  wrong: number | null;
  /** every opened nonce is the one that was sealed */
  seals: boolean;
  /** seats of people whose nonce was not sealed, or not opened */
  unsealed: number[];
  /** what was fixed when this browser opened its seal is what the match was played with; null: it opened none */
  noted: boolean | null;
}

const sealOf = (nonce: string): string => toHex(sha256(new TextEncoder().encode(nonce)));

/** Every seal that is open fits; a seat is called unsealed exactly where its nonce was not sealed. */
function sealsHold({ nonces, seals, unsealed }: Fairness): boolean {
  return seals.every((seal, seat) => {
    const opened = !!seal && !!nonces[seat];
    if (opened && sealOf(nonces[seat]!) !== seal) return false;
    return (!seal && !nonces[seat]) || unsealed.includes(seat) !== opened;
  });
}

/** Nothing that this browser saw fixed was changed afterwards; a seal may only have stayed shut. */
function asNoted(found: Fairness, sealed: Sealed | null): boolean | null {
  if (!sealed?.noted) return null;
  const { commitment, seals, nonces } = sealed.noted;
  const kept = (nonce: string, seat: number): boolean =>
    seals[seat] ? nonce === '' || sealOf(nonce) === seals[seat] : nonce === nonces[seat];
  return (
    commitment === found.commitment &&
    seals.length === found.seals.length &&
    seals.every((seal, seat) => seal === found.seals[seat]) &&
    found.nonces.every(kept) &&
    seals.every((seal, seat) => seal !== sealed.seal || found.nonces[seat] === sealed.nonce)
  );
}

export async function verify(found: Fairness, sealed: Sealed | null = null): Promise<Verdict> {
  const seed = fromHex(found.seed ?? '');
  const outcomes = found.outcomes ?? [];
  const verdict: Verdict = {
    seed: toHex(sha256(seed)) === found.commitment,
    right: outcomes.length,
    wrong: null,
    seals: sealsHold(found),
    unsealed: found.unsealed,
    noted: asNoted(found, sealed),
  };
  for (const [right, { n, total, ticket: given }] of outcomes.entries()) {
    if (ticket(seed, found.nonces, n, total) !== given) return { ...verdict, right, wrong: n };
    if (right % 50 === 49) await new Promise((next) => setTimeout(next)); // the page stays alive
  }
  return verdict;
}
