import { BaseError } from '../../../src/errors/BaseError.ts'
import { countLogs } from '../../../src/logs/columns/LogSelection.ts'
import type { BlockInterval } from '../../../src/logs/Coverage.ts'
import type { LogQuery } from '../../../src/logs/filter/LogQuery.ts'
import { parseLogQuery } from '../../../src/logs/filter/parseLogQuery.ts'
import {
  countBlocks,
  covers,
  subtract,
  toIntervalSet,
  type IntervalSet,
} from '../../../src/logs/intervals.ts'
import { createPackedLogList } from '../../../src/logs/list/createPackedLogList.ts'
import type { RawLog } from '../../../src/logs/Log.ts'
import { lowerBound } from '../../../src/logs/lowerBound.ts'
import type { ScanEvent } from '../../../src/logs/scan/ScanEvent.ts'
import { applyScanEvent } from '../../../src/logs/snapshot/applyScanEvent.ts'
import { LogsSnapshot } from '../../../src/logs/snapshot/LogsSnapshot.ts'
import { check } from './check.ts'
import { logsWithin } from './checkSnapshot.ts'
import type { ScanWorld } from './ScanWorld.ts'
import { show } from './show.ts'

/** A scan must end even if the chain is reorganized each time it is read. */
const maxResets = 5

/** How often blocks may be replaced while they are being read in several calls. */
const replacements = 2

/** Checks every event of a scan as it is yielded, and throws at the first wrong one. */
export class ScanWatch {
  readonly #world: ScanWorld
  readonly #query: LogQuery
  readonly #parsed: ReturnType<typeof parseLogQuery>
  /** The chain when the scan began. */
  readonly #version: number
  #snapshot = LogsSnapshot.empty
  #planned: Extract<ScanEvent, { type: 'planned' }> | undefined
  #count = 0
  #hasPreview = false
  #last: BlockInterval | undefined
  #resets = 0

  constructor(world: ScanWorld, query: LogQuery) {
    this.#world = world
    this.#query = query
    this.#parsed = parseLogQuery(query)
    this.#version = world.history.version
  }

  /** How often blocks were read from the start. */
  get passes(): number {
    return 1 + this.#resets
  }

  event(event: ScanEvent): void {
    if (event.type === 'reset') {
      check(++this.#resets <= maxResets, `${this.#resets} resets`)
      this.#planned = undefined
      this.#last = undefined
      this.#count = 0
      this.#hasPreview = false
    } else if (event.type === 'planned') {
      // A second plan follows cached blocks, and covers at least these.
      const { range, requested } = event
      const earlier = this.#planned
      check(!earlier || earlier.head === undefined, 'it planned twice')
      const told = this.#last
      check(
        !told || (range !== undefined && covers([range], told)),
        'the plan leaves out blocks that were yielded',
      )
      this.#planned = event
      check(
        !range || (range.from >= requested.from && range.to <= requested.to),
        'the plan goes beyond the requested blocks',
      )
    } else if (event.type === 'preview') {
      this.#preview(event)
      this.#hasPreview = true
    } else {
      const planned = this.#planned?.range
      check(planned !== undefined, 'there was no plan')
      const { range } = event
      const empty = range.from > range.to
      check(empty || covers([planned], range), `${show(range)} is outside the plan ${show(planned)}`)
      this.#follows(range)
      if (event.type === 'failed') checkError(event.error)
      else this.#logs(event)
    }
    const before = this.#snapshot
    this.#snapshot = applyScanEvent(before, event)
    if (event.type !== 'planned' && event.type !== 'reset') this.#published(before)
  }

  /** The snapshot must claim no more than was yielded. */
  #published(before: LogsSnapshot): void {
    const { coverage, progress, isComplete, selections } = this.#snapshot
    const { limit = Number.POSITIVE_INFINITY } = this.#parsed
    const parts = [
      coverage.verified,
      coverage.trimmed,
      coverage.pending,
      coverage.failed.map(({ range }) => range),
    ]
    const apart = parts.reduce((sum, part) => sum + countBlocks(toIntervalSet(part)), 0n)
    check(countBlocks(toIntervalSet(parts.flat())) === apart, 'a block is in two lists of the coverage')
    const count = selections.reduce((sum, one) => sum + countLogs(one), 0)
    const told = Math.min(this.#count, limit)
    const isAsTold = this.#hasPreview ? count >= told && count <= limit : count === told
    check(isAsTold, `${count} logs are shown of ${this.#count}`)
    check(!this.#hasPreview || !isComplete || count === told, `complete with ${count} logs of ${this.#count}`)
    check(
      progress.fraction >= before.progress.fraction || before.requested === undefined,
      'progress goes back',
    )
    check((progress.fraction === 1) === isComplete, `progress is ${progress.fraction}`)
    this.#isOfOneChain()
    const { range, order } = this.#parsed
    const endsAtHead = !('blockHash' in range) && typeof range.toBlock !== 'bigint'
    const isFullFromStart = order === 'asc' && count === limit
    check(
      !isComplete || !endsAtHead || isFullFromStart || this.#snapshot.head !== undefined,
      'complete up to a head that is not known',
    )
  }

  /** Verified blocks that may be replaced must be of one chain, however many calls read them. */
  #isOfOneChain(): void {
    const { coverage, selections, head = 0n } = this.#snapshot
    const { filter } = this.#parsed
    const recent = { from: head - BigInt(this.#world.finality) + 1n, to: head }
    const [range, ...others] = coverage.verified.flatMap(({ from, to }) =>
      to < recent.from ? [] : [{ from: from > recent.from ? from : recent.from, to }],
    )
    if (!range || others.length > 0) return
    const rows = createPackedLogList({ segments: selections })
    const first = lowerBound(rows.length, (at) => rows.at(at)!.blockNumber < range.from)
    const print = prints(logsWithin(rows.slice(first).toArray(), range))
    for (const truth of this.#world.history.truths(filter, range, this.#version))
      if (prints(truth) === print) return
    throw new Error(`${show(range)} are verified, but of no one chain`)
  }

  /** Ranges must follow each other without gaps. */
  #follows(range: BlockInterval): void {
    const { order } = this.#parsed
    const planned = this.#planned!.range!
    const last = this.#last
    const expected =
      order === 'asc' ? (last ? last.to + 1n : planned.from) : last ? last.from - 1n : planned.to
    const actual = order === 'asc' ? range.from : range.to
    check(actual === expected, `${show(range)} was yielded, but block ${expected} is next`)
    this.#last = range
  }

  #logs({ range, logs, trimmed }: Extract<ScanEvent, { type: 'logs' }>): void {
    const { filter, order, limit = Number.POSITIVE_INFINITY } = this.#parsed
    this.#count += logs.length
    check(this.#count <= limit, `${this.#count} logs, but ${limit} was the limit`)
    const given = order === 'asc' ? logs.toArray() : logs.toArray().toReversed()
    const covered = given.filter(({ blockNumber: at }) => at >= range.from && at <= range.to)
    const rest = given.length - covered.length
    if (trimmed) {
      check(this.#count === limit, `${show(trimmed)} is trimmed at ${this.#count} of ${limit} logs`)
      const next = order === 'asc' ? trimmed.from : trimmed.to
      check(order === 'asc' ? next === range.to + 1n : next === range.from - 1n, 'a block is left out')
      const shown = given.filter(({ blockNumber }) => blockNumber === next).length
      const block = { from: next, to: next }
      const truths = [...this.#world.history.truths(filter, block, this.#version)]
      check(
        truths.length === 0 || truths.some((truth) => truth.length > shown),
        `block ${next} is trimmed with all of its ${shown} logs`,
      )
    }
    check(rest === 0 || this.#count === limit, `${rest} logs are outside ${show(range)}`)
    const print = prints(covered)
    for (const truth of this.#world.history.truths(filter, range, this.#version))
      if (prints(truth) === print) return
    const [now] = this.#world.history.truths(filter, range, this.#version)
    throw new Error(
      `${show(range)} is said to be complete with ${covered.length} logs, but has ${now?.length ?? 'not all those blocks'}`,
    )
  }

  /**
   * A preview may be incomplete, but its logs must be right, and not exceed the limit. They are of one chain if they came in one
   * answer.
   */
  #preview({ range, logs }: Extract<ScanEvent, { type: 'preview' }>): void {
    const { filter, order, limit = Number.POSITIVE_INFINITY } = this.#parsed
    const planned = this.#planned?.range
    check(
      planned !== undefined && covers([planned], range),
      `a preview of ${show(range)} is outside the plan`,
    )
    const last = this.#last
    const isBehind = !last || (order === 'asc' ? range.from > last.to : range.to < last.from)
    check(isBehind, `a preview of ${show(range)} comes after its blocks were yielded`)
    check(this.#count + logs.length <= limit, 'a preview exceeds the limit')
    const shown = logs.toArray().map((log) => prints([log]))
    const known = new Set<string>()
    for (const truth of this.#world.history.truths(filter, range, this.#version)) {
      if (!filter.anyOf) known.clear()
      for (const log of truth) known.add(prints([log]))
      if (shown.every((print) => known.has(print))) return
    }
    throw new Error(`a preview of ${show(range)} has logs that are not there`)
  }

  /** Checks a scan that ended normally. */
  end(): void {
    const { order, limit } = this.#parsed
    check(this.#planned !== undefined, 'it ended without a plan')
    const { coverage, selections } = this.#snapshot
    const rows = createPackedLogList({ segments: selections, order }).toArray()
    check(rows.length <= (limit ?? rows.length), `${rows.length} rows, but ${limit} was the limit`)
    for (let at = 1; at < rows.length; at++) {
      const [a, b] = order === 'asc' ? [rows[at - 1]!, rows[at]!] : [rows[at]!, rows[at - 1]!]
      const ascends =
        a.blockNumber < b.blockNumber || (a.blockNumber === b.blockNumber && a.logIndex < b.logIndex)
      check(ascends, `row ${at} is a duplicate, or out of order`)
    }
    const failed = toIntervalSet(coverage.failed.map(({ range }) => range))
    const { requested, range, head } = this.#planned
    const stoppedEarly = limit !== undefined && this.#count >= limit
    if (stoppedEarly) {
      const { isComplete, coverage: ended } = this.#snapshot.ended()
      // Newest first, up to a future block: newer logs may follow.
      const isAwaited =
        order === 'desc' && head !== undefined && requested.to > head && ended.pending.length > 0
      check(isComplete || isAwaited || failed.length > 0, 'the limit was reached, but it is not complete')
      return
    }
    const parts: IntervalSet[] = [coverage.verified, coverage.pending, failed]
    if (limit !== undefined && rows.length === limit && range) {
      // Previews fill the limit: blocks beyond the last row are in no list.
      const last = rows.at(-1)!.blockNumber
      const shown = order === 'asc' ? { from: range.from, to: last } : { from: last, to: range.to }
      check(
        subtract([shown], toIntervalSet(parts.flat())).length === 0,
        'a block with shown rows is in no list',
      )
      return
    }
    const total = parts.reduce((sum, part) => sum + countBlocks(part), 0n)
    const isToCome = requested.from > requested.to && this.#snapshot.coverage.pending.length > 0
    const whole = isToCome ? 1n : requested.from > requested.to ? 0n : requested.to - requested.from + 1n
    check(total === whole, `the coverage names ${total} blocks of ${whole}`)
    if (!range) return
    check(
      subtract([range], [...coverage.verified, ...failed].sort(byStart)).length === 0,
      'blocks were left out',
    )
    // The newest blocks cannot be read in several calls while they are replaced each time.
    const wereReplaced = this.#world.history.version - this.#version >= replacements
    const lastFinal = (head ?? 0n) - BigInt(this.#world.finality)
    const [unexcused] = coverage.failed.filter(
      ({ range: { to }, error }) => !wereReplaced || to <= lastFinal || !/replaced/.test(error.message),
    )
    if (this.#world.mild && unexcused) {
      const { range: gap, error } = unexcused
      throw new Error(
        `nothing excuses the gap ${show(gap)} below ${head}: ${error.message.replaceAll('\n', ' ')}`,
      )
    }
  }

  threw(error: unknown, aborted: boolean): void {
    if (aborted) {
      check(
        error instanceof Error && error.name === 'AbortError',
        `an abort was reported as ${String(error)}`,
      )
      return
    }
    checkError(error)
    check(!this.#world.mild || 'blockHash' in this.#query, `unexpected error: ${String(error)}`)
  }
}

function checkError(error: unknown): void {
  check(error instanceof BaseError, `an error that is not ours: ${String(error)}`)
  const words = `${error.message} ${error.stack ?? ''} ${JSON.stringify(error)} ${String(error.cause)}`
  check(!words.includes('a-very-secret-key'), `an error shows a secret: ${error.message}`)
}

function byStart(a: BlockInterval, b: BlockInterval): number {
  return a.from < b.from ? -1 : 1
}

function prints(logs: readonly RawLog[]): string {
  return logs
    .map(
      ({
        address,
        topics,
        data,
        blockNumber,
        blockHash,
        transactionHash,
        transactionIndex,
        logIndex,
        blockTimestamp,
      }) =>
        `${blockNumber} ${blockHash} ${logIndex} ${transactionHash} ${transactionIndex} ${address} ${topics.join()} ${data} ${blockTimestamp}`,
    )
    .join('\n')
}
