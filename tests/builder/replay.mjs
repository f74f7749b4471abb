// Replays what Python wrote down with the WebAssembly of the same kernels, and compares digests.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

const [, , folder, file] = process.argv;
const { scope, games, positions } = JSON.parse(readFileSync(file));
const sizes = JSON.parse(readFileSync(`${folder}/${scope}.json`));
const raw = readFileSync(`${folder}/${scope}.wasm`);
const nothing = new Proxy({}, { get: () => () => 0 });
const { instance } = await WebAssembly.instantiate(raw, { wasi_snapshot_preview1: nothing });
const k = instance.exports;
const { MOST, OUTCOMES, record } = sizes;
const words = (n) => k.allocate(8 * n);
const [S, H] = [k.allocate(record), k.allocate(record)];
const [A, O, W, R, L] = [words(MOST), words(OUTCOMES), words(OUTCOMES), words(6), words(6)];
const memory = () => new Uint8Array(k.memory.buffer);
const at = (where, many) => Buffer.from(k.memory.buffer, where, many);
const pack = (...numbers) => Buffer.from(Int32Array.from(numbers).buffer);
const differ = [];

function replayed(game) {
  const digest = createHash("sha256");
  memory().set(Buffer.from(game.start, "hex"), S);
  k.sow(R, 6, game.seed, 7);
  for (let count = 0; ; count++) {
    const seat = k.to_act(S);
    digest.update(pack(seat, k.midway(S)));
    if (seat === -2) break;
    let action;
    if (seat === -1) {
      const n = k.list_chance(S, O, OUTCOMES, W, OUTCOMES);
      digest.update(at(O, 8 * n)).update(at(W, 8 * n));
      action = k.sample_chance(S, R, 6);
    } else {
      const n = k.list_legal(S, A, MOST);
      digest.update(at(A, 8 * n));
      action = new DataView(k.memory.buffer).getInt32(A + 8 * k.below(R, 6, n), true);
    }
    k.apply(S, action);
    digest.update(pack(action)).update(at(S, record));
    if (count % 4 === 0) {
      memory().copyWithin(H, S, S + record);
      k.hide(H, ((count / 4) % (game.players + 1)) - 1);
      digest.update(at(H, record));
      memory().copyWithin(L, R, R + 48);
      k.fill(H, L, 6);
      digest.update(at(H, record)).update(at(L, 48));
    }
    for (let seat = 0; seat < game.players; seat++) digest.update(pack(k.score(S, seat), k.rank(S, seat)));
  }
  return digest.update(at(R, 48)).digest("hex");
}

for (const game of games) if (replayed(game) !== game.digest) differ.push(`game ${game.seed}`);

const { nodes, deepest, settings: many } = sizes.search ?? positions[0]?.sizes ?? {};
if (positions.length) {
  const seats = 8;
  const [links, sums, priors] = [k.allocate(16 * nodes), k.allocate(4 * seats * nodes), k.allocate(4 * nodes)];
  const [used, values, children] = [words(3), words(MOST), words(MOST)];
  const [path, walk, result, settings] = [words(deepest), words(4), words(seats), words(many)];
  for (const one of positions) {
    const wide = one.players + 1;
    for (const [where, bytes] of [[links, 16 * nodes], [sums, 4 * seats * nodes], [priors, 4 * nodes], [A, 8 * MOST],
      [values, 8 * MOST], [children, 8 * MOST], [path, 8 * deepest], [walk, 32], [result, 8 * seats]])
      memory().fill(0, where, where + bytes);
    new Int32Array(k.memory.buffer, links, 4).set([0, -1, -1, 0]);
    new BigInt64Array(k.memory.buffer, used, 3).set([1n, 0n, 5n]);
    new Float64Array(k.memory.buffer, settings, many).set(one.settings);
    memory().set(Buffer.from(one.state, "hex"), S);
    k.sow(R, 6, 5, 6);
    const tree = [links, nodes, 4, sums, nodes, wide, priors, nodes, used, 3];
    const work = [A, MOST, values, MOST, children, MOST, path, deepest, walk, 4, result, wide, settings, many, R, 6];
    k.simulate(S, 1, H, 1, ...tree, ...work, one.seat, one.simulations);
    const u = one.used;
    const digest = createHash("sha256").update(at(links, 16 * u)).update(at(sums, 4 * wide * u));
    digest.update(at(priors, 4 * u)).update(at(used, 24)).update(at(R, 48));
    if (digest.digest("hex") !== one.digest) differ.push(`tree ${one.number}`);
  }
}
console.log(JSON.stringify(differ));
