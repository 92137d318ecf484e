import { NodeError } from '../../../errors/NodeError.ts'
import type { Clock } from '../../../rpc/Clock.ts'
import { onAbort } from '../../../rpc/onAbort.ts'
import type { Pool } from '../../../rpc/Pool.ts'
import type { Filter } from '../../filter/Filter.ts'
import type { Checkpoint } from '../Checkpoints.ts'
import { EndpointCooldown } from '../../../rpc/endpoint/EndpointCooldown.ts'
import { FilterAudit } from './FilterAudit.ts'
import type { FollowChange } from '../FollowState.ts'
import type { Head } from '../../chain/readHeader.ts'
import { HeadValidator, recheckAfter } from '../head/HeadValidator.ts'
import { PollDelay } from '../head/PollDelay.ts'
import { NodeFilter } from './NodeFilter.ts'
import type { PageSignals } from '../head/PageSignals.ts'
import { backoffDelay } from '../head/nextPollDelay.ts'
import { pinPool } from '../pinPool.ts'
import { readHeader } from '../../chain/readHeader.ts'

export interface FilterPollerOptions {
  readonly clock: Clock
  readonly page: PageSignals
  /** Milliseconds until the next poll. */
  readonly pace: () => number
  /** Whether nobody has been heard of for too long, and how often something may have been missed so far. */
  readonly lapses: () => { readonly isAway: boolean; readonly count: number }
  /** A poll was answered. */
  readonly onHeard: () => void
  /** There may be something to read up to this head, which comes after so many lapses. */
  readonly onHead: (head: Head, makesGood: number) => void
  /** There is another filter, or none. */
  readonly onFilter: (filter: NodeFilter | undefined, since: number | undefined) => void
  readonly onError: (error: Error) => void
}

/** A filter that had worked is made again at once; where none could be made, after a pause; where none can be, never. */
type FilterEnd = 'lost' | 'failed' | 'unsupported'

/** Milliseconds after which a filter that tells of nothing is not taken at its word. */
const auditInterval = 60_000

/** Makes a filter on a node and polls it there; makes another one whenever it is lost, or tells too little. */
export class FilterPoller {
  readonly #pool: Pool
  readonly #filter: Filter
  readonly #options: FilterPollerOptions
  readonly #clock: Clock
  readonly #judge: HeadValidator
  readonly #distrusted: EndpointCooldown
  readonly #nap: PollDelay
  /** Endpoints whose filters did not tell of what happened. */
  readonly #silent = new Set<string>()
  #audit: FilterAudit | undefined
  /** The block of the newest log that reading found. */
  #newest: Checkpoint | undefined
  #lastLook = 0
  /** The lapses before the last look. */
  #makesGood = 0

  constructor(pool: Pool, filter: Filter, options: FilterPollerOptions) {
    const { clock, page } = options
    this.#pool = pool
    this.#filter = filter
    this.#options = options
    this.#clock = clock
    this.#judge = new HeadValidator(pool)
    this.#distrusted = new EndpointCooldown(clock)
    this.#nap = new PollDelay(clock, page)
  }

  /** The newest block that was believed. */
  get head(): Head | undefined {
    return this.#judge.best
  }

  /** Polls now, and looks at the head whatever that brings. */
  poke(): void {
    this.#nap.ask()
  }

  /** The page went offline: nothing is asked until the next poke. */
  hold(): void {
    this.#nap.hold()
  }

  distrust(endpoint: string): void {
    this.#distrusted.add(endpoint)
  }

  /**
   * Takes in what reading found: the filter ought to tell of it, too.
   *
   * @param newest the block of the newest log now
   */
  compare(change: FollowChange, newest: Checkpoint | undefined): void {
    this.#newest = newest
    this.#audit?.found(change)
  }

  /** Goes on until the signal fires, or no endpoint has filters that work. */
  async run(signal: AbortSignal): Promise<void> {
    this.#judge.forget()
    onAbort(signal, () => {
      this.#forget()
    })
    let failures = 0
    for (;;) {
      const end = await this.#filterLife(signal)
      if (signal.aborted || end === 'unsupported') return
      failures = end === 'failed' ? failures + 1 : 0
      if (end === 'failed') await this.#nap.sleep(backoffDelay(failures), signal)
      if (signal.aborted) return
    }
  }

  /** One filter from its making to its end. */
  async #filterLife(signal: AbortSignal): Promise<FilterEnd> {
    let filter: NodeFilter | undefined
    let hasWorked = false
    this.#nap.answer()
    try {
      const avoid = [...this.#distrusted.names, ...this.#silent]
      filter = await NodeFilter.create(this.#pool, this.#filter, { avoid, signal })
      signal.throwIfAborted()
      if (this.#silent.has(filter.endpoint)) {
        filter.uninstall()
        return 'unsupported'
      }
      // What came until now is read; of what comes after this head, the filter must tell.
      const filterSince = this.#clock.now()
      const head = await this.#look(filter, signal)
      this.#audit = new FilterAudit(head.number)
      await this.#tell(head, filter, signal)
      this.#options.onFilter(filter, filterSince)
      hasWorked = true
      for (;;) {
        await this.#nap.sleep(this.#options.pace(), signal)
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
    const { isAsked } = this.#nap
    const wasAway = this.#options.lapses().isAway
    const changes = await filter.poll(signal)
    const { endpoint } = filter
    this.#audit?.told(changes)
    if (this.#audit?.isSilent) {
      this.#silent.add(endpoint)
      throw unfitting(endpoint, 'eth_getFilterChanges', 'did not tell of logs that are there')
    }
    const isDue = this.#clock.now() - this.#lastLook >= auditInterval
    const mustLook = changes.length > 0 || isAsked || wasAway || isDue || this.#audit?.isInDoubt
    const hasNews = mustLook || (await this.#isOrphaned(endpoint, signal))
    signal.throwIfAborted()
    if (hasNews) await this.#tell(await this.#look(filter, signal), filter, signal)
    else this.#options.onHeard()
  }

  /**
   * Whether another block stands where the newest log's was: nodes need not tell of that, and have nothing to tell where
   * no logs came in its place. If it stands, so do those below.
   */
  async #isOrphaned(endpoint: string, signal: AbortSignal): Promise<boolean> {
    const { head } = this
    const settled = (head?.number ?? 0n) - BigInt(this.#pool.network.finality)
    if (!this.#newest || this.#newest.number <= settled) return false
    const { number, hash } = this.#newest
    const header = await readHeader(pinPool(this.#pool, endpoint), number, signal)
    // One that does not have it yet may be behind for a moment.
    return header !== undefined && header.hash !== hash
  }

  #look(filter: NodeFilter, signal: AbortSignal): Promise<Head> {
    this.#nap.answer()
    this.#lastLook = this.#clock.now()
    this.#makesGood = this.#options.lapses().count
    return filter.readHead(signal)
  }

  /** Passes a head on when it can be believed; looks again at one that went back. */
  async #tell(head: Head, filter: NodeFilter, signal: AbortSignal): Promise<void> {
    let shown = head
    for (;;) {
      const verdict = await this.#judge.judge(shown, signal, false)
      signal.throwIfAborted()
      if (verdict === 'believed') break
      if (verdict === 'liar') {
        this.distrust(head.endpoint)
        throw unfitting(head.endpoint, 'eth_getBlockByNumber', 'showed a head that cannot be')
      }
      await this.#nap.sleep(recheckAfter, signal)
      signal.throwIfAborted()
      shown = await this.#look(filter, signal)
    }
    this.#options.onHeard()
    this.#options.onHead(shown, this.#makesGood)
  }

  /** Whether another endpoint may do better than this one, whose answers did not fit. */
  #mustLeave(endpoint: string): boolean {
    const avoided = this.#distrusted.names
    const isOther = (name: string) => !avoided.includes(name) && !this.#silent.has(name)
    return (
      avoided.includes(endpoint) &&
      this.#pool.getStatus().some(({ name, type }) => type === 'http' && isOther(name))
    )
  }
}

function unfitting(endpoint: string, method: string, what: string): NodeError {
  return new NodeError(`A filter on ${endpoint} is left: the endpoint ${what}.`, {
    kind: 'malformed',
    method,
    endpoint,
    advice: 'Another endpoint is asked.',
  })
}
