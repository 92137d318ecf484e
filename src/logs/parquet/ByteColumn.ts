/** Byte strings, one per row. Rows may share the same bytes. */
export class ByteColumn {
  readonly bytes: Uint8Array
  /** Where the value of each row begins; -1 for a missing one. */
  readonly starts: Int32Array
  readonly lengths: Int32Array

  constructor(bytes: Uint8Array, starts: Int32Array, lengths: Int32Array) {
    this.bytes = bytes
    this.starts = starts
    this.lengths = lengths
  }

  static from(values: readonly (Uint8Array | null | undefined)[]): ByteColumn {
    const starts = new Int32Array(values.length)
    const lengths = new Int32Array(values.length)
    let end = 0
    for (const [row, value] of values.entries()) {
      starts[row] = value ? end : -1
      lengths[row] = value?.length ?? 0
      end += lengths[row]!
    }
    return new ByteColumn(concat(values.filter((value) => !!value)), starts, lengths)
  }

  get length(): number {
    return this.starts.length
  }

  /** `undefined` for a missing value. */
  at(row: number): Uint8Array | undefined {
    const start = this.starts[row]!
    return start < 0 ? undefined : this.bytes.subarray(start, start + this.lengths[row]!)
  }
}

/** The values of a column: byte strings, or numbers, `NaN` for a missing one. */
export type Column = ByteColumn | Float64Array

/** Some rows of a page. */
export interface ColumnPart {
  readonly page: Column
  readonly from: number
  /** Exclusive. */
  readonly to: number
}

/** Joins the parts of a column. */
export function joinColumn(parts: readonly ColumnPart[]): Column {
  const rows = parts.reduce((sum, { from, to }) => sum + to - from, 0)
  let row = 0
  if (parts.every(({ page }) => page instanceof Float64Array)) {
    const numbers = new Float64Array(rows)
    for (const { page, from, to } of parts) {
      numbers.set((page as Float64Array).subarray(from, to), row)
      row += to - from
    }
    return numbers
  }
  const sources = [...new Set(parts.map(({ page }) => (page as ByteColumn).bytes))]
  const starts = new Int32Array(rows)
  const lengths = new Int32Array(rows)
  const bytes = sources.length === 1 ? sources[0]! : concat(sources)
  for (const { page, from, to } of parts) {
    const column = page as ByteColumn
    let offset = 0
    for (const source of sources) {
      if (source === column.bytes) break
      offset += source.length
    }
    lengths.set(column.lengths.subarray(from, to), row)
    for (let at = from; at < to; at++, row++) {
      const start = column.starts[at]!
      starts[row] = start < 0 ? -1 : start + offset
    }
  }
  return new ByteColumn(bytes, starts, lengths)
}

function concat(parts: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}
