import type { ScanPart } from './toScanParts.ts'
import { UnreadBlocksError } from '../../errors/NodeError.ts'
import type { Pool } from '../../rpc/Pool.ts'
import { ChunkOutcomes } from './chunks/ChunkOutcomes.ts'
import { ChunkPlan } from './chunks/ChunkPlan.ts'
import type { Chunk } from './chunks/ChunkPlan.ts'
import { ChunkSizer } from './chunks/ChunkSizer.ts'
import type { BlockInterval } from '../Coverage.ts'
import { chooseBlockRange, narrowEndpoints, openEndpoints } from './chunks/endpointLimits.ts'
import { clipSelection, countLogs } from '../columns/LogSelection.ts'
import type { ScanControl } from './createScanControl.ts'
import type { Filter } from '../filter/Filter.ts'
import type { FirstRead } from './FirstRead.ts'
import { getEndpointHistory } from './read/EndpointHistory.ts'
import type { LogSelection } from '../columns/LogSelection.ts'
import { MalformedLogsError } from './read/MalformedLogsError.ts'
import { UnreadBlocks } from './chunks/UnreadBlocks.ts'
import { countBlocks } from '../intervals.ts'
import { unbudgetedPool } from './unbudgetedPool.ts'
import { readInterval } from './read/readInterval.ts'
import type { Preview } from './read/readInterval.ts'
import { rejectOnAbort } from '../rejectOnAbort.ts'
import { ReorderBuffer } from './ReorderBuffer.ts'
import type { ReadEvent } from './ReorderBuffer.ts'

export interface ScanRunOptions {
  /** In ascending order, without overlap or gap. */
  readonly parts: readonly ScanPart[]
  readonly newestFirst: boolean
  /** Reads less ahead: a limit may end the scan early. */
  readonly careful: boolean
  /** One gap makes all of it useless: the blocks of malformed logs are not looked for. @default false */
  readonly allOrNothing?: boolean | undefined
  /** Whether somebody waits for the first logs: few blocks are read first. They may be under way already. */
  readonly first?: FirstRead | true | undefined
  readonly signal: AbortSignal | undefined
  readonly control: ScanControl | undefined
  /** Told of each interval that was read whole. */
  readonly onRead: (range: BlockInterval, selection: LogSelection) => void
}

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
  readonly #open: UnreadBlocks
  readonly #plan: ChunkPlan
  readonly #ahead: ReorderBuffer
  readonly #outcomes: ChunkOutcomes
  /** The lowest block to read. */
  readonly #floor: bigint | undefined
  #first: ScanRunOptions['first']
  #running = 0
  /** The room that these reads take: a message as much as the logs that it may bring. */
  #load = 0
  #sampling = 0
  #searching = false
  #wake: () => void = () => {}

  constructor(pool: Pool, filter: Filter, options: ScanRunOptions) {
    const { parts, newestFirst, careful, allOrNothing, first, signal, control, onRead } = options
    this.#first = first
    this.#givenPool = pool
    this.#filter = filter
    this.#careful = careful
    this.#control = control
    this.#onRead = onRead
    this.#signal = signal ? AbortSignal.any([signal, this.#abort.signal]) : this.#abort.signal
    this.#aborted = rejectOnAbort(this.#signal)
    this.#open = new UnreadBlocks(newestFirst)
    this.#ahead = new ReorderBuffer(newestFirst, parts)
    for (const { range, held } of parts) if (!held) this.#open.add({ ...range, blind: 0 })
    const known = pool.getStatus().flatMap(({ type, limits }) => (type === 'http' ? [limits] : []))
    const blocks = countBlocks(this.#open.all())
    const { limit: blockRange, isGuess } = chooseBlockRange(pool.getStatus(), Number(blocks))
    this.#sizer = new ChunkSizer({
      blocks,
      blockRange,
      isGuess,
      results: smallest(known.map(({ results }) => results)),
      isRationed: pool.budget.getStatus().quota !== undefined,
    })
    this.#plan = new ChunkPlan(this.#open, this.#sizer, { newestFirst, careful })
    this.#outcomes = new ChunkOutcomes({
      pool: () => this.#pool,
      open: this.#open,
      plan: this.#plan,
      sizer: this.#sizer,
      careful,
      allOrNothing,
    })
    this.#floor = this.#open.lowest?.from
    // Those of this scan that were read first have had it forgotten, and may have found it out anew.
    if (typeof first !== 'object') getEndpointHistory(pool).forgetPruned()
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

  /** To go over the budget may be allowed in the middle of the scan. */
  get #pool(): Pool {
    return this.#control?.ignoresBudget() ? unbudgetedPool(this.#givenPool) : this.#givenPool
  }

  /** Starts as many reads as may be under way. */
  #fill(): void {
    if (this.#control?.isPaused()) return
    this.#readFirst()
    const messages = this.#messages()
    while (this.#load < messages * logsPerMessage) {
      const chunk = this.#cut(messages)
      if (!chunk) return
      void this.#read(chunk)
    }
  }

  #readFirst(): void {
    const first = this.#first
    if (!first) return
    this.#first = undefined
    const begun = first === true ? undefined : first
    const chunk = this.#plan.cutFirst(begun?.range)
    if (chunk) void this.#read(chunk, begun)
  }

  /** How many messages may be under way. */
  #messages(): number {
    if (this.#careful) return this.#outcomes.isProven ? 2 : 1
    if (!this.#open.first) return 0
    const calls = this.#open.all().reduce((sum, one) => sum + this.#callsFor(one), 0)
    const messages = this.#open.all().reduce((sum, one) => sum + this.#messagesFor(one), 0)
    const work = { calls, volleys: messages / messagesPerEndpoint }
    const endpoints = openEndpoints(this.#pool, work, this.#opened, this.#signal, () => this.#wake())
    // Until one chunk has come through, the limits are unknown: a probe, rather than a volley of refusals.
    if (!this.#outcomes.isProven) return Math.max(this.#plan.hasTail ? 2 : 1, this.#outcomes.strangers)
    this.#plan.expectCalls(calls)
    if (this.#plan.samplesLeft > 0) return this.#running + this.#plan.samplesLeft
    return this.#sampling > 0 ? 0 : endpoints * messagesPerEndpoint
  }

  #callsFor(open: BlockInterval): number {
    const calls = this.#sizer.callsFor(open)
    return this.#outcomes.isProven ? calls : Math.max(calls, Number(countBlocks([open])) / usualRange)
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
      proven: this.#outcomes.isProven,
      searching: this.#searching,
    })
  }

  async #read(chunk: Chunk, begun?: FirstRead): Promise<void> {
    const range = { from: chunk.from, to: chunk.to }
    const expected = this.#sizer.expect(range) ?? Number.POSITIVE_INFINITY
    // The first logs to show share no message: they would come with the last of it.
    const isFirst = !this.#ahead.hasBegun && this.#ahead.begins(range)
    const small = expected <= smallAnswer && !isFirst
    const isOneOfMany = small && this.#outcomes.isProven && !chunk.sample && !this.#careful
    const isLarge = Number.isFinite(expected) && expected > logsPerMessage
    const room = isOneOfMany || isLarge ? loadOf(expected) : logsPerMessage
    // Probes go beside the first blocks.
    const load = chunk.first ? 0 : room
    this.#running++
    this.#load += load
    if (chunk.sample) this.#sampling++
    if (chunk.search) this.#searching = true
    const known = this.#outcomes.optionsFor(range)
    const narrow = narrowEndpoints(this.#pool.getStatus(), countBlocks([range]))
    const onPreview = (preview: Preview) => {
      this.#preview(range, preview)
    }
    begun?.onPreview(onPreview)
    try {
      // A signal of its own: hundreds of listeners on one would look like a leak.
      const signal = AbortSignal.any([this.#signal])
      const reading =
        begun?.result ??
        readInterval(this.#pool, this.#filter, range, signal, {
          ...known,
          narrow: narrow.names,
          small,
          floor: this.#floor,
          onPreview,
        })
      const read = await reading
      if (this.#outcomes.answered(chunk, read)) {
        this.#onRead(range, read.selection)
        this.#ahead.put({ type: 'logs', range, ...read })
      } else this.#preview(range, read)
    } catch (error) {
      if (error instanceof MalformedLogsError) this.#takePartial(chunk, error)
      else if (!this.#signal.aborted) {
        const givenUp = this.#outcomes.failed(chunk, error as Error, { avoided: known.avoid, narrow })
        this.#giveUp(givenUp, error as Error)
      }
    }
    this.#running--
    this.#load -= load
    if (chunk.sample) this.#sampling--
    if (chunk.search) this.#searching = false
    this.#wake()
  }

  /** What is whole of an answer with malformed logs is handed out. */
  #takePartial(chunk: Chunk, error: MalformedLogsError): void {
    const { selection, endpoint } = error.partial
    let { rejected } = error.partial
    const { whole, givenUp } = this.#outcomes.malformed(chunk, error.partial)
    for (const range of whole) {
      const part = clipSelection(selection, range)
      this.#onRead(range, part)
      this.#ahead.put({ type: 'logs', range, selection: part, endpoint, rejected })
      rejected = 0
    }
    for (const range of givenUp)
      this.#preview(range, { selection: clipSelection(selection, range), endpoint })
    this.#giveUp(givenUp, error.withoutLogs())
  }

  /** Logs that are not known to be all are shown while that is found out. */
  #preview(range: BlockInterval, { selection, endpoint }: Preview): void {
    if (countLogs(selection) === 0) return
    this.#ahead.preview({ type: 'preview', range, selection, endpoint })
    this.#wake()
  }

  #giveUp(ranges: readonly BlockInterval[], error: Error): void {
    for (const range of ranges)
      this.#ahead.put({ type: 'failed', range, error: UnreadBlocksError.of(range, error) })
  }
}

/** How much of a message a call takes up whose answer has so many logs. */
function loadOf(logs: number): number {
  return logs > smallAnswer
    ? Math.max(logsPerMessage, logs)
    : Math.ceil(Math.max(logs, logsPerMessage / callsPerMessage))
}

function smallest(values: readonly (number | undefined)[]): number | undefined {
  const known = values.filter((value) => value !== undefined)
  return known.length > 0 ? known.reduce((a, b) => Math.min(a, b)) : undefined
}
