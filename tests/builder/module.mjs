// Loads a side module in plain Node: memory, stack and malloc are made here, as Pyodide would.
import { readFileSync } from "node:fs";

const STACK = 1 << 20;
const PAGE = 65536;

function number(bytes, at) {
  let value = 0;
  for (let shift = 0; ; shift += 7) {
    const byte = bytes[at++];
    value |= (byte & 127) << shift;
    if (byte < 128) return [value, at];
  }
}

/** How much data the module brings, from the section that Emscripten's linker wrote. */
function size(module) {
  const [section] = WebAssembly.Module.customSections(module, "dylink.0");
  const bytes = new Uint8Array(section);
  const [, begin] = number(bytes, 1);
  return number(bytes, begin)[0];
}

/** Blocks of powers of two; freed ones are kept in lists. */
export class Heap {
  constructor(memory, begin) {
    this.memory = memory;
    this.top = begin;
    this.free = new Map();
    this.classes = new Map();
    this.limit = Infinity;
  }

  malloc(bytes) {
    const width = Math.max(64, 2 ** Math.ceil(Math.log2(bytes)));
    const kept = this.free.get(width);
    const at = kept?.length ? kept.pop() : this.grow(width);
    this.classes.set(at, width);
    return at;
  }

  grow(width) {
    const at = (this.top + 63) & ~63;
    if (at + width > this.limit) return 0;
    this.top = at + width;
    const missing = this.top - this.memory.buffer.byteLength;
    if (missing > 0) this.memory.grow(Math.ceil(missing / PAGE) + 16);
    return at;
  }

  release(at) {
    const width = this.classes.get(at);
    if (!this.free.has(width)) this.free.set(width, []);
    this.free.get(width).push(at);
  }
}

/** Kernels by the last two words of their names, such as `rules.apply`. */
export function load(file) {
  const module = new WebAssembly.Module(readFileSync(file));
  const memory = new WebAssembly.Memory({ initial: 64 });
  const heap = new Heap(memory, STACK + size(module));
  const fixed = (value) => new WebAssembly.Global({ value: "i32" }, value);
  const env = {
    memory,
    __stack_pointer: new WebAssembly.Global({ value: "i32", mutable: true }, STACK),
    __memory_base: fixed(STACK),
    __table_base: fixed(0),
    __indirect_function_table: new WebAssembly.Table({ initial: 16, element: "anyfunc" }),
    malloc: (bytes) => heap.malloc(bytes),
    free: (at) => heap.release(at),
  };
  const { exports } = new WebAssembly.Instance(module, { env });
  exports.__wasm_apply_data_relocs?.();
  exports.__wasm_call_ctors?.();
  const [told] = WebAssembly.Module.customSections(module, "spieltisch");
  const description = JSON.parse(Buffer.from(told).toString());
  const kernels = {};
  for (const name of Object.keys(description.kernels)) {
    const short = name.split(".").slice(-2).join(".");
    kernels[short] = exports[name.replaceAll(".", "_")];
  }
  return { memory, heap, kernels, description, failure: exports.failure() };
}

/** Class and text of the error that a kernel left behind, or null. */
export function failure({ memory, failure: at }) {
  const cell = new DataView(memory.buffer, at, 12);
  const status = cell.getInt32(0, true);
  if (status === 0) return null;
  cell.setInt32(0, 0, true);
  if (status < 0) return "no memory";
  const text = Buffer.from(memory.buffer, cell.getInt32(4, true), cell.getInt32(8, true));
  return text.toString("latin1");
}
