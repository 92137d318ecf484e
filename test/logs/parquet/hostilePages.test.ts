import { ByteWriter } from 'hyparquet-writer'
import { writePageHeader } from 'hyparquet-writer/src/datapage.js'
import { expect, test } from 'vitest'
import { decodeFile } from '../../../src/logs/archive/readRows.ts'
import { packLogs } from '../../../src/logs/columns/packLogs.ts'
import { ByteColumn } from '../../../src/logs/parquet/ByteColumn.ts'
import { ByteReader } from '../../../src/logs/parquet/ByteReader.ts'
import { decodeDeltas } from '../../../src/logs/parquet/decodeDeltas.ts'
import { decodePage, type ColumnType } from '../../../src/logs/parquet/decodePage.ts'
import { decodeRuns } from '../../../src/logs/parquet/decodeRuns.ts'
import { parseThrift } from '../../../src/logs/parquet/parseThrift.ts'
import { encodeLogs } from '../../../src/node/archive/encodeArchiveFile.ts'
import { createSeededRandom } from '../../../src/testing/SeededRandom.ts'
import { createFakeNode } from '../../support/fakeNode.ts'

const reader = (...bytes: number[]) => new ByteReader(Uint8Array.from(bytes))
/** 2^31 - 1 as a varint, and what follows a head of runs: twice that, odd for packed ones. */
const huge = [0xff, 0xff, 0xff, 0xff, 0x07]

test('runs end with the page, whatever they state', () => {
  expect([...decodeRuns(reader(0xfe, 0xff, 0xff, 0xff, 0x0f, 7), 3, 4)]).toEqual([7, 7, 7, 7])
  // Packed numbers of no bits: no bytes would end them.
  expect([...decodeRuns(reader(0xff, 0xff, 0xff, 0xff, 0x0f), 0, 4)]).toEqual([0, 0, 0, 0])
  expect(() => decodeRuns(reader(0xff, 0xff, 0xff, 0xff, 0x0f, 1), 8, 4)).toThrow(RangeError)
  // Runs of nothing, to the end.
  expect(() => decodeRuns(reader(0, 1, 0, 1, 0, 1), 1, 4)).toThrow(RangeError)
  expect(() => decodeRuns(reader(2, 0), 40, 1)).toThrow(RangeError)
})

test('a repeated number fits into its bits', () => {
  expect([...decodeRuns(reader(16, 3), 2, 8)]).toEqual(Array<number>(8).fill(3))
  expect(() => decodeRuns(reader(16, 4), 2, 8)).toThrow(RangeError)
  // It would be negative as 32 bits.
  expect(() => decodeRuns(reader(16, 255, 255, 255, 255), 31, 8)).toThrow(RangeError)
})

test.each([
  ['no parts', [128, 1, 0, 4, 2]],
  ['parts of nothing', [0, 4, 4, 2, 2, 1, 1, 1, 1]],
  ['billions of parts', [128, 1, ...huge, 4, 2, 2]],
  ['blocks of billions', [...huge, 1, 4, 2, 2, 0]],
  ['missing bytes', [128, 1, 4, 100, 2, 2, 30, 30, 30, 30, 1]],
  ['differences of 200 bits', [128, 1, 4, 4, 2, 2, 200, 0, 0, 0, 1]],
])('differences with %s are refused', (_, bytes) => {
  expect(() => decodeDeltas(reader(...bytes), 32, 100)).toThrow(RangeError)
  expect(() => decodeDeltas(reader(...bytes), 64, 100)).toThrow(RangeError)
})

test.each([
  ['a list of billions', [0x19, 0xf5, ...huge, 0]],
  ['text of billions of bytes', [0x18, ...huge, 0]],
  ['a number without end', [0x15, ...Array<number>(40).fill(0x80), 0]],
  ['no end', [0x15, 2]],
  ['structs in structs in structs', Array<number>(1_000).fill(0x1c)],
  ['an unknown type', [0x1b, 0]],
])('Thrift with %s is refused', (_, bytes) => {
  expect(() => parseThrift(reader(...bytes))).toThrow(RangeError)
})

test('Thrift with more values than any index is refused: each would become an object', () => {
  const size = 2_000_001
  const bytes = new Uint8Array(size + 6)
  bytes.set([0x19, 0xfc, 0x81, 0x89, 0x7a])
  expect(() => parseThrift(new ByteReader(bytes))).toThrow('more values')
})

const column: ColumnType = { type: 'INT32', width: 0, isOptional: true, isCompressed: false }
const words = new ByteColumn(new Uint8Array(20), Int32Array.of(0), Int32Array.of(20))

/** A page with eight rows, of which the header states something else. */
function page(stated: object = {}, body: readonly number[] = [16, 1, 0, 16]) {
  const writer = new ByteWriter()
  writePageHeader(writer, {
    type: 'DATA_PAGE_V2',
    uncompressed_page_size: body.length,
    compressed_page_size: body.length,
    ...stated,
    data_page_header_v2: {
      num_values: 8,
      num_rows: 8,
      num_nulls: 0,
      encoding: 'RLE_DICTIONARY',
      definition_levels_byte_length: 2,
      repetition_levels_byte_length: 0,
      ...('v2' in stated ? (stated.v2 as object) : {}),
    },
  })
  writer.appendBytes(Uint8Array.from(body))
  return new ByteReader(new Uint8Array(writer.getBuffer()))
}

test('a page that agrees with its header is decoded', () => {
  expect(decodePage(page(), column, words).values).toHaveLength(8)
})

test.each([
  ['more rows than any page', { v2: { num_values: 2 ** 30 } }],
  ['rows below zero', { v2: { num_values: -8 } }],
  ['levels beyond the page', { v2: { definition_levels_byte_length: 17 } }],
  ['levels before the page', { v2: { repetition_levels_byte_length: -1 } }],
  ['a size below zero', { compressed_page_size: -20 }],
  ['more bytes than there are', { compressed_page_size: 2 ** 30 }],
  ['another encoding', { v2: { encoding: 'DELTA_BYTE_ARRAY' } }],
])('a page that states %s is refused', (_, stated) => {
  expect(() => decodePage(page(stated), column, words)).toThrow(RangeError)
})

test('levels do not multiply the rows of a page', () => {
  expect(() => decodePage(page({}, [16, 255, 0, 0xfe, 0x7f]), column, words)).toThrow(RangeError)
})

test('a page that refers to no word of its dictionary is refused', () => {
  expect(() => decodePage(page({}, [16, 1, 2, 16, 1]), column, words)).toThrow(RangeError)
  expect(() => decodePage(page(), column, undefined)).toThrow(RangeError)
})

test('a file with any bytes changed is decoded, or refused', async () => {
  const logs = createFakeNode({ seed: 3, blocks: 40, logsPerBlock: 3 }).chain.logs()
  const { bytes, indexStart } = encodeLogs(packLogs(logs))
  const random = createSeededRandom(1, 9)
  const file = { path: 'a.parquet', bytes: bytes.length, indexStart, sha256: '', rows: logs.length }
  const blocks = { fromBlock: 0, toBlock: 100, lastBlockHash: '0x', parentHash: '0x' } as const
  let refused = 0
  for (let round = 0; round < 120; round++) {
    const changed = bytes.slice()
    // Half of them in the footer.
    const from = round % 2 === 0 ? 0 : indexStart
    for (let count = 1 + random.below(4); count > 0; count--)
      changed[from + random.below(bytes.length - from)] = random.pick([
        0,
        0x7f,
        0x80,
        0xff,
        random.below(256),
      ])
    const decoded = await decodeFile(changed, { ...file, ...blocks }).catch((error: unknown) => {
      expect(error).toBeInstanceOf(Error)
      return undefined
    })
    if (!decoded) refused++
    else expect(decoded.length).toBe(logs.length)
  }
  expect(refused).toBeGreaterThan(20)
})
