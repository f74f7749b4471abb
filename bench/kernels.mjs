// The WebAssembly of a game beside its machine code: a line of JSON asks, a line answers.
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { load } from "../tests/builder/module.mjs";

const [, , file, told] = process.argv;
const { most, record, nodes, deepest, settings: given, position, start, players, seat } = JSON.parse(readFileSync(told));
const { memory, heap, kernels: k } = load(file);
const words = (n) => heap.malloc(8 * n);
const wide = players + 1;
const [S, H, B, C] = [1, 2, 3, 4].map(() => heap.malloc(record));
const [links, sums, priors, used] = [heap.malloc(16 * nodes), heap.malloc(4 * wide * nodes), heap.malloc(4 * nodes), words(3)];
const [A, values, children, path] = [words(most), words(most), words(most), words(deepest)];
const [walk, result, settings, R, luck] = [words(4), words(wide), words(given.length), words(6), words(6)];
const all = () => new Uint8Array(memory.buffer);
all().set(Buffer.from(position, "hex"), S);
all().set(Buffer.from(start, "hex"), B);
new Float64Array(memory.buffer, settings, given.length).set(given);
k["randomness.sow"](luck, 6, 3n, 0n);

const runs = {
  simulations(many) {
    const dirty = Math.min(nodes, Number(new BigInt64Array(memory.buffer, used, 1)[0]) + most);
    for (const [where, bytes] of [[links, 16], [sums, 4 * wide], [priors, 4]]) all().fill(0, where, where + bytes * dirty);
    new Int32Array(memory.buffer, links, 4).set([0, -1, -1, 0]);
    new BigInt64Array(memory.buffer, used, 3).set([1n, 0n, 5n]);
    k["randomness.sow"](R, 6, 5n, 0n);
    k["search.simulate"](S, 1, H, 1, links, nodes, 4, sums, nodes, wide, priors, nodes, used, 3, A, most, values, most,
      children, most, path, deepest, walk, 4, result, wide, settings, given.length, R, 6, BigInt(seat), BigInt(many));
    return many;
  },
  decisions: (many) => Number(k["play.playouts"](B, 1, C, 1, BigInt(many), luck, 6, A, most)),
};
const clock = () => (process.threadCpuUsage ?? process.cpuUsage)().user / 1e6;

for await (const line of createInterface({ input: process.stdin })) {
  const { what, many, seconds } = JSON.parse(line);
  let done = 0;
  const began = clock();
  let spent = 0;
  while ((spent = clock() - began) < seconds) done += runs[what](many);
  console.log(JSON.stringify(done / spent));
}
