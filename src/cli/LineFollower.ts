import type { Client } from 'viem'
import { QuotaExceededError } from '../errors/QuotaExceededError.ts'
import type { LogCache } from '../logs/cache/LogCache.ts'
import { readHeader } from '../logs/chain/readHeader.ts'
import type { FailedInterval } from '../logs/Coverage.ts'
import { withParts, type ParsedLogQuery } from '../logs/filter/ParsedLogQuery.ts'
import { followAfter } from '../logs/follow/follow.ts'
import type { FollowStatus } from '../logs/follow/FollowState.ts'
import { earlier, later } from '../logs/intervals.ts'
import type { LogRow } from '../logs/Log.ts'
import { scanFinal } from '../logs/scan/scanFinal.ts'
import { getPool } from '../rpc/pool/getPool.ts'
import type { ChangeLines } from './ChangeLines.ts'
import { warnOfSilence, warnOfSources } from './nodeWarnings.ts'
import { describeError } from './outcome.ts'
import type { Progress } from './Progress.ts'

interface FollowLinesOptions {
  readonly lines: ChangeLines
  readonly write: (text: string) => Promise<void>
  readonly cache: LogCache | undefined
  /** The folder or the URL of `--archive`. */
  readonly archive?: string | undefined
  readonly progress: Progress
  readonly signal: AbortSignal
}

/** Lines per write. */
const linesPerWrite = 256

/** `--follow`: writes the history of a query, then each change. */
export class LineFollower {
  readonly #client: Client
  readonly #query: ParsedLogQuery
  readonly #options: FollowLinesOptions
  /** The first block, once it is known. A replaced chain is written again from there, even if `latest-500` has moved on. */
  #first: bigint | undefined
  /** All final logs before this block are written. */
  #next: bigint | undefined

  constructor(client: Client, query: ParsedLogQuery, options: FollowLinesOptions) {
    this.#client = client
    this.#query = query
    this.#options = options
  }

  /** Where to continue after an interruption. */
  get next(): bigint | undefined {
    return this.#next
  }

  /**
   * Runs until the signal fires. If some blocks of the history cannot be read, returns them and does not follow: the gap would
   * go unnoticed.
   *
   * @throws the signal's reason; {@link QuotaExceededError} when the calls are used up.
   */
  async run(): Promise<readonly FailedInterval[]> {
    const { lines, write, progress } = this.#options
    if (lines.head !== '') await write(lines.head)
    for (;;) {
      const unsubscribe = warnOfSilence(this.#client, progress)
      const failed = await this.#readHistory().finally(unsubscribe)
      if (failed.length > 0) return failed
      // After a deep reorg, everything is written again.
      await this.#follow()
    }
  }

  async #readHistory(): Promise<readonly FailedInterval[]> {
    const { range } = this.#query
    const { archive, cache, progress, signal } = this.#options
    if ('blockHash' in range) return []
    const fromBlock = this.#first ?? range.fromBlock
    // From the next block on: there is no history.
    if (fromBlock === 'latest') return []
    const failed: FailedInterval[] = []
    let planned: { from: bigint; to: bigint } | undefined
    let written = 0
    let next: bigint | undefined
    const query = withParts(this.#query, { range: { ...range, fromBlock } })
    for await (const event of scanFinal(this.#client, query, { finalOnly: true, cache, signal })) {
      if (event.type === 'planned') {
        planned = event.range
        this.#first ??= event.requested.from
        this.#next = next = event.requested.from
      } else if (event.type === 'failed') failed.push(event)
      else {
        await this.#writeAll('add', event.logs)
        written += event.logs.length
        next = event.range.to + 1n
        if (failed.length === 0) this.#next = next
      }
      progress.update({ range: planned, next, written, failed })
    }
    warnOfSources(this.#client, progress, archive)
    return failed
  }

  async #follow(): Promise<void> {
    const { lines, write, cache, progress, signal } = this.#options
    const range = { fromBlock: this.#next ?? 'latest', toBlock: 'latest' } as const
    const query = withParts(this.#query, { range })
    // Nodes for development call their newest blocks final, and lose them when they start again.
    const checkpoint = this.#next
      ? await readHeader(getPool(this.#client), this.#next - 1n, signal)
      : undefined
    const reportStatus = this.#createStatusReport()
    for await (const event of followAfter(checkpoint, this.#client, query, { cache, signal })) {
      if (event.type === 'status') {
        const { error } = event.state
        if (error instanceof QuotaExceededError) throw error
        reportStatus(event.state.status, error)
        continue
      }
      if (event.reorg?.isDeep) {
        // Blocks that were written as final may have been replaced, too.
        await write(lines.reset(this.#first ?? 0n))
        this.#next = undefined
        progress.say('The chain was replaced. Reading everything again.')
        return
      }
      if (event.type === 'reset') {
        await write(lines.reset(event.range.from))
        await this.#writeAll('add', event.current)
      } else {
        await this.#writeAll('remove', event.removed)
        await this.#writeAll('add', event.added)
      }
      this.#first ??= event.range.from
      // After a long absence, a change ends below the last final block.
      this.#next = later(earlier(event.range.to, event.finalized) + 1n, this.#first)
    }
  }

  /** Says when it is live, and when it no longer is: each reason once. */
  #createStatusReport(): (status: FollowStatus, error: Error | undefined) => void {
    const { progress } = this.#options
    const reasons = new Set<string>()
    let isLive = false
    return (status, error) => {
      if (status === 'stale') {
        isLive = false
        const [reason = ''] = error ? describeError(error) : ['No endpoint answers.']
        if (!reasons.has(reason)) progress.warn(`Not up to date: ${reason} Retrying.`)
        reasons.add(reason)
      } else if (!isLive && (status === 'live' || status === 'degraded')) {
        isLive = true
        reasons.clear()
        progress.say('Live: waiting for new blocks. Press Ctrl-C to stop.')
      }
    }
  }

  async #writeAll(change: 'add' | 'remove', logs: Iterable<LogRow>): Promise<void> {
    const { lines, write } = this.#options
    let some: string[] = []
    for (const log of logs) {
      some.push(lines.line(change, log))
      if (some.length < linesPerWrite) continue
      await write(some.join(''))
      some = []
    }
    if (some.length > 0) await write(some.join(''))
  }
}
