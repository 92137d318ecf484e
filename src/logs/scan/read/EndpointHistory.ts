import { numberToHex } from 'viem'
import { NodeError, type NodeErrorKind } from '../../../errors/NodeError.ts'
import type { Clock } from '../../../rpc/Clock.ts'
import { perPool } from '../../../rpc/perPool.ts'
import type { Pool } from '../../../rpc/Pool.ts'
import { requestHeader } from '../../chain/readHeader.ts'
import type { BlockInterval } from '../../Coverage.ts'
import { headsOf } from './endpointHeads.ts'
import { behindError } from './intervalErrors.ts'
import { requestLogs } from './requestLogs.ts'

export interface ProbeOptions {
  readonly pool: Pool
  readonly endpoint: string
  /** The lowest block that the caller will read: probing it first can save later probes. */
  readonly floor: bigint
  readonly signal: AbortSignal | undefined
}

interface Endpoint {
  /** It keeps the logs of this block and of all above. */
  keepsFrom: bigint | undefined
  /** When that was shown, in milliseconds since the epoch. */
  shownAt: number
  /** It has pruned the logs of this block and of all below; -1 when none are known to be pruned. */
  prunedTo: bigint
  /** A probe of one of its blocks that is under way. */
  probe: Promise<void> | undefined
}

/** Milliseconds after which an endpoint is probed again, because many prune history as the chain grows. */
const validFor = 3_600_000
/** The endpoint has logs there: more than it sends at once. */
const tooBig: ReadonlySet<NodeErrorKind> = new Set(['too-many-results', 'response-too-large'])
/** The endpoint does not answer such calls, which says nothing about its blocks. */
export const declined: ReadonlySet<NodeErrorKind> = new Set(['unavailable', 'invalid-input', 'fatal'])

/**
 * How far back each endpoint keeps logs. Pruned nodes may answer for old blocks with an empty list, so an empty answer
 * counts only from an endpoint known to keep that history: by logs it sent, or by a probe of an old block
 * (`eth_getBlockByNumber`, and `eth_getLogs` of that block if its bloom says that it has logs). Endpoints are probed once,
 * and again only to find where their history ends.
 */
export class EndpointHistory {
  readonly #clock: Pick<Clock, 'now'>
  readonly #endpoints = new Map<string, Endpoint>()
  /** Whether probed blocks have logs, according to their headers. */
  readonly #blocks = new Map<bigint, boolean>()
  /** Blocks whose logs are too many for one answer, with the errors that said so. */
  readonly #tooBig = new Map<bigint, readonly NodeError[]>()

  constructor(clock: Pick<Clock, 'now'>) {
    this.#clock = clock
  }

  /** Endpoints that have pruned this block. */
  lacking(block: bigint): readonly string[] {
    return [...this.#endpoints]
      .filter(([, one]) => one.prunedTo >= block && !keeps(one, block))
      .map(([name]) => name)
  }

  /** Whether the endpoint is known to prune. */
  prunes(endpoint: string): boolean {
    return this.#of(endpoint).prunedTo >= 0n
  }

  /** The endpoint sent a log of this block. */
  sawLog(endpoint: string, block: bigint): void {
    const known = this.#of(endpoint)
    if (keeps(known, block)) return
    known.keepsFrom = block
    known.shownAt = this.#clock.now()
  }

  /** Pruned blocks may be back, as when an endpoint moves to another node: probe again. */
  forgetPruned(): void {
    // A probed block may have been of a chain that was replaced.
    if ([...this.#endpoints.values()].some(({ prunedTo }) => prunedTo >= 0n)) this.#blocks.clear()
    for (const known of this.#endpoints.values()) known.prunedTo = -1n
    this.#tooBig.clear()
  }

  /** Errors of endpoints that do not send all logs of this block at once. */
  tooBigAt(block: bigint): readonly NodeError[] {
    return this.#tooBig.get(block) ?? []
  }

  /** An endpoint refused all logs of this block as too many. */
  sawTooBig(block: bigint, error: NodeError): void {
    this.#tooBig.set(block, [...this.tooBigAt(block), error])
  }

  /** The endpoint said that this block is pruned. */
  sawPruned(endpoint: string, block: bigint): void {
    const known = this.#of(endpoint)
    if (block > known.prunedTo) known.prunedTo = block
    // Its header alone may have suggested otherwise.
    if (keeps(known, block)) known.keepsFrom = undefined
  }

  /**
   * Whether the endpoint keeps the logs of an interval.
   *
   * @throws {@link NodeError} when a probe fails.
   */
  async covers(interval: BlockInterval, options: ProbeOptions): Promise<boolean> {
    const { from, to } = interval
    // Every node keeps the first block of a chain, and it has no logs: that says nothing about later ones.
    if (to === 0n) return this.#has(to, options)
    const known = this.#of(options.endpoint)
    // Probes the lowest block that the caller will read. If it is pruned, bisects between it and this interval.
    for (let probes = 0; ;) {
      options.signal?.throwIfAborted()
      if (keeps(known, from)) return true
      if (known.prunedTo >= from) return false
      if (known.probe) {
        await known.probe.catch(() => {})
        continue
      }
      const middle = (known.prunedTo + 1n + from) / 2n
      const block = known.prunedTo < options.floor ? options.floor : probes++ === 0 ? middle : from
      known.probe = this.#probe({ from: block, to }, options)
      try {
        await known.probe
      } finally {
        known.probe = undefined
      }
    }
  }

  /** Finds out whether the endpoint keeps the first block of an interval. */
  async #probe({ from, to }: BlockInterval, options: ProbeOptions): Promise<void> {
    const { endpoint } = options
    const first = from === 0n ? 1n : from
    if (!(await this.#has(first, options))) return this.sawPruned(endpoint, first)
    if (!this.#blocks.get(first)) {
      // Nodes keep headers longer than logs: a nearby block known to have logs is better evidence.
      const other = [...this.#blocks].find(([block, full]) => full && block > first && block <= to)?.[0]
      const witness = other ?? (first + to + 1n) / 2n
      if (witness > first && !(await this.#has(witness, options))) return this.sawPruned(endpoint, witness)
    }
    this.sawLog(endpoint, from)
  }

  /** Whether there is no sign that the endpoint lacks a block. */
  async #has(block: bigint, options: ProbeOptions): Promise<boolean> {
    const known = this.#blocks.get(block)
    if (known && (await this.#hasLogs(block, options))) return true
    // A block that had logs and now has none may have been replaced.
    const header = await this.#readHeader(block, options)
    if (header === 'pruned') return false
    if (header === 'unreadable') return !known
    if (known && header === 'full') return false
    const isKept = header === 'empty' || (await this.#hasLogs(block, options))
    // Only a block that some endpoint has shown is evidence against others.
    if (isKept) this.#blocks.set(block, header === 'full')
    return isKept
  }

  async #readHeader(
    block: bigint,
    { pool, endpoint, signal }: ProbeOptions,
  ): Promise<'pruned' | 'unreadable' | 'empty' | 'full'> {
    try {
      const { header } = await requestHeader(pool, block, { signal, endpoint })
      if (header === 'none') {
        const head = headsOf(pool).get(endpoint)
        // The chain has become shorter meanwhile: that it has no such block does not mean that it was pruned.
        if (head !== undefined && head < block) throw behindError(endpoint, block)
        return 'pruned'
      }
      if (header === 'malformed') return 'unreadable'
      return hasLogs(header.logsBloom) ? 'full' : 'empty'
    } catch (error) {
      return readRefusal(error) === 'pruned' ? 'pruned' : 'unreadable'
    }
  }

  async #hasLogs(block: bigint, { pool, endpoint, signal }: ProbeOptions): Promise<boolean> {
    const at = numberToHex(block)
    if (this.tooBigAt(block).some((error) => error.endpoint === endpoint)) return true
    try {
      const { result } = await requestLogs(
        pool,
        { fromBlock: at, toBlock: at },
        { signal, endpoint, smallReply: true },
      )
      return result.length > 0
    } catch (error) {
      if (error instanceof NodeError && tooBig.has(error.kind)) this.sawTooBig(block, error)
      return readRefusal(error) !== 'pruned'
    }
  }

  #of(endpoint: string): Endpoint {
    let known = this.#endpoints.get(endpoint)
    if (!known) {
      known = { keepsFrom: undefined, shownAt: 0, prunedTo: -1n, probe: undefined }
      this.#endpoints.set(endpoint, known)
    }
    if (this.#clock.now() - known.shownAt > validFor) known.keepsFrom = undefined
    return known
  }
}

function keeps({ keepsFrom }: Endpoint, block: bigint): boolean {
  return keepsFrom !== undefined && keepsFrom <= block
}

/** What an error says about the history. Throws errors that say nothing about it and may be temporary. */
function readRefusal(error: unknown): 'pruned' | 'unknown' {
  if (!(error instanceof NodeError)) throw error
  if (error.kind === 'pruned') return 'pruned'
  if (tooBig.has(error.kind) || declined.has(error.kind)) return 'unknown'
  throw error
}

/** Chains without blooms set nearly all bits: such a bloom says nothing. */
function hasLogs(bloom: string | undefined): boolean {
  return bloom !== undefined && /[1-9a-f]/.test(bloom.slice(2)) && !/f{64}/.test(bloom)
}

/** The history of a pool's endpoints, shared by all views of the pool. */
export const getEndpointHistory: (pool: Pool) => EndpointHistory = /* @__PURE__ */ perPool(
  ({ clock }) => new EndpointHistory(clock),
)
