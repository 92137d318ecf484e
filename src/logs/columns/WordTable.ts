const firstSlots = 128

/** Random for each session, so that hostile values cannot be prepared to collide. */
const factors = /* @__PURE__ */ Int32Array.from({ length: 8 }, () => (Math.random() * 2 ** 32) | 1)

/**
 * Interns values: gives each distinct value an id 0, 1, 2 … in order of appearance. A value has `width` 32-bit words: 5 for an
 * address, 8 for a hash.
 */
export class WordTable {
  readonly width: number
  /** The values in the order of their ids; only the first `size * width` words are used. */
  words: Uint32Array
  size = 0
  /** For each slot, the id of its value + 1, or 0. */
  slots: Int32Array
  /** Shifts a hash to the bits that address a slot. */
  shift: number

  constructor(width: number) {
    this.width = width
    this.words = new Uint32Array((width * firstSlots) / 2)
    this.slots = new Int32Array(firstSlots)
    this.shift = 32 - Math.log2(firstSlots)
  }

  /** The id of the value at `words[at]`; -1 if it is not in the table. */
  find(words: Uint32Array, at: number): number {
    return this.slots[this.#slotOf(words, at)]! - 1
  }

  /** The id of the value at `words[at]`, which is added if necessary. */
  intern(words: Uint32Array, at: number): number {
    const { width } = this
    const slot = this.#slotOf(words, at)
    const found = this.slots[slot]! - 1
    if (found >= 0) return found
    const id = this.size++
    if (this.size * width > this.words.length) {
      const wider = new Uint32Array(this.words.length * 2)
      wider.set(this.words)
      this.words = wider
    }
    const base = id * width
    for (let k = 0; k < width; k++) this.words[base + k] = words[at + k]!
    this.slots[slot] = id + 1
    if (this.size * 2 > this.slots.length) this.#grow()
    return id
  }

  /** The slot of the value, or the free slot for it. */
  #slotOf(words: Uint32Array, at: number): number {
    const { width, words: own } = this
    const slots = this.slots
    const mask = slots.length - 1
    let slot = hashWords(words, at, width) >>> this.shift
    for (;;) {
      const found = slots[slot]! - 1
      if (found < 0) return slot
      const base = found * width
      let same = 0
      while (same < width && own[base + same] === words[at + same]) same++
      if (same === width) return slot
      slot = (slot + 1) & mask
    }
  }

  #grow(): void {
    const { width } = this
    const slots = new Int32Array(this.slots.length * 2)
    const mask = slots.length - 1
    const shift = --this.shift
    for (let id = 0; id < this.size; id++) {
      let slot = hashWords(this.words, id * width, width) >>> shift
      while (slots[slot] !== 0) slot = (slot + 1) & mask
      slots[slot] = id + 1
    }
    this.slots = slots
  }
}

/** Hashes a value. Uses every word: vanity addresses share their first digits, and small numbers all but their last. */
export function hashWords(words: Uint32Array, at: number, width: number): number {
  let sum = 0
  for (let k = 0; k < width; k++) sum = (sum + Math.imul(words[at + k]!, factors[k]!)) | 0
  return sum
}
