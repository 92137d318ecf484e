import { NodeError, UnreadBlocksError } from '../errors.ts'
import type { Pool } from '../rpc/Pool.ts'
import { ChunkPlan } from './ChunkPlan.ts'
import type { Chunk } from './ChunkPlan.ts'
import { ChunkSizer } from './ChunkSizer.ts'
import type { BlockInterval } from './Coverage.ts'
import { chooseBlockRange } from './chooseBlockRange.ts'
import type { ScanControl } from './createScanControl.ts'
import type { Filter } from './Filter.ts'
import { getHistoryReach } from './getHistoryReach.ts'
import { countLogs } from './LogSelection.ts'
import type { LogSelection } from './LogSelection.ts'
import { OpenBlocks } from './OpenBlocks.ts'
import type { OpenInterval } from './OpenBlocks.ts'
import { isFinal } from './isFinal.ts'
import { narrowEndpoints } from './narrowEndpoints.ts'
import type { NarrowEndpoints } from './narrowEndpoints.ts'
import { openEndpoints } from './openEndpoints.ts'
import { overBudgetPool } from './overBudgetPool.ts'
import { readInterval } from './readInterval.ts'
import { RangeHints } from './RangeHints.ts'
import { rejectOnAbort } from './rejectOnAbort.ts'
import { UnknownRefusals } from './UnknownRefusals.ts'
import { ReadAhead } from './ReadAhead.ts'
import type { ReadEvent } from './ReadAhead.ts'

/** Blocks to go through: already held, or to be read. */
export interface ScanPart {
  readonly range: BlockInterval
  readonly held: LogSelection | undefined
}

export interface ScanRunOptions {
  /** In ascending order, without overlap or gap. */
  readonly parts: readonly ScanPart[]
  readonly newestFirst: boolean
  /** Reads less ahead: a limit may end the scan early. */
  readonly careful: boolean
  readonly signal: AbortSignal | undefined
  readonly control: ScanControl | undefined
  /** Told of each interval that was read whole. */
  readonly onRead: (range: BlockInterval, selection: LogSelection) => void
}

/** After this many failures in a row the rest is given up: every endpoint is gone, and asking on would only cost. */
const maxFailuresInRow = 3
/** How often an interval is halved because of an error that no one could read. */
const maxBlindSplits = 4
/** As many blocks as many nodes take in one call: a guess, until there is better. */
const usualRange = 10_000
/** Messages under way to one endpoint: what a browser sends over HTTP/1.1. */
const messagesPerEndpoint = 6
/** Calls with small answers that may share a message, and the logs that these may bring. */
const callsPerMessage = 20
const logsPerMessage = 20_000
/** Logs up to which an answer is small. */
const smallAnswer = 2_500
/** Chunks kept or under way for each that may be under way, and logs kept at most: a slow consumer holds the scan back. */
const lookAhead = 2
const logsAhead = 200_000
/** The chunks of one scan: cut when they are sent, read several at once, handed out in the order of the query. */
export class ScanRun implements AsyncIterable<ReadEvent> {
  readonly #givenPool: Pool
  readonly #filter: Filter
  readonly #sizer: ChunkSizer
  readonly #abort = new AbortController()
  readonly #signal: AbortSignal
  readonly #aborted: Promise<never>
  readonly #control: ScanControl | undefined
  readonly #careful: boolean
  readonly #onRead: ScanRunOptions['onRead']
  readonly #opened = new Set<string>()
  readonly #unknown = new UnknownRefusals()
  readonly #hints = new RangeHints()
  /** Logs of each endpoint's largest answer: where more came, fewer were not cut off. */
  readonly #largest = new Map<string, number>()
  /** How many endpoints may take more blocks than those that refused them. */
  #strangers = 0
  readonly #open: OpenBlocks
  readonly #plan: ChunkPlan
  readonly #ahead: ReadAhead
  /** The lowest block to read. */
  readonly #floor: bigint | undefined
  #running = 0
  /** The room that these reads take: a message as much as the logs that it may bring. */
  #load = 0
  #sampling = 0
  #searching = false
  #failuresInRow = 0
  #proven = false
  #wake: () => void = () => {}

  constructor(pool: Pool, filter: Filter, options: ScanRunOptions) {
    const { parts, newestFirst, careful, signal, control, onRead } = options
    this.#givenPool = pool
    this.#filter = filter
    this.#careful = careful
    this.#control = control
    this.#onRead = onRead
    this.#signal = signal ? AbortSignal.any([signal, this.#abort.signal]) : this.#abort.signal
    this.#aborted = rejectOnAbort(this.#signal)
    this.#open = new OpenBlocks(newestFirst)
    this.#ahead = new ReadAhead(newestFirst, parts)
    for (const { range, held } of parts) if (!held) this.#open.add({ ...range, blind: 0 })
    const known = pool.getStatus().flatMap(({ type, limits }) => (type === 'http' ? [limits] : []))
    const blocks = this.#openBlocks
    this.#sizer = new ChunkSizer({
      blocks,
      blockRange: chooseBlockRange(pool.getStatus(), Number(blocks)).limit,
      results: smallest(known.map(({ results }) => results)),
    })
    this.#plan = new ChunkPlan(this.#open, this.#sizer, { newestFirst, careful })
    this.#floor = this.#open.lowest?.from
    getHistoryReach(pool).forgetPruned()
  }

  stop(): void {
    this.#abort.abort()
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<ReadEvent, void, void> {
    const unsubscribe = this.#control?.subscribe(() => this.#wake())
    try {
      for (;;) {
        this.#signal.throwIfAborted()
        const event = this.#ahead.next()
        if (event) {
          this.#fill()
          yield event
          continue
        }
        if (this.#ahead.isOver) return
        const changed = new Promise<void>((resolve) => {
          this.#wake = resolve
        })
        this.#fill()
        await Promise.race([changed, this.#aborted])
      }
    } finally {
      unsubscribe?.()
    }
  }

  get #openBlocks(): bigint {
    return this.#open.all().reduce((sum, range) => sum + widthOf(range), 0n)
  }

  /** To go over the budget may be allowed in the middle of the scan. */
  get #pool(): Pool {
    return this.#control?.mayPassBudget() ? overBudgetPool(this.#givenPool) : this.#givenPool
  }

  /** Starts as many reads as may be under way. */
  #fill(): void {
    if (this.#control?.isPaused()) return
    const messages = this.#messages()
    while (this.#load < messages * logsPerMessage) {
      const chunk = this.#cut(messages)
      if (!chunk) return
      void this.#read(chunk)
    }
  }

  /** How many messages may be under way. */
  #messages(): number {
    if (this.#careful) return this.#proven ? 2 : 1
    if (!this.#open.first) return 0
    const calls = this.#open.all().reduce((sum, one) => sum + this.#callsFor(one), 0)
    const messages = this.#open.all().reduce((sum, one) => sum + this.#messagesFor(one), 0)
    const work = { calls, volleys: messages / messagesPerEndpoint }
    const endpoints = openEndpoints(this.#pool, work, this.#opened, this.#signal, () => this.#wake())
    // Until one chunk has come through, the limits are unknown: a probe, rather than a volley of refusals.
    if (!this.#proven) return Math.max(this.#plan.hasTail ? 2 : 1, this.#strangers)
    this.#plan.expectCalls(calls)
    if (this.#plan.samplesLeft > 0) return this.#running + this.#plan.samplesLeft
    return this.#sampling > 0 ? 0 : endpoints * messagesPerEndpoint
  }

  #callsFor(open: BlockInterval): number {
    const calls = this.#sizer.callsFor(open)
    return this.#proven ? calls : Math.max(calls, Number(widthOf(open)) / usualRange)
  }

  /** In how many messages its calls may go. */
  #messagesFor(open: BlockInterval): number {
    const calls = this.#callsFor(open)
    return (calls * loadOf((this.#sizer.expect(open) ?? 0) / calls)) / logsPerMessage
  }

  /** The next chunk to read. Looks ahead only so far. */
  #cut(messages: number): Chunk | undefined {
    const { first } = this.#open
    if (!first) return undefined
    const most = this.#careful ? messages : messages * callsPerMessage
    const isFar = this.#ahead.chunks + this.#running >= lookAhead * most || this.#ahead.logs >= logsAhead
    if (isFar && !this.#ahead.begins(first)) return undefined
    return this.#plan.cut(first, {
      beside: this.#running > 0,
      proven: this.#proven,
      searching: this.#searching,
    })
  }

  async #read(chunk: Chunk): Promise<void> {
    const range = { from: chunk.from, to: chunk.to }
    const expected = this.#sizer.expect(range) ?? Number.POSITIVE_INFINITY
    // The first logs to show share no message: they would come with the last of it.
    const isFirst = !this.#ahead.hasBegun && this.#ahead.begins(range)
    const small = expected <= smallAnswer && !isFirst
    const isOneOfMany = small && this.#proven && !chunk.sample && !this.#careful
    const load = isOneOfMany ? loadOf(expected) : logsPerMessage
    this.#running++
    this.#load += load
    if (chunk.sample) this.#sampling++
    if (chunk.search) this.#searching = true
    const known = this.#unknown.optionsFor(range)
    const narrow = narrowEndpoints(this.#pool.getStatus(), widthOf(range))
    try {
      // A signal of its own: hundreds of listeners on one would look like a leak.
      const signal = AbortSignal.any([this.#signal])
      const read = await readInterval(this.#pool, this.#filter, range, signal, {
        ...known,
        narrow: narrow.names,
        small,
        floor: this.#floor,
      })
      if (!chunk.sample) this.#proven = true
      this.#failuresInRow = 0
      const logs = countLogs(read.selection)
      const largest = this.#largest.get(read.endpoint) ?? 0
      this.#largest.set(read.endpoint, Math.max(largest, logs))
      const isWhole = chunk.promised && this.#hints.kept(read, this.#sizer.cap)
      if (read.suspect && !isWhole && range.from < range.to && largest <= logs + read.dropped)
        this.#halve(chunk, chunk.blind)
      else {
        this.#sizer.succeeded(range, logs)
        this.#onRead(range, read.selection)
        this.#ahead.put({ type: 'logs', range, ...read })
      }
    } catch (error) {
      if (!this.#signal.aborted) this.#failed(chunk, error as Error, known.avoid, narrow)
    }
    this.#running--
    this.#load -= load
    if (chunk.sample) this.#sampling--
    if (chunk.search) this.#searching = false
    this.#wake()
  }

  #failed(
    { from, to, blind, narrowed, promised }: Chunk,
    error: Error,
    avoided: readonly string[],
    narrow: NarrowEndpoints,
  ): void {
    const range = { from, to }
    const width = widthOf(range)
    const node = error instanceof NodeError ? error : undefined
    // What a read asks besides the logs, such as the head, no narrower range makes a success.
    const kind = width > 1n && node?.method === 'eth_getLogs' ? node.kind : undefined
    if (kind === 'range-too-wide') {
      this.#tooWide(width, node!)
      return this.#open.add({ ...range, blind })
    }
    if (node && (kind === 'too-many-results' || kind === 'response-too-large' || kind === 'timeout')) {
      // Refused again: the logs lie close together, and thirds come near to them sooner.
      const parts = narrowed ? 3n : 2n
      const fits = kind === 'timeout' ? undefined : this.#hints.refused(range, node, promised)
      if (kind === 'timeout') this.#sizer.tooSlow(width)
      else this.#sizer.tooMany(range, node.maxResults, fits)
      if (fits) {
        this.#open.add({ ...fits, blind, promised: true })
        return this.#open.add({ from: fits.to + 1n, to, blind })
      }
      if (kind !== 'timeout' && !this.#careful) this.#plan.sample()
      return this.#open.add({ ...range, blind, widest: (width + parts - 1n) / parts })
    }
    if (node && narrow.widest > 0) {
      // Those who take so many blocks could not answer; the others were not asked.
      const { best } = chooseBlockRange(this.#pool.getStatus(), 0)
      if (best !== undefined && best < width) this.#sizer.tooWide(width, best)
      return this.#open.add({ ...range, blind, widest: BigInt(narrow.widest) })
    }
    if (node?.kind === 'pruned') {
      this.#open.add({ ...range, blind })
      const last = this.#plan.pruned(from)
      for (const open of this.#open.all())
        if (open.from <= last)
          this.#fail(open, { from: open.from, to: open.to < last ? open.to : last }, error)
      return
    }
    if (node?.method === 'eth_getLogs' && (node.kind === 'fatal' || node.kind === 'invalid-input')) {
      if (this.#unknown.note(this.#pool, range, node, avoided)) return this.#open.add({ ...range, blind })
      if (width > 1n && blind < maxBlindSplits) return this.#halve(range, blind + 1)
    }

    this.#ahead.put({ type: 'failed', range, error: UnreadBlocksError.of(range, error) })
    if (++this.#failuresInRow >= maxFailuresInRow || isFinal(error))
      for (const open of this.#open.all()) this.#fail(open, { from: open.from, to: open.to }, error)
  }

  /** Some endpoint does not take so many blocks: another may, or the chunks become smaller. */
  #tooWide(width: bigint, { maxBlockRange }: NodeError): void {
    const status = this.#pool.getStatus()
    const { best, strangers } = chooseBlockRange(status, Number(this.#openBlocks + width))
    this.#strangers = this.#careful ? 0 : strangers.length
    if (strangers.length > 0 || (best !== undefined && best >= width)) return
    this.#sizer.tooWide(width, best ?? maxBlockRange)
    this.#plan.narrow()
    // A limit that was named need not be looked for.
    if (maxBlockRange !== undefined) this.#proven = true
  }

  #halve({ from, to }: BlockInterval, blind: number): void {
    const widest = (widthOf({ from, to }) + 1n) / 2n
    this.#open.add({ from, to: from + widest - 1n, blind, widest })
    this.#open.add({ from: from + widest, to, blind, widest })
  }

  /** Marks blocks as failed without sending anything for them. */
  #fail(open: OpenInterval, range: BlockInterval, error: Error): void {
    this.#open.take(open, range)
    this.#ahead.put({ type: 'failed', range, error: UnreadBlocksError.of(range, error) })
  }
}

/** How much of a message a call takes up whose answer has so many logs. */
function loadOf(logs: number): number {
  return logs > smallAnswer ? logsPerMessage : Math.ceil(Math.max(logs, logsPerMessage / callsPerMessage))
}

function widthOf({ from, to }: BlockInterval): bigint {
  return to - from + 1n
}

function smallest(values: readonly (number | undefined)[]): number | undefined {
  const known = values.filter((value) => value !== undefined)
  return known.length > 0 ? known.reduce((a, b) => Math.min(a, b)) : undefined
}
