import type { AsyncBuffer } from 'hyparquet'
import { parquetHeader } from 'hyparquet/src/column.js'

/** The most rows of a page. Those of archives have a few thousand. */
const mostRows = 1_000_000

/** A file whose pages, which end at `indexStart`, are checked when they are read. */
export function checkedFile(
  file: AsyncBuffer,
  { indexStart, rows }: { readonly indexStart: number; readonly rows: number },
): AsyncBuffer {
  return {
    byteLength: file.byteLength,
    async slice(from, to) {
      const bytes = await file.slice(from, to)
      if (from < indexStart) checkPages(bytes, rows)
      return bytes
    },
  }
}

/**
 * Checks the headers of pages before they are decoded: what they state is allocated, and a few bytes can state billions of rows.
 *
 * @param rows The rows of the file.
 * @throws {@link RangeError}
 */
export function checkPages(bytes: ArrayBuffer, rows: number): void {
  const most = Math.min(rows, mostRows)
  const reader = { view: new DataView(bytes), offset: 0 }
  while (reader.offset < bytes.byteLength) {
    const header = parquetHeader(reader)
    const { compressed_page_size: size, uncompressed_page_size: full } = header
    const { data_page_header: v1, data_page_header_v2: v2, dictionary_page_header: dictionary } = header
    const levels = v2 ? [v2.repetition_levels_byte_length, v2.definition_levels_byte_length] : []
    const isSound =
      isAtMost(size, bytes.byteLength - reader.offset) &&
      (v1 || v2 || dictionary) &&
      (!v1 || isAtMost(v1.num_values, most)) &&
      // Each value has a byte at least.
      (!dictionary || isAtMost(dictionary.num_values, full)) &&
      (!v2 || (isAtMost(v2.num_values, most) && v2.num_rows === v2.num_values)) &&
      (!v2 || isAtMost(v2.num_nulls, v2.num_values)) &&
      levels.every((length) => isAtMost(length, size))
    if (!isSound) throw new RangeError('The header of a page states more than the page can hold.')
    reader.offset += size
  }
}

function isAtMost(value: unknown, most: number): boolean {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) <= most
}
