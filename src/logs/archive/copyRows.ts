import { copyHash } from '../columns/hex.ts'
import type { SegmentColumns } from '../columns/segmentLayout.ts'
import { copyBytes, rowWords, viewOf, type Rows } from './Rows.ts'
import type { SortedRows } from './sortRows.ts'

/** Rows between two yields. */
const slice = 2 ** 14

/** Where the next log, transaction, block and byte of data go in a segment. */
export interface RowEnds {
  log: number
  tx: number
  block: number
  data: number
}

/** Appends sorted rows to the columns of a segment, in slices. Advances `ends`. */
export function* copyRows(
  rows: Rows,
  { logs, logTxs, txs, txBlocks, blocks }: SortedRows,
  columns: SegmentColumns,
  ends: RowEnds,
): Generator<undefined, void> {
  const { words, data } = rows
  for (let k = 0; k < blocks.length; k++) {
    const row = blocks[k]!
    const block = ends.block + k
    columns.blockNumbers[block] = rows.blockNumbers[row]!
    if (columns.blockTimestamps.length > 0) columns.blockTimestamps[block] = rows.blockTimestamps[row]!
    copyHash(words, row * rowWords.all + rowWords.blockHash, columns.blockHashes, block * 8)
  }
  yield
  for (let k = 0; k < txs.length; k++) {
    const at = txs[k]! * rowWords.all
    const tx = ends.tx + k
    columns.txBlocks[tx] = ends.block + txBlocks[k]!
    columns.txIndexes[tx] = words[at + rowWords.transactionIndex]!
    copyHash(words, at + rowWords.transactionHash, columns.txHashes, tx * 8)
    if (k % slice === slice - 1) yield
  }
  const { stride } = columns
  const allData = viewOf(columns.data)
  let end = ends.data
  for (let k = 0; k < logs.length; k++) {
    const at = logs[k]! * rowWords.all
    const log = ends.log + k
    columns.logTxs[log] = ends.tx + logTxs[k]!
    columns.logIndexes[log] = words[at + rowWords.logIndex]!
    columns.logAddresses[log] = words[at + rowWords.address]!
    columns.logFlags[log] = words[at + rowWords.topicCount]!
    for (let position = 0; position < stride; position++)
      columns.logTopics[log * stride + position] = words[at + rowWords.topics + position]!
    columns.dataLengths[log] = words[at + rowWords.dataLength]!
    const stored = words[at + rowWords.dataStored]!
    copyBytes(data, words[at + rowWords.dataStart]!, allData, end, stored)
    end += stored
    columns.dataEnds[log] = end
    if (k % slice === slice - 1) yield
  }
  ends.data = end
  ends.log += logs.length
  ends.tx += txs.length
  ends.block += blocks.length
}
