// What a kernel that raises leaves behind, and what an address from nowhere does.
import { failure, load } from "./module.mjs";

const made = load(process.argv[2]);
const { kernels: k, heap } = made;
const [values, random] = [heap.malloc(24), heap.malloc(48)];
k["randomness.sow"](random, 6, 1n, 1n);
k["search.draw_softly"](values, 3, 3n, 0, random, 6);
const raised = failure(made);
k["search.draw_softly"](values, 3, 3n, 1, random, 6);
const afterwards = failure(made);
let foreign = null;
try {
  k["randomness.sow"](0x7ffffff0, 6, 1n, 1n);
} catch (error) {
  foreign = String(error);
}
console.log(JSON.stringify({ raised, afterwards, foreign }));
