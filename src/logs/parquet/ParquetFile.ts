import { ByteReader } from './ByteReader.ts'
import { ColumnPages } from './ColumnPages.ts'
import type { ColumnType } from './decodePage.ts'
import { parseThrift, type Fields } from './parseThrift.ts'

export interface RowRange {
  readonly from: number
  /** Exclusive. */
  readonly to: number
}

/** Where the bytes of a file come from. */
export interface ByteFile {
  /** Some bytes, which are not changed afterwards. */
  slice(from: number, to: number): Uint8Array | Promise<Uint8Array>
}

/** Bytes in memory as a file. */
export function bufferFile(bytes: Uint8Array): ByteFile {
  return { slice: (from, to) => bytes.subarray(from, to) }
}

/** The end of a file, after its pages: page indexes and the footer. */
export interface ParquetIndex {
  readonly bytes: Uint8Array
  readonly indexStart: number
}

interface Chunk extends ColumnType {
  readonly from: number
  readonly to: number
  /** Where the pages begin; a dictionary may come before them. */
  readonly pages: readonly { readonly at: number; readonly row: number }[]
  /** Where the index of its pages' minimum and maximum values is. */
  readonly bounds: { readonly at: number; readonly length: number } | undefined
}

/** The types of columns, by their number in the format. */
const columnTypes: Readonly<Record<number, ColumnType['type']>> = {
  1: 'INT32',
  2: 'INT64',
  6: 'BYTE_ARRAY',
  7: 'FIXED_LEN_BYTE_ARRAY',
}
const magic = 0x31524150
const text = /* @__PURE__ */ new TextDecoder()

/** A flat Parquet file, which may be hostile: no number in it alone determines how much is allocated or repeated. */
export class ParquetFile {
  readonly rows: number
  /** The rows of each group. */
  readonly groups: readonly RowRange[]
  readonly #file: ByteFile
  readonly #index: ParquetIndex
  readonly #schema: readonly Fields[]
  readonly #rowGroups: readonly Fields[]
  readonly #chunks = new Map<string, Chunk>()

  /** @throws {@link Error} if the footer is damaged. */
  constructor(file: ByteFile, index: ParquetIndex) {
    this.#file = file
    this.#index = index
    const { bytes } = index
    const reader = new ByteReader(bytes, bytes.length - 8)
    const length = reader.uint32()
    const isParquet = reader.uint32() === magic
    reader.at = bytes.length - 8 - length
    if (!isParquet || !(reader.at >= 0)) throw new RangeError('footer')
    const footer = parseThrift(reader)
    this.#schema = footer.field_2.slice(1)
    this.#rowGroups = footer.field_4
    let end = 0
    this.groups = this.#rowGroups.map(({ field_3: rows }) => ({
      from: end,
      to: (end += Number(rows)),
    }))
    this.rows = end
    if (Number(footer.field_3) !== end || this.groups.some(({ from, to }) => !(from <= to)))
      throw new RangeError('rows')
  }

  /** Requests the pages of a column that have these rows of one group. */
  async request(group: number, name: string, { from, to }: RowRange): Promise<ColumnPages> {
    const chunk = this.#chunk(group, name)
    const first = this.groups[group]!.from
    const { pages } = chunk
    const end = pages.findIndex(({ row }) => row >= to - first)
    const next = pages.findIndex(({ row }) => row > from - first)
    const start = pages[(next < 0 ? pages.length : next) - 1]!
    const pagesEnd = end < 0 ? chunk.to : pages[end]!.at
    const hasDictionary = pages[0]!.at > chunk.from
    const isJoined = hasDictionary && start === pages[0]
    const [dictionary, bytes] = await Promise.all([
      hasDictionary && !isJoined ? this.#file.slice(chunk.from, pages[0]!.at) : undefined,
      this.#file.slice(isJoined ? chunk.from : start.at, pagesEnd),
    ])
    return new ColumnPages(chunk, { dictionary, bytes, skip: from - first - start.row })
  }

  /** The rows of pages that may have one of these numbers, according to the index of a column. */
  rowsWith(name: string, numbers: Float64Array): readonly RowRange[] {
    return this.groups.flatMap(({ from, to }, group) => {
      if (from === to) return []
      const { bounds, pages } = this.#chunk(group, name)
      if (!bounds) return { from, to }
      const { field_2: minimums, field_3: maximums } = this.#pageIndex(bounds.at, bounds.length)
      if (minimums.length !== pages.length || maximums.length !== pages.length) throw new RangeError('index')
      return pages.flatMap(({ row }, page) => {
        const [low, high] = [toInt32(minimums[page]), toInt32(maximums[page])]
        return numbers.some((number) => number >= low && number <= high)
          ? { from: from + row, to: from + (pages[page + 1]?.row ?? to - from) }
          : []
      })
    })
  }

  #chunk(group: number, name: string): Chunk {
    const key = `${group}:${name}`
    let chunk = this.#chunks.get(key)
    if (!chunk) this.#chunks.set(key, (chunk = this.#open(group, name)))
    return chunk
  }

  #open(group: number, name: string): Chunk {
    const element = this.#schema.find((one) => text.decode(one.field_4) === name)
    const column = this.#rowGroups[group]!.field_1.find(
      ({ field_3: data }: Fields) => data?.field_3.length === 1 && text.decode(data.field_3[0]) === name,
    )
    const data: Fields | undefined = column?.field_3
    // A flat column has no children, and is not repeated.
    if (!element || !data || element.field_5 !== undefined || element.field_3 === 2)
      throw new RangeError(`column ${name}`)
    const type = columnTypes[element.field_1]
    const { field_2: width = 0 } = element
    if (!type || (type === 'FIXED_LEN_BYTE_ARRAY' && !(width > 0)) || data.field_1 !== element.field_1)
      throw new RangeError(`column ${name}`)
    // Uncompressed, or snappy.
    if (data.field_4 !== 0 && data.field_4 !== 1) throw new RangeError(`column ${name}`)
    const dataFrom = Number(data.field_9)
    const from = Number(data.field_11 ?? 0) || dataFrom
    const to = from + Number(data.field_7)
    if (!(from >= 0 && from <= dataFrom && dataFrom < to && to <= this.#index.indexStart))
      throw new RangeError(`column ${name}`)
    const { field_4: at, field_5: length, field_6: boundsAt, field_7: boundsLength } = column
    const pages: Chunk['pages'] =
      at && length
        ? this.#pageIndex(Number(at), length).field_1.map(({ field_1: offset, field_3: row }: Fields) => ({
            at: Number(offset),
            row: Number(row),
          }))
        : [{ at: dataFrom, row: 0 }]
    const isAscending = pages.every((page, index) => {
      const before = pages[index - 1]
      return before ? page.at > before.at && page.row > before.row : page.at >= from && page.row === 0
    })
    if (pages.length === 0 || !isAscending || !(pages.at(-1)!.at < to))
      throw new RangeError(`pages of ${name}`)
    return {
      type,
      width,
      isOptional: element.field_3 === 1,
      isCompressed: data.field_4 === 1,
      from,
      to,
      pages,
      bounds: boundsAt && boundsLength ? { at: Number(boundsAt), length: boundsLength } : undefined,
    }
  }

  #pageIndex(at: number, length: number): Fields {
    const { bytes, indexStart } = this.#index
    return parseThrift(new ByteReader(new ByteReader(bytes, at - indexStart).take(length)))
  }
}

function toInt32(bytes: Uint8Array): number {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.length).getInt32(0, true)
}
