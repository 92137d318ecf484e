import type { Column, ColumnPart } from './ByteColumn.ts'
import { ByteReader } from './ByteReader.ts'
import { decodePage, type ColumnType } from './decodePage.ts'

/** Consecutive pages of a column, decoded one after another. */
export class ColumnPages {
  readonly #type: ColumnType
  readonly #reader: ByteReader
  #dictionary: Column | undefined
  #page: Column = new Float64Array()
  #row = 0
  #skip: number
  /** The bytes of pages that were taken before, for the next ones: fresh memory costs more than decompressing. */
  #free: Uint8Array[] = []
  /** The bytes of the pages decoded since the last call, the current one last. */
  #used: Uint8Array[] = []

  /** @param given.skip Rows of the first page to leave out. */
  constructor(
    type: ColumnType,
    { dictionary, bytes, skip }: { dictionary: Uint8Array | undefined; bytes: Uint8Array; skip: number },
  ) {
    this.#type = type
    this.#skip = skip
    this.#reader = new ByteReader(bytes)
    if (dictionary) this.#decode(new ByteReader(dictionary))
  }

  /** The values of the next rows, to be used before the next call. @throws {@link RangeError} if there are fewer. */
  take(rows: number): readonly ColumnPart[] {
    const parts: ColumnPart[] = []
    this.#free.push(...this.#used.splice(0, this.#used.length - 1))
    for (let left = rows; left > 0;) {
      if (this.#row === this.#page.length) this.#decode(this.#reader)
      const from = Math.min(this.#page.length, this.#row + this.#skip)
      this.#skip -= from - this.#row
      const to = Math.min(this.#page.length, from + left)
      if (to > from) parts.push({ page: this.#page, from, to })
      this.#row = to
      left -= to - from
    }
    return parts
  }

  /** Decodes the next page. Each call reads at least a header, so there are not more calls than bytes. */
  #decode(reader: ByteReader): void {
    const { values, isDictionary } = decodePage(reader, this.#type, this.#dictionary, this.#allocate)
    if (isDictionary) this.#dictionary = values
    else {
      this.#page = values
      this.#row = 0
    }
  }

  readonly #allocate = (length: number): Uint8Array => {
    let bytes = this.#free.pop()
    // Pages of a column have about the same size: larger bytes replace those of the first ones.
    if (!bytes || bytes.length < length) bytes = new Uint8Array(length)
    this.#used.push(bytes)
    return bytes.subarray(0, length)
  }
}
