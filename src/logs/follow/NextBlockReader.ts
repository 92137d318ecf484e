import type { Hash } from 'viem'
import { NodeError } from '../../errors/NodeError.ts'
import { perPool } from '../../rpc/perPool.ts'
import type { Pool } from '../../rpc/Pool.ts'
import { bloomExcludes } from '../chain/bloomExcludes.ts'
import type { Head } from '../chain/readHeader.ts'
import { packLogs } from '../columns/packLogs.ts'
import type { Filter } from '../filter/Filter.ts'
import type { RawLog } from '../Log.ts'
import { MalformedLogsError } from '../scan/read/MalformedLogsError.ts'
import { requestBlockLogs } from '../scan/read/requestLogs.ts'
import { verifyAnswers } from '../scan/read/verifyAnswer.ts'
import { toWindow } from './readWindow.ts'
import type { WindowLogs } from './RecentLogs.ts'

/** Reads one new block by its hash, or not at all if its bloom excludes the filter. */
export class NextBlockReader {
  readonly #pool: Pool
  readonly #filter: Filter
  /** The first block to follow: earlier ones count as excluded. */
  readonly #start: bigint
  readonly #blooms: BloomTrust
  #canReadByHash = true

  constructor(pool: Pool, filter: Filter, start: bigint) {
    this.#pool = pool
    this.#filter = filter
    this.#start = start
    this.#blooms = BloomTrust.of(pool)
  }

  /** Whether the node can read blocks by their hashes, as far as known. */
  get canReadByHash(): boolean {
    return this.#canReadByHash
  }

  /** Whether a block cannot have matching logs, without a request. */
  isExcluded(head: Head): boolean {
    if (head.number < this.#start) return true
    return this.#blooms.trusts(head) && bloomExcludes(head.logsBloom!, this.#filter)
  }

  /** The logs of a block; `undefined` when it has to be read as a range. */
  async read(head: Head, signal: AbortSignal): Promise<WindowLogs | undefined> {
    const range = { from: head.number, to: head.number }
    if (this.isExcluded(head)) return { ...noLogs, range }
    if (!this.#canReadByHash) return undefined
    try {
      const { hash, endpoint } = head
      const options = { signal, endpoint, smallReply: true, preferBatch: true }
      const answers = await requestBlockLogs(this.#pool, this.#filter, hash, options)
      const verified = verifyAnswers(this.#pool, answers, this.#filter, range)
      if (verified instanceof MalformedLogsError) return undefined
      const read = toWindow(verified)
      if (read.logs.some(({ blockHash }) => blockHash !== hash)) return undefined
      this.#blooms.checkBlock(head, read.logs)
      return read
    } catch (error) {
      signal.throwIfAborted()
      // The node does not support `blockHash`. After other errors, it may only lack the block for now.
      if (error instanceof NodeError && error.kind === 'invalid-input') this.#canReadByHash = false
      return undefined
    }
  }

  /** Checks the blooms of skipped blocks against logs that a range read has found. */
  checkSkipped(logs: readonly RawLog[]): void {
    for (const log of logs) this.#blooms.check(log)
  }
}

export const noLogs: Omit<WindowLogs, 'range'> = {
  selection: { segment: packLogs([]), rows: undefined },
  logs: [],
}

/** Blocks skipped because of their bloom to remember, so that an audit can prove a bloom wrong. */
const maxSkipped = 2_000

/** Which endpoints send correct blooms. Shared by all followers of a network. */
class BloomTrust {
  static readonly of: (pool: Pool) => BloomTrust = /* @__PURE__ */ perPool(() => new BloomTrust())

  /** Endpoints known to fill in blooms. */
  readonly #fills = new Set<string>()
  readonly #wrong = new Set<string>()
  readonly #skipped = new Map<Hash, Head>()

  /** Whether a block need not be read if its bloom excludes the filter. */
  trusts(head: Head): boolean {
    const { hash, logsBloom, gasUsed, endpoint } = head
    if (logsBloom === undefined || this.#wrong.has(endpoint)) return false
    const isZero = /^0x0*$/.test(logsBloom)
    if (!isZero && !/^0xf*$/.test(logsBloom)) this.#fills.add(endpoint)
    // Some nodes leave every bloom empty: an empty bloom counts only for a block without transactions, or from other nodes.
    if (isZero && gasUsed !== 0n && !this.#fills.has(endpoint)) return false
    if (this.#skipped.size >= maxSkipped) this.#skipped.delete(this.#skipped.keys().next().value!)
    this.#skipped.set(hash, head)
    return true
  }

  /** Checks a bloom against the logs of its block. */
  checkBlock({ logsBloom, endpoint }: Head, logs: readonly RawLog[]): void {
    if (logs.some((log) => excludes(logsBloom, log))) this.#wrong.add(endpoint)
  }

  /** Checks a log that was found later against the bloom of its block, if the block was skipped. */
  check(log: RawLog): void {
    const head = this.#skipped.get(log.blockHash)
    if (head && excludes(head.logsBloom, log)) this.#wrong.add(head.endpoint)
  }
}

function excludes(bloom: Head['logsBloom'], { address, topics }: RawLog): boolean {
  return (
    bloom !== undefined && bloomExcludes(bloom, { address: [address], topics: topics.map((one) => [one]) })
  )
}
