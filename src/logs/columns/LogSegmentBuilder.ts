import { DraftWord } from './DraftWord.ts'
import { copyHash, isSameHash } from './hex.ts'
import { LogSegment } from './LogSegment.ts'
import { createSegmentBuffer } from './segmentLayout.ts'
import { sortIndexes } from './sortIndexes.ts'
import { WordTable } from './WordTable.ts'

/** Builds a {@link LogSegment} from logs, each written to {@link draft} and then committed. The caller validates the draft. */
export class LogSegmentBuilder {
  /** The log being written. {@link commit} copies it, so that it can be reused. */
  readonly draft = {
    blockNumber: 0,
    /** `NaN` when there is none. */
    blockTimestamp: Number.NaN,
    transactionIndex: 0,
    logIndex: 0,
    topicCount: 0,
    removed: false,
    /** Bytes of data with and without leading zeros. Those without are in {@link data}, from {@link dataSize} on. */
    dataLength: 0,
    dataStored: 0,
    address: new DraftWord(),
    blockHash: new DraftWord(),
    transactionHash: new DraftWord(),
    topics: [new DraftWord(), new DraftWord(), new DraftWord(), new DraftWord()],
  }
  /** The number of committed logs. */
  length = 0
  /** The data of all logs so far, and free space after it. */
  data = new Uint8Array(1024)
  dataSize = 0

  #blockNumbers = new Float64Array(16)
  #blockTimestamps = new Float64Array(16)
  #blockHashes = new Uint32Array(128)
  #blocks = 0
  #timestamps = false
  #txHashes = new Uint32Array(128)
  #txIndexes = new Uint32Array(16)
  #txBlocks = new Uint32Array(16)
  #txs = 0
  readonly #shortWords = new WordTable(5)
  readonly #longWords = new WordTable(8)
  /** Per log: transaction, index, address, four topics, end of data, length of data, flags. */
  #logs = new Uint32Array(160)
  #stride = 0
  #maxLogIndex = 0
  #maxDataLength = 0
  #sorted = true
  #lastBlock = -1
  #lastIndex = -1

  /** Makes space for more bytes of data. */
  reserve(bytes: number): void {
    const needed = this.dataSize + bytes
    if (needed <= this.data.length) return
    const wider = new Uint8Array(Math.max(this.data.length * 2, needed))
    wider.set(this.data.subarray(0, this.dataSize))
    this.data = wider
  }

  commit(): void {
    const { draft } = this
    const { blockNumber, logIndex, topicCount } = draft
    if (blockNumber < this.#lastBlock || (blockNumber === this.#lastBlock && logIndex < this.#lastIndex))
      this.#sorted = false
    this.#lastBlock = blockNumber
    this.#lastIndex = logIndex
    const tx = this.#transaction()
    let at = this.length * 10
    if (at === this.#logs.length) this.#logs = widen(this.#logs)
    const logs = this.#logs
    logs[at++] = tx
    logs[at++] = logIndex
    const { address, topics } = draft
    if (address.id < 0) address.id = this.#shortWords.intern(address.words, 3)
    logs[at++] = address.id
    for (let position = 0; position < topicCount; position++) {
      const topic = topics[position]!
      if (topic.id < 0) {
        const { words } = topic
        topic.id =
          (words[0]! | words[1]! | words[2]!) === 0
            ? this.#shortWords.intern(words, 3) * 2 + 1
            : this.#longWords.intern(words, 0) * 2
      }
      logs[at + position] = topic.id
    }
    at += 4
    this.dataSize += draft.dataStored
    logs[at++] = this.dataSize
    logs[at++] = draft.dataLength
    logs[at] = topicCount | (draft.removed ? 8 : 0)
    if (topicCount > this.#stride) this.#stride = topicCount
    if (logIndex > this.#maxLogIndex) this.#maxLogIndex = logIndex
    if (draft.dataLength > this.#maxDataLength) this.#maxDataLength = draft.dataLength
    this.length++
  }

  /** Builds the segment of all committed logs. The builder cannot be used afterwards. */
  finish(): LogSegment {
    const finishing = this.finishing()
    for (;;) {
      const { done, value } = finishing.next()
      if (done) return value
    }
  }

  /** Builds the segment in slices, so that many logs do not block the page. */
  *finishing(): Generator<undefined, LogSegment> {
    const order = this.#sorted ? undefined : yield* this.#order()
    const { buffer, columns } = createSegmentBuffer({
      length: this.length,
      stride: this.#stride,
      blocks: this.#blocks,
      timestamps: this.#timestamps ? this.#blocks : 0,
      txs: this.#txs,
      shortWords: this.#shortWords.size,
      longWords: this.#longWords.size,
      dataBytes: this.dataSize,
      maxLogIndex: this.#maxLogIndex,
      maxDataLength: this.#maxDataLength,
    })
    columns.blockNumbers.set(this.#blockNumbers.subarray(0, this.#blocks))
    columns.blockTimestamps.set(this.#blockTimestamps.subarray(0, columns.blockTimestamps.length))
    columns.blockHashes.set(this.#blockHashes.subarray(0, this.#blocks * 8))
    columns.txHashes.set(this.#txHashes.subarray(0, this.#txs * 8))
    columns.txIndexes.set(this.#txIndexes.subarray(0, this.#txs))
    columns.txBlocks.set(this.#txBlocks.subarray(0, this.#txs))
    columns.shortWords.set(this.#shortWords.words.subarray(0, this.#shortWords.size * 5))
    columns.longWords.set(this.#longWords.words.subarray(0, this.#longWords.size * 8))
    const { stride } = columns
    const logs = this.#logs
    let end = 0
    for (let index = 0; index < this.length; index++) {
      const source = order ? order[index]! : index
      const at = source * 10
      columns.logTxs[index] = logs[at]!
      columns.logIndexes[index] = logs[at + 1]!
      columns.logAddresses[index] = logs[at + 2]!
      for (let position = 0; position < stride; position++)
        columns.logTopics[index * stride + position] = logs[at + 3 + position]!
      columns.dataLengths[index] = logs[at + 8]!
      columns.logFlags[index] = logs[at + 9]!
      if (order) {
        const from = source === 0 ? 0 : logs[at - 3]!
        const to = logs[at + 7]!
        columns.data.set(this.data.subarray(from, to), end)
        end += to - from
      } else end = logs[at + 7]!
      columns.dataEnds[index] = end
      if ((index & 0x3fff) === 0x3fff) yield
    }
    if (!order) columns.data.set(this.data.subarray(0, this.dataSize))
    return LogSegment.fromColumns(buffer, columns)
  }

  /** The index of the draft's transaction. Logs of one transaction follow each other. */
  #transaction(): number {
    const { draft } = this
    const { transactionHash } = draft
    const block = this.#block()
    const last = this.#txs - 1
    if (
      last >= 0 &&
      this.#txBlocks[last] === block &&
      this.#txIndexes[last] === draft.transactionIndex &&
      (transactionHash.id === last || isSameHash(this.#txHashes, last * 8, transactionHash.words, 0))
    )
      return (transactionHash.id = last)
    const tx = (transactionHash.id = this.#txs++)
    if (tx === this.#txIndexes.length) {
      this.#txIndexes = widen(this.#txIndexes)
      this.#txBlocks = widen(this.#txBlocks)
      this.#txHashes = widen(this.#txHashes)
    }
    this.#txBlocks[tx] = block
    this.#txIndexes[tx] = draft.transactionIndex
    copyHash(transactionHash.words, 0, this.#txHashes, tx * 8)
    return tx
  }

  #block(): number {
    const { draft } = this
    const { blockHash } = draft
    const last = this.#blocks - 1
    if (
      last >= 0 &&
      this.#blockNumbers[last] === draft.blockNumber &&
      Object.is(this.#blockTimestamps[last], draft.blockTimestamp) &&
      (blockHash.id === last || isSameHash(this.#blockHashes, last * 8, blockHash.words, 0))
    )
      return (blockHash.id = last)
    const block = (blockHash.id = this.#blocks++)
    if (block === this.#blockNumbers.length) {
      this.#blockNumbers = widenFloats(this.#blockNumbers)
      this.#blockTimestamps = widenFloats(this.#blockTimestamps)
      this.#blockHashes = widen(this.#blockHashes)
    }
    this.#blockNumbers[block] = draft.blockNumber
    this.#blockTimestamps[block] = draft.blockTimestamp
    copyHash(blockHash.words, 0, this.#blockHashes, block * 8)
    if (!Number.isNaN(draft.blockTimestamp)) this.#timestamps = true
    return block
  }

  /** The indexes of the logs in the order of the chain. */
  #order(): Generator<undefined, Uint32Array> {
    const numbers = new Float64Array(this.length)
    const indexes = new Float64Array(this.length)
    for (let log = 0; log < this.length; log++) {
      numbers[log] = this.#blockNumbers[this.#txBlocks[this.#logs[log * 10]!]!]!
      indexes[log] = this.#logs[log * 10 + 1]!
    }
    return sortIndexes([numbers, indexes])
  }
}

function widen(array: Uint32Array): Uint32Array<ArrayBuffer> {
  const wider = new Uint32Array(array.length * 2)
  wider.set(array)
  return wider
}

function widenFloats(array: Float64Array): Float64Array<ArrayBuffer> {
  const wider = new Float64Array(array.length * 2)
  wider.set(array)
  return wider
}
