import type { WordTable } from '../columns/WordTable.ts'
import { internAll } from './internAll.ts'

/** Topics to intern together, which takes less time than one by one. */
export class TopicBatch {
  /** The most topics. */
  readonly capacity = 512
  /** For each topic that was interned, its reference as in a segment. */
  readonly references = new Uint32Array(this.capacity)
  readonly #short: TopicList
  readonly #long: TopicList
  readonly #word = new Uint32Array(8)
  #count = 0

  constructor(shortWords: WordTable, longWords: WordTable) {
    this.#short = new TopicList(shortWords, this.capacity)
    this.#long = new TopicList(longWords, this.capacity)
  }

  /** Adds the 32 bytes at `start`. */
  add(bytes: DataView, start: number): void {
    const word = this.#word
    for (let k = 0; k < 8; k++) word[k] = bytes.getUint32(start + k * 4)
    const isShort = (word[0]! | word[1]! | word[2]!) === 0
    if (isShort) this.#short.add(word, 3, this.#count++)
    else this.#long.add(word, 0, this.#count++)
  }

  /** Interns all topics, and begins a new batch. */
  intern(): void {
    this.#short.intern(this.references, 1)
    this.#long.intern(this.references, 0)
    this.#count = 0
  }
}

class TopicList {
  readonly #table: WordTable
  readonly #words: Uint32Array
  readonly #ids: Uint32Array
  /** The number of each topic in the batch. */
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

  intern(references: Uint32Array, lowestBit: number): void {
    internAll(this.#table, this.#words, this.#count, this.#ids)
    for (let k = 0; k < this.#count; k++) references[this.#numbers[k]!] = this.#ids[k]! * 2 + lowestBit
    this.#count = 0
  }
}
