import { ByteWriter } from 'hyparquet-writer'
import { writePageHeader } from 'hyparquet-writer/src/datapage.js'
import { expect, test } from 'vitest'
import { checkPages } from '../../../src/logs/archive/checkPages.ts'

const levels = { definition_levels_byte_length: 2, repetition_levels_byte_length: 0 }
const sound = {
  dictionary: { num_values: 1, encoding: 'PLAIN' as const },
  data: { num_values: 8, num_rows: 8, num_nulls: 3, encoding: 'PLAIN' as const, ...levels },
}

/** A dictionary and a page of data, 16 bytes each. */
function pages({
  dictionary,
  data,
  size = 16,
}: { dictionary?: object; data?: object; size?: number } = {}): ArrayBuffer {
  const writer = new ByteWriter()
  const sizes = { uncompressed_page_size: 16, compressed_page_size: size }
  const write = (header: Parameters<typeof writePageHeader>[1]) => {
    writePageHeader(writer, header)
    writer.appendBytes(new Uint8Array(16))
  }
  write({ type: 'DICTIONARY_PAGE', ...sizes, dictionary_page_header: { ...sound.dictionary, ...dictionary } })
  write({ type: 'DATA_PAGE_V2', ...sizes, data_page_header_v2: { ...sound.data, ...data } })
  return writer.getBuffer()
}

test('pages that hold what they state pass', () => {
  expect(() => checkPages(pages(), 8)).not.toThrow()
})

test.each([
  ['more rows than the file', { data: { num_values: 9, num_rows: 9 } }, 8],
  ['more rows than any page', { data: { num_values: 2 ** 30, num_rows: 2 ** 30 } }, 2 ** 31 - 1],
  ['other rows than values', { data: { num_rows: 7 } }, 8],
  ['rows below zero', { data: { num_values: -8, num_rows: -8 } }, 8],
  ['nulls below zero', { data: { num_nulls: -(2 ** 30) } }, 8],
  ['levels beyond the page', { data: { definition_levels_byte_length: 17 } }, 8],
  ['more dictionary values than bytes', { dictionary: { num_values: 17 } }, 8],
  ['a size below zero', { size: -20 }, 8],
  ['more bytes than were sent', { size: 2 ** 30 }, 8],
])('a page that states %s is refused', (_, change, rows) => {
  expect(() => checkPages(pages(change), rows)).toThrow(RangeError)
})
