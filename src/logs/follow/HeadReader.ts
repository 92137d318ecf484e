import type { Client } from 'viem'
import type { Clock } from '../../rpc/Clock.ts'
import type { Pool } from '../../rpc/Pool.ts'
import { getPool } from '../../rpc/pool/getPool.ts'
import { withReason } from '../../rpc/poolViews.ts'
import { Finality } from '../chain/Finality.ts'
import type { Head } from '../chain/readHeader.ts'
import type { BlockInterval } from '../Coverage.ts'
import { earlier, later } from '../intervals.ts'
import { AncestryCheck } from './AncestryCheck.ts'
import { AuditSchedule } from './AuditSchedule.ts'
import { Checkpoints, type ComparedCheckpoints } from './Checkpoints.ts'
import { findReorg } from './findReorg.ts'
import type { FollowerOptions } from './FollowerOptions.ts'
import type { Reorg } from './FollowState.ts'
import type { LowerHead } from './head/HeadSource.ts'
import { PollCost } from './head/PollCost.ts'
import { NextBlockReader, noLogs } from './NextBlockReader.ts'
import { pinPool } from './pinPool.ts'
import { confirmHead, readAtHead } from './readWindow.ts'
import { RecentLogs, type WindowLogs } from './RecentLogs.ts'
import { scanMissed } from './scanMissed.ts'
import { StaleBlocks } from './StaleBlocks.ts'

/** Maximum logs of deep blocks in memory. More of them lead to an earlier audit, so that memory stays bounded. */
const maxDeepLogs = 5_000
/** New blocks that are read by a scan rather than as one range. */
const longGap = 1_000n

/** Minimum milliseconds between two checks of the chain id after reorgs. */
const checkInterval = 10_000

type HeadReaderOptions = Omit<FollowerOptions, 'start'> & { readonly start: bigint }

/** A request to read up to the head of one endpoint. */
export interface SyncRequest {
  readonly head: Head
  readonly signal: AbortSignal
  /** Called when it takes longer than usual. */
  readonly onLong: () => void
  /** Called whenever there is progress. */
  readonly onProgress: () => void
}

/** How thoroughly a sync reads. */
interface Thoroughness {
  /** The head of the last sync. */
  readonly tip: Head | undefined
  /** Whether the chain now has another block in place of `tip`. */
  readonly isReplaced: boolean
  /** Whether to compare checkpoints, and read all blocks with logs in memory, not only recent ones. */
  readonly isAudit: boolean
  /** Whether logs will be removed: an answer then counts only if the endpoint still has the head. */
  readonly isStrict: boolean
  /** Whether later reads will leave these blocks as they are. */
  readonly confirms: boolean
  /** Sends everything to the endpoint that showed the head. */
  readonly pinned: Pool
}

interface AcceptedRange {
  readonly head: Head
  readonly reorg: Reorg | undefined
  readonly how: Thoroughness
  readonly compared: ComparedCheckpoints | undefined
  /** Whether the endpoint still had the head when it answered. */
  readonly isConfirmed: boolean
}

/**
 * Reads the logs up to a head from the endpoint that showed it, and reports the change.
 *
 * | the head | is read |
 * |---|---|
 * | is the next block | by its hash, or not at all if its bloom excludes the filter |
 * | is a descendant of the last one, which is confirmed, and all recent blocks would take several calls | with the blocks in between |
 * | is anything else | with all blocks that are not deeper than `finality`, compared with the logs read before |
 * | is far ahead | after a scan of the deep blocks in between |
 * | meets a replaced block, or an audit is due | with all blocks with logs in memory, after comparing checkpoints |
 */
export class HeadReader {
  readonly #client: Client
  readonly #pool: Pool
  readonly #options: HeadReaderOptions
  /** Blocks below the head that every sync reads again; of deeper ones, only checkpoints are compared. */
  readonly #depth: bigint
  readonly #finality: Finality
  readonly #checkpoints: Checkpoints
  readonly #recent: RecentLogs
  readonly #audit: AuditSchedule
  readonly #nextBlock: NextBlockReader
  readonly #stale: StaleBlocks
  /** Blocks up to this one were deep enough when they were read: they are not read again before the next audit. */
  #readTo: bigint
  #isInParts = false
  /** When the chain id was last checked again after a reorg, in milliseconds since the epoch. */
  #checkedAt = Number.NEGATIVE_INFINITY

  constructor(client: Client, options: HeadReaderOptions, clock: Clock) {
    const { start, verifiedTo = start - 1n, recent: logs = [], checkpoint } = options
    this.#client = client
    this.#pool = withReason(getPool(client), 'follow')
    this.#audit = new AuditSchedule(clock)
    this.#nextBlock = new NextBlockReader(this.#pool, options.filter, start)
    this.#options = options
    this.#depth = BigInt(this.#pool.network.finality)
    this.#finality = Finality.of(this.#pool)
    this.#checkpoints = new Checkpoints(checkpoint)
    this.#recent = new RecentLogs({
      start,
      depth: this.#depth,
      finality: this.#finality,
      verifiedTo,
      logs,
    })
    this.#stale = new StaleBlocks(start, this.#checkpoints, this.#recent)
    this.#readTo = this.#recent.droppedTo
  }

  get recent(): Pick<RecentLogs, 'hasRead' | 'verifiedTo' | 'finalized' | 'tip' | 'known'> {
    return this.#recent
  }

  /** Whether the last read of all recent blocks took several ranges. */
  get isInParts(): boolean {
    return this.#isInParts
  }

  /** The first block whose logs may be of a replaced chain. `lower` is the last head, if it is lower than the newest. */
  staleFrom(lower: LowerHead | undefined): bigint | undefined {
    return this.#stale.from(lower)
  }

  /** Milliseconds until an audit is due; `undefined` when there is nothing to audit. */
  get auditIn(): number | undefined {
    return this.#audit.dueIn(this.#recent.tip)
  }

  /** Milliseconds until the last range must be read again if no other head follows; `undefined` if its head is confirmed. */
  get confirmIn(): number | undefined {
    return this.#audit.confirmIn
  }

  /** Whether a head only brings new blocks, which may wait for more of them. */
  canBatch(head: Head): boolean {
    const { tip } = this.#recent
    return (
      tip !== undefined &&
      head.number > tip.number &&
      !(this.#isNext(head) && this.#nextBlock.isExcluded(head))
    )
  }

  #isNext(head: Head): boolean {
    const { tip } = this.#recent
    return tip !== undefined && head.parentHash === tip.hash && head.number === tip.number + 1n
  }

  async sync(request: SyncRequest): Promise<void> {
    const { head } = request
    const { tip } = this.#recent
    if (tip === undefined) this.#beginBelow(head)
    const isSame = tip?.hash === head.hash
    const isDue = this.auditIn === 0 || this.#recent.countTo(head.number - this.#depth) > maxDeepLogs
    if (isSame && this.auditIn !== 0 && this.confirmIn !== 0) return this.#stale.clear()
    const isNext = this.#isNext(head)
    const readsDescendant = !isDue && this.#readsDescendant(head)
    let confirms = (isSame || isNext || readsDescendant) && this.confirmIn !== undefined
    if (isNext && !confirms && !isDue) {
      if (await this.#readNext(request)) return
      // The endpoint may lack the head that it has shown.
      confirms = this.#nextBlock.canReadByHash
    }
    if (readsDescendant && !confirms && (await this.#readDescendant(request))) return
    // Only then: a block that was reported as final must stay final.
    const isFirst = tip === undefined && !this.#audit.hasBegun
    const pool = isDue ? withReason(this.#pool, 'audit') : this.#pool
    if (isFirst) await this.#finality.refresh(this.#pool, request.signal)
    const isReorg = tip !== undefined && !isNext && tip.hash !== head.hash && head.number <= tip.number + 1n
    if (isReorg) {
      this.#stale.noteReplacedBy(head)
      request.onProgress()
    }
    const isFar = tip === undefined || head.number - tip.number >= longGap
    await this.#readRange(request, {
      tip,
      isReplaced: isReorg && head.number >= tip.number,
      isAudit: isReorg || isDue || isFar,
      isStrict: false,
      confirms,
      pinned: pinPool(pool, head.endpoint),
    })
  }

  /** The scan may have begun with a head that no node has: then it has not read the blocks up to the real head. */
  #beginBelow(head: Head): void {
    if (head.number > this.#recent.droppedTo) return
    this.#recent.dropTo(head.number - this.#depth)
    this.#readTo = this.#recent.droppedTo
  }

  /** Reads the next block alone. Resolves to `false` when that is not possible. */
  async #readNext({ head, signal }: SyncRequest): Promise<boolean> {
    const read = await this.#nextBlock.read(head, signal)
    if (!read) return false
    this.#replace(read, head, undefined)
    this.#audit.noteBlock()
    this.#checkpoints.extend(head, head.number - this.#depth)
    return true
  }

  /** Whether to read only the blocks above the last head: reading all recent blocks would take the endpoint several calls. */
  #readsDescendant({ number, endpoint }: Head): boolean {
    const { tip, droppedTo } = this.#recent
    if (!tip || number <= tip.number || number - tip.number >= longGap || number < this.#options.start)
      return false
    const { blockRange = Number.POSITIVE_INFINITY } =
      pinPool(this.#pool, endpoint).getStatus()[0]?.limits ?? {}
    return this.#isInParts || number - later(droppedTo, this.#readTo) > blockRange
  }

  /** Reads the blocks above the last head. Resolves to `false` if it has been replaced. */
  async #readDescendant(request: SyncRequest): Promise<boolean> {
    const { head, signal } = request
    const tip = this.#recent.tip!
    const pinned = PollCost.of(this.#pool).count(pinPool(this.#pool, head.endpoint))
    const range = { from: later(this.#options.start, tip.number + 1n), to: head.number }
    const [connects, read] = await Promise.all([
      AncestryCheck.of(this.#pool).connects(tip, head, signal),
      this.#readAtHead(request, pinned, range, true),
    ])
    if (!connects) return false
    this.#replace(read, head, undefined)
    this.#checkpoints.restart(head)
    return true
  }

  /** Reads all blocks that may have changed, and new ones. Reads again, more thoroughly, if that may not be all of them. */
  async #readRange(request: SyncRequest, how: Thoroughness): Promise<void> {
    const { head, signal } = request
    const { tip, isReplaced, isAudit, isStrict, confirms, pinned } = how
    const { start } = this.#options
    const settled = head.number - this.#depth
    const compared = isAudit
      ? await this.#checkpoints.compare(pinned, settled, this.#recent.droppedTo, signal)
      : undefined
    const { checkpoint, fork } = compared ?? {}
    const isDeep = fork !== undefined
    // A restarted node that serves another network replaces final blocks, or at least the newest one.
    if (isDeep || (!isStrict && tip && (isReplaced || head.number < tip.number) && this.#mayCheck()))
      this.#pool.verifyAgain(head.endpoint)
    if (isDeep) {
      this.#stale.noteAbove(fork)
      request.onLong()
    } else {
      // Before deep logs are dropped: if the chain is replaced later, the checkpoint shows it.
      if (checkpoint) this.#checkpoints.propose(checkpoint)
      await this.#catchUp(request, pinned)
    }
    const { droppedTo } = this.#recent
    const from = later(start, (fork ?? (isAudit ? droppedTo : later(droppedTo, this.#readTo))) + 1n)
    // Without a block to compare, no read would show that the endpoint serves another network by now.
    if (from > head.number && (isDeep || (tip && head.number <= tip.number))) {
      this.#pool.verifyAgain(head.endpoint)
      await confirmHead(pinned, head, signal)
    }
    // Heads were skipped: the chain may have been replaced deeper than this reads.
    const skips = !isAudit && tip !== undefined && head.number > tip.number + 1n
    this.#isInParts = false
    // Blocks that are deep when they are first read are not read again before the next audit.
    const isNewlyDeep = from <= settled && this.#recent.verifiedTo < settled
    const isPermanent = isStrict || isAudit || confirms || isNewlyDeep
    const [found, connects] = await Promise.all([
      from <= head.number
        ? this.#readAtHead(request, pinned, { from, to: head.number }, isPermanent)
        : { ...noLogs, range: { from, to: head.number } },
      !skips || AncestryCheck.of(this.#pool).connects(tip, head, signal),
    ])
    if (!connects) {
      this.#stale.noteAbove(this.#recent.finalized)
      request.onProgress()
      return this.#readRange(request, { ...how, isReplaced: true, isAudit: true })
    }
    // The chain no longer has blocks above the head.
    const read = { ...found, range: { from, to: later(head.number, this.#recent.verifiedTo) } }
    const replaced = await findReorg(this.#recent, read, { head, pinned, signal })
    const shown = isDeep ? { from, isDeep } : replaced
    signal.throwIfAborted()
    // The reorg may reach deeper than this read, and remove more logs than were missing. An audit has read as much, unless
    // the reorg began after it compared the checkpoints.
    if (shown && !isDeep && !isStrict && (!isAudit || shown.isDeep))
      return this.#readRange(request, { ...how, isAudit: true, isStrict: true })
    const at = tip && earlier(tip.number, head.number)
    // A head that went back below the blocks that are read may be replaced without any of these.
    const reorg = shown ?? (isReplaced && at !== undefined && at >= from ? { from: at, isDeep } : undefined)
    this.#acceptRange(read, { head, reorg, how, compared, isConfirmed: isPermanent })
  }

  /** Whether to check the chain id again after a reorg. Not often: an endpoint may invent reorgs. */
  #mayCheck(): boolean {
    const now = this.#pool.clock.now()
    if (now - this.#checkedAt < checkInterval) return false
    this.#checkedAt = now
    return true
  }

  /** Replaces the logs of a range. After an audit, logs of deep blocks are dropped. */
  #acceptRange(
    read: WindowLogs,
    { head, reorg, how: { tip, isAudit }, compared, isConfirmed }: AcceptedRange,
  ): void {
    const { checkpoint, fork } = compared ?? {}
    const settled = head.number - this.#depth
    if (fork !== undefined) {
      this.#checkpoints.removeAbove(fork)
      if (checkpoint) this.#checkpoints.propose(checkpoint)
    }
    if (isAudit) this.#checkpoints.confirm()
    this.#checkpoints.restart(head)
    this.#replace(read, head, reorg)
    this.#readTo = settled
    this.#audit.noteRange(isConfirmed)
    if (!isAudit) return
    const { top = settled } = this.#checkpoints
    this.#recent.dropTo(fork ?? later(this.#recent.droppedTo, earlier(settled, top)))
    this.#audit.noteAudit(tip?.hash === head.hash ? head : undefined)
  }

  /** After a long absence: scans the blocks that have become deep, and reports them as they arrive. */
  async #catchUp(request: SyncRequest, pinned: Pool): Promise<void> {
    const { head, signal, onLong, onProgress } = request
    const { start } = this.#options
    const to = head.number - this.#depth
    // `verifiedTo` may be below the start: the first head may have come from an endpoint that is behind.
    const fromBlock = later(start, this.#recent.verifiedTo + 1n)
    if (to - fromBlock < longGap) return
    onLong()
    const old = { from: later(start, this.#recent.droppedTo + 1n), to: this.#recent.verifiedTo }
    if (old.from <= old.to) {
      const read = await this.#readAtHead(request, pinned, old, true)
      const reorg = await findReorg(this.#recent, read, { head, pinned, signal })
      // The range read that follows handles the reorg.
      if (reorg) return
      // A wrong bloom may have hidden logs.
      this.#replace(read, head, undefined)
    }
    const missed = { from: fromBlock, to }
    for await (const read of scanMissed(this.#client, this.#options, missed, head, signal)) {
      onProgress()
      this.#replace(read, head, undefined)
      this.#recent.dropTo(later(this.#recent.droppedTo, read.range.to - this.#depth))
      this.#readTo = this.#recent.droppedTo
    }
  }

  #readAtHead(
    request: SyncRequest,
    pinned: Pool,
    range: BlockInterval,
    isPermanent: boolean,
  ): Promise<WindowLogs> {
    const onParts = () => {
      this.#isInParts = true
    }
    return readAtHead(pinned, this.#options.filter, range, { ...request, onParts, isPermanent })
  }

  #replace(read: WindowLogs, head: Head, reorg: Reorg | undefined): void {
    const change = this.#recent.replace(read, head, reorg)
    this.#stale.clear()
    if (reorg?.isDeep) this.#finality.forget()
    if (!change) return
    this.#nextBlock.checkSkipped(change.type === 'change' ? change.added : change.current)
    this.#options.onChange(change)
  }
}
