// @vitest-environment node
import { expect, test } from 'vitest';
import { fromHex, hmac, sha256, ticket, toHex, verify } from './fairness';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

// The expected values were computed by Python's hashlib and hmac.
test.each([
  ['', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
  ['abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
  ['x'.repeat(55), 'd5e285683cd4efc02d021a5c62014694958901005d6f71e89e0989fac77e4072'],
  ['x'.repeat(56), '04c26261370ee7541549d16dee320c723e3fd14671e66a099afe0a377c16888e'],
  ['x'.repeat(64), '7ce100971f64e7001e8fe5a51973ecdfe1ced42befe7ee8d5fd6219506b5393c'],
  ['ä'.repeat(200), '2e9f2db459a49bf4765b88195a10d3172e0389896408bd2b363dabe688f7ddf2'],
])('SHA-256 of %j', (text, digest) => {
  expect(toHex(sha256(bytes(text)))).toBe(digest);
});

test.each([
  ['key', '6e9ef29b75fffc5b7abae527d58fdadb2fe42e7219011976917343065f58ed4a'],
  ['k'.repeat(100), '1c28735416d320163f56f81bdbb83d651eed508d184e6b8b03662740a533293e'],
])('HMAC-SHA-256 with the key %j', (key, digest) => {
  expect(toHex(hmac(bytes(key), bytes('message')))).toBe(digest);
});

test('a ticket is the first eight bytes modulo the total', () => {
  expect(ticket(fromHex('00'.repeat(32)), ['5eed', ''], 0, 132)).toBe(125);
});

test('a changed outcome is found', async () => {
  const seed = '11'.repeat(32);
  const commitment = toHex(sha256(fromHex(seed)));
  const outcomes = [0, 1, 2].map((n) => ({ n, line: 1, total: 6, ticket: ticket(fromHex(seed), [''], n, 6) }));
  const found = { commitment, nonces: [''], seed, over: true, ok: true, outcomes };
  expect(await verify(found)).toEqual({ seed: true, right: 3, wrong: null });
  outcomes[1]!.ticket = (outcomes[1]!.ticket + 1) % 6;
  expect(await verify(found)).toEqual({ seed: true, right: 1, wrong: 1 });
  expect((await verify({ ...found, commitment: '' })).seed).toBe(false);
});
