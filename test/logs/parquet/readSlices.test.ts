import { expect, test } from 'vitest'
import { decodeFile } from '../../../src/logs/archive/readRows.ts'
import { LogSegmentBuilder } from '../../../src/logs/columns/LogSegmentBuilder.ts'
import { bufferFile, ParquetFile } from '../../../src/logs/parquet/ParquetFile.ts'
import { readPages } from '../../../src/logs/parquet/readSlices.ts'
import { encodeLogs } from '../../../src/node/archive/encodeArchiveFile.ts'
import { countTurns } from '../../support/countTurns.ts'
import { createRandom } from '../../support/randomLogs.ts'

const hash = `0x${'0'.repeat(64)}` as const

/** Two logs in each transaction, of different contracts: the file has them far apart. */
function mineLogs(rows: number) {
  const random = createRandom(1)
  const upTo = (most: number) => Math.floor(random() * most)
  const builder = new LogSegmentBuilder()
  const { draft } = builder
  const fill = (word: { words: Uint32Array; changed(): void }, first: number, value: number) => {
    word.changed()
    word.words.fill(0, 0, first).fill(value, first)
  }
  for (let log = 0; log < rows; log++) {
    const block = log >> 3
    draft.blockNumber = block
    draft.transactionIndex = (log & 7) >> 1
    draft.logIndex = log & 7
    fill(draft.blockHash, 0, block + 1)
    fill(draft.transactionHash, 0, (log >> 1) + 1)
    fill(draft.address, 3, (log & 1) * 50 + upTo(50))
    draft.topicCount = 1 + upTo(3)
    for (const topic of draft.topics) fill(topic, 3, upTo(2 ** 20))
    builder.commit()
  }
  return builder.finish()
}

test('a whole file is decoded in slices, and its logs share their transactions', async () => {
  const rows = 16_000
  const logs = mineLogs(rows)
  const { bytes, indexStart } = encodeLogs(logs)
  const part = { path: 'logs/0-1.parquet', bytes: bytes.length, indexStart, sha256: '' }
  const blocks = { fromBlock: 0, toBlock: rows, lastBlockHash: hash, parentHash: hash }
  // Nothing but the reader yields: the file is in memory.
  const { result: decoded, turns } = await countTurns(() => decodeFile(bytes, { ...part, ...blocks, rows }))
  // Between two columns of each 2,048 rows.
  expect(turns).toBeGreaterThanOrEqual(Math.floor(rows / 2_048) * 12)
  expect(decoded!.columns.txIndexes.length).toBe(logs.columns.txIndexes.length)
  expect(decoded!.columns.blockNumbers).toHaveLength(logs.columns.blockNumbers.length)
  const [some, expected] = [decoded!, logs].map((segment) =>
    Array.from({ length: rows / 100 }, (_, at) => segment.get(at * 100)),
  )
  expect(some).toEqual(expected)
})

test('the first rows are decoded before the bytes of the next ones arrive', async () => {
  const rows = 33_000
  const { bytes, indexStart } = encodeLogs(mineLogs(rows))
  const { slice } = bufferFile(bytes)
  let isLater = false
  const file = {
    slice: (from: number, to: number) => (isLater ? new Promise<Uint8Array>(() => {}) : slice(from, to)),
  }
  const opened = new ParquetFile(file, { bytes: bytes.subarray(indexStart), indexStart })
  setTimeout(() => (isLater = true))
  const pages = readPages(opened, [{ from: 0, to: rows }], ['block_number'])
  const { value } = await pages.next()
  expect(value?.block_number.reduce((sum, { from, to }) => sum + to - from, 0)).toBe(2_048)
})
