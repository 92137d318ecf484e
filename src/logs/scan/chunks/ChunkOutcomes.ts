import { NodeError } from '../../../errors/NodeError.ts'
import type { Pool } from '../../../rpc/Pool.ts'
import { clipSelection, countLogs } from '../../columns/LogSelection.ts'
import type { BlockInterval } from '../../Coverage.ts'
import { countBlocks, covers, subtract, toIntervalSet } from '../../intervals.ts'
import type { AnswerSize, IntervalRead } from '../read/IntervalRead.ts'
import type { MalformedLogsError } from '../read/MalformedLogsError.ts'
import type { Chunk, ChunkPlan } from './ChunkPlan.ts'
import type { ChunkSizer } from './ChunkSizer.ts'
import { chooseBlockRange, narrowEndpoints } from './endpointLimits.ts'
import type { NarrowEndpoints } from './endpointLimits.ts'
import { guessBlockLimit } from './guessBlockLimit.ts'
import { RangeHints } from './RangeHints.ts'
import { UnclassifiedErrors } from './UnclassifiedErrors.ts'
import type { UnreadBlocks } from './UnreadBlocks.ts'

export interface ChunkOutcomesOptions {
  /** The pool, which may ignore the budget from some point on. */
  readonly pool: () => Pool
  readonly unread: UnreadBlocks
  readonly plan: ChunkPlan
  readonly sizer: ChunkSizer
  /** Calls that read a chunk: one for each part of the filter. */
  readonly parts: number
  /** Whether to read less ahead, because a limit may end the scan early. */
  readonly careful: boolean
  /** One unread block makes the result useless. @default false */
  readonly allOrNothing?: boolean | undefined
}

/** Blocks of an answer with malformed logs. Those in neither list are read again. */
export interface MalformedOutcome {
  readonly complete: readonly BlockInterval[]
  readonly givenUp: readonly BlockInterval[]
}

/** How a chunk was requested. */
export interface ChunkRequest {
  readonly avoided: readonly string[]
  /** Endpoints left out because the chunk was too wide for them. */
  readonly narrow: NarrowEndpoints
}

/** Failed chunks in a row after which the scan gives up: every endpoint is down, and more requests would only cost. */
const maxFailuresInRow = 3
/** How often an interval is halved because of an error that could not be classified. */
const maxBlindSplits = 4
/** Reads that one scan spends on narrowing down the blocks of malformed logs. */
const maxMalformedReads = 200

/** Decides what a chunk's answer or error means for the unread blocks: how to read them again, or which to give up. */
export class ChunkOutcomes {
  readonly #options: ChunkOutcomesOptions
  readonly #unread: UnreadBlocks
  readonly #unclassified = new UnclassifiedErrors()
  readonly #hints = new RangeHints()
  /** Logs in each endpoint's largest answer: a smaller one was not cut off by a cap. */
  readonly #largest = new Map<string, number>()
  #untried = 0
  #isProven = false
  #failuresInRow = 0
  #malformedReads = 0
  #hasTriedSuggestion = false
  /** A width refused for too many logs before the density was known. */
  #capped: { readonly width: bigint; readonly cap: number } | undefined
  /** The first chunk of the scan. */
  #first: BlockInterval | undefined

  constructor(options: ChunkOutcomesOptions) {
    this.#options = options
    this.#unread = options.unread
  }

  /** Endpoints that may accept wider ranges than the ones that refused. */
  get untried(): number {
    return this.#untried
  }

  /** Whether a chunk's width is known to be accepted: a chunk was answered, or an endpoint named its limit. */
  get isProven(): boolean {
    return this.#isProven && !this.#options.sizer.isSearching
  }

  /** How to request an interval after earlier refusals: other endpoints first, and none twice for the same interval. */
  optionsFor(range: BlockInterval) {
    return this.#unclassified.optionsFor(range)
  }

  /** Notes an answer. Returns whether it is complete; if not, its blocks are unread again, in halves. */
  answered(chunk: Chunk, read: IntervalRead): boolean {
    const { sizer } = this.#options
    this.#prove(chunk)
    this.#failuresInRow = 0
    const isPromised = chunk.promisedBy !== undefined
    if (isPromised) this.#hints.answered(read, sizer.cap)
    if (!this.#areWhole(read, isPromised) && chunk.from < chunk.to) {
      this.#halve(chunk, chunk.blind)
      return false
    }
    sizer.succeeded(chunk, this.#largestCall(read))
    if (this.#capped && sizer.isSparse(this.#capped.width, this.#capped.cap)) {
      sizer.misreadAsLogs(this.#capped.width)
      this.#capped = undefined
    }
    // Far fewer logs than the node sends: its suggestion may have been about the number of blocks.
    if (isPromised && !this.#hasTriedSuggestion) {
      this.#hasTriedSuggestion = true
      if (!read.answers.some((answer) => this.#hints.isWhole(answer)) && !this.#hints.isFull(read, sizer.cap))
        sizer.assumeLimit(countBlocks([chunk]))
    }
    return true
  }

  /** The logs that count towards a node's cap: of each part of the filter alone. A single block may be read in more parts. */
  #largestCall({ answers, selection }: IntervalRead): number {
    const isByPart = answers.length > 1 && answers.length === this.#options.parts
    return isByPart ? Math.max(...answers.map(({ logs }) => logs)) : countLogs(selection)
  }

  /** Whether no answer is cut off: some nodes cut at certain sizes, unless they have sent more logs at once. */
  #areWhole({ answers }: IntervalRead, isPromised: boolean): boolean {
    const isWhole = ({ endpoint, logs, suspect }: AnswerSize) =>
      !suspect || (this.#largest.get(endpoint) ?? 0) > logs
    const areWhole = answers.every((answer) => isWhole(answer) || (isPromised && this.#hints.isWhole(answer)))
    for (const { endpoint, logs } of answers)
      this.#largest.set(endpoint, Math.max(this.#largest.get(endpoint) ?? 0, logs))
    return areWhole
  }

  /**
   * Notes an answer with unreadable logs. Blocks that may lack logs are unread again: one by one where the logs name their
   * blocks, otherwise in halves. So are all blocks in halves if the answer may have been cut off, too.
   */
  malformed(chunk: Chunk, { readable, incompleteBlocks = [] }: MalformedLogsError): MalformedOutcome {
    const { from, to, blind } = chunk
    const range = { from, to }
    this.#prove(chunk)
    this.#failuresInRow = 0
    const broken = toIntervalSet(incompleteBlocks.map((block) => ({ from: block, to: block })))
    const complete =
      broken.length > 0 && this.#areWhole(readable, chunk.promisedBy !== undefined)
        ? subtract([range], broken)
        : []
    const { allOrNothing = false } = this.#options
    const isOver = allOrNothing || this.#malformedReads + incompleteBlocks.length > maxMalformedReads
    if (from === to || isOver) return { complete, givenUp: complete.length > 0 ? broken : [range] }
    if (complete.length === 0) {
      this.#malformedReads += 2
      return { complete, givenUp: this.#halve(range, blind) }
    }
    this.#malformedReads += incompleteBlocks.length
    for (const part of complete)
      this.#options.sizer.succeeded(part, countLogs(clipSelection(readable.selection, part)))
    return { complete, givenUp: this.#reopen(...broken.map((part) => ({ ...part, blind, widest: 1n }))) }
  }

  /** Notes a failure: its blocks are unread again, in other chunks, or given up. Returns the intervals given up. */
  failed(chunk: Chunk, error: Error, { avoided, narrow }: ChunkRequest): readonly BlockInterval[] {
    const { pool, plan, sizer, careful } = this.#options
    const { from, to, blind } = chunk
    const range = { from, to }
    const width = countBlocks([range])
    const node = error instanceof NodeError ? error : undefined
    // Narrower ranges cannot help when another request failed, such as one for the head.
    const kind = width > 1n && node?.method === 'eth_getLogs' ? node.kind : undefined
    // A wider chunk is in flight at the same time, and its outcome shows the limit.
    if (node && kind === 'range-too-wide' && chunk.first) return this.#reopen({ ...range, blind })
    if (node && kind === 'range-too-wide') {
      const widest = this.#tooWide(range, node) ? undefined : (width + 1n) / 2n
      return this.#reopen({ ...range, blind, widest })
    }
    if (node && kind === 'timeout' && sizer.refused(width)) return this.#reopen({ ...range, blind })
    if (node && (kind === 'too-many-results' || kind === 'response-too-large' || kind === 'timeout')) {
      // Never as a whole again, even if it turns out that not its width was the problem.
      if (kind !== 'timeout' && this.#isAboutWidth(range, node))
        return this.#reopen({ ...range, blind, widest: (width + 1n) / 2n })
      const fits = kind === 'timeout' ? undefined : this.#hints.refused(range, node, chunk.promisedBy)
      if (kind !== 'timeout') sizer.tooMany(range, node.maxResults, fits)
      if (fits) {
        return this.#reopen({ ...fits, blind, promisedBy: node.endpoint }, { from: fits.to + 1n, to, blind })
      }
      if (kind !== 'timeout' && !careful) plan.sample()
      // Refused again: logs are dense here, and thirds narrow down on them sooner.
      const parts = chunk.narrowed ? 3n : 2n
      return this.#reopen({ ...range, blind, widest: (width + parts - 1n) / parts })
    }
    // Limits may have been learned since the chunk was sent.
    const widest = Math.max(narrow.widest, narrowEndpoints(pool().getStatus(), width).widest)
    if (node && widest > 0) {
      // Endpoints that accept this width failed; the others were left out.
      const { best } = chooseBlockRange(pool().getStatus(), 0)
      if (best !== undefined && best < width) sizer.tooWide(width, best)
      return this.#reopen({ ...range, blind, widest: BigInt(widest) })
    }
    if (node?.kind === 'pruned') {
      this.#reopen({ ...range, blind })
      return this.#giveUp(plan.pruned(from))
    }
    if (node?.method === 'eth_getLogs' && (node.kind === 'fatal' || node.kind === 'invalid-input')) {
      if (this.#unclassified.note(pool(), range, node, avoided)) return this.#reopen({ ...range, blind })
      if (width > 1n && blind < maxBlindSplits) return this.#halve(range, blind + 1)
    }
    const isOver = ++this.#failuresInRow >= maxFailuresInRow || isUnrecoverable(error)
    return isOver ? [range, ...this.#giveUp()] : [range]
  }

  /** An endpoint refused this width. Returns whether to repeat it elsewhere; otherwise chunks become smaller. */
  #tooWide(range: BlockInterval, { maxBlockRange, suggestedRange, details }: NodeError): boolean {
    const { pool, plan, sizer, careful } = this.#options
    const width = countBlocks([range])
    const unread = countBlocks(this.#unread.all()) + width
    const { best, untried } = chooseBlockRange(pool().getStatus(), Number(unread))
    this.#untried = careful ? 0 : untried.length
    if (untried.length > 0 || (best !== undefined && best >= width)) return true
    plan.narrow()
    const named = maxBlockRange ?? (suggestedRange && Number(countBlocks([toInterval(suggestedRange)])))
    if (named === undefined) return sizer.refused(width, guessBlockLimit(details, range))
    sizer.tooWide(width, best ?? named)
    // A named limit need not be searched for.
    this.#isProven = true
    return true
  }

  /** Whether a node that complains of too many logs means too many blocks: logs are sparse, or it suggests the same width each time. */
  #isAboutWidth(range: BlockInterval, { maxResults, suggestedRange }: NodeError): boolean {
    const { sizer } = this.#options
    const width = countBlocks([range])
    if (suggestedRange) {
      const suggested = countBlocks([toInterval(suggestedRange)])
      return this.#hints.isRepeated(suggested) && sizer.refusedAgain(width, suggested)
    }
    if (maxResults === undefined || sizer.isSparse(width, maxResults)) return sizer.refused(width)
    this.#capped ??= { width, cap: maxResults }
    return false
  }

  /** The few blocks of the first chunk, and parts of them, say nothing about the limit. */
  #prove(chunk: Chunk): void {
    if (chunk.first) this.#first = chunk
    else if (!chunk.sample && !(this.#first && covers([this.#first], chunk))) this.#isProven = true
  }

  #halve({ from, to }: BlockInterval, blind: number): readonly BlockInterval[] {
    const widest = (countBlocks([{ from, to }]) + 1n) / 2n
    const middle = from + widest
    return this.#reopen({ from, to: middle - 1n, blind, widest }, { from: middle, to, blind, widest })
  }

  /** Returns the blocks given up: none. */
  #reopen(...ranges: readonly Parameters<UnreadBlocks['add']>[0][]): readonly BlockInterval[] {
    for (const range of ranges) this.#unread.add(range)
    return []
  }

  /** Removes the unread blocks up to `last`, or all of them, and returns them. */
  #giveUp(last?: bigint): readonly BlockInterval[] {
    const givenUp: BlockInterval[] = []
    for (const unread of this.#unread.all()) {
      if (last !== undefined && unread.from > last) continue
      const range = { from: unread.from, to: last !== undefined && last < unread.to ? last : unread.to }
      this.#unread.take(unread, range)
      givenUp.push(range)
    }
    return givenUp
  }
}

function toInterval([from, to]: readonly [bigint, bigint]): BlockInterval {
  return { from, to }
}

/** Whether the next chunk would fail as well: the budget is spent, or no endpoint can serve such calls. */
function isUnrecoverable(error: Error): boolean {
  if (!(error instanceof NodeError)) return true
  return error.kind === 'quota' || error.kind === 'wrong-network' || error.kind === 'unavailable'
}
