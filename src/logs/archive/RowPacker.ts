import type { BlockInterval } from '../Coverage.ts'
import type { DraftWord } from '../columns/DraftWord.ts'
import type { LogSegment } from '../columns/LogSegment.ts'
import { LogSegmentBuilder } from '../columns/LogSegmentBuilder.ts'
import type { LogColumns } from './archiveSchema.ts'

const max32 = 0xffffffff

/** Packs rows of a file, which come in slices, into a segment in the order of the chain. */
export class RowPacker {
  readonly #from: number
  readonly #to: number
  readonly #builder = new LogSegmentBuilder({ isScattered: true })

  /** @param blocks Those that the rows are of. */
  constructor({ from, to }: BlockInterval) {
    this.#from = Number(from)
    this.#to = Number(to)
  }

  /** Adds rows. `false` if they are not logs of these blocks: the packer cannot be used afterwards. */
  add(columns: LogColumns): boolean {
    const { draft } = this.#builder
    for (let row = 0; row < columns.address.length; row++) {
      const blockNumber = Number(columns.block_number[row])
      const logIndex = Number(columns.log_index[row])
      const transactionIndex = Number(columns.transaction_index[row])
      const topics = topicsOf(columns, row)
      const data = columns.data[row]
      if (!(blockNumber >= this.#from && blockNumber <= this.#to)) return false
      if (!isIndex(logIndex) || !isIndex(transactionIndex)) return false
      if (!topics || !(data instanceof Uint8Array)) return false
      if (!readWord(columns.address[row], draft.address, 3)) return false
      for (const [position, topic] of topics.entries())
        if (!readWord(topic, draft.topics[position]!, 0)) return false
      if (!readWord(columns.transaction_hash[row], draft.transactionHash, 0)) return false
      if (!readWord(columns.block_hash[row], draft.blockHash, 0)) return false
      const timestamp = columns.block_timestamp[row]
      draft.blockNumber = blockNumber
      draft.blockTimestamp = timestamp === null || timestamp === undefined ? Number.NaN : Number(timestamp)
      draft.logIndex = logIndex
      draft.transactionIndex = transactionIndex
      draft.topicCount = topics.length
      this.#store(data)
    }
    return true
  }

  #store(data: Uint8Array): void {
    const builder = this.#builder
    let zeros = 0
    while (zeros < data.length && data[zeros] === 0) zeros++
    builder.draft.dataLength = data.length
    builder.draft.dataStored = data.length - zeros
    builder.reserve(builder.draft.dataStored)
    builder.data.set(data.subarray(zeros), builder.dataSize)
    builder.commit()
  }

  /** The segment, made in slices; `undefined` if two logs have one index, or a block has two hashes. */
  *finishing(): Generator<undefined, LogSegment | undefined> {
    const segment = yield* this.#builder.finishing()
    const { logTxs, txBlocks, blockNumbers, blockHashes, logIndexes } = segment.columns
    let last = -1
    for (let log = 0; log < segment.length; log++) {
      const block = txBlocks[logTxs[log]!]!
      if (last >= 0 && blockNumbers[last] === blockNumbers[block]) {
        if (logIndexes[log - 1] === logIndexes[log]) return undefined
        for (let k = 0; block !== last && k < 8; k++)
          if (blockHashes[last * 8 + k] !== blockHashes[block * 8 + k]) return undefined
      }
      last = block
      if ((log & 0x3fff) === 0x3fff) yield
    }
    return segment
  }
}

/** The topics of a row; `undefined` if there is one behind a missing one. */
function topicsOf(columns: LogColumns, row: number): readonly unknown[] | undefined {
  const all = [columns.topic0[row], columns.topic1[row], columns.topic2[row], columns.topic3[row]]
  const isMissing = (topic: unknown) => topic === null || topic === undefined
  const found = all.findIndex(isMissing)
  const count = found < 0 ? all.length : found
  return all.slice(count).every(isMissing) ? all.slice(0, count) : undefined
}

function isIndex(value: number): boolean {
  return Number.isInteger(value) && value >= 0 && value <= max32
}

function readWord(value: unknown, into: DraftWord, first: number): boolean {
  if (!(value instanceof Uint8Array) || value.length !== 32 - first * 4) return false
  into.changed()
  into.words.fill(0, 0, first)
  for (let k = first, at = 0; k < 8; k++, at += 4)
    into.words[k] = (value[at]! << 24) | (value[at + 1]! << 16) | (value[at + 2]! << 8) | value[at + 3]!
  return true
}

/** Packs rows at once, where no page is waiting. `undefined` as with {@link RowPacker}. */
export function packRows(columns: LogColumns, blocks: BlockInterval): LogSegment | undefined {
  const packer = new RowPacker(blocks)
  if (!packer.add(columns)) return undefined
  const finishing = packer.finishing()
  for (;;) {
    const { done, value } = finishing.next()
    if (done) return value
  }
}
