// Replays what Python wrote down with the WebAssembly of the same kernels, and compares digests.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { load } from "./module.mjs";

const [, , file, told] = process.argv;
const { sizes, games, positions } = JSON.parse(readFileSync(told));
const { memory, heap, kernels: k } = load(file);
const { most, outcomes, record, nodes, deepest, settings: many } = sizes;
const seats = 8;
const words = (n) => heap.malloc(8 * n);
const [S, H] = [heap.malloc(record), heap.malloc(record)];
const [A, O, W, R, L] = [words(most), words(outcomes), words(outcomes), words(6), words(6)];
const all = () => new Uint8Array(memory.buffer);
const at = (where, bytes) => Buffer.from(memory.buffer, where, bytes);
const pack = (...numbers) => Buffer.from(Int32Array.from(numbers).buffer);
const whole = (where, numbers) => new BigInt64Array(memory.buffer, where, numbers.length).set(numbers.map(BigInt));
const differ = [];

function replayed(game) {
  const digest = createHash("sha256");
  all().set(Buffer.from(game.start, "hex"), S);
  k["randomness.sow"](R, 6, BigInt(game.seed), 7n);
  for (let count = 0; ; count++) {
    const seat = Number(k["rules.to_act"](S));
    digest.update(pack(seat, k["rules.midway"](S)));
    if (seat === -2) break;
    let action;
    if (seat === -1) {
      const n = Number(k["rules.list_chance"](S, O, outcomes, W, outcomes));
      digest.update(at(O, 8 * n)).update(at(W, 8 * n));
      action = k["rules.sample_chance"](S, R, 6);
    } else {
      const n = k["rules.list_legal"](S, A, most);
      digest.update(at(A, 8 * Number(n)));
      const place = Number(k["randomness.below"](R, 6, n));
      action = new DataView(memory.buffer).getBigInt64(A + 8 * place, true);
    }
    k["rules.apply"](S, action);
    digest.update(pack(Number(action))).update(at(S, record));
    if (count % 4 === 0) {
      all().copyWithin(H, S, S + record);
      k["rules.hide"](H, BigInt(((count / 4) % (game.players + 1)) - 1));
      digest.update(at(H, record));
      all().copyWithin(L, R, R + 48);
      k["rules.fill"](H, L, 6);
      digest.update(at(H, record)).update(at(L, 48));
    }
    for (let seat = 0n; seat < game.players; seat++)
      digest.update(pack(Number(k["rules.score"](S, seat)), Number(k["rules.rank"](S, seat))));
  }
  return digest.update(at(R, 48)).digest("hex");
}

for (const game of games) if (replayed(game) !== game.digest) differ.push(`game ${game.seed}`);

const [links, sums, priors] = [heap.malloc(16 * nodes), heap.malloc(4 * seats * nodes), heap.malloc(4 * nodes)];
const [used, values, children] = [words(3), words(most), words(most)];
const [path, walk, result, settings] = [words(deepest), words(4), words(seats), words(many)];
const empty = [
  [links, 16 * nodes], [sums, 4 * seats * nodes], [priors, 4 * nodes], [A, 8 * most], [values, 8 * most],
  [children, 8 * most], [path, 8 * deepest], [walk, 32], [result, 8 * seats], [R, 48],
];

function begin(one) {
  for (const [where, bytes] of empty) all().fill(0, where, where + bytes);
  new Float64Array(memory.buffer, settings, many).set(one.settings);
  all().set(Buffer.from(one.state, "hex"), S);
  const wide = one.players + 1;
  return [A, most, values, most, children, most, path, deepest, walk, 4, result, wide, settings, many, R, 6];
}

function searched(one) {
  const work = begin(one);
  const wide = one.players + 1;
  new Int32Array(memory.buffer, links, 4).set([0, -1, -1, 0]);
  whole(used, [1, 0, 5]);
  k["randomness.sow"](R, 6, 5n, 6n);
  const tree = [links, nodes, 4, sums, nodes, wide, priors, nodes, used, 3];
  k["search.simulate"](S, 1, H, 1, ...tree, ...work, BigInt(one.seat), BigInt(one.simulations));
  const u = one.used;
  const digest = createHash("sha256").update(at(links, 16 * u)).update(at(sums, 4 * wide * u));
  return digest.update(at(priors, 4 * u)).update(at(used, 24)).update(at(R, 48)).digest("hex");
}

function contested(one) {
  const { lines, width, astray, longest, room } = one.contest;
  const [states, ends] = [heap.malloc(record * (longest + 1)), heap.malloc(record * room)];
  const [found, steps] = [words(room * longest), words(longest * (3 + width))];
  const work = begin(one);
  for (const [where, bytes] of [[ends, record * room], [found, 8 * room * longest], [steps, 8 * longest * (3 + width)]])
    all().fill(0, where, where + bytes);
  all().set(Buffer.from(one.state, "hex"), states);
  const listed = k["trials.list_turns"](states, longest + 1, ends, room, found, room, longest, steps, longest,
    3 + width, A, most, values, most, BigInt(width), BigInt(astray));
  const digest = createHash("sha256").update(pack(Number(listed)));
  const n = Math.max(Number(listed), 0);
  digest.update(at(found, 8 * n * longest)).update(at(ends, record * n));
  if (n) tried(one, n, found, digest);
  for (const where of [states, ends, found, steps]) heap.release(where);
  return Number(listed) === lines ? digest.digest("hex") : `${listed} turns`;
}

function tried(one, n, found, digest) {
  const [sum, won, visits] = [words(n), words(n), words(n + 2)];
  for (const [where, many] of [[sum, n], [won, n], [visits, n + 2]]) all().fill(0, where, where + 8 * many);
  whole(visits + 8 * n, [one.seat, 99]);
  const work = begin(one);
  k["trials.try_turns"](S, 1, H, 1, found, n, one.contest.longest, sum, n, won, n, visits, n + 2, BigInt(one.simulations), ...work);
  digest.update(at(sum, 8 * n)).update(at(won, 8 * n)).update(at(visits, 8 * (n + 2)));
  for (const where of [sum, won, visits]) heap.release(where);
}

for (const one of positions) {
  if (searched(one) !== one.tree) differ.push(`tree ${one.number}`);
  if (contested(one) !== one.contest.digest) differ.push(`contest ${one.number}`);
}
console.log(JSON.stringify(differ));
