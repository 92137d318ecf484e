import { NodeError } from '../../../errors/NodeError.ts'
import type { Clock } from '../../../rpc/Clock.ts'
import { EndpointCooldown } from '../../../rpc/endpoint/EndpointCooldown.ts'
import { onAbort } from '../../../rpc/onAbort.ts'
import type { Pool } from '../../../rpc/Pool.ts'
import { verifyAllAgain } from '../../../rpc/verifyAllAgain.ts'
import type { Checkpoint } from '../../cache/LogStorage.ts'
import { readHeader, type Head } from '../../chain/readHeader.ts'
import type { Filter } from '../../filter/Filter.ts'
import type { FollowChange } from '../FollowState.ts'
import { HeadValidator, recheckAfter } from '../head/HeadValidator.ts'
import type { PageSignals } from '../head/PageSignals.ts'
import { PollDelay, backoffDelay } from '../head/PollDelay.ts'
import { pinPool } from '../pinPool.ts'
import { FilterAudit } from './FilterAudit.ts'
import { filterError, NodeFilter } from './NodeFilter.ts'

export interface FilterPollerOptions {
  readonly clock: Clock
  readonly page: PageSignals
  /** Milliseconds until the next poll. */
  readonly interval: () => number
  /** Whether endpoints are silent, and how many interruptions there were. */
  readonly interruptions: () => { readonly isStale: boolean; readonly count: number }
  /** A poll was answered. */
  readonly onAnswer: () => void
  /** There may be logs to read up to this head, which was sent after that many interruptions. */
  readonly onHead: (head: Head, interruptions: number) => void
  /** The filter was replaced or lost. */
  readonly onFilter: (filter: NodeFilter | undefined, since: number | undefined) => void
  readonly onError: (error: Error) => void
}

/** After `lost`, a new filter is created at once; after `failed`, with a delay; after `unsupported`, never. */
type FilterEnd = 'lost' | 'failed' | 'unsupported'

/** Milliseconds without changes until the head is read anyway. */
const auditInterval = 60_000

/**
 * Creates a filter on an endpoint and polls it there:
 *
 * | event | then |
 * |---|---|
 * | changes, a requested poll, or a minute without either | the endpoint's head is read and reported |
 * | no changes, but the newest log's block was replaced | the same: nodes need not report that |
 * | any error, or another endpoint works better | the filter is uninstalled, and a new one created |
 * | the filter does not report logs that exist | the same, on another endpoint |
 * | no endpoint supports filters | the poller stops |
 */
export class FilterPoller {
  readonly #pool: Pool
  readonly #filter: Filter
  readonly #options: FilterPollerOptions
  readonly #clock: Clock
  readonly #validator: HeadValidator
  readonly #cooldown: EndpointCooldown
  readonly #delay: PollDelay
  /** Endpoints whose filters did not report logs. */
  readonly #silent = new Set<string>()
  #audit: FilterAudit | undefined
  /** The block of the newest log. */
  #newest: Checkpoint | undefined
  #headReadAt = 0
  /** Interruptions before the head was read last. */
  #interruptions = 0

  constructor(pool: Pool, filter: Filter, options: FilterPollerOptions) {
    const { clock, page } = options
    this.#pool = pool
    this.#filter = filter
    this.#options = options
    this.#clock = clock
    this.#validator = new HeadValidator(pool)
    this.#cooldown = new EndpointCooldown(clock)
    this.#delay = new PollDelay(clock, page)
  }

  /** The newest valid head. */
  get head(): Head | undefined {
    return this.#validator.best
  }

  /** Polls now, and reads the head whether there are changes or not. */
  check(): void {
    this.#delay.request()
  }

  /** The page is offline: sends no requests until the next {@link check}. */
  suspend(): void {
    this.#delay.suspend()
  }

  avoid(endpoint: string): void {
    this.#cooldown.add(endpoint)
  }

  /**
   * Notes logs that were read, which the filter must report as well.
   *
   * @param newest the block of the newest log
   */
  noteRead(change: FollowChange, newest: Checkpoint | undefined): void {
    this.#newest = newest
    this.#audit?.noteRead(change)
  }

  /** Runs until the signal fires, or no endpoint has working filters. */
  async run(signal: AbortSignal): Promise<void> {
    this.#validator.reset()
    onAbort(signal, () => {
      this.#forget()
    })
    let failures = 0
    for (;;) {
      const end = await this.#runFilter(signal)
      if (signal.aborted || end === 'unsupported') return
      failures = end === 'failed' ? failures + 1 : 0
      if (end === 'failed') await this.#delay.wait(backoffDelay(failures), signal)
      if (signal.aborted) return
    }
  }

  /** Creates one filter and polls it until it ends. */
  async #runFilter(signal: AbortSignal): Promise<FilterEnd> {
    let filter: NodeFilter | undefined
    let hasWorked = false
    this.#delay.clear()
    try {
      const avoid = [...this.#cooldown.names, ...this.#silent]
      filter = await NodeFilter.create(this.#pool, this.#filter, { avoid, signal })
      signal.throwIfAborted()
      if (this.#silent.has(filter.endpoint)) {
        filter.uninstall()
        return 'unsupported'
      }
      // Logs up to this head are read; the filter must report later ones.
      const filterSince = this.#clock.now()
      const head = await this.#readHead(filter, signal)
      this.#audit = new FilterAudit(head.number)
      await this.#report(head, filter, signal)
      this.#options.onFilter(filter, filterSince)
      hasWorked = true
      for (;;) {
        await this.#delay.wait(this.#options.interval(), signal)
        signal.throwIfAborted()
        if (this.#mustLeave(filter.endpoint)) {
          filter.uninstall()
          return 'lost'
        }
        await this.#poll(filter, signal)
      }
    } catch (error) {
      const isGone = error instanceof NodeError && error.kind === 'filter-gone'
      if (!isGone) filter?.uninstall()
      if (signal.aborted) return 'lost'
      if (!filter && error instanceof NodeError && error.kind === 'unavailable') return 'unsupported'
      verifyAllAgain(this.#pool, error)
      this.#options.onError(error as Error)
      return hasWorked ? 'lost' : 'failed'
    } finally {
      if (!signal.aborted) this.#forget()
    }
  }

  #forget(): void {
    this.#audit = undefined
    this.#options.onFilter(undefined, undefined)
  }

  async #poll(filter: NodeFilter, signal: AbortSignal): Promise<void> {
    const { isRequested } = this.#delay
    const wasStale = this.#options.interruptions().isStale
    const changes = await filter.poll(signal)
    const { endpoint } = filter
    this.#audit?.noteChanges(changes)
    if (this.#audit?.isSilent) {
      this.#silent.add(endpoint)
      throw filterError(endpoint, 'eth_getFilterChanges', 'does not report all logs')
    }
    const isDue = this.#clock.now() - this.#headReadAt >= auditInterval
    const mustRead = changes.length > 0 || isRequested || wasStale || isDue || this.#audit?.isSuspicious
    const hasNews = mustRead || (await this.#isOrphaned(endpoint, signal))
    signal.throwIfAborted()
    if (hasNews) await this.#report(await this.#readHead(filter, signal), filter, signal)
    else this.#options.onAnswer()
  }

  /**
   * Whether the newest log's block was replaced: nodes need not report that. If it is still canonical, so are all blocks below.
   */
  async #isOrphaned(endpoint: string, signal: AbortSignal): Promise<boolean> {
    const { head } = this
    const settled = (head?.number ?? 0n) - BigInt(this.#pool.network.finality)
    if (!this.#newest || this.#newest.number <= settled) return false
    const { number, hash } = this.#newest
    const header = await readHeader(pinPool(this.#pool, endpoint), number, signal)
    // An endpoint without the block may be behind for a moment.
    return header !== undefined && header.hash !== hash
  }

  #readHead(filter: NodeFilter, signal: AbortSignal): Promise<Head> {
    this.#delay.clear()
    this.#headReadAt = this.#clock.now()
    this.#interruptions = this.#options.interruptions().count
    return filter.readHead(signal)
  }

  /** Reports a valid head; reads it again if it is behind. */
  async #report(head: Head, filter: NodeFilter, signal: AbortSignal): Promise<void> {
    let shown = head
    for (;;) {
      const verdict = await this.#validator.validate(shown, signal, false)
      signal.throwIfAborted()
      if (verdict === 'valid') break
      if (verdict === 'refuted') {
        this.avoid(head.endpoint)
        throw filterError(
          head.endpoint,
          'eth_getBlockByNumber',
          'showed a head far from that of other endpoints',
        )
      }
      await this.#delay.wait(recheckAfter, signal)
      signal.throwIfAborted()
      shown = await this.#readHead(filter, signal)
    }
    this.#options.onAnswer()
    this.#options.onHead(shown, this.#interruptions)
  }

  /** Whether this endpoint sent inconsistent answers, and another one may do better. */
  #mustLeave(endpoint: string): boolean {
    const avoided = this.#cooldown.names
    const isOther = (name: string) => !avoided.includes(name) && !this.#silent.has(name)
    return (
      avoided.includes(endpoint) &&
      this.#pool.getStatus().some(({ name, type }) => type === 'http' && isOther(name))
    )
  }
}
