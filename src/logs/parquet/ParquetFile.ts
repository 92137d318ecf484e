import { parquetMetadata } from 'hyparquet'
import type { AsyncBuffer, ColumnChunk, FileMetaData } from 'hyparquet'
import { readColumnIndex, readOffsetIndex } from 'hyparquet/src/indexes.js'
import { ByteReader } from './ByteReader.ts'
import { checkThrift } from './checkThrift.ts'
import { ColumnPages } from './ColumnPages.ts'
import type { ColumnType } from './decodePage.ts'

export interface RowRange {
  readonly from: number
  /** Exclusive. */
  readonly to: number
}

/** The end of a file, from the first byte behind its pages on. */
export interface ParquetTail {
  readonly bytes: Uint8Array
  readonly indexStart: number
}

interface Chunk extends ColumnType {
  readonly from: number
  readonly to: number
  /** Where the pages begin; a dictionary may come before them. */
  readonly pages: readonly { readonly at: number; readonly row: number }[]
  readonly column: ColumnChunk
}

/** A flat Parquet file, which may be hostile: nothing is allocated or repeated because the file states so. */
export class ParquetFile {
  readonly rows: number
  /** The rows of each group. */
  readonly groups: readonly RowRange[]
  readonly #file: AsyncBuffer
  readonly #tail: ParquetTail
  readonly #metadata: FileMetaData
  readonly #chunks = new Map<string, Chunk>()

  /** @throws {@link Error} if the footer is damaged. */
  constructor(file: AsyncBuffer, tail: ParquetTail) {
    this.#file = file
    this.#tail = tail
    const { bytes } = tail
    const reader = new ByteReader(bytes, bytes.length - 8)
    const length = reader.uint32()
    reader.at = bytes.length - 8 - length
    if (!(reader.at >= 0)) throw new RangeError('footer')
    checkThrift(reader)
    this.#metadata = parquetMetadata(bytes, { geoparquet: false })
    let end = 0
    this.groups = this.#metadata.row_groups.map(({ num_rows }) => ({
      from: end,
      to: (end += Number(num_rows)),
    }))
    this.rows = end
    if (Number(this.#metadata.num_rows) !== end || this.groups.some(({ from, to }) => !(from <= to)))
      throw new RangeError('rows')
  }

  /** Requests the pages of a column with some rows of one group. */
  async request(group: number, name: string, { from, to }: RowRange): Promise<ColumnPages> {
    const chunk = this.#chunk(group, name)
    const first = this.groups[group]!.from
    const { pages } = chunk
    const end = pages.findIndex(({ row }) => row >= to - first)
    const next = pages.findIndex(({ row }) => row > from - first)
    const start = pages[(next < 0 ? pages.length : next) - 1]!
    const pagesEnd = end < 0 ? chunk.to : pages[end]!.at
    const hasWords = pages[0]!.at > chunk.from
    const isJoined = hasWords && start === pages[0]
    const [words, bytes] = await Promise.all([
      hasWords && !isJoined ? this.#file.slice(chunk.from, pages[0]!.at) : undefined,
      this.#file.slice(isJoined ? chunk.from : start.at, pagesEnd),
    ])
    return new ColumnPages(chunk, { words, bytes, skip: from - first - start.row })
  }

  /** The rows of pages that may have one of these numbers, by the index of a column. */
  rowsWith(name: string, numbers: Float64Array): readonly RowRange[] {
    return this.groups.flatMap(({ from, to }, group) => {
      if (from === to) return []
      const { column, pages } = this.#chunk(group, name)
      const { column_index_offset: at, column_index_length: length } = column
      if (!at || !length) return { from, to }
      const view = this.#index(Number(at), length)
      const { min_values, max_values } = readColumnIndex(view, { name, type: 'INT32' })
      if (min_values.length !== pages.length || max_values.length !== pages.length)
        throw new RangeError('index')
      return pages.flatMap(({ row }, page) => {
        const [least, most] = [Number(min_values[page]), Number(max_values[page])]
        return numbers.some((number) => number >= least && number <= most)
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
    const element = this.#metadata.schema.find((one, at) => at > 0 && one.name === name)
    const column = this.#metadata.row_groups[group]!.columns.find(
      ({ meta_data }) => meta_data?.path_in_schema.length === 1 && meta_data.path_in_schema[0] === name,
    )
    const data = column?.meta_data
    if (!element || !data || element.num_children !== undefined || element.repetition_type === 'REPEATED')
      throw new RangeError(`column ${name}`)
    const { type, type_length: width = 0 } = element
    const isKnown =
      type === 'INT32' ||
      type === 'INT64' ||
      type === 'BYTE_ARRAY' ||
      (type === 'FIXED_LEN_BYTE_ARRAY' && width > 0)
    if (!isKnown || data.type !== type || (data.codec !== 'SNAPPY' && data.codec !== 'UNCOMPRESSED'))
      throw new RangeError(`column ${name}`)
    const dataFrom = Number(data.data_page_offset)
    const from = Number(data.dictionary_page_offset) || dataFrom
    const to = from + Number(data.total_compressed_size)
    if (!(from >= 0 && from <= dataFrom && dataFrom < to && to <= this.#tail.indexStart))
      throw new RangeError(`column ${name}`)
    const { offset_index_offset: at, offset_index_length: length } = column
    const pages =
      at && length
        ? readOffsetIndex(this.#index(Number(at), length)).page_locations.map(
            ({ offset, first_row_index }) => ({
              at: Number(offset),
              row: Number(first_row_index),
            }),
          )
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
      isOptional: element.repetition_type === 'OPTIONAL',
      isCompressed: data.codec === 'SNAPPY',
      from,
      to,
      pages,
      column,
    }
  }

  #index(at: number, length: number) {
    const { bytes, indexStart } = this.#tail
    const index = new ByteReader(bytes, at - indexStart).take(length)
    checkThrift(new ByteReader(index))
    return { view: new DataView(index.buffer, index.byteOffset, index.length), offset: 0 }
  }
}
