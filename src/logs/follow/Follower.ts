import type { Client } from 'viem'
import { NodeError } from '../../errors.ts'
import { systemClock } from '../../rpc/Clock.ts'
import type { Clock } from '../../rpc/Clock.ts'
import { getPool } from '../../rpc/getPool.ts'
import type { Pool } from '../../rpc/Pool.ts'
import { steadyClock } from '../../rpc/steadyClock.ts'
import type { BlockInterval } from '../Coverage.ts'
import { createPackedLogList } from '../createPackedLogList.ts'
import type { Filter } from '../Filter.ts'
import type { RawLog } from '../Log.ts'
import type { LogSelection } from '../LogSelection.ts'
import { logId } from '../order.ts'
import { packLogs } from '../packLogs.ts'
import { requestLogs } from '../requestLogs.ts'
import { scan } from '../scan.ts'
import { toRpcFilter } from '../toRpcFilter.ts'
import { verifyLogs } from '../verifyLogs.ts'
import { Anchors } from './Anchors.ts'
import type { Anchor } from './Anchors.ts'
import { bloomExcludes } from './bloomExcludes.ts'
import { BloomTrust } from './BloomTrust.ts'
import type { FollowChange, FollowState } from './FollowState.ts'
import { getHeadFeed } from './getHeadFeed.ts'
import type { Head } from './HeadFeed.ts'
import type { HeadSource } from './HeadSource.ts'
import type { PageSignals } from './PageSignals.ts'
import { browserPage } from './PageSignals.ts'
import { pinPool } from './pinPool.ts'
import { readHeader } from './readHeader.ts'
import { readWindow } from './readWindow.ts'

export interface FollowerOptions {
  readonly filter: Filter
  /** The first block that belongs here. */
  readonly start: bigint
  /** All logs up to this block are known already. @default the block before `start` */
  readonly verifiedTo?: bigint | undefined
  /** The logs of the blocks up to `verifiedTo` that are not final. @default none */
  readonly tail?: readonly RawLog[] | undefined
  /** A final block that was seen, to notice a chain that was replaced altogether. @default none */
  readonly anchor?: Anchor | undefined
  /** Told of each change, before the state tells of it. */
  readonly onChange: (change: FollowChange) => void
  /** Least milliseconds between two polls. @default 4_000 */
  readonly pollingInterval?: number | undefined
  /** What wakes it. @default the network's heads */
  readonly feed?: HeadSource | undefined
  /** Time, for tests. */
  readonly clock?: Clock | undefined
  /** Whether the page is shown and online. @default the page this runs in */
  readonly page?: PageSignals | undefined
}

/** Milliseconds after which what blooms have spared is read after all. */
const auditInterval = 600_000
/** Milliseconds until one look is given up. */
const patience = 60_000
/** Blocks that are read like history rather than in one window. */
const longGap = 1_000n

/**
 * Stays at the head: the one state machine behind everything live.
 *
 *     idle -> catching-up -> live <-> degraded
 *                  ^           |          |
 *                  +--- stale <+----------+       paused <-> any
 *
 * All wake-ups (a pushed head, a poll, a page shown or back online, an audit) do the same: they look at the head of one
 * endpoint and, if it is not the one of the last look, at the logs of *that endpoint* up to it.
 *
 * - The next block on the last one is read by its hash, or not at all when its bloom rules it out.
 * - Anything else re-reads every block that is not final yet, and compares.
 *
 * What always holds:
 *
 * 1. A change is one step from one consistent list to the next; nothing is taken away before its replacement is there.
 * 2. A log that is missing from an answer is gone only when its block was replaced on that endpoint.
 * 3. `verifiedTo` never passes a head that the answering endpoint had shown.
 * 4. Nothing is sent while paused or without listeners, nor after the last one left.
 * 5. Looks come one after the other; a wake-up during one leads to one more.
 */
export class Follower {
  readonly #client: Client
  readonly #pool: Pool
  readonly #feed: HeadSource
  readonly #clock: Clock
  readonly #blooms: BloomTrust
  readonly #options: FollowerOptions
  readonly #listeners = new Set<() => void>()
  readonly #depth: bigint
  /** The logs of blocks that are not final, in order. */
  #tail: readonly RawLog[]
  /** The head of the last look. */
  #tip: Head | undefined
  readonly #anchors: Anchors
  #verifiedTo: bigint
  #finalised: bigint
  #run: AbortController | undefined
  #next: Head | undefined
  #isLooking = false
  #isPaused = false
  #isCatchingUp = true
  /** Blocks up to here were read as a range, and not block by block. */
  #auditedTo: bigint
  #auditedAt = 0
  #byHash = true
  #failures = 0
  #timer: unknown
  #error: Error | undefined
  #staleFrom: bigint | undefined
  #lastUpdated: number | undefined
  #failingSince: number | undefined
  #state: FollowState

  constructor(client: Client, options: FollowerOptions) {
    const { clock = systemClock, page = browserPage } = options
    this.#client = client
    this.#pool = getPool(client)
    this.#clock = steadyClock(clock)
    this.#feed = options.feed ?? getHeadFeed(this.#pool, { clock, page })
    this.#blooms = BloomTrust.of(this.#pool)
    this.#options = options
    this.#depth = BigInt(this.#pool.network.finality)
    this.#verifiedTo = options.verifiedTo ?? options.start - 1n
    this.#auditedTo = this.#verifiedTo
    this.#finalised = this.#verifiedTo - this.#depth
    this.#tail = options.tail ?? []
    this.#anchors = new Anchors(options.anchor)
    this.#state = this.#toState()
  }

  readonly getState = (): FollowState => this.#state

  /** Starts with the first listener, stops with the last. What is known stays known, and is looked at again later. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    if (!this.#run && !this.#isPaused) this.#start()
    return () => {
      if (!this.#listeners.delete(listener) || this.#listeners.size > 0) return
      this.#stop()
    }
  }

  /** Sends nothing until {@link resume}. */
  readonly pause = (): void => {
    if (this.#isPaused) return
    this.#isPaused = true
    this.#stop()
    this.#update()
  }

  readonly resume = (): void => {
    if (!this.#isPaused) return
    this.#isPaused = false
    if (this.#listeners.size > 0) this.#start()
    this.#update()
  }

  #start(): void {
    const run = (this.#run = new AbortController())
    this.#isCatchingUp = true
    this.#failures = 0
    this.#error = undefined
    this.#failingSince = undefined
    // A listener that leaves in the same tick, as StrictMode's first one does, costs nothing.
    queueMicrotask(() => {
      if (run.signal.aborted) return
      const unsubscribe = this.#feed.subscribe({
        pollingInterval: this.#options.pollingInterval ?? 4_000,
        onHead: (head) => {
          this.#wake(head)
        },
        onState: () => {
          this.#update()
        },
      })
      run.signal.addEventListener('abort', unsubscribe, { once: true })
      const { head } = this.#feed
      if (head) this.#wake(head)
      this.#feed.poke()
      this.#update()
    })
  }

  #stop(): void {
    this.#run?.abort()
    this.#run = undefined
    this.#next = undefined
    this.#clock.clearTimeout(this.#timer)
  }

  #wake(head: Head): void {
    this.#next = head
    if (!this.#isLooking) void this.#lookOn()
  }

  async #lookOn(): Promise<void> {
    this.#isLooking = true
    while (this.#next && this.#run) {
      const head = this.#next
      const { signal } = this.#run
      this.#next = undefined
      await this.#lookOnce(head, signal)
    }
    this.#isLooking = false
  }

  async #lookOnce(head: Head, outer: AbortSignal): Promise<void> {
    const controller = new AbortController()
    const abort = () => {
      controller.abort(outer.reason)
    }
    outer.addEventListener('abort', abort, { once: true })
    const timer = this.#clock.setTimeout(() => {
      controller.abort(
        new NodeError(`${head.endpoint} did not answer within ${patience / 1_000} s.`, {
          kind: 'timeout',
          method: 'eth_getLogs',
          endpoint: head.endpoint,
        }),
      )
    }, patience)
    try {
      await this.#look(head, controller.signal)
      if (outer.aborted) return
      this.#failures = 0
      this.#error = undefined
      this.#failingSince = undefined
      this.#isCatchingUp = false
      this.#lastUpdated = this.#clock.now()
      this.#planAudit()
      this.#update()
    } catch (error) {
      if (outer.aborted) return
      this.#error = (controller.signal.aborted ? controller.signal.reason : error) as Error
      this.#failingSince ??= this.#clock.now()
      this.#isCatchingUp = true
      this.#feed.distrust(head.endpoint)
      // The same head again would meet the same; the feed finds another endpoint, if there is one.
      this.#clock.clearTimeout(this.#timer)
      const wait = Math.min(60_000, 500 * 2 ** this.#failures++)
      this.#timer = this.#clock.setTimeout(() => {
        this.#feed.poke()
        this.#update()
      }, wait)
      this.#update()
    } finally {
      this.#clock.clearTimeout(timer)
      outer.removeEventListener('abort', abort)
    }
  }

  async #look(head: Head, signal: AbortSignal): Promise<void> {
    const tip = this.#tip
    const isDue = this.#isAuditDue()
    if (tip?.hash === head.hash && !isDue) return
    const isNext = tip !== undefined && head.parentHash === tip.hash && head.number === tip.number + 1n
    if (isNext && !isDue && (await this.#takeNext(head, signal))) return
    // A chain that was replaced shows only where two looks meet; where they do not, an audit comes to it.
    const isOther = tip !== undefined && head.number <= tip.number + 1n && !isNext
    await this.#readAll(head, signal, isOther || isDue)
  }

  /** The block on top of the last one. `false` when it cannot be had by itself. */
  async #takeNext(head: Head, signal: AbortSignal): Promise<boolean> {
    const { filter, start } = this.#options
    const range = { from: head.number, to: head.number }
    if (head.number < start || (this.#blooms.believes(head) && bloomExcludes(head.logsBloom!, filter))) {
      this.#replace(range, [], head, undefined)
      return true
    }
    if (!this.#byHash) return false
    try {
      const request = toRpcFilter(filter, { blockHash: head.hash })
      const { endpoint } = head
      const answer = await requestLogs(this.#pool, request, { signal, endpoint, small: true })
      const { selection } = verifyLogs(answer.segment, filter, range)
      const logs = toLogs(selection)
      if (logs.some(({ blockHash }) => blockHash !== head.hash)) return false
      this.#blooms.note(head, logs)
      this.#replace(range, logs, head, undefined)
      return true
    } catch (error) {
      signal.throwIfAborted()
      // Nodes that do not know the parameter say so; those that do not have the block yet as well.
      if (error instanceof NodeError && error.kind === 'invalid-input') this.#byHash = false
      return false
    }
  }

  /** Reads everything that may have changed, and what is new. */
  async #readAll(head: Head, signal: AbortSignal, mayBeDeep: boolean): Promise<void> {
    const { start, filter } = this.#options
    const pinned = pinPool(this.#pool, head.endpoint)
    const fork = mayBeDeep ? await this.#anchors.findFork(pinned, signal) : undefined
    const isDeep = fork !== undefined
    const from = later(start, (isDeep ? fork : this.#keptTo) + 1n)
    const isLong = head.number - from > longGap + this.#depth
    if (isDeep) this.#staleFrom = from
    if (isDeep || isLong) {
      this.#isCatchingUp = true
      this.#update()
    }
    const finalised = head.number - this.#depth
    const history = isLong ? await this.#readHistory({ from, to: finalised }, signal) : []
    const near = { from: isLong ? finalised + 1n : from, to: head.number }
    const [selection] = await Promise.all([
      near.from <= near.to ? readWindow(pinned, filter, near, signal) : undefined,
      isDeep ? undefined : this.#anchors.keep(pinned, finalised, signal),
    ])
    const recent = selection ? toLogs(selection) : []
    const top = recent.at(-1)
    if (top && top.blockNumber === head.number && top.blockHash !== head.hash)
      throw unfitting(head, 'showed logs of another block than its head')
    const logs = [...history, ...recent]
    const range = { from, to: later(head.number, this.#verifiedTo) }
    const reorg = isDeep ? { from, isDeep } : await this.#checkGone(range, logs, head, pinned, signal)
    signal.throwIfAborted()
    if (reorg && !isDeep && !mayBeDeep && (await this.#anchors.findFork(pinned, signal)) !== undefined)
      return this.#readAll(head, signal, true)
    signal.throwIfAborted()
    if (isDeep) this.#anchors.cut(fork)
    this.#auditedTo = head.number
    this.#auditedAt = this.#clock.now()
    this.#replace(range, logs, head, reorg)
  }

  /** Blocks that are final by now, like any history: over all endpoints. */
  async #readHistory({ from, to }: BlockInterval, signal: AbortSignal): Promise<RawLog[]> {
    const { address, topics } = this.#options.filter
    const logs: RawLog[] = []
    const query = { address, topics, fromBlock: from, toBlock: to }
    for await (const event of scan(this.#client, query, { signal })) {
      if (event.type === 'failed') throw event.error
      if (event.type === 'reset') logs.length = 0
      if (event.type === 'logs') for (const log of event.logs) logs.push(log)
    }
    return logs
  }

  /** Logs that are not there any more are gone only if their blocks are: the lowest of those tells. */
  async #checkGone(
    range: BlockInterval,
    logs: readonly RawLog[],
    head: Head,
    pinned: Pool,
    signal: AbortSignal,
  ): Promise<FollowChange['reorg']> {
    const there = new Set(logs.map(logId))
    const gone = this.#tail.find((log) => isIn(range, log) && !there.has(logId(log)))
    if (!gone) return undefined
    const reorg = { from: gone.blockNumber, isDeep: false }
    if (gone.blockNumber > head.number) return reorg
    const header = await readHeader(pinned, gone.blockNumber, signal)
    if (!header || header.hash === gone.blockHash)
      throw unfitting(head, `left out logs of block ${gone.blockNumber}, which it still has`)
    return reorg
  }

  /** Takes a range as read: the only place where what is known changes. */
  #replace(range: BlockInterval, logs: readonly RawLog[], head: Head, reorg: FollowChange['reorg']): void {
    const old = this.#tail.filter((log) => isIn(range, log))
    const before = new Set(old.map(logId))
    const after = new Set(logs.map(logId))
    const removed = old.filter((log) => !after.has(logId(log)))
    const added = logs.filter((log) => !before.has(logId(log)))
    for (const log of added) this.#blooms.caught(log)
    const finalised = head.number - this.#depth
    this.#finalised = reorg?.isDeep ? finalised : later(this.#finalised, finalised)
    this.#verifiedTo = head.number
    const keptTo = this.#keptTo
    this.#tail = [...this.#tail.filter((log) => log.blockNumber < range.from), ...logs].filter(
      ({ blockNumber }) => blockNumber > keptTo,
    )
    this.#tip = head
    this.#staleFrom = undefined
    if (range.from > range.to) return
    this.#options.onChange({
      type: 'change',
      range,
      logs: { segment: packLogs(logs), rows: undefined },
      added,
      removed,
      head: { number: head.number, hash: head.hash },
      finalised: this.#finalised,
      reorg,
    })
  }

  /** Blocks up to here will not be read again: they are final, and were read as a range. */
  get #keptTo(): bigint {
    return earlier(this.#finalised, this.#auditedTo)
  }

  #isAuditDue(): boolean {
    return this.#auditedTo < this.#verifiedTo && this.#clock.now() - this.#auditedAt >= auditInterval
  }

  /** On a chain that stands still, nothing else would wake it. */
  #planAudit(): void {
    this.#clock.clearTimeout(this.#timer)
    if (this.#auditedTo >= this.#verifiedTo) return
    const wait = Math.max(0, this.#auditedAt + auditInterval - this.#clock.now())
    this.#timer = this.#clock.setTimeout(() => {
      this.#feed.poke()
    }, wait)
  }

  #update(): void {
    const next = this.#toState()
    const keys = Object.keys(next) as (keyof FollowState)[]
    if (keys.every((key) => next[key] === this.#state[key])) return
    this.#state = next
    for (const listener of [...this.#listeners]) listener()
  }

  #toState(): FollowState {
    const feed = this.#feed.getState()
    return {
      status: this.#toStatus(),
      source: feed.source,
      pollingInterval: feed.interval,
      head: this.#feed.head?.number ?? this.#tip?.number,
      verifiedTo: this.#tip ? this.#verifiedTo : this.#options.verifiedTo,
      finalised: this.#tip ? this.#finalised : undefined,
      lastUpdated: this.#lastUpdated,
      staleFrom: this.#staleFrom,
      error: this.#error ?? feed.error,
    }
  }

  #toStatus(): FollowState['status'] {
    if (this.#isPaused) return 'paused'
    const { staleSince, isDegraded } = this.#feed.getState()
    const isFailing = this.#failingSince !== undefined && this.#clock.now() - this.#failingSince >= 30_000
    if (staleSince !== undefined || isFailing) return 'stale'
    if (this.#isCatchingUp) return 'catching-up'
    return isDegraded ? 'degraded' : 'live'
  }
}

const isIn = ({ from, to }: BlockInterval, { blockNumber }: RawLog) =>
  blockNumber >= from && blockNumber <= to
const earlier = (a: bigint, b: bigint) => (a < b ? a : b)
const later = (a: bigint, b: bigint) => (a > b ? a : b)

function toLogs(selection: LogSelection): RawLog[] {
  return createPackedLogList({ segments: [selection] }).toArray()
}

function unfitting({ endpoint }: Head, what: string): NodeError {
  return new NodeError(`${endpoint} ${what}.`, {
    kind: 'malformed',
    method: 'eth_getLogs',
    endpoint,
    advice: 'Another endpoint is asked.',
  })
}
