// @vitest-environment node
import { describe, expect, test } from 'vitest';
import { ticket, verify } from './fairness';
import { fromHex, hmac, sha256, toHex } from './hash';

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
  const found = { commitment, nonces: [''], seals: [''], unsealed: [], seed, over: true, opens: null, ok: true, taught: false, outcomes };
  expect(await verify(found)).toMatchObject({ seed: true, right: 3, wrong: null, seals: true, noted: null });
  outcomes[1]!.ticket = (outcomes[1]!.ticket + 1) % 6;
  expect(await verify(found)).toMatchObject({ seed: true, right: 1, wrong: 1 });
  expect((await verify({ ...found, commitment: '' })).seed).toBe(false);
});

describe('seals', () => {
  const seal = (nonce: string): string => toHex(sha256(bytes(nonce)));
  const seed = '11'.repeat(32);
  const commitment = toHex(sha256(fromHex(seed)));
  const found = {
    commitment,
    nonces: ['5eed', 'cafe', '', 'b0'],
    seals: [seal('5eed'), seal('cafe'), '', ''],
    unsealed: [3],
    seed,
    over: true,
    opens: null,
    ok: true,
    taught: false,
    outcomes: [],
  };
  const mine = {
    nonce: 'cafe',
    seal: seal('cafe'),
    noted: { commitment, seals: found.seals, nonces: ['', '', '', 'b0'] },
  };

  test('that were opened as they were handed in', async () => {
    expect(await verify(found, mine)).toMatchObject({ seals: true, unsealed: [3], noted: true });
  });

  test.each([
    ['another nonce than the sealed one', { nonces: ['aaaa', 'cafe', '', 'b0'] }],
    ['an open nonce that is not said to be one', { unsealed: [] }],
    ['a sealed one that is said to be open', { unsealed: [0, 3] }],
  ])('are broken by %s', async (_, change) => {
    expect((await verify({ ...found, ...change }, mine)).seals).toBe(false);
  });

  test.each([
    ['the seed', { commitment: seal('x') }],
    ['a seal with its nonce, after mine was open', { nonces: ['aaaa', 'cafe', '', 'b0'], seals: [seal('aaaa'), seal('cafe'), '', ''] }],
    ['a nonce in the clear', { nonces: ['5eed', 'cafe', '', 'b1'] }],
    ['my own nonce', { nonces: ['5eed', '', '', 'b0'], unsealed: [1, 3] }],
  ])('this browser finds out who changed %s', async (_, change) => {
    expect((await verify({ ...found, ...change }, mine)).noted).toBe(false);
  });

  test('a seal that stayed shut is said to be unsealed', async () => {
    const shut = { ...found, nonces: ['', 'cafe', '', 'b0'], unsealed: [0, 3] };
    expect(await verify(shut, mine)).toMatchObject({ seals: true, unsealed: [0, 3], noted: true });
  });
});
