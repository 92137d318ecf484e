import { NodeError } from '../../../errors/NodeError.ts'
import { clipSelection, countLogs } from '../../columns/LogSelection.ts'
import type { BlockInterval } from '../../Coverage.ts'
import { countBlocks, earlier, subtract, toIntervalSet } from '../../intervals.ts'
import type { AnswerSize, IntervalRead } from '../read/IntervalRead.ts'
import type { MalformedLogsError } from '../read/MalformedLogsError.ts'
import type { Chunk } from './ChunkPlan.ts'
import type { NarrowEndpoints } from './endpointLimits.ts'
import { RangeHints } from './RangeHints.ts'
import { UnclassifiedErrors } from './UnclassifiedErrors.ts'
import type { UnreadBlocks } from './UnreadBlocks.ts'
import { WidthLimits, type WidthLimitsOptions } from './WidthLimits.ts'

export interface ChunkOutcomesOptions extends WidthLimitsOptions {
  /** Calls that read a chunk: one for each part of the filter. */
  readonly parts: number
  /** Whether one unread block makes the result useless. @default false */
  readonly allOrNothing?: boolean | undefined
}

/** Blocks of an answer with malformed logs. Those in neither list are read again. */
export interface MalformedOutcome {
  readonly complete: readonly BlockInterval[]
  readonly givenUp: readonly BlockInterval[]
}

/** How a chunk was requested. */
export interface ChunkRequest {
  /** Endpoints that were used only if no other could answer. */
  readonly avoided: readonly string[]
  /** Endpoints that were left out because the chunk was too wide for them. */
  readonly narrow: NarrowEndpoints
}

/** How a chunk was requested whose answer has unreadable logs. */
export interface MalformedRequest extends Pick<ChunkRequest, 'narrow'> {
  /**
   * The first block that a reorg may still replace, if the answer had no tail check: such blocks count only if all of them come
   * from one answer.
   */
  readonly replaceableFrom: bigint | undefined
}

/** Failed chunks in a row after which the scan gives up: every endpoint is down, and more requests would only cost. */
const maxFailuresInRow = 3
/** How often an interval is halved because of an error that could not be classified. */
const maxBlindSplits = 4
/** Reads that one scan spends on narrowing down the blocks of malformed logs. */
const maxMalformedReads = 200
/** How often ranges with malformed logs are narrowed for an endpoint that refused them. */
const maxNarrowings = 50

/** Decides after each answer or error of a chunk which blocks to read again, in what chunks, and which to give up. */
export class ChunkOutcomes {
  readonly #options: ChunkOutcomesOptions
  readonly #unread: UnreadBlocks
  readonly #widths: WidthLimits
  readonly #unclassified = new UnclassifiedErrors()
  readonly #hints = new RangeHints()
  /** Logs in each endpoint's largest answer: a smaller one was not cut off by a cap. */
  readonly #largest = new Map<string, number>()
  #failuresInRow = 0
  #malformedReads = 0
  #narrowings = 0
  #hasTriedSuggestion = false
  /** A width refused for too many logs before the density was known. */
  #capped: { readonly width: bigint; readonly cap: number } | undefined

  constructor(options: ChunkOutcomesOptions) {
    this.#options = options
    this.#unread = options.unread
    this.#widths = new WidthLimits(options)
  }

  /** What is known about the number of blocks that nodes accept. */
  get widths(): Pick<WidthLimits, 'untried' | 'isProven'> {
    return this.#widths
  }

  /** How to request an interval after earlier refusals: other endpoints first, and none twice for the same interval. */
  optionsFor(range: BlockInterval) {
    return this.#unclassified.optionsFor(range)
  }

  /** Notes an answer. Returns whether it is complete. If not, its blocks are unread again, in halves. */
  answered(chunk: Chunk, read: IntervalRead): boolean {
    const { sizer } = this.#options
    this.#widths.accepted(chunk)
    this.#failuresInRow = 0
    const isSuggested = chunk.suggestedBy !== undefined
    if (isSuggested) this.#hints.answered(read, sizer.cap)
    if (!this.#noteSizes(read, isSuggested) && chunk.from < chunk.to) {
      this.#halve(chunk, chunk.blindSplits)
      return false
    }
    sizer.succeeded(chunk, this.#largestCall(read))
    if (this.#capped && sizer.isSparse(this.#capped.width, this.#capped.cap)) {
      sizer.misreadAsLogs(this.#capped.width)
      this.#capped = undefined
    }
    // Far fewer logs than the node sends: its suggestion may have been about the number of blocks.
    if (isSuggested && !this.#hasTriedSuggestion) {
      this.#hasTriedSuggestion = true
      if (
        !read.answers.some((answer) => this.#hints.isWhole(answer)) &&
        !this.#hints.isWorthwhile(read, sizer.cap)
      )
        sizer.assumeLimit(countBlocks([chunk]))
    }
    return true
  }

  /** The most logs that a node had to send at once. Parts of a filter are read separately, a single block perhaps in more parts. */
  #largestCall({ answers, selection }: IntervalRead): number {
    const isByPart = answers.length > 1 && answers.length === this.#options.parts
    return isByPart ? Math.max(...answers.map(({ logs }) => logs)) : countLogs(selection)
  }

  /** Notes the sizes of answers. Returns whether all are whole: some nodes cut at certain sizes, but not below a size they have sent. */
  #noteSizes({ answers }: IntervalRead, isSuggested: boolean): boolean {
    const isWhole = ({ endpoint, logs, suspect }: AnswerSize) =>
      !suspect || (this.#largest.get(endpoint) ?? 0) > logs
    const areWhole = answers.every(
      (answer) => isWhole(answer) || (isSuggested && this.#hints.isWhole(answer)),
    )
    for (const { endpoint, certain } of answers)
      this.#largest.set(endpoint, Math.max(this.#largest.get(endpoint) ?? 0, certain))
    return areWhole
  }

  /**
   * Notes an answer with unreadable logs. If they name their blocks, only these are read again, one by one. Otherwise, or if
   * the answer may have been cut off, all blocks are, in halves. Once that costs too many reads, they are read in parts that are
   * small enough for the endpoints that did not answer the whole. Without such endpoints, they are given up.
   */
  malformed(chunk: Chunk, error: MalformedLogsError, request: MalformedRequest): MalformedOutcome {
    const { from, to, blindSplits } = chunk
    this.#widths.accepted(chunk)
    const { allOrNothing = false, sizer } = this.#options
    const divided = this.#divide(chunk, error, request)
    const { complete, broken } = divided ?? { complete: [], broken: [{ from, to }] }
    for (const part of complete)
      sizer.succeeded(part, countLogs(clipSelection(error.readable.selection, part)))
    if (divided && divided.rest.from <= to) this.#unread.add({ ...divided.rest, blindSplits })
    const reads = divided ? Number(countBlocks(broken)) : 2
    const isAffordable = !allOrNothing && this.#malformedReads + reads <= maxMalformedReads
    if (from < to && isAffordable) {
      this.#failuresInRow = 0
      this.#malformedReads += reads
      if (divided) for (const part of broken) this.#unread.add({ ...part, blindSplits, maxWidth: 1n })
      else this.#halve(chunk, blindSplits)
      return { complete, givenUp: [] }
    }
    const maxWidth = this.#widths.narrowTo(chunk, request.narrow) ?? this.#narrowedBy(error.refusal, chunk)
    if (maxWidth !== undefined) {
      for (const part of broken) this.#unread.add({ ...part, blindSplits, maxWidth })
      return { complete, givenUp: [] }
    }
    const isOver = error.refusal !== undefined && ++this.#failuresInRow >= maxFailuresInRow
    return { complete, givenUp: isOver ? [...broken, ...this.#giveUp()] : broken }
  }

  /** The blocks of an answer with unreadable logs that are complete, broken, and to be read again; `undefined` if none is complete. */
  #divide(
    { from, to, suggestedBy }: Chunk,
    { readable, incompleteBlocks = [] }: MalformedLogsError,
    { replaceableFrom = to + 1n }: MalformedRequest,
  ) {
    const usable = { from, to: earlier(to, replaceableFrom - 1n) }
    if (incompleteBlocks.length === 0 || usable.from > usable.to) return undefined
    if (!this.#noteSizes(readable, suggestedBy !== undefined)) return undefined
    const broken = toIntervalSet(
      incompleteBlocks.filter((block) => block <= usable.to).map((block) => ({ from: block, to: block })),
    )
    const complete = subtract([usable], broken)
    return complete.length > 0 ? { complete, broken, rest: { from: usable.to + 1n, to } } : undefined
  }

  /** A width that an endpoint may answer which refused the whole range; `undefined` if it has refused too often. */
  #narrowedBy(refusal: NodeError | undefined, chunk: Chunk): bigint | undefined {
    if (!refusal || chunk.from === chunk.to || ++this.#narrowings > maxNarrowings) return undefined
    if (refusal.kind !== 'range-too-wide') {
      if (!this.#isAboutWidth(chunk, refusal))
        this.#options.sizer.tooMany(chunk, refusal.maxResults, undefined)
    } else if (!chunk.first) this.#widths.refused(chunk, refusal)
    return narrowerThan(chunk)
  }

  /** Notes a failure: its blocks are unread again, in other chunks, or given up. Returns the intervals given up. */
  failed(chunk: Chunk, error: Error, { avoided, narrow }: ChunkRequest): readonly BlockInterval[] {
    if (error instanceof NodeError) {
      if (this.#retryNarrower(chunk, error)) return []
      const maxWidth = this.#widths.narrowTo(chunk, narrow)
      if (maxWidth !== undefined) {
        this.#reopen(chunk, maxWidth)
        return []
      }
      if (error.kind === 'pruned') {
        this.#reopen(chunk)
        return this.#giveUp(this.#options.plan.pruned(chunk.from))
      }
      if (this.#retryUnclassified(chunk, error, avoided)) return []
    }
    const range = { from: chunk.from, to: chunk.to }
    const isOver = ++this.#failuresInRow >= maxFailuresInRow || isUnrecoverable(error)
    return isOver ? [range, ...this.#giveUp()] : [range]
  }

  /** After a refusal of too many blocks or logs, or a timeout: reads narrower chunks, or the same from other endpoints. */
  #retryNarrower(chunk: Chunk, error: NodeError): boolean {
    const width = countBlocks([chunk])
    // Narrower ranges cannot help when another request failed, such as one for the head.
    if (width === 1n || error.method !== 'eth_getLogs') return false
    if (error.kind === 'range-too-wide') {
      // The outcome of the wider chunk that was sent along with the first one shows the limit.
      const isRepeated = chunk.first || this.#widths.refused(chunk, error)
      this.#reopen(chunk, isRepeated ? undefined : shareOf(width, 2n))
    } else if (error.kind === 'timeout') {
      const isAboutWidth = this.#options.sizer.timedOut(width)
      this.#reopen(chunk, isAboutWidth ? undefined : narrowerThan(chunk))
    } else if (error.kind === 'too-many-results' || error.kind === 'response-too-large')
      this.#tooMany(chunk, error)
    else return false
    return true
  }

  /** A node does not send as many logs at once, or means that there are too many blocks. */
  #tooMany(chunk: Chunk, error: NodeError): void {
    const { plan, sizer, careful } = this.#options
    const width = countBlocks([chunk])
    // In halves, even if it turns out later that its width was not the problem.
    if (this.#isAboutWidth(chunk, error)) return this.#reopen(chunk, shareOf(width, 2n))
    const fits = this.#hints.refused(chunk, error, chunk.suggestedBy)
    sizer.tooMany(chunk, error.maxResults, fits)
    if (fits) {
      const { blindSplits } = chunk
      this.#unread.add({ ...fits, blindSplits, suggestedBy: error.endpoint })
      this.#unread.add({ from: fits.to + 1n, to: chunk.to, blindSplits })
      return
    }
    if (!careful) plan.sample()
    this.#reopen(chunk, narrowerThan(chunk))
  }

  /** After an error that could not be classified: reads from other endpoints, then in halves. */
  #retryUnclassified(chunk: Chunk, error: NodeError, avoided: readonly string[]): boolean {
    const { method, kind } = error
    if (method !== 'eth_getLogs' || (kind !== 'fatal' && kind !== 'invalid-input')) return false
    const hasOthers = this.#unclassified.note(this.#options.pool(), chunk, error, avoided)
    if (hasOthers) this.#reopen(chunk)
    else if (chunk.from < chunk.to && chunk.blindSplits < maxBlindSplits)
      this.#halve(chunk, chunk.blindSplits + 1)
    else return false
    return true
  }

  /** Whether a node that reports too many logs means too many blocks: logs are sparse, or it suggests the same width each time. */
  #isAboutWidth(range: BlockInterval, { maxResults, suggestedRange }: NodeError): boolean {
    const { sizer } = this.#options
    const width = countBlocks([range])
    if (suggestedRange) {
      const suggested = suggestedRange[1] - suggestedRange[0] + 1n
      return this.#hints.isRepeated(suggested) && sizer.refusedAgain(width, suggested)
    }
    if (maxResults === undefined || sizer.isSparse(width, maxResults)) return sizer.refused(width)
    this.#capped ??= { width, cap: maxResults }
    return false
  }

  #halve({ from, to }: BlockInterval, blindSplits: number): void {
    const maxWidth = shareOf(countBlocks([{ from, to }]), 2n)
    const middle = from + maxWidth
    this.#unread.add({ from, to: middle - 1n, blindSplits, maxWidth })
    this.#unread.add({ from: middle, to, blindSplits, maxWidth })
  }

  /** The blocks of a chunk are unread again. */
  #reopen({ from, to, blindSplits }: Chunk, maxWidth?: bigint): void {
    this.#unread.add({ from, to, blindSplits, maxWidth })
  }

  /** Removes the unread blocks up to `last`, or all of them, and returns them. */
  #giveUp(last?: bigint): readonly BlockInterval[] {
    const givenUp: BlockInterval[] = []
    for (const unread of this.#unread.all()) {
      if (last !== undefined && unread.from > last) continue
      const range = { from: unread.from, to: earlier(last ?? unread.to, unread.to) }
      this.#unread.take(unread, range)
      givenUp.push(range)
    }
    return givenUp
  }
}

/** Half of a chunk's width, or a third if it is part of a refused range: its logs are dense, and thirds narrow down on them sooner. */
function narrowerThan(chunk: Chunk): bigint {
  return shareOf(countBlocks([chunk]), chunk.narrowed ? 3n : 2n)
}

/** The width of each of `parts` parts of a range. */
function shareOf(width: bigint, parts: bigint): bigint {
  return (width + parts - 1n) / parts
}

/** Whether the next chunk would fail as well: the budget is spent, or no endpoint can serve such calls. */
function isUnrecoverable(error: Error): boolean {
  if (!(error instanceof NodeError)) return true
  return error.kind === 'quota' || error.kind === 'wrong-network' || error.kind === 'unavailable'
}
