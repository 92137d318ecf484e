import { NodeError } from '../../../errors/NodeError.ts'
import type { Pool } from '../../../rpc/Pool.ts'
import type { Chunk, ChunkPlan } from './ChunkPlan.ts'
import type { ChunkSizer } from './ChunkSizer.ts'
import type { BlockInterval } from '../../Coverage.ts'
import { chooseBlockRange } from './endpointLimits.ts'
import { clipSelection, countLogs } from '../../columns/LogSelection.ts'
import type { PartialAnswer } from '../read/MalformedLogsError.ts'
import type { NarrowEndpoints } from './endpointLimits.ts'
import { countBlocks, covers, subtract, toIntervalSet } from '../../intervals.ts'
import { guessBlockLimit } from './guessBlockLimit.ts'
import type { UnreadBlocks } from './UnreadBlocks.ts'
import { RangeHints } from './RangeHints.ts'
import type { IntervalRead } from '../read/readInterval.ts'
import { UnclassifiedErrors } from './UnclassifiedErrors.ts'

export interface ChunkOutcomesOptions {
  /** Whoever is asked now. */
  readonly pool: () => Pool
  readonly open: UnreadBlocks
  readonly plan: ChunkPlan
  readonly sizer: ChunkSizer
  /** Reads less ahead: a limit may end the scan early. */
  readonly careful: boolean
  /** One gap makes all of it useless. @default false */
  readonly allOrNothing?: boolean | undefined
}

/** What became of the blocks of an answer with malformed logs. Those that are in neither list are read again. */
export interface MalformedOutcome {
  readonly whole: readonly BlockInterval[]
  readonly givenUp: readonly BlockInterval[]
}

/** How a chunk was asked for. */
export interface Asked {
  readonly avoided: readonly string[]
  /** Who was not asked, because the chunk was too wide for them. */
  readonly narrow: NarrowEndpoints
}

/** After this many failures in a row the rest is given up: every endpoint is gone, and asking on would only cost. */
const maxFailuresInRow = 3
/** How often an interval is halved because of an error that no one could read. */
const maxBlindSplits = 4
/** Reads that one scan spends on finding the blocks of malformed logs. */
const maxMalformedReads = 200

/** What answers and refusals mean for the blocks that are still to be read: how they are to be asked for, or given up. */
export class ChunkOutcomes {
  readonly #options: ChunkOutcomesOptions
  readonly #open: UnreadBlocks
  readonly #unknown = new UnclassifiedErrors()
  readonly #hints = new RangeHints()
  /** Logs of each endpoint's largest answer: where more came, fewer were not cut off. */
  readonly #largest = new Map<string, number>()
  #strangers = 0
  #isProven = false
  #failuresInRow = 0
  #malformedReads = 0
  #hasSupposed = false
  /** Blocks refused for having too many logs before their density was known. */
  #capped: { readonly width: bigint; readonly cap: number } | undefined
  /** The blocks that were read first. */
  #first: BlockInterval | undefined

  constructor(options: ChunkOutcomesOptions) {
    this.#options = options
    this.#open = options.open
  }

  /** How many endpoints may take more blocks than those that refused them. */
  get strangers(): number {
    return this.#strangers
  }

  /** Whether it is known how many blocks can be asked for: a chunk has come through, or a limit was named. */
  get isProven(): boolean {
    return this.#isProven && !this.#options.sizer.isSearching
  }

  /** How to ask for an interval after what was refused: others first, and nobody the same again. */
  optionsFor(range: BlockInterval) {
    return this.#unknown.optionsFor(range)
  }

  /** Takes an answer in. Whether it is believed; where it is not, its blocks are open again, in halves. */
  answered(chunk: Chunk, read: IntervalRead): boolean {
    const { sizer } = this.#options
    this.#prove(chunk)
    this.#failuresInRow = 0
    const logs = countLogs(read.selection)
    const largest = this.#largest.get(read.endpoint) ?? 0
    this.#largest.set(read.endpoint, Math.max(largest, logs))
    const isWhole = chunk.promisedBy !== undefined && this.#hints.kept(read, sizer.cap)
    if (read.suspect && !isWhole && chunk.from < chunk.to && largest <= logs + read.rejected) {
      this.#halve(chunk, chunk.blind)
      return false
    }
    sizer.succeeded(chunk, logs)
    if (this.#capped && sizer.isSparse(this.#capped.width, this.#capped.cap)) {
      sizer.mistook(this.#capped.width)
      this.#capped = undefined
    }
    // Far from as many logs as the node sends: it may have meant how many blocks it reads.
    if (chunk.promisedBy !== undefined && !this.#hasSupposed) {
      this.#hasSupposed = true
      if (!isWhole && !this.#hints.isFull(read, sizer.cap)) sizer.suppose(countBlocks([chunk]))
    }
    return true
  }

  /**
   * Takes in an answer of which some logs could not be read: the blocks that are whole, and those that are given up. The
   * rest is open again, one by one where the logs name their blocks, otherwise in halves.
   */
  malformed(chunk: Chunk, { selection, blocks = [] }: PartialAnswer): MalformedOutcome {
    const { from, to, blind } = chunk
    const range = { from, to }
    this.#prove(chunk)
    this.#failuresInRow = 0
    const broken = toIntervalSet(blocks.map((block) => ({ from: block, to: block })))
    const whole = broken.length > 0 ? subtract([range], broken) : []
    const { allOrNothing = false } = this.#options
    const isOver = allOrNothing || this.#malformedReads + blocks.length > maxMalformedReads
    if (from === to || isOver) return { whole, givenUp: whole.length > 0 ? broken : [range] }
    if (whole.length === 0) {
      this.#malformedReads += 2
      return { whole, givenUp: this.#halve(range, blind) }
    }
    this.#malformedReads += blocks.length
    for (const part of whole) this.#options.sizer.succeeded(part, countLogs(clipSelection(selection, part)))
    return { whole, givenUp: this.#reopen(...broken.map((part) => ({ ...part, blind, widest: 1n }))) }
  }

  /** Takes a failure in: its blocks are open again, otherwise cut, or given up. The intervals that are given up. */
  failed(chunk: Chunk, error: Error, { avoided, narrow }: Asked): readonly BlockInterval[] {
    const { pool, plan, sizer, careful } = this.#options
    const { from, to, blind } = chunk
    const range = { from, to }
    const width = countBlocks([range])
    const node = error instanceof NodeError ? error : undefined
    // What a read asks besides the logs, such as the head, no narrower range makes a success.
    const kind = width > 1n && node?.method === 'eth_getLogs' ? node.kind : undefined
    // What is under way beside it is wider, and tells how many can be asked for.
    if (node && kind === 'range-too-wide' && chunk.first) return this.#reopen({ ...range, blind })
    if (node && kind === 'range-too-wide') {
      const widest = this.#tooWide(range, node) ? undefined : (width + 1n) / 2n
      return this.#reopen({ ...range, blind, widest })
    }
    if (node && kind === 'timeout' && sizer.refused(width)) return this.#reopen({ ...range, blind })
    if (node && (kind === 'too-many-results' || kind === 'response-too-large' || kind === 'timeout')) {
      if (kind !== 'timeout' && this.#isAboutWidth(range, node)) return this.#reopen({ ...range, blind })
      const fits = kind === 'timeout' ? undefined : this.#hints.refused(range, node, chunk.promisedBy)
      if (kind !== 'timeout') sizer.tooMany(range, node.maxResults, fits)
      if (fits) {
        return this.#reopen({ ...fits, blind, promisedBy: node.endpoint }, { from: fits.to + 1n, to, blind })
      }
      if (kind !== 'timeout' && !careful) plan.sample()
      // Refused again: the logs lie close together, and thirds come near to them sooner.
      const parts = chunk.narrowed ? 3n : 2n
      return this.#reopen({ ...range, blind, widest: (width + parts - 1n) / parts })
    }
    if (node && narrow.widest > 0) {
      // Those who take so many blocks could not answer; the others were not asked.
      const { best } = chooseBlockRange(pool().getStatus(), 0)
      if (best !== undefined && best < width) sizer.tooWide(width, best)
      return this.#reopen({ ...range, blind, widest: BigInt(narrow.widest) })
    }
    if (node?.kind === 'pruned') {
      this.#reopen({ ...range, blind })
      return this.#giveUp(plan.pruned(from))
    }
    if (node?.method === 'eth_getLogs' && (node.kind === 'fatal' || node.kind === 'invalid-input')) {
      if (this.#unknown.note(pool(), range, node, avoided)) return this.#reopen({ ...range, blind })
      if (width > 1n && blind < maxBlindSplits) return this.#halve(range, blind + 1)
    }
    const isOver = ++this.#failuresInRow >= maxFailuresInRow || isUnrecoverable(error)
    return isOver ? [range, ...this.#giveUp()] : [range]
  }

  /** Some endpoint does not take so many blocks: another may, or the chunks become smaller. Not so if nodes did before. */
  #tooWide(range: BlockInterval, { maxBlockRange, suggestedRange, details }: NodeError): boolean {
    const { pool, plan, sizer, careful } = this.#options
    const width = countBlocks([range])
    const open = countBlocks(this.#open.all()) + width
    const { best, strangers } = chooseBlockRange(pool().getStatus(), Number(open))
    this.#strangers = careful ? 0 : strangers.length
    if (strangers.length > 0 || (best !== undefined && best >= width)) return true
    plan.narrow()
    const named = maxBlockRange ?? (suggestedRange && Number(countBlocks([toInterval(suggestedRange)])))
    if (named === undefined) return sizer.refused(width, guessBlockLimit(details, range))
    sizer.tooWide(width, best ?? named)
    // A limit that was named need not be looked for.
    this.#isProven = true
    return true
  }

  /** Nodes speak of too many logs, and mean too many blocks: there are few, or they suggest the same number of blocks each time. */
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

  /** So few blocks as are read first say nothing of how many can be asked for, and their parts neither. */
  #prove(chunk: Chunk): void {
    if (chunk.first) this.#first = chunk
    else if (!chunk.sample && !(this.#first && covers([this.#first], chunk))) this.#isProven = true
  }

  #halve({ from, to }: BlockInterval, blind: number): readonly BlockInterval[] {
    const widest = (countBlocks([{ from, to }]) + 1n) / 2n
    const middle = from + widest
    return this.#reopen({ from, to: middle - 1n, blind, widest }, { from: middle, to, blind, widest })
  }

  /** Nothing of it is given up. */
  #reopen(...ranges: readonly Parameters<UnreadBlocks['add']>[0][]): readonly BlockInterval[] {
    for (const range of ranges) this.#open.add(range)
    return []
  }

  /** Takes what is open up to `last`, for nothing to be sent for it. */
  #giveUp(last?: bigint): readonly BlockInterval[] {
    const givenUp: BlockInterval[] = []
    for (const open of this.#open.all()) {
      if (last !== undefined && open.from > last) continue
      const range = { from: open.from, to: last !== undefined && last < open.to ? last : open.to }
      this.#open.take(open, range)
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
