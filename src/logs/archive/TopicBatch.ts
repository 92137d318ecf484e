import type { WordTable } from '../columns/WordTable.ts'
import type { ByteColumn } from '../parquet/ByteColumn.ts'
import { internAll } from './internAll.ts'
import { readHashWords, viewOf } from './Rows.ts'

/** Interns the topics of many rows together, which is faster than one by one. */
export class TopicBatch {
  /** Maximum rows at a time. */
  readonly capacity = 512
  /** The reference of each row's topic, as in segments. Undefined for rows without one. */
  readonly references = new Uint32Array(this.capacity)
  readonly #short: TopicList
  readonly #long: TopicList
  readonly #word = new Uint32Array(8)
  /** For each row, which of the distinct topics it has. */
  readonly #numbers = new Uint32Array(this.capacity)
  /** The reference of each distinct topic. */
  readonly #distinct = new Uint32Array(this.capacity)

  constructor(shortWords: WordTable, longWords: WordTable) {
    this.#short = new TopicList(shortWords, this.capacity)
    this.#long = new TopicList(longWords, this.capacity)
  }

  /** Sets the `references` of some rows of a page. `false` if a value does not have 32 bytes: the batch cannot be used afterwards. */
  intern(page: ByteColumn, from: number, to: number): boolean {
    const { starts, lengths } = page
    const view = viewOf(page.bytes)
    let [count, last] = [0, -1]
    for (let row = from; row < to; row++) {
      const start = starts[row]!
      if (start < 0) continue
      if (lengths[row] !== 32) return false
      // Values of a dictionary repeat.
      if (start !== last) this.#add(view, start, count++)
      last = start
      this.#numbers[row - from] = count - 1
    }
    this.#short.intern(this.#distinct, 1)
    this.#long.intern(this.#distinct, 0)
    for (let at = 0; at < to - from; at++) this.references[at] = this.#distinct[this.#numbers[at]!]!
    return true
  }

  #add(bytes: DataView, start: number, number: number): void {
    const word = this.#word
    readHashWords(bytes, start, word, 0)
    const isShort = (word[0]! | word[1]! | word[2]!) === 0
    if (isShort) this.#short.add(word, 3, number)
    else this.#long.add(word, 0, number)
  }
}

/** The topics of a batch that one table interns. */
class TopicList {
  readonly #table: WordTable
  readonly #words: Uint32Array
  readonly #ids: Uint32Array
  /** For each topic, its number in the batch. */
  readonly #numbers: Uint32Array
  #count = 0

  constructor(table: WordTable, capacity: number) {
    this.#table = table
    this.#words = new Uint32Array(capacity * table.width)
    this.#ids = new Uint32Array(capacity)
    this.#numbers = new Uint32Array(capacity)
  }

  add(word: Uint32Array, first: number, number: number): void {
    const { width } = this.#table
    const at = this.#count * width
    for (let k = 0; k < width; k++) this.#words[at + k] = word[first + k]!
    this.#numbers[this.#count++] = number
  }

  intern(distinct: Uint32Array, lowestBit: number): void {
    internAll(this.#table, this.#words, this.#count, this.#ids)
    for (let k = 0; k < this.#count; k++) distinct[this.#numbers[k]!] = this.#ids[k]! * 2 + lowestBit
    this.#count = 0
  }
}
