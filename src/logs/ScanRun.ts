import { NodeError } from '../errors.ts'
import type { Pool } from '../rpc/Pool.ts'
import { ChunkSizer } from './ChunkSizer.ts'
import type { BlockInterval } from './Coverage.ts'
import type { ScanControl } from './createScanControl.ts'
import type { Filter } from './Filter.ts'
import type { LogSegment } from './LogSegment.ts'
import { countLogs } from './LogSelection.ts'
import type { LogSelection } from './LogSelection.ts'
import { openEndpoints } from './openEndpoints.ts'
import { readInterval } from './readInterval.ts'
import type { ScanEvent } from './ScanEvent.ts'
import type { ReadRange } from './toLogsEvent.ts'

/** What becomes of a part of a scan. */
export type SlotEvent = ReadRange | Extract<ScanEvent, { type: 'failed' }>

/** Blocks to go through: already held, or to be read. */
export interface ScanPart {
  readonly range: BlockInterval
  readonly held: LogSegment | undefined
}

export interface ScanRunOptions {
  /** In ascending order, without overlap. */
  readonly parts: readonly ScanPart[]
  readonly newestFirst: boolean
  /** Reads less ahead: a limit may end the scan early. */
  readonly careful: boolean
  readonly signal: AbortSignal | undefined
  readonly control: ScanControl | undefined
  /** Told of each interval that was read whole. */
  readonly onRead: (range: BlockInterval, selection: LogSelection) => void
}

interface Slot {
  readonly interval: BlockInterval
  /** How often this interval was halved without being told that it is too wide. */
  readonly blind: number
  state: 'queued' | 'running' | 'settled'
  event?: SlotEvent
}

/** After this many failures in a row the rest is given up: every endpoint is gone, and asking on would only cost. */
const maxFailuresInRow = 3
/** How often an interval is halved because of an error that no one could read. */
const maxBlindSplits = 4
/** As many blocks as many nodes take in one call: a guess, until there is better. */
const usualRange = 10_000n
/** Messages under way to one endpoint: what a browser sends over HTTP/1.1. */
const messagesPerEndpoint = 6
/** Calls with small answers that may share a message. */
const callsPerMessage = 8
/** Logs up to which an answer is small. */
const smallAnswer = 1_000
/** Chunks kept or under way for each that may be under way. */
const lookAhead = 2

/** The chunks of one scan: kept in the order of the query, read several at once, handed out from the front. */
export class ScanRun implements AsyncIterable<SlotEvent> {
  readonly #pool: Pool
  readonly #filter: Filter
  readonly #newestFirst: boolean
  readonly #sizer: ChunkSizer
  readonly #abort = new AbortController()
  readonly #signal: AbortSignal
  readonly #aborted: Promise<never>
  readonly #control: ScanControl | undefined
  readonly #careful: boolean
  readonly #opened = new Set<string>()
  /** In the order of the query. Splitting a slot puts its parts in its place. */
  #slots: Slot[] = []
  /** What has not been cut into slots yet, in the order of the query. */
  readonly #rest: ScanPart[]
  readonly #onRead: ScanRunOptions['onRead']
  #failuresInRow = 0
  #proven = false
  #wake: () => void = () => {}

  constructor(pool: Pool, filter: Filter, options: ScanRunOptions) {
    const { parts, newestFirst, careful, signal, control, onRead } = options
    this.#pool = pool
    this.#filter = filter
    this.#rest = newestFirst ? parts.toReversed() : [...parts]
    this.#newestFirst = newestFirst
    this.#onRead = onRead
    this.#signal = signal ? AbortSignal.any([signal, this.#abort.signal]) : this.#abort.signal
    this.#aborted = rejectOnAbort(this.#signal)
    this.#control = control
    const known = pool.getStatus().flatMap(({ type, limits }) => (type === 'http' ? [limits] : []))
    this.#sizer = new ChunkSizer({
      blocks: parts.reduce((sum, { range, held }) => (held ? sum : sum + widthOf(range)), 0n),
      blockRange: smallest(known.map(({ blockRange }) => blockRange)),
      results: smallest(known.map(({ results }) => results)),
    })
    this.#careful = careful
  }

  stop(): void {
    this.#abort.abort()
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<SlotEvent, void, void> {
    const unsubscribe = this.#control?.subscribe(() => this.#wake())
    try {
      for (;;) {
        this.#signal.throwIfAborted()
        const front = this.#slots[0]
        if (front?.state === 'settled' && front.event) {
          this.#slots.shift()
          this.#fill()
          yield front.event
          continue
        }
        const changed = new Promise<void>((resolve) => {
          this.#wake = resolve
        })
        this.#fill()
        if (this.#slots.length + this.#rest.length === 0) return
        if (this.#slots[0]?.state === 'settled') continue
        await Promise.race([changed, this.#aborted])
      }
    } finally {
      unsubscribe?.()
    }
  }

  /** Starts as many reads as may be under way. Looks ahead only so far: a slow consumer holds the scan back. */
  #fill(): void {
    if (this.#control?.isPaused()) return
    const concurrency = this.#concurrency()
    let running = this.#slots.reduce((sum, { state }) => sum + (state === 'running' ? 1 : 0), 0)
    for (let i = 0; running < concurrency; i++) {
      if (i >= this.#slots.length && (this.#slots.length >= lookAhead * concurrency || !this.#cut())) return
      const slot = this.#slots[i]
      if (!slot) return
      if (slot.state !== 'queued') continue
      if (this.#splitIfTooWide(slot)) i--
      else {
        running++
        void this.#read(slot)
      }
    }
  }

  /** How many reads may be under way. */
  #concurrency(): number {
    if (this.#careful) return this.#proven ? 2 : 1
    const { size } = this.#sizer
    // Until one chunk has come through, the limits are unknown: one probe, rather than a volley of refusals.
    const likely = !this.#proven && size > usualRange ? usualRange : size
    const blocks = [...this.#rest, ...this.#slots].reduce(
      (sum, part) =>
        'held' in part
          ? part.held
            ? sum
            : sum + widthOf(part.range)
          : part.state === 'queued'
            ? sum + widthOf(part.interval)
            : sum,
      0n,
    )
    const endpoints = openEndpoints(this.#pool, Number(blocks / likely), this.#opened, this.#signal, () =>
      this.#wake(),
    )
    if (!this.#proven) return 1
    return endpoints * messagesPerEndpoint * (this.#isSmall(size) ? callsPerMessage : 1)
  }

  #isSmall(blocks: bigint): boolean {
    return (this.#sizer.expect(blocks) ?? Number.POSITIVE_INFINITY) <= smallAnswer
  }

  /** Cuts the next chunk off the rest. */
  #cut(): boolean {
    const part = this.#rest.shift()
    if (!part) return false
    const { range, held } = part
    if (held) {
      this.#slots.push({ interval: range, blind: 0, state: 'settled', event: heldEvent(range, held) })
      return true
    }
    const { size } = this.#sizer
    if (widthOf(range) <= size) {
      this.#slots.push({ interval: range, blind: 0, state: 'queued' })
      return true
    }
    const { from, to } = range
    const [chunk, left] = this.#newestFirst
      ? [
          { from: to - size + 1n, to },
          { from, to: to - size },
        ]
      : [
          { from, to: from + size - 1n },
          { from: from + size, to },
        ]
    this.#slots.push({ interval: chunk, blind: 0, state: 'queued' })
    this.#rest.unshift({ range: left, held: undefined })
    return true
  }

  /** A width that was refused while this slot waited is not asked for again. */
  #splitIfTooWide(slot: Slot): boolean {
    if (widthOf(slot.interval) <= this.#sizer.ceiling) return false
    this.#split(slot, this.#sizer.size, slot.blind)
    return true
  }

  /** Cuts what was refused anew, together with what follows: no small chunk is left between. */
  #putBack({ interval }: Slot): void {
    this.#slots = []
    const next = this.#rest[0]
    const [first, last] = this.#newestFirst ? [next?.range, interval] : [interval, next?.range]
    if (next?.held || !first || !last || first.to + 1n !== last.from)
      this.#rest.unshift({ range: interval, held: undefined })
    else this.#rest[0] = { range: { from: first.from, to: last.to }, held: undefined }
  }

  #split(slot: Slot, size: bigint, blind: number): void {
    const parts: Slot[] = []
    const { from, to } = slot.interval
    for (let at = from; at <= to; at += size)
      parts.push({
        interval: { from: at, to: at + size - 1n < to ? at + size - 1n : to },
        blind,
        state: 'queued',
      })
    if (this.#newestFirst) parts.reverse()
    this.#slots.splice(this.#slots.indexOf(slot), 1, ...parts)
  }

  async #read(slot: Slot): Promise<void> {
    slot.state = 'running'
    const width = widthOf(slot.interval)
    try {
      // A signal of its own: hundreds of listeners on one would look like a leak.
      const signal = AbortSignal.any([this.#signal])
      const read = await readInterval(this.#pool, this.#filter, slot.interval, signal, {
        small: this.#isSmall(width),
      })
      this.#proven = true
      this.#failuresInRow = 0
      if (read.suspect && width > 1n) this.#split(slot, (width + 1n) / 2n, slot.blind)
      else {
        this.#sizer.succeeded(width, countLogs(read.selection))
        this.#onRead(slot.interval, read.selection)
        this.#settle(slot, { type: 'logs', range: slot.interval, ...read })
      }
    } catch (error) {
      if (!this.#signal.aborted) this.#failed(slot, width, error as Error)
    }
    this.#wake()
  }

  #failed(slot: Slot, width: bigint, error: Error): void {
    const node = error instanceof NodeError ? error : undefined
    // What a read asks besides the logs, such as the head, no narrower range makes a success.
    const kind = width > 1n && node?.method === 'eth_getLogs' ? node.kind : undefined
    if (kind === 'range-too-wide') {
      this.#sizer.tooWide(width, node?.maxBlockRange)
      // A limit that was named need not be looked for.
      if (node?.maxBlockRange !== undefined) this.#proven = true
      if (this.#slots.length === 1) return this.#putBack(slot)
      return this.#split(slot, narrower(this.#sizer.ceiling, width), slot.blind)
    }
    if (kind === 'too-many-results' || kind === 'response-too-large' || kind === 'timeout') {
      const hint = node?.suggestedRange
      this.#sizer.tooMany(width, node?.maxResults)
      const size = hint ? hint[1] - hint[0] + 1n : (width + 3n) / 4n
      return this.#split(slot, narrower(size, width), slot.blind)
    }
    // Newest first, what is kept is met before what is pruned: halving comes near to where it begins.
    const mayHalve = kind === 'fatal' || kind === 'invalid-input' || (kind === 'pruned' && this.#newestFirst)
    if (mayHalve && slot.blind < maxBlindSplits) return this.#split(slot, (width + 1n) / 2n, slot.blind + 1)

    this.#settle(slot, { type: 'failed', range: slot.interval, error })
    // Oldest first, pruned blocks say nothing about the newer ones behind them.
    if (node?.kind !== 'pruned' || this.#newestFirst) this.#failuresInRow++
    if (this.#failuresInRow >= maxFailuresInRow || isFinal(error)) this.#giveUp(error)
  }

  /** Marks everything that has not been sent as failed for the same reason, without sending it. */
  #giveUp(error: Error): void {
    for (const { range, held } of this.#rest.splice(0)) {
      const slot: Slot = { interval: range, blind: 0, state: 'queued' }
      this.#slots.push(slot)
      if (held) this.#settle(slot, heldEvent(range, held))
    }
    for (const slot of this.#slots)
      if (slot.state === 'queued') this.#settle(slot, { type: 'failed', range: slot.interval, error })
  }

  #settle(slot: Slot, event: NonNullable<Slot['event']>): void {
    slot.state = 'settled'
    slot.event = event
  }
}

/** Whether the next chunk would fail as well: the budget is spent, or no endpoint can serve such calls. */
function isFinal(error: Error): boolean {
  if (!(error instanceof NodeError)) return true
  return error.kind === 'quota' || error.kind === 'wrong-network' || error.kind === 'unavailable'
}

function heldEvent(range: BlockInterval, segment: LogSegment): ReadRange {
  return { type: 'logs', range, selection: { segment, rows: undefined }, endpoint: undefined, dropped: 0 }
}

function widthOf({ from, to }: BlockInterval): bigint {
  return to - from + 1n
}

function narrower(size: bigint, width: bigint): bigint {
  return size < width ? size : (width + 1n) / 2n
}

function smallest(values: readonly (number | undefined)[]): number | undefined {
  const known = values.filter((value) => value !== undefined)
  return known.length > 0 ? known.reduce((a, b) => Math.min(a, b)) : undefined
}

function rejectOnAbort(signal: AbortSignal): Promise<never> {
  const promise = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
  })
  // A scan that ends before anyone waits must not leave an unhandled rejection.
  promise.catch(() => {})
  return promise
}
