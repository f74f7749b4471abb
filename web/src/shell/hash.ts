/** SHA-256 and HMAC written out, since browsers offer their own only over https, and a table in the living room has none. */

const PRIMES = Array.from({ length: 312 }, (_, n) => n).filter(
  (n) => n > 1 && Array.from({ length: Math.floor(Math.sqrt(n)) - 1 }, (_, k) => k + 2).every((d) => n % d),
);

/** 32 bits of the fractional part of the `root`-th root of a prime, exactly: integer roots by bisection. */
function fraction(prime: number, root: 2 | 3): number {
  const scaled = BigInt(prime) << BigInt(32 * root);
  let low = 0n;
  let high = 1n << 40n;
  while (high - low > 1n) {
    const middle = (low + high) >> 1n;
    if (middle ** BigInt(root) <= scaled) low = middle;
    else high = middle;
  }
  return Number(low & 0xffffffffn);
}

const START = PRIMES.slice(0, 8).map((prime) => fraction(prime, 2));
const ROUNDS = PRIMES.slice(0, 64).map((prime) => fraction(prime, 3));

const turn = (x: number, by: number): number => (x >>> by) | (x << (32 - by));

function padded(bytes: Uint8Array): DataView {
  const whole = new Uint8Array(((bytes.length + 8) >> 6) * 64 + 64);
  whole.set(bytes);
  whole[bytes.length] = 0x80;
  const view = new DataView(whole.buffer);
  view.setUint32(whole.length - 4, bytes.length * 8);
  return view;
}

/** One block of 64 bytes goes into the eight words. */
function compress(words: number[], view: DataView, at: number): number[] {
  const w = Array.from({ length: 16 }, (_, k) => view.getUint32(at + 4 * k));
  for (let k = 16; k < 64; k++) {
    const [x, y] = [w[k - 15]!, w[k - 2]!];
    const s0 = turn(x, 7) ^ turn(x, 18) ^ (x >>> 3);
    const s1 = turn(y, 17) ^ turn(y, 19) ^ (y >>> 10);
    w.push((w[k - 16]! + s0 + w[k - 7]! + s1) | 0);
  }
  let [a, b, c, d, e, f, g, h] = words as [number, number, number, number, number, number, number, number];
  for (let k = 0; k < 64; k++) {
    const s1 = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25);
    const one = (h + s1 + ((e & f) ^ (~e & g)) + ROUNDS[k]! + w[k]!) | 0;
    const s0 = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22);
    const two = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
  }
  return [a, b, c, d, e, f, g, h].map((word, k) => (word + words[k]!) | 0);
}

export function sha256(bytes: Uint8Array): Uint8Array {
  const view = padded(bytes);
  let words = START;
  for (let at = 0; at < view.byteLength; at += 64) words = compress(words, view, at);
  const found = new DataView(new ArrayBuffer(32));
  words.forEach((word, k) => found.setUint32(4 * k, word >>> 0));
  return new Uint8Array(found.buffer);
}

export function hmac(key: Uint8Array, message: Uint8Array): Uint8Array {
  const block = new Uint8Array(64);
  block.set(key.length > 64 ? sha256(key) : key);
  const join = (pad: number, rest: Uint8Array): Uint8Array => sha256(new Uint8Array([...block.map((b) => b ^ pad), ...rest]));
  return join(0x5c, join(0x36, message));
}

export const fromHex = (text: string): Uint8Array =>
  new Uint8Array((text.match(/../g) ?? []).map((pair) => parseInt(pair, 16)));

export const toHex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
