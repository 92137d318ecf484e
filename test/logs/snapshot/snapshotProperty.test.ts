import fc from 'fast-check'
import { numberToHex, type Hex } from 'viem'
import { expect, test } from 'vitest'
import { NodeError, UnreadBlocksError } from '../../../src/errors/NodeError.ts'
import { packLogs } from '../../../src/logs/columns/packLogs.ts'
import type { BlockInterval } from '../../../src/logs/Coverage.ts'
import { parseLogQuery } from '../../../src/logs/filter/parseLogQuery.ts'
import type { FollowChange } from '../../../src/logs/follow/FollowState.ts'
import { createPackedLogList } from '../../../src/logs/list/createPackedLogList.ts'
import type { RawLog } from '../../../src/logs/Log.ts'
import { logId } from '../../../src/logs/order.ts'
import type { ScanEvent } from '../../../src/logs/scan/ScanEvent.ts'
import { toLogsEvent } from '../../../src/logs/scan/toLogsEvent.ts'
import { applyFollowChange } from '../../../src/logs/snapshot/applyFollowChange.ts'
import { applyScanEvent } from '../../../src/logs/snapshot/applyScanEvent.ts'
import { layOver, replaceBlocks } from '../../../src/logs/snapshot/combineReads.ts'
import { LogsSnapshot } from '../../../src/logs/snapshot/LogsSnapshot.ts'
import { packChange } from '../../support/packChange.ts'
import { createRandom } from '../../support/randomLogs.ts'
import { checkSnapshot } from '../../support/simulation/checkSnapshot.ts'
import { checkSurface } from '../../support/simulation/checkSurface.ts'

const finality = 4

/** A chain that grows and reorganizes, and a query of it that is read, followed and read again. */
class World {
  readonly random: () => number
  readonly order: 'asc' | 'desc'
  readonly limit: number
  readonly from: bigint
  /** Of a relative range: how many blocks before the head it begins. Following goes on from its first start. */
  readonly window: bigint | undefined
  readonly blocks: { version: number; logs: number }[]
  #version = 0

  constructor(seed: number) {
    this.random = createRandom(seed)
    this.order = this.random() < 0.5 ? 'asc' : 'desc'
    this.limit = this.random() < 0.2 ? Number.POSITIVE_INFINITY : 1 + this.below(25)
    this.window = this.random() < 0.4 ? BigInt(1 + this.below(12)) : undefined
    this.blocks = Array.from({ length: 8 + this.below(25) }, () => this.#mine())
    this.from = this.window === undefined ? BigInt(this.below(5)) : max(0n, this.head - this.window)
  }

  below(most: number): number {
    return Math.floor(this.random() * most)
  }

  get head(): bigint {
    return BigInt(this.blocks.length - 1)
  }

  #mine() {
    return { version: this.#version, logs: this.random() < 0.5 ? 0 : this.below(7) }
  }

  /** Mines blocks, possibly replacing some. */
  advance(): void {
    this.#version++
    if (this.random() < 0.5) this.blocks.splice(this.blocks.length - this.below(finality))
    const more = this.below(4)
    for (let k = 0; k < more || this.blocks.length < 6; k++) this.blocks.push(this.#mine())
  }

  logs({ from, to }: BlockInterval = { from: this.from, to: this.head }): RawLog[] {
    return this.blocks.flatMap(({ version, logs }, number) =>
      BigInt(number) < from || BigInt(number) > to
        ? []
        : Array.from({ length: logs }, (_, logIndex) => toLog(number, version, logIndex)),
    )
  }

  /** The events of a scan of these blocks, up to the limit. Some parts may fail. */
  *scan(requested: BlockInterval, failures = 0.15): Generator<Parameters<typeof applyScanEvent>[1]> {
    const { order, head } = this
    const limit = Number.isFinite(this.limit) ? this.limit : undefined
    yield { type: 'planned', range: requested, requested, head, order, limit }
    let left = this.limit
    let rest = requested
    while (rest.from <= rest.to && left > 0) {
      const width = BigInt(1 + this.below(8))
      const range =
        order === 'asc'
          ? { from: rest.from, to: min(rest.from + width, rest.to) }
          : { from: max(rest.to - width, rest.from), to: rest.to }
      rest = order === 'asc' ? { from: range.to + 1n, to: rest.to } : { from: rest.from, to: range.from - 1n }
      if (this.random() < 0.3) yield this.#preview(range)
      if (this.random() < failures) {
        const reason = new NodeError('no', { kind: 'transient', method: 'eth_getLogs' })
        yield { type: 'failed', range, error: UnreadBlocksError.of(range, reason) }
        continue
      }
      const selection = { segment: packLogs(this.logs(range)), rows: undefined }
      const event = toLogsEvent(
        { range, selection, endpoint: 'a', rejected: 0 },
        parseLogQuery({ order }),
        left,
      )
      left -= event.logs.length
      yield event
    }
  }

  /** Some of the logs of blocks, shown before the others. */
  #preview(range: BlockInterval): Extract<ScanEvent, { type: 'preview' }> {
    const some = this.logs(range).filter(() => this.random() < 0.8)
    const selection = { segment: packLogs(some), rows: undefined }
    const logs = createPackedLogList({ segments: [selection], order: this.order })
    return { type: 'preview', range, selection, logs, endpoint: 'a', rejected: 0 }
  }

  /** The events of following after the chain grew: all blocks that may have changed, or some that certainly have. */
  change(shown: readonly RawLog[], verifiedTo: bigint): FollowChange {
    const range = { from: max(this.from, verifiedTo - BigInt(finality)), to: max(this.head, verifiedTo) }
    const logs = this.logs(range)
    const before = shown.filter(({ blockNumber: at }) => at >= range.from && at <= range.to)
    const [old, now] = [new Set(before.map(logId)), new Set(logs.map(logId))]
    return {
      type: 'change',
      range,
      ...packChange(logs),
      added: logs.filter((log) => !old.has(logId(log))),
      removed: before.filter((log) => !now.has(logId(log))),
      head: { number: this.head, hash: hashOf(Number(this.head), this.blocks.at(-1)!.version) },
      finalized: 0n,
      reorg: undefined,
    }
  }
}

const min = (a: bigint, b: bigint) => (a < b ? a : b)
const max = (a: bigint, b: bigint) => (a > b ? a : b)
const hashOf = (number: number, version: number): Hex =>
  `0x${((version + 1) * 1_000 + number).toString(16).padStart(64, '0')}`

const address = numberToHex(1, { size: 20 })

function toLog(number: number, version: number, logIndex: number): RawLog {
  const blockHash = hashOf(number, version)
  return {
    address,
    topics: [],
    data: '0x',
    blockNumber: BigInt(number),
    blockHash,
    transactionHash: blockHash,
    transactionIndex: 0,
    logIndex,
    removed: false,
  }
}

/** How much of a result is sure: the share of the limit in logs of read blocks, or of the blocks in read ones. */
function confirmedShare({ coverage, selections, progress: { read, total }, fields }: LogsSnapshot): number {
  const rows = createPackedLogList({ segments: selections }).toArray()
  const sure = rows.filter(({ blockNumber: at }) =>
    [...coverage.verified, ...coverage.trimmed].some(({ from, to }) => from <= at && at <= to),
  )
  return Math.max(sure.length / fields.limit, total === 0n ? 0 : Number(read) / Number(total))
}

test('after any sequence of reads, trims, removals and failures, a snapshot claims only blocks it has', () => {
  let published = 0
  fc.assert(
    fc.property(fc.nat(), (seed) => {
      const world = new World(seed)
      const { order, limit, window } = world
      let shownFraction = 0
      // The largest share that has been confirmed in this run: of the limit by logs, or of the blocks.
      let confirmed = 0
      const publish = (what: string, next: LogsSnapshot, isNewRun = false) => {
        published++
        const truth = { order, limit, logs: world.logs() }
        checkSnapshot(what, next, truth)
        checkSurface(what, next, truth)
        // A server snapshot claims and shows the same.
        const sent = LogsSnapshot.from(JSON.parse(JSON.stringify(next)) as never)
        checkSnapshot(`${what}, sent`, sent, truth)
        const { fraction } = next.progress
        if (isNewRun && fraction < shownFraction) confirmed = 0
        confirmed = Math.max(confirmed, confirmedShare(next))
        if (!next.isComplete && fraction > confirmed)
          throw new Error(`${what}: progress is ${fraction}, of which ${confirmed} is confirmed`)
        // It only regresses, slightly, if a complete range was read again and a block that may have changed failed.
        const lost = shownFraction === 1 && next.coverage.failed.length > 0
        if (!isNewRun && !lost && fraction < shownFraction)
          throw new Error(`${what}: progress went from ${shownFraction} to ${fraction}`)
        shownFraction = fraction
        return next
      }
      let snapshot = LogsSnapshot.empty
      for (const event of world.scan({ from: world.from, to: world.head }))
        snapshot = publish(
          `history after ${event.type}`,
          applyScanEvent(snapshot, event).withProgressOf(snapshot),
        )
      snapshot = publish('history', snapshot.ended())
      let known = world.logs()
      let verifiedTo = world.head
      let settledTo = world.head - BigInt(finality)

      for (let step = 0; step < 12; step++) {
        const kind = world.below(4)
        const requested = snapshot.requested!
        if (kind < 2) {
          // Below a relative range there is nothing to show.
          do world.advance()
          while (world.head < requested.from)
          const change = world.change(known, verifiedTo)
          const settled = max(0n, world.head - 2n * BigInt(finality))
          const wasComplete = snapshot.isComplete
          const next = applyFollowChange(snapshot, change, settled, window)
          const { from } = next.requested!
          if (window !== undefined && (from < requested.from || from < world.head - window))
            throw new Error(`change ${step} reaches back to ${from}`)
          // With room below the limit again, a new run begins; a longer chain leaves more to read.
          const isNewRun = !next.isComplete
          snapshot = publish(`change ${step}`, next, isNewRun)
          if (wasComplete && !snapshot.isComplete) {
            // Removals left room below the limit: it is filled with older blocks.
            const to = settledTo
            const before = snapshot
            let mend = LogsSnapshot.empty
            for (const event of world.scan({ from: next.requested!.from, to }, 0))
              mend = applyScanEvent(mend, event)
            snapshot = publish(`refill ${step}`, replaceBlocks(before, mend).withProgressOf(before).ended())
            if (!snapshot.isComplete) throw new Error(`refill ${step} does not complete it`)
          }
          known = world.logs()
          verifiedTo = world.head
          settledTo = max(settledTo, world.head - BigInt(finality))
        } else if (kind === 2) {
          // Some blocks are read again, or all of history.
          const from = world.random() < 0.5 ? requested.from : requested.from + BigInt(world.below(20))
          const part = { from, to: min(requested.to, from + BigInt(world.below(30))) }
          if (part.from > part.to) continue
          const before = snapshot.withoutProgress()
          let mend = LogsSnapshot.empty
          let isFirst = true
          for (const event of world.scan(part)) {
            mend = applyScanEvent(mend, event)
            const next = replaceBlocks(before, mend)
            snapshot = publish(`mend ${step}`, isFirst ? next : next.withProgressOf(snapshot), isFirst)
            isFirst = false
          }
          snapshot = publish(`mended ${step}`, replaceBlocks(before, mend).withProgressOf(snapshot).ended())
        } else {
          const before = snapshot.withoutProgress()
          let again = LogsSnapshot.empty
          let isFirst = true
          for (const event of world.scan(requested)) {
            again = applyScanEvent(again, event)
            const next = layOver(again, before)
            snapshot = publish(`again ${step}`, isFirst ? next : next.withProgressOf(snapshot), isFirst)
            isFirst = false
          }
          snapshot = publish(`read again ${step}`, snapshot.ended())
        }
      }
    }),
    { numRuns: 150 },
  )
  expect(published).toBeGreaterThan(1_000)
})
