import type { Pool } from '../../rpc/Pool.ts'
import type { BlockInterval } from '../Coverage.ts'
import { countBlocks } from '../intervals.ts'
import type { ChunkOutcomes } from './chunks/ChunkOutcomes.ts'
import type { Chunk, ChunkPlan } from './chunks/ChunkPlan.ts'
import type { ChunkSizer } from './chunks/ChunkSizer.ts'
import { openEndpoints, usualBlockRange } from './chunks/endpointLimits.ts'
import type { UnreadBlocks } from './chunks/UnreadBlocks.ts'
import type { ReorderBuffer } from './ReorderBuffer.ts'

export interface ScanCapacityOptions {
  readonly pool: () => Pool
  readonly unread: UnreadBlocks
  readonly plan: ChunkPlan
  readonly sizer: ChunkSizer
  readonly outcomes: ChunkOutcomes
  readonly buffer: ReorderBuffer
  /** Whether to read less ahead, because a limit may end the scan early. */
  readonly careful: boolean
  readonly signal: AbortSignal
  /** Called when another endpoint is ready. */
  readonly onOpen: () => void
}

/** Messages in flight to one endpoint: what a browser sends over HTTP/1.1. */
const messagesPerEndpoint = 6
/** Calls with small answers that may share a message, and how many logs these may have together. */
const callsPerMessage = 20
const logsPerMessage = 20_000
/** Answers with at most this many logs are small. */
const smallAnswer = 2_500
/**
 * Back-pressure for slow consumers: nothing more is sent while this many logs are buffered, or while this many times the chunks
 * allowed in flight are in flight or buffered.
 */
const chunksAhead = 2
export const logsAhead = 200_000

/** How a chunk is sent. */
export interface Dispatch {
  /** Few logs are expected: the call may share a message. */
  readonly small: boolean
  /** Releases the capacity. */
  readonly release: () => void
}

/** Decides how many chunks a scan has in flight, from the endpoints, their known limits and the expected logs. */
export class ScanCapacity {
  readonly #options: ScanCapacityOptions
  readonly #opened = new Set<string>()
  #running = 0
  /** Logs expected from the messages in flight; a message counts as full while that is unknown. */
  #load = 0
  #sampling = 0
  #isSearching = false

  constructor(options: ScanCapacityOptions) {
    this.#options = options
  }

  /** Chunks to send now; each is dispatched before the next one is taken. */
  *chunks(): Generator<Chunk, void, void> {
    const messages = this.#messages()
    while (this.#load < messages * logsPerMessage) {
      const chunk = this.#cut(messages)
      if (!chunk) return
      yield chunk
    }
  }

  /** Reserves capacity for a chunk. */
  dispatch(chunk: Chunk): Dispatch {
    const { sizer, buffer, outcomes, careful } = this.#options
    const range = { from: chunk.from, to: chunk.to }
    const expected = sizer.expect(range) ?? Number.POSITIVE_INFINITY
    // The first logs to show do not share a message: they would arrive with the last of it.
    const isFirst = !buffer.hasBegun && buffer.isNext(range)
    const small = expected <= smallAnswer && !isFirst
    const sharesMessage = small && outcomes.widths.isProven && !chunk.sample && !careful
    const isLarge = Number.isFinite(expected) && expected > logsPerMessage
    const ownLoad = sharesMessage || isLarge ? loadOf(expected) : logsPerMessage
    // Sent in addition to the chunks that fill the capacity.
    const load = chunk.first ? 0 : ownLoad
    this.#running++
    this.#load += load
    if (chunk.sample) this.#sampling++
    if (chunk.search) this.#isSearching = true
    const release = () => {
      this.#running--
      this.#load -= load
      if (chunk.sample) this.#sampling--
      if (chunk.search) this.#isSearching = false
    }
    return { small, release }
  }

  /** How many messages may be in flight. */
  #messages(): number {
    const { careful, outcomes, unread, plan, pool, signal, onOpen } = this.#options
    if (careful) return outcomes.widths.isProven ? 2 : 1
    if (!unread.first) return 0
    const calls = unread.all().reduce((sum, one) => sum + this.#callsFor(one), 0)
    const messages = unread.all().reduce((sum, one) => sum + this.#messagesFor(one), 0)
    const work = { calls, rounds: messages / messagesPerEndpoint }
    const endpoints = openEndpoints(pool(), work, this.#opened, signal, onOpen)
    // Until one chunk has come through, limits are unknown: one probe is better than many refusals.
    if (!outcomes.widths.isProven) return Math.max(plan.samplesFarEnd ? 2 : 1, outcomes.widths.untried)
    plan.expectCalls(calls)
    if (plan.samplesLeft > 0) return this.#running + plan.samplesLeft
    return this.#sampling > 0 ? 0 : endpoints * messagesPerEndpoint
  }

  #callsFor(blocks: BlockInterval): number {
    const { sizer, outcomes } = this.#options
    const calls = sizer.callsFor(blocks)
    return outcomes.widths.isProven ? calls : Math.max(calls, Number(countBlocks([blocks])) / usualBlockRange)
  }

  /** How many messages the calls for these blocks fill. */
  #messagesFor(blocks: BlockInterval): number {
    const calls = this.#callsFor(blocks)
    return (calls * loadOf((this.#options.sizer.expect(blocks) ?? 0) / calls)) / logsPerMessage
  }

  /** The next chunk, unless enough has been read ahead. */
  #cut(messages: number): Chunk | undefined {
    const { unread, buffer, plan, careful, outcomes } = this.#options
    const { first } = unread
    if (!first) return undefined
    const maxRunning = careful ? messages : messages * callsPerMessage
    const isFar = buffer.chunks + this.#running >= chunksAhead * maxRunning || buffer.logs >= logsAhead
    if (isFar && !buffer.isNext(first)) return undefined
    return plan.cut(first, {
      beside: this.#running > 0,
      proven: outcomes.widths.isProven,
      searching: this.#isSearching,
    })
  }
}

/** How much of `logsPerMessage` a call with this many logs takes up. */
function loadOf(logs: number): number {
  return logs > smallAnswer
    ? Math.max(logsPerMessage, logs)
    : Math.ceil(Math.max(logs, logsPerMessage / callsPerMessage))
}
