import { sortIndexes } from '../columns/sortIndexes.ts'
import { rowWords } from './Rows.ts'
import type { Rows } from './Rows.ts'

/** Rows between two yields. */
const slice = 2 ** 14

/** Logs, transactions and blocks in the order of the chain. */
export interface SortedRows {
  /** The row of each log. */
  readonly logs: Uint32Array
  readonly logTxs: Uint32Array
  /** The row of the first log of each transaction, and of each block. */
  readonly txs: Uint32Array
  readonly txBlocks: Uint32Array
  readonly blocks: Uint32Array
}

/** Sorts rows and finds their transactions and blocks, in slices. `undefined` if two logs have one index, or a block has two hashes. */
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
    let isSame = last >= 0 && blockNumbers[last] === blockNumbers[row]
    if (isSame) {
      if (words[lastAt + rowWords.logIndex] === words[at + rowWords.logIndex]) return undefined
      if (!isEqual(words, lastAt + rowWords.blockHash, at + rowWords.blockHash)) return undefined
      isSame = Object.is(blockTimestamps[last], blockTimestamps[row])
    }
    if (!isSame) blocks[++block] = row
    const isSameTx =
      isSame &&
      words[lastAt + rowWords.transactionIndex] === words[at + rowWords.transactionIndex] &&
      isEqual(words, lastAt + rowWords.transactionHash, at + rowWords.transactionHash)
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

/** Whether two hashes are the same. */
function isEqual(words: Uint32Array, at: number, other: number): boolean {
  for (let k = 0; k < 8; k++) if (words[at + k] !== words[other + k]) return false
  return true
}
