/**
 * Exact sums of 256-bit words, many at a time, without a `bigint` per word. For at most 2 ** 21 words: parts have 32
 * bits, and a number holds 53.
 */
export class WordSums {
  /** Eight parts per sum, as in a word. The first carries the sign. */
  #parts = new Float64Array(8 * 64)
  #used = new Uint8Array(64)

  /** Adds a word to a sum, given by its index. */
  add(sum: number, word: Uint32Array, isSigned: boolean): void {
    if (sum >= this.#used.length) this.#grow(sum)
    this.#used[sum] = 1
    const parts = this.#parts
    const at = sum * 8
    parts[at] = parts[at]! + (isSigned ? word[0]! | 0 : word[0]!)
    for (let k = 1; k < 8; k++) parts[at + k] = parts[at + k]! + word[k]!
  }

  /** The sum; `undefined` if nothing was added. */
  get(sum: number): bigint | undefined {
    if (!this.#used[sum]) return undefined
    const at = sum * 8
    let first = 0
    while (first < 7 && this.#parts[at + first] === 0) first++
    let total = BigInt(this.#parts[at + first]!)
    for (let k = first + 1; k < 8; k++) total = (total << 32n) + BigInt(this.#parts[at + k]!)
    return total
  }

  #grow(sum: number): void {
    const size = 2 ** Math.ceil(Math.log2(sum + 1))
    const parts = new Float64Array(8 * size)
    parts.set(this.#parts)
    this.#parts = parts
    const used = new Uint8Array(size)
    used.set(this.#used)
    this.#used = used
  }
}
