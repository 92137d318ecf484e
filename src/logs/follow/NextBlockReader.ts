import { NodeError } from '../../errors/NodeError.ts'
import type { Pool } from '../../rpc/Pool.ts'
import { bloomExcludes } from '../chain/bloomExcludes.ts'
import type { Head } from '../chain/readHeader.ts'
import { packLogs } from '../columns/packLogs.ts'
import type { Filter } from '../filter/Filter.ts'
import type { RawLog } from '../Log.ts'
import { MalformedLogsError } from '../scan/read/MalformedLogsError.ts'
import { requestBlockLogs } from '../scan/read/requestLogs.ts'
import { verifyAnswers } from '../scan/read/verifyAnswer.ts'
import { BloomTrust } from './BloomTrust.ts'
import { toWindow } from './readWindow.ts'
import type { WindowLogs } from './RecentLogs.ts'

/** Reads one new block by its hash, or not at all if its bloom excludes the filter. */
export class NextBlockReader {
  readonly #pool: Pool
  readonly #filter: Filter
  /** The first block to follow: earlier ones count as excluded. */
  readonly #start: bigint
  readonly #blooms: BloomTrust
  /** The node can read blocks by their hashes. */
  #canReadByHash = true

  constructor(pool: Pool, filter: Filter, start: bigint) {
    this.#pool = pool
    this.#filter = filter
    this.#start = start
    this.#blooms = BloomTrust.of(pool)
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
      // Nodes that do not support `blockHash` say so; after other errors, the node may only lack the block for now.
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
