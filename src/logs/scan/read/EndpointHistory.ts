import type { Pool } from '../../../rpc/Pool.ts'
import { numberToHex } from 'viem'
import { NodeError } from '../../../errors/NodeError.ts'
import type { NodeErrorKind } from '../../../errors/NodeError.ts'
import type { Clock } from '../../../rpc/Clock.ts'
import { blockHeader } from '../../../rpc/blockHeader.ts'
import type { BlockInterval } from '../../Coverage.ts'
import { requestLogs } from './requestLogs.ts'

export interface ReachOptions {
  readonly pool: Pool
  readonly endpoint: string
  /** The lowest block that whoever asks will want: what is held from there on need not be asked about again. */
  readonly floor: bigint
  readonly signal: AbortSignal | undefined
}

interface Known {
  /** It holds the logs of this block and of all above. */
  holdsFrom: bigint | undefined
  /** When it showed that. */
  shownAt: number
  /** It no longer holds the logs of this block, nor of any below. */
  prunedTo: bigint
  /** A look at one of its blocks. */
  underWay: Promise<void> | undefined
}

/** How long what an endpoint holds is believed: many drop history as the chain goes on. */
const believe = 3_600_000
/** The endpoint has logs there: more than it can send. */
const tooBig: ReadonlySet<NodeErrorKind> = new Set(['too-many-results', 'response-too-large'])
/** It does not answer such calls, which says nothing about its history. */
const declined: ReadonlySet<NodeErrorKind> = new Set(['unavailable', 'invalid-input', 'fatal'])

/**
 * How far back each endpoint holds logs. Nodes that dropped old history may answer for it with no logs at all, so "none"
 * is believed only from one that has shown what it still holds: by logs it sent, or by a look at an old block
 * (`eth_getBlockByNumber`, and `eth_getLogs` of that block where its bloom says that it has logs). That is asked once per
 * endpoint, and again only to find where its history ends.
 */
export class EndpointHistory {
  readonly #clock: Pick<Clock, 'now'>
  readonly #known = new Map<string, Known>()
  /** Blocks, and whether they have logs, as their headers say. */
  readonly #blocks = new Map<bigint, boolean>()
  /** Blocks of which an endpoint does not send all logs at once. */
  readonly #tooBig = new Map<bigint, readonly NodeError[]>()

  constructor(clock: Pick<Clock, 'now'>) {
    this.#clock = clock
  }

  /** Endpoints that do not hold this block any more. */
  lacking(block: bigint): readonly string[] {
    return [...this.#known]
      .filter(([, one]) => one.prunedTo >= block && !holds(one, block))
      .map(([name]) => name)
  }

  /** Whether it is known to have dropped any. */
  prunes(endpoint: string): boolean {
    return this.#of(endpoint).prunedTo >= 0n
  }

  /** It sent a log of this block. */
  sawLog(endpoint: string, block: bigint): void {
    const known = this.#of(endpoint)
    if (holds(known, block)) return
    known.holdsFrom = block
    known.shownAt = this.#clock.now()
  }

  /** What was gone may be there again: from now on it is found out anew. */
  forgetPruned(): void {
    // What made it seem so may have been the block of a chain that is gone.
    if ([...this.#known.values()].some(({ prunedTo }) => prunedTo >= 0n)) this.#blocks.clear()
    for (const known of this.#known.values()) known.prunedTo = -1n
    this.#tooBig.clear()
  }

  /** What endpoints said that were asked for all logs of this block, and do not send so many. */
  tooBigAt(block: bigint): readonly NodeError[] {
    return this.#tooBig.get(block) ?? []
  }

  /** Asked for all logs of this block, it said that there are too many. */
  sawTooBig(block: bigint, error: NodeError): void {
    this.#tooBig.set(block, [...this.tooBigAt(block), error])
  }

  /** It said that this block is gone. */
  sawPruned(endpoint: string, block: bigint): void {
    const known = this.#of(endpoint)
    if (block > known.prunedTo) known.prunedTo = block
    // Headers alone may have made it seem otherwise.
    if (holds(known, block)) known.holdsFrom = undefined
  }

  /**
   * Whether an endpoint that names no logs for an interval holds it at all.
   *
   * @throws {@link NodeError} when the endpoint could not be asked.
   */
  async covers(interval: BlockInterval, options: ReachOptions): Promise<boolean> {
    const { from, to } = interval
    const known = this.#of(options.endpoint)
    // First the lowest block of interest; if that is gone, where between it and this interval the history ends.
    for (let looks = 0; ;) {
      options.signal?.throwIfAborted()
      if (holds(known, from)) return true
      if (known.prunedTo >= from) return false
      if (known.underWay) {
        await known.underWay.catch(() => {})
        continue
      }
      const middle = (known.prunedTo + 1n + from) / 2n
      const block = known.prunedTo < options.floor ? options.floor : looks++ === 0 ? middle : from
      known.underWay = this.#look({ from: block, to }, options)
      try {
        await known.underWay
      } finally {
        known.underWay = undefined
      }
    }
  }

  /** Learns whether the endpoint holds the first block of an interval. */
  async #look({ from, to }: BlockInterval, options: ReachOptions): Promise<void> {
    const { endpoint } = options
    // The first block of a chain is kept by all, and has no logs.
    const first = from === 0n && to > 0n ? 1n : from
    if (!(await this.#has(first, options))) return this.sawPruned(endpoint, first)
    if (!this.#blocks.get(first)) {
      // Headers are kept longer than logs: if any block near by is known to have some, it tells.
      const other = [...this.#blocks].find(([block, full]) => full && block > first && block <= to)?.[0]
      const witness = other ?? (first + to + 1n) / 2n
      if (witness > first && !(await this.#has(witness, options))) return this.sawPruned(endpoint, witness)
    }
    this.sawLog(endpoint, from)
  }

  /** Whether nothing says that the endpoint lacks a block. */
  async #has(block: bigint, options: ReachOptions): Promise<boolean> {
    const known = this.#blocks.get(block)
    if (known && (await this.#hasLogs(block, options))) return true
    // One that has no logs though it had some may be another block by now.
    const header = await this.#readHeader(block, options)
    if (header === 'gone') return false
    if (header === 'unreadable') return !known
    if (known && header === 'full') return false
    const isHeld = header === 'empty' || (await this.#hasLogs(block, options))
    // What nobody has shown is no reason to doubt others.
    if (isHeld) this.#blocks.set(block, header === 'full')
    return isHeld
  }

  async #readHeader(
    block: bigint,
    { pool, endpoint, signal }: ReachOptions,
  ): Promise<'gone' | 'unreadable' | 'empty' | 'full'> {
    const params = [numberToHex(block), false]
    try {
      const { result } = await pool.request<unknown>(
        { method: 'eth_getBlockByNumber', params },
        { signal, endpoint },
      )
      if (result === null) return 'gone'
      const parsed = blockHeader.safeParse(result)
      if (!parsed.success || parsed.data.number !== block) return 'unreadable'
      return hasLogs(parsed.data.logsBloom) ? 'full' : 'empty'
    } catch (error) {
      return readRefusal(error) === 'pruned' ? 'gone' : 'unreadable'
    }
  }

  async #hasLogs(block: bigint, { pool, endpoint, signal }: ReachOptions): Promise<boolean> {
    const at = numberToHex(block)
    if (this.tooBigAt(block).some((error) => error.endpoint === endpoint)) return true
    try {
      const { segment, malformed } = await requestLogs(
        pool,
        { fromBlock: at, toBlock: at },
        { signal, endpoint, smallReply: true },
      )
      return segment.length + malformed.count > 0
    } catch (error) {
      if (error instanceof NodeError && tooBig.has(error.kind)) this.sawTooBig(block, error)
      return readRefusal(error) !== 'pruned'
    }
  }

  #of(endpoint: string): Known {
    let known = this.#known.get(endpoint)
    if (!known) {
      known = { holdsFrom: undefined, shownAt: 0, prunedTo: -1n, underWay: undefined }
      this.#known.set(endpoint, known)
    }
    if (this.#clock.now() - known.shownAt > believe) known.holdsFrom = undefined
    return known
  }
}

function holds({ holdsFrom }: Known, block: bigint): boolean {
  return holdsFrom !== undefined && holdsFrom <= block
}

/** What a refusal says about the history. Throws what says nothing about it, and may not be so the next time. */
function readRefusal(error: unknown): 'pruned' | 'unknown' {
  if (!(error instanceof NodeError)) throw error
  if (error.kind === 'pruned') return 'pruned'
  if (tooBig.has(error.kind) || declined.has(error.kind)) return 'unknown'
  throw error
}

/** A bloom with nearly all bits set, as chains that make none write it, says nothing. */
function hasLogs(bloom: string | undefined): boolean {
  return bloom !== undefined && /[1-9a-f]/.test(bloom.slice(2)) && !/f{64}/.test(bloom)
}

const known = new WeakMap<object, EndpointHistory>()

/** What is known of how far back a pool's endpoints reach: the same for every view of the pool. */
export function getEndpointHistory({ budget, clock }: Pool): EndpointHistory {
  // Views of a pool are objects of their own, and share its budget.
  let reach = known.get(budget)
  if (!reach) known.set(budget, (reach = new EndpointHistory(clock)))
  return reach
}
