import { sortIndexes } from '../columns/sortIndexes.ts'

/** Rows between two yields. */
const slice = 2 ** 14

/** Where the words of a row are. One row is in one place, because the order of the chain jumps between rows. */
export const rowWords = {
  blockHash: 0,
  transactionHash: 8,
  transactionIndex: 16,
  logIndex: 17,
  address: 18,
  /** Four references, as in a segment. */
  topics: 19,
  topicCount: 23,
  /** Where the data begins behind its leading zeros, its bytes from there on, and all its bytes. */
  dataStart: 24,
  dataStored: 25,
  dataLength: 26,
  /** The words of a row. */
  all: 27,
} as const

/** Checked rows, in the order of the file. */
export interface Rows {
  readonly blockNumbers: Float64Array
  /** `NaN` for a missing one. */
  readonly blockTimestamps: Float64Array
  /** {@link rowWords} of each row. */
  readonly words: Uint32Array
  readonly data: Uint8Array
}

/** Logs, transactions and blocks in the order of the chain. A place is the number of a part, and the row in it. */
interface SortedRows {
  /** The place of each log. */
  readonly logs: Uint32Array
  readonly logTxs: Uint32Array
  /** The place of the first log of each transaction, and of each block. */
  readonly txs: Uint32Array
  readonly txBlocks: Uint32Array
  readonly blocks: Uint32Array
}

/**
 * Sorts rows and finds their transactions and blocks, in slices. `undefined` if two logs have one index, or a block has two hashes.
 *
 * @param bits Of a place that are the row.
 */
export function* sortRows(
  parts: readonly Rows[],
  bits: number,
): Generator<undefined, SortedRows | undefined> {
  if (parts.length * 2 ** bits > 2 ** 32) throw new RangeError('too many parts')
  const mask = 2 ** bits - 1
  const length = parts.reduce((sum, { blockNumbers: one }) => sum + one.length, 0)
  const blockNumbers = new Float64Array(length)
  const logIndexes = new Float64Array(length)
  const places = new Uint32Array(length)
  let end = 0
  for (const [part, rows] of parts.entries()) {
    blockNumbers.set(rows.blockNumbers, end)
    for (let row = 0; row < rows.blockNumbers.length; row++, end++) {
      logIndexes[end] = rows.words[row * rowWords.all + rowWords.logIndex]!
      places[end] = part * 2 ** bits + row
    }
    yield
  }
  const logs = yield* sortIndexes([blockNumbers, logIndexes])
  const logTxs = new Uint32Array(length)
  const txs = new Uint32Array(length)
  const txBlocks = new Uint32Array(length)
  const blocks = new Uint32Array(length)
  let [tx, block, lastRow, lastAt] = [-1, -1, 0, 0]
  let last: Rows | undefined
  for (let log = 0; log < length; log++) {
    const place = places[logs[log]!]!
    const rows = parts[place >>> bits]!
    const row = place & mask
    const at = row * rowWords.all
    let isSame = last?.blockNumbers[lastRow] === rows.blockNumbers[row]
    if (last && isSame) {
      if (last.words[lastAt + rowWords.logIndex] === rows.words[at + rowWords.logIndex]) return undefined
      if (!isEqual(last.words, lastAt + rowWords.blockHash, rows.words, at + rowWords.blockHash, 8))
        return undefined
      isSame = Object.is(last.blockTimestamps[lastRow], rows.blockTimestamps[row])
    }
    if (!isSame) blocks[++block] = place
    // The hash of the transaction, and its index.
    const from = rowWords.transactionHash
    if (!last || !isSame || !isEqual(last.words, lastAt + from, rows.words, at + from, 9)) {
      txs[++tx] = place
      txBlocks[tx] = block
    }
    logTxs[log] = tx
    logs[log] = place
    last = rows
    lastRow = row
    lastAt = at
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

function isEqual(a: Uint32Array, at: number, b: Uint32Array, other: number, count: number): boolean {
  for (let k = 0; k < count; k++) if (a[at + k] !== b[other + k]) return false
  return true
}
