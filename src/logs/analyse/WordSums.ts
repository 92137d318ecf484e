/**
 * Exact sums of 256-bit words, many at a time, without a `bigint` for each word. For 2 ** 21 words at most: parts have 32
 * bits, and numbers hold 53.
 */
export class WordSums {
  /** Eight parts for each sum, as in a word. The first bears the sign. */
  #parts = new Float64Array(8 * 64)
  #used = new Uint8Array(64)

  /** Adds a word to a sum; sums have numbers from 0 on. */
  add(sum: number, word: Uint32Array, isSigned: boolean): void {
    if (sum >= this.#used.length) this.#grow(sum)
    this.#used[sum] = 1
    const parts = this.#parts
    const at = sum * 8
    parts[at] = parts[at]! + (isSigned ? word[0]! | 0 : word[0]!)
    for (let k = 1; k < 8; k++) parts[at + k] = parts[at + k]! + word[k]!
  }

  /** `undefined` when nothing was added to it. */
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
