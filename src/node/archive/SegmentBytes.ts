import { hashTopic } from '../../logs/archive/hashTopic.ts'
import type { LogSegment } from '../../logs/columns/LogSegment.ts'

/** The rows of one address and topic0 in a file. */
export interface FileKey {
  readonly address: Uint8Array
  readonly topic0: Uint8Array | null
  readonly firstRow: number
  readonly rows: number
  readonly fromBlock: bigint
  readonly toBlock: bigint
}

const none = new Uint8Array()

/** The values of a segment as bytes. Equal words are one object, so that they are compared once. */
export class SegmentBytes {
  readonly #logs: LogSegment
  readonly #short = new Map<number, Uint8Array>()
  readonly #padded = new Map<number, Uint8Array>()
  readonly #long = new Map<number, Uint8Array>()

  constructor(logs: LogSegment) {
    this.#logs = logs
  }

  address(row: number): Uint8Array {
    const { logAddresses, shortWords } = this.#logs.columns
    return memo(this.#short, logAddresses[row]!, (id) => toBytes(shortWords, id * 5, 5, 0))
  }

  topic(row: number, position: number): Uint8Array | null {
    const { columns } = this.#logs
    if (position >= this.#logs.topicCount(row)) return null
    const reference = columns.logTopics[row * columns.stride + position]!
    return reference & 1
      ? memo(this.#padded, reference >>> 1, (id) => toBytes(columns.shortWords, id * 5, 5, 12))
      : memo(this.#long, reference >>> 1, (id) => toBytes(columns.longWords, id * 8, 8, 0))
  }

  hash(words: Uint32Array, id: number): Uint8Array {
    return toBytes(words, id * 8, 8, 0)
  }

  data(row: number): Uint8Array {
    const { data, dataEnds, dataLengths } = this.#logs.columns
    const from = row === 0 ? 0 : dataEnds[row - 1]!
    const bytes = new Uint8Array(dataLengths[row]!)
    bytes.set(data.subarray(from, dataEnds[row]), bytes.length - (dataEnds[row]! - from))
    return bytes
  }

  /** The rows by address and topic0; within them, in the order of the chain. */
  sortedRows(): Uint32Array {
    const { length } = this.#logs
    const addressRanks = ranksOf(length, (row) => this.address(row))
    const topicRanks = ranksOf(length, (row) => this.topic(row, 0) ?? none)
    return Uint32Array.from({ length }, (_, row) => row).sort(
      (a, b) => addressRanks[a]! - addressRanks[b]! || topicRanks[a]! - topicRanks[b]! || a - b,
    )
  }

  /** The hash of each topic after the first, and the place of its log in `order`, in one number. Sorted. */
  topicRows(order: Uint32Array): BigUint64Array {
    const { stride, logTopics, shortWords, longWords } = this.#logs.columns
    const entries = new BigUint64Array(order.length * Math.max(0, stride - 1))
    const value = new Uint32Array(8)
    let count = 0
    for (const [row, log] of order.entries())
      for (let position = 1; position < this.#logs.topicCount(log); position++) {
        const reference = logTopics[log * stride + position]!
        const id = reference >>> 1
        if (reference & 1) {
          value.fill(0, 0, 3)
          value.set(shortWords.subarray(id * 5, id * 5 + 5), 3)
        } else value.set(longWords.subarray(id * 8, id * 8 + 8))
        entries[count++] = (BigInt(hashTopic(value, position)) << 32n) | BigInt(row)
      }
    return entries.subarray(0, count).sort()
  }

  /** The keys of rows in this order. */
  keysOf(order: Uint32Array): readonly FileKey[] {
    const keys: FileKey[] = []
    for (let at = 0; at < order.length;) {
      const [address, topic0] = [this.address(order[at]!), this.topic(order[at]!, 0)]
      let end = at + 1
      while (
        end < order.length &&
        this.address(order[end]!) === address &&
        this.topic(order[end]!, 0) === topic0
      )
        end++
      keys.push({
        address,
        topic0,
        firstRow: at,
        rows: end - at,
        fromBlock: this.#logs.blockNumber(order[at]!),
        toBlock: this.#logs.blockNumber(order[end - 1]!),
      })
      at = end
    }
    return keys
  }
}

/** For each row, the rank of its value. Equal values are one object. */
function ranksOf(length: number, valueOf: (row: number) => Uint8Array): Uint32Array {
  const values = Array.from({ length }, (_, row) => valueOf(row))
  const ranks = new Map([...new Set(values)].sort(Buffer.compare).map((value, rank) => [value, rank]))
  return Uint32Array.from(values, (value) => ranks.get(value)!)
}

function memo(known: Map<number, Uint8Array>, id: number, create: (id: number) => Uint8Array): Uint8Array {
  let value = known.get(id)
  if (!value) known.set(id, (value = create(id)))
  return value
}

/** Words as big-endian bytes, with zeros before them. */
function toBytes(words: Uint32Array, at: number, count: number, zeros: number): Uint8Array {
  const bytes = new Uint8Array(zeros + count * 4)
  const view = new DataView(bytes.buffer)
  for (let k = 0; k < count; k++) view.setUint32(zeros + k * 4, words[at + k]!)
  return bytes
}
