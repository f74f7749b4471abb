/** Unpacks LZMA (`lzma.FORMAT_ALONE` of Python, with the size in its head): a quarter smaller than gzip, the best that
 * browsers unpack by themselves. Written after the specification of the format; its reader of bits comes first. */

export class Damaged extends Error {}

const HEAD = 13; // bytes: properties, size of the dictionary, size of the content
const EVEN = 1024; // of 2048: as often 0 as 1
const fresh = (many: number): Uint16Array => new Uint16Array(many).fill(EVEN);

/** Bits, each by the chance that a model gives it, which learns from what came. Sums are kept within 32 bits: else they
 * would become floats, and take twice as long. */
class Reader {
  range = -1;
  code = 0;
  at = HEAD + 1;
  readonly from: Uint8Array;

  constructor(from: Uint8Array) {
    this.from = from;
    for (let i = 0; i < 4; i++) this.code = (this.code << 8) | from[this.at++]!;
  }

  private fill(): void {
    if (this.range >>> 24) return;
    this.range <<= 8;
    this.code = (this.code << 8) | this.from[this.at++]!;
  }

  bit(model: Uint16Array, place: number): 0 | 1 {
    this.fill();
    const chance = model[place]!;
    const bound = Math.imul(this.range >>> 11, chance);
    if (this.code >>> 0 < bound >>> 0) {
      this.range = bound;
      model[place] = chance + ((2048 - chance) >> 5);
      return 0;
    }
    this.range = (this.range - bound) | 0;
    this.code = (this.code - bound) | 0;
    model[place] = chance - (chance >> 5);
    return 1;
  }

  /** Bits whose chance depends on those before them. Most bits are read here: with numbers that stay in registers. */
  tree(model: Uint16Array, base: number, begun: number, end: number): number {
    let { range, code, at } = this;
    let found = begun;
    while (found < end) {
      if (range >>> 24 === 0) {
        range <<= 8;
        code = (code << 8) | this.from[at++]!;
      }
      const chance = model[base + found]!;
      const bound = Math.imul(range >>> 11, chance);
      if (code >>> 0 < bound >>> 0) {
        range = bound;
        model[base + found] = chance + ((2048 - chance) >> 5);
        found <<= 1;
      } else {
        range = (range - bound) | 0;
        code = (code - bound) | 0;
        model[base + found] = chance - (chance >> 5);
        found = (found << 1) | 1;
      }
    }
    [this.range, this.code, this.at] = [range, code, at];
    return found - end;
  }

  /** The same, the lowest bit first. */
  backwards(model: Uint16Array, base: number, bits: number): number {
    let found = 0;
    for (let i = 0, place = 1; i < bits; i++) {
      const one = this.bit(model, base + place);
      place = (place << 1) | one;
      found |= one << i;
    }
    return found;
  }

  /** Bits that nobody can guess. */
  direct(bits: number): number {
    let found = 0;
    for (let i = 0; i < bits; i++) {
      this.fill();
      this.range = (this.range >>> 1) | 0;
      const one = this.code >>> 0 >= this.range >>> 0;
      if (one) this.code = (this.code - this.range) | 0;
      found = (found << 1) | Number(one);
    }
    return found;
  }
}

/** How long a copy is, beyond the shortest. */
class Lengths {
  private choice = fresh(2);
  private low = fresh(16 * 8);
  private middle = fresh(16 * 8);
  private high = fresh(256);

  read(bits: Reader, place: number): number {
    if (!bits.bit(this.choice, 0)) return bits.tree(this.low, 8 * place, 1, 8);
    if (!bits.bit(this.choice, 1)) return 8 + bits.tree(this.middle, 8 * place, 1, 8);
    return 16 + bits.tree(this.high, 0, 1, 256);
  }
}

const SHORTEST = 2;
const AFTER_COPY = 7; // states from here on: something was copied just before
const MODELLED = 14; // slots of distances below this have no direct bits

class Unpacking {
  private state = 0;
  private copies = [0, 0, 0, 0]; // distances, the last one first
  private to = 0;
  private isCopy = fresh(12 * 16);
  private isOld = fresh(12);
  private which = [fresh(12), fresh(12), fresh(12)];
  private isLong = fresh(12 * 16);
  private slots = fresh(4 * 64);
  private special = fresh(128);
  private align = fresh(16);
  private lengths = new Lengths();
  private oldLengths = new Lengths();
  private literals: Uint16Array;
  private bits: Reader;
  private out: Uint8Array;
  private lc: number;
  private lp: number;
  private pb: number;

  constructor(bits: Reader, out: Uint8Array, properties: number) {
    this.bits = bits;
    this.out = out;
    this.lc = properties % 9;
    this.lp = Math.floor(properties / 9) % 5;
    this.pb = Math.floor(properties / 45);
    this.literals = fresh(0x300 << (this.lc + this.lp));
  }

  run(): void {
    const { bits, out } = this;
    while (this.to < out.length) {
      const place = this.to & ((1 << this.pb) - 1);
      if (!bits.bit(this.isCopy, 16 * this.state + place)) this.literal();
      else this.copy(bits.bit(this.isOld, this.state) ? this.again(place) : this.anew(place));
      if (bits.at > bits.from.length + 4) throw new Damaged('it ends too early');
    }
  }

  private literal(): void {
    const { bits, out, to, state } = this;
    const before = to ? out[to - 1]! : 0;
    const base = 0x300 * (((to & ((1 << this.lp) - 1)) << this.lc) + (before >> (8 - this.lc)));
    let found = 1;
    if (state >= AFTER_COPY) {
      // It differs from what would have been copied next: as long as it does not, that one's bits are a guess.
      for (let other = out[to - this.copies[0]! - 1]!; found < 256; other <<= 1) {
        const guess = (other >> 7) & 1;
        const one = bits.bit(this.literals, base + ((1 + guess) << 8) + found);
        found = (found << 1) | one;
        if (guess !== one) break;
      }
    }
    out[this.to++] = found < 256 ? bits.tree(this.literals, base, found, 256) : found;
    this.state = state < 4 ? 0 : state < 10 ? state - 3 : state - 6;
  }

  /** A distance that is new; how much to copy. */
  private anew(place: number): number {
    const long = this.lengths.read(this.bits, place);
    this.copies = [this.distance(long), this.copies[0]!, this.copies[1]!, this.copies[2]!];
    this.state = this.state < AFTER_COPY ? 7 : 10;
    return long + SHORTEST;
  }

  private distance(long: number): number {
    const { bits } = this;
    const slot = bits.tree(this.slots, 64 * Math.min(long, 3), 1, 64);
    if (slot < 4) return slot;
    const many = (slot >> 1) - 1;
    const base = (2 | (slot & 1)) << many;
    if (slot < MODELLED) return base + bits.backwards(this.special, base - slot, many);
    return base + (bits.direct(many - 4) << 4) + bits.backwards(this.align, 0, 4);
  }

  /** One of the last four distances; how much to copy. */
  private again(place: number): number {
    const { bits, state } = this;
    let which = 0;
    while (which < 3 && bits.bit(this.which[which]!, state)) which++;
    const short = which === 0 && !bits.bit(this.isLong, 16 * state + place);
    if (which) this.copies.unshift(...this.copies.splice(which, 1));
    const long = short ? 1 : this.oldLengths.read(bits, place) + SHORTEST;
    this.state = state < AFTER_COPY ? (short ? 9 : 8) : 11;
    return long;
  }

  private copy(long: number): void {
    const { out } = this;
    const back = this.copies[0]! + 1;
    if (back <= 0 || back > this.to) throw new Damaged('it copies from before its beginning');
    let { to } = this;
    for (const end = Math.min(to + long, out.length); to < end; to++) out[to] = out[to - back]!;
    this.to = to;
  }
}

/** The content of a whole file. */
export function unpack(packed: Uint8Array): Uint8Array<ArrayBuffer> {
  const properties = packed[0] ?? 255;
  if (packed.length <= HEAD + 4 || properties >= 9 * 5 * 5) throw new Damaged('it is no LZMA');
  const head = new DataView(packed.buffer, packed.byteOffset, HEAD);
  if (head.getUint32(9, true)) throw new Damaged('its size is unknown, or too large');
  const out = new Uint8Array(head.getUint32(5, true));
  new Unpacking(new Reader(packed), out, properties).run();
  return out;
}
