import type { Client } from 'viem'
import { NodeError } from '../../errors/NodeError.ts'
import type { Clock } from '../../rpc/Clock.ts'
import { getPool } from '../../rpc/pool/getPool.ts'
import type { Pool } from '../../rpc/Pool.ts'
import type { BlockInterval } from '../Coverage.ts'
import { Finality } from '../chain/Finality.ts'
import { packLogs } from '../columns/packLogs.ts'
import { requestLogs } from '../scan/read/requestLogs.ts'
import { scan } from '../scan/scan.ts'
import { toRpcFilter } from '../filter/toRpcFilter.ts'
import { verifyAnswer } from '../scan/read/verifyAnswer.ts'
import { Checkpoints } from './Checkpoints.ts'
import { bloomExcludes } from '../chain/bloomExcludes.ts'
import { BloomTrust } from './BloomTrust.ts'
import { AncestryCheck } from './AncestryCheck.ts'
import { findReorg } from './findReorg.ts'
import type { Reorg } from './FollowState.ts'
import type { FollowerOptions } from './FollowerOptions.ts'
import type { Head } from '../chain/readHeader.ts'
import { pinPool } from './pinPool.ts'
import { readAtHead } from './readAtHead.ts'
import { RecentLogs } from './RecentLogs.ts'
import type { WindowLogs } from './RecentLogs.ts'
import { toWindow } from './readWindow.ts'
import { transientError } from './transientError.ts'

/** Milliseconds after which what was read block by block, or spared by its bloom, is read again as a range. */
const auditInterval = 600_000
/** The same where each look reads all that is not final: then only a chain that was replaced deeper is looked for. */
const rareAuditInterval = 3_600_000
/** Logs of deep blocks that are kept until an audit: where many come, it runs sooner, and memory stays bounded. */
const mostKept = 5_000
/** New blocks that are read like history rather than in one window. */
const longGap = 1_000n

type HeadReaderOptions = Omit<FollowerOptions, 'start'> & { readonly start: bigint }

/** One look at the head of one endpoint. */
export interface SyncRequest {
  readonly head: Head
  readonly signal: AbortSignal
  /** Told when it takes longer than a look usually does. */
  readonly onLong: () => void
  /** Told whenever it came further. */
  readonly onProgress: () => void
}

/** How thoroughly a look reads. */
interface Reading {
  /** The head of the look before. */
  readonly tip: Head | undefined
  /** Another block stands at its height. */
  readonly isReplaced: boolean
  /** Compares anchors, and reads what is kept and not only what is not deep. */
  readonly isAudit: boolean
  /** Logs are to be taken away: no answer counts that may lack some. */
  readonly isSure: boolean
}

/** Reads what a head brings, from the endpoint that showed it, and tells what changed. */
export class HeadReader {
  readonly #client: Client
  readonly #pool: Pool
  readonly #clock: Clock
  readonly #blooms: BloomTrust
  readonly #options: HeadReaderOptions
  /** Blocks below the head that every look reads anew; of what lies beneath, only anchors are compared. */
  readonly #depth: bigint
  readonly #finality: Finality
  readonly #anchors: Checkpoints
  readonly #tail: RecentLogs
  #auditedAt: number | undefined
  /** The head of the last audit. */
  #audited: Head | undefined
  /** Blocks up to here lay deep enough when they were read: between two audits, they are not read again. */
  #readTo: bigint
  /** Since the last range, blocks came one by one. */
  #isByBlock = false
  /** Blocks can be read by their hashes. */
  #byHash = true
  #staleFrom: bigint | undefined

  constructor(client: Client, options: HeadReaderOptions, clock: Clock) {
    const { start, verifiedTo = start - 1n, tail = [], anchor } = options
    this.#client = client
    this.#pool = getPool(client)
    this.#clock = clock
    this.#blooms = BloomTrust.of(this.#pool)
    this.#options = options
    this.#depth = BigInt(this.#pool.network.finality)
    this.#finality = Finality.of(this.#pool)
    this.#anchors = new Checkpoints(anchor)
    this.#tail = new RecentLogs({
      start,
      depth: this.#depth,
      finality: this.#finality,
      verifiedTo,
      logs: tail,
    })
    this.#readTo = this.#tail.keptTo
  }

  get tail(): Pick<RecentLogs, 'verifiedTo' | 'finalized' | 'tip'> {
    return this.#tail
  }

  /** The first block from which on what was told may be of a chain that is gone. */
  get staleFrom(): bigint | undefined {
    return this.#staleFrom
  }

  /** Milliseconds until an audit is due; `undefined` when there is nothing to audit. */
  get auditIn(): number | undefined {
    const { tip } = this.#tail
    if (!tip || tip.hash === this.#audited?.hash || this.#auditedAt === undefined) return undefined
    const interval = this.#isByBlock ? auditInterval : rareAuditInterval
    return Math.max(0, this.#auditedAt + interval - this.#clock.now())
  }

  /** Whether a head brings nothing but blocks that nobody has read, and can wait for more of them. */
  canGather(head: Head): boolean {
    const { tip } = this.#tail
    return tip !== undefined && head.number > tip.number && !(this.#isNext(head) && this.#isExcluded(head))
  }

  #isNext(head: Head): boolean {
    const { tip } = this.#tail
    return tip !== undefined && head.parentHash === tip.hash && head.number === tip.number + 1n
  }

  /** Its block is ruled out without asking. */
  #isExcluded(head: Head): boolean {
    const { filter, start } = this.#options
    return head.number < start || (this.#blooms.believes(head) && bloomExcludes(head.logsBloom!, filter))
  }

  async look(look: SyncRequest): Promise<void> {
    const { head } = look
    const { tip } = this.#tail
    const isDue = this.auditIn === 0 || this.#tail.countTo(head.number - this.#depth) > mostKept
    if (tip?.hash === head.hash && this.auditIn !== 0) return
    const isNext = this.#isNext(head)
    if (isNext && !isDue && (await this.#takeNext(look))) return
    // What is called final once is never taken back.
    const isFirst = tip === undefined && this.#auditedAt === undefined
    if (isFirst) await this.#finality.refresh(this.#pool, look.signal)
    const meets = tip !== undefined && !isNext && tip.hash !== head.hash && head.number <= tip.number + 1n
    const isFar = tip === undefined || head.number - tip.number >= longGap
    await this.#readAll(look, {
      tip,
      isReplaced: meets && head.number >= tip.number,
      isAudit: meets || isDue || isFar,
      isSure: false,
    })
  }

  /** The block on top of the last one. `false` when it cannot be had by itself. */
  async #takeNext({ head, signal }: SyncRequest): Promise<boolean> {
    const { filter } = this.#options
    const range = { from: head.number, to: head.number }
    const take = (read: WindowLogs) => {
      this.#replace(range, read, head, undefined)
      this.#isByBlock = true
      this.#anchors.link(head, head.number - this.#depth)
      return true
    }
    if (this.#isExcluded(head)) return take(nothing)
    if (!this.#byHash) return false
    try {
      const request = toRpcFilter(filter, { blockHash: head.hash })
      const { endpoint } = head
      const answer = await requestLogs(this.#pool, request, {
        signal,
        endpoint,
        smallReply: true,
        preferBatch: true,
      })
      const { selection, malformed } = verifyAnswer(this.#pool, answer, filter, range)
      if (malformed) return false
      const read = toWindow(selection)
      if (read.logs.some(({ blockHash }) => blockHash !== head.hash)) return false
      this.#blooms.note(head, read.logs)
      return take(read)
    } catch (error) {
      signal.throwIfAborted()
      // Nodes that do not know the parameter say so; those that do not have the block yet as well.
      if (error instanceof NodeError && error.kind === 'invalid-input') this.#byHash = false
      return false
    }
  }

  /** Reads everything that may have changed, and what is new. */
  async #readAll(look: SyncRequest, { tip, isReplaced, isAudit, isSure }: Reading): Promise<void> {
    const { head, signal } = look
    const { start } = this.#options
    const pinned = pinPool(this.#pool, head.endpoint)
    const settled = head.number - this.#depth
    // In this order, so that a chain which is replaced meanwhile is noticed, now or by the next audit.
    const anchor = isAudit ? await this.#anchors.propose(pinned, settled, signal) : undefined
    const fork = isAudit ? await this.#anchors.findFork(pinned, signal) : undefined
    const isDeep = fork !== undefined
    if (isDeep) {
      this.#staleFrom = later(start, fork + 1n)
      look.onLong()
    } else {
      // Before what lies beneath is let go: should the chain be replaced meanwhile, this is what tells.
      if (anchor) this.#anchors.add(anchor)
      await this.#catchUp(look, pinned)
    }
    const { keptTo } = this.#tail
    const from = later(start, (fork ?? (isAudit ? keptTo : later(keptTo, this.#readTo))) + 1n)
    // Blocks between the last head and this one: the chain may have been replaced deeper than this reads.
    const skips = !isAudit && tip !== undefined && head.number > tip.number + 1n
    const [read, connects] = await Promise.all([
      from <= head.number
        ? this.#readOnHead(look, pinned, { from, to: head.number }, isSure || isDeep)
        : nothing,
      !skips || AncestryCheck.of(this.#pool).connects(tip, head, signal),
    ])
    if (!connects) return this.#readAll(look, { tip, isReplaced: true, isAudit: true, isSure })
    const range = { from, to: later(head.number, this.#tail.verifiedTo) }
    const shown = await findReorg(this.#tail, { range, read, head, pinned, signal })
    const found = isDeep ? { from, isDeep } : shown
    signal.throwIfAborted()
    // It may reach farther back than was read, and what it takes away may not be all that is missing.
    if (found && !isDeep && !isSure)
      return this.#readAll(look, { tip, isReplaced, isAudit: true, isSure: true })
    const at = tip && earlier(tip.number, head.number)
    const reorg = found ?? (isReplaced && at !== undefined && at >= start ? { from: at, isDeep } : undefined)
    if (isDeep) {
      this.#anchors.cut(fork)
      if (anchor) this.#anchors.add(anchor)
    }
    this.#anchors.begin(head)
    this.#replace(range, read, head, reorg)
    this.#readTo = settled
    this.#isByBlock = false
    if (!isAudit) return
    const { top = settled } = this.#anchors
    this.#tail.keepFrom(fork ?? later(keptTo, earlier(settled, top)))
    this.#auditedAt = this.#clock.now()
    // To be read for the first time is no audit.
    this.#audited = tip?.hash === head.hash ? head : undefined
  }

  /** After a long time away: what lies deep by now is read like any history, and told as it comes. */
  async #catchUp(look: SyncRequest, pinned: Pool): Promise<void> {
    const { head, signal, onLong, onProgress } = look
    const { address, topics } = this.#options.filter
    const { start } = this.#options
    const to = head.number - this.#depth
    // What is verified may end below the start: the first head may have been one that is behind.
    const fromBlock = later(start, this.#tail.verifiedTo + 1n)
    if (to - fromBlock < longGap) return
    onLong()
    const old = { from: later(start, this.#tail.keptTo + 1n), to: this.#tail.verifiedTo }
    if (old.from <= old.to) {
      const read = await this.#readOnHead(look, pinned, old, true)
      const reorg = await findReorg(this.#tail, { range: old, read, head, pinned, signal })
      // What was replaced meanwhile is told by the look as a whole.
      if (reorg) return
      // A bloom may have kept something of it from us.
      this.#replace(old, read, head, undefined)
    }
    const query = { address: address ?? null, topics, fromBlock, toBlock: to }
    const { cache } = this.#options
    for await (const event of scan(this.#client, query, { cache, signal })) {
      if (event.type === 'failed') throw event.error
      if (event.type === 'reset') throw transientError(head, 'replaced its blocks while they were read')
      if (event.type !== 'logs') continue
      onProgress()
      this.#replace(event.range, toWindow(event.selection), head, undefined)
      this.#tail.keepFrom(later(this.#tail.keptTo, event.range.to - this.#depth))
      this.#readTo = this.#tail.keptTo
    }
  }

  #readOnHead(look: SyncRequest, pinned: Pool, range: BlockInterval, isSure: boolean): Promise<WindowLogs> {
    // What is deep already when it is first read is not read again soon.
    const settled = look.head.number - this.#depth
    const isForGood = isSure || (range.from <= settled && this.#tail.verifiedTo < settled)
    return readAtHead(pinned, this.#options.filter, range, { ...look, isForGood })
  }

  #replace(range: BlockInterval, read: WindowLogs, head: Head, reorg: Reorg | undefined): void {
    const change = this.#tail.replace(range, read, head, reorg)
    this.#staleFrom = undefined
    if (reorg?.isDeep) this.#finality.forget()
    if (!change) return
    for (const log of change.type === 'change' ? change.added : change.current) this.#blooms.caught(log)
    this.#options.onChange(change)
  }
}

const earlier = (a: bigint, b: bigint) => (a < b ? a : b)
const later = (a: bigint, b: bigint) => (a > b ? a : b)

const nothing = toWindow({ segment: packLogs([]), rows: undefined })
