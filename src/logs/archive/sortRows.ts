import { isSameHash } from '../columns/hex.ts'
import { sortIndexes } from '../columns/sortIndexes.ts'
import { rowWords, type Rows } from './Rows.ts'

/** Rows between two yields. */
const slice = 2 ** 14

/** The logs, transactions and blocks of rows, in the order of the chain. */
export interface SortedRows {
  /** The row of each log. */
  readonly logs: Uint32Array
  /** The transaction of each log, as an index of `txs`. */
  readonly logTxs: Uint32Array
  /** The row of each transaction's first log. */
  readonly txs: Uint32Array
  /** The block of each transaction, as an index of `blocks`. */
  readonly txBlocks: Uint32Array
  /** The row of each block's first log. */
  readonly blocks: Uint32Array
}

/**
 * Sorts rows, and finds their transactions and blocks, in slices. `undefined` if two logs of a block have the same index,
 * or a block has two hashes.
 */
export function* sortRows(rows: Rows): Generator<undefined, SortedRows | undefined> {
  const { length, words, blockTimestamps } = rows
  const blockNumbers = rows.blockNumbers.subarray(0, length)
  const logIndexes = new Float64Array(length)
  for (let row = 0; row < length; row++) logIndexes[row] = words[row * rowWords.all + rowWords.logIndex]!
  yield
  const logs = yield* sortIndexes([blockNumbers, logIndexes])
  const logTxs = new Uint32Array(length)
  const txs = new Uint32Array(length)
  const txBlocks = new Uint32Array(length)
  const blocks = new Uint32Array(length)
  let [tx, block, last] = [-1, -1, -1]
  for (let log = 0; log < length; log++) {
    const row = logs[log]!
    const [at, lastAt] = [row * rowWords.all, last * rowWords.all]
    const isSameNumber = last >= 0 && blockNumbers[last] === blockNumbers[row]
    if (isSameNumber) {
      if (words[lastAt + rowWords.logIndex] === words[at + rowWords.logIndex]) return undefined
      if (!isSameHash(words, lastAt + rowWords.blockHash, words, at + rowWords.blockHash)) return undefined
    }
    // Segments have a timestamp per block, and files one per row: rows that differ in it become two blocks.
    const isSameBlock = isSameNumber && Object.is(blockTimestamps[last], blockTimestamps[row])
    if (!isSameBlock) blocks[++block] = row
    const isSameTx =
      isSameBlock &&
      words[lastAt + rowWords.transactionIndex] === words[at + rowWords.transactionIndex] &&
      isSameHash(words, lastAt + rowWords.transactionHash, words, at + rowWords.transactionHash)
    if (!isSameTx) {
      txs[++tx] = row
      txBlocks[tx] = block
    }
    logTxs[log] = tx
    last = row
    if (log % slice === slice - 1) yield
  }
  return {
    logs,
    logTxs,
    txs: txs.subarray(0, tx + 1),
    txBlocks: txBlocks.subarray(0, tx + 1),
    blocks: blocks.subarray(0, block + 1),
  }
}
