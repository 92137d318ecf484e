import type { NodeError } from '../../../errors/NodeError.ts'
import { hasOtherEndpoints } from '../../../rpc/endpoint/requestEndpoints.ts'
import type { Pool, PoolReply } from '../../../rpc/Pool.ts'
import { countLogs } from '../../columns/LogSelection.ts'
import type { LogsAnswer } from '../../columns/scanReplies.ts'
import type { BlockInterval } from '../../Coverage.ts'
import type { FilterPart } from '../../filter/Filter.ts'
import { splitFilter } from '../../filter/splitFilter.ts'
import { toRpcFilter } from '../../filter/toRpcFilter.ts'
import { detectPruned } from './detectPruned.ts'
import { headsOf, refreshHead } from './endpointHeads.ts'
import { getEndpointHistory, type EndpointHistory } from './EndpointHistory.ts'
import { behindError, prunedError, tooLargeError } from './intervalErrors.ts'
import { isSuspect, type IntervalRead } from './IntervalRead.ts'
import { isPermanent, isTimeout, isTooBig, isTooMuch } from './logsErrors.ts'
import { malformedCooldown, malformedEndpoints } from './malformedEndpoints.ts'
import { MalformedLogsError } from './MalformedLogsError.ts'
import { PartsReader } from './PartsReader.ts'
import type { ReadOptions } from './ReadOptions.ts'
import { requestLogs } from './requestLogs.ts'
import type { BegunCheck } from './TailCheck.ts'
import { verifyAnswer } from './verifyAnswer.ts'

/** What follows a request: another one, reads by parts of the filter, or nothing. */
type NextStep = 'retry' | { readonly split: readonly FilterPart[] } | { readonly done: IntervalRead }

/**
 * One read of one interval. Requests go from endpoint to endpoint until one gives an answer that can be trusted:
 *
 * | outcome of a request | next step |
 * |---|---|
 * | a verified answer | done |
 * | the endpoint has not shown the last block | read its head; repeat, elsewhere if it is still behind |
 * | some logs are malformed | another endpoint; the same one once more if logs contradict each other (a reorg) |
 * | some logs are malformed, and every other endpoint would answer only parts of the range | fail, with such a refusal |
 * | no logs, and the endpoint may have pruned them | another endpoint, unless it proves that it keeps them |
 * | no logs up to the head, and the endpoint has lost its head | another endpoint |
 * | the last block that is not final has become another one | fail: the scan starts over |
 * | exactly as many logs as a usual cap | one block: by parts of the filter, or compare with another endpoint. Else done, `suspect` |
 * | too many logs in one block | by parts of the filter, or another endpoint |
 * | a timeout over several blocks | if the endpoint answers a small call, the range is too wide: fail. Else another endpoint |
 * | any other error, or no endpoint is left | the largest cut-off answer, else fail with the error that explains most |
 */
export class IntervalReader {
  readonly #pool: Pool
  readonly #filter: FilterPart
  readonly #interval: BlockInterval
  readonly #signal: AbortSignal | undefined
  readonly #options: ReadOptions
  readonly #history: EndpointHistory
  readonly #isSingle: boolean
  /** Whether it reads all logs of one block, as `EndpointHistory` does when it probes. */
  readonly #isProbe: boolean
  /** Endpoints that will not answer for this interval. */
  readonly #refused: string[]
  /** Endpoints that have not shown the last block. */
  readonly #behind: string[] = []
  /** Endpoints that timed out. */
  readonly #timedOut: string[] = []
  #begunCheck: BegunCheck | undefined
  #headError: NodeError | undefined
  #refusal: NodeError | undefined
  #malformed: MalformedLogsError | undefined
  #wasRepeated = false
  /** An answer for one block that may have been cut off. */
  #cutOff: IntervalRead | undefined
  /** Reads the block by parts of the filter, once it turned out to be too large. */
  #parts: PartsReader | undefined

  constructor(
    pool: Pool,
    filter: FilterPart,
    interval: BlockInterval,
    signal: AbortSignal | undefined,
    options: ReadOptions,
  ) {
    this.#pool = pool
    this.#filter = filter
    this.#interval = interval
    this.#signal = signal
    this.#options = options
    this.#history = getEndpointHistory(pool)
    this.#isSingle = interval.from === interval.to
    this.#isProbe = this.#isSingle && !filter.address && filter.topics.length === 0
    const { refusals = [] } = options
    const probes = this.#isProbe ? this.#history.tooBigAt(interval.from) : []
    this.#refused = [...refusals, ...probes].flatMap(({ endpoint }) => endpoint ?? [])
    const [first] = [...refusals, ...probes.map((error) => tooLargeError(interval.from, error))]
    this.#refusal = first
  }

  /** May be called again: it does not repeat what was refused. */
  async read(): Promise<IntervalRead> {
    if (this.#parts) return this.#parts.read()
    this.#cutOff = undefined
    for (;;) {
      const step = await this.#request()
      if (step === 'retry') continue
      return 'done' in step ? step.done : this.#readParts(step.split)
    }
  }

  async #request(): Promise<NextStep> {
    const { small = false, narrow = [] } = this.#options
    const lacking = this.#history.lacking(this.#interval.from)
    const excluded = [...this.#refused, ...lacking, ...narrow]
    if (excluded.length > 0 && !this.#hasOthers(excluded)) {
      if (this.#cutOff) return { done: this.#cutOff }
      throw this.#malformed ?? this.#refusal ?? prunedError(this.#interval, lacking[0])
    }
    try {
      const { tail } = this.#options
      if (tail) this.#begunCheck = await tail.begin(this.#pool)
      const heads = headsOf(this.#pool)
      const answer = await requestLogs(this.#pool, toRpcFilter(this.#filter, this.#interval), {
        signal: this.#signal,
        prefer: this.#options.prefer ?? this.#begunCheck?.shownBy.values().next().value,
        avoid: this.#avoided(),
        exclude: excluded,
        // In one message with the check.
        smallReply: small || tail !== undefined,
        preferVerified: true,
        // Noted at once: the call may still fail at another endpoint.
        onRefused: ({ kind, endpoint }) => {
          if (kind === 'pruned' && endpoint !== undefined)
            this.#history.sawPruned(endpoint, this.#interval.from)
        },
      })
      const head = heads.get(answer.endpoint) ?? this.#earlierHead(answer.endpoint)
      if (head === undefined || head < this.#interval.to) return await this.#awaitHead(answer)
      for (const refusal of answer.refusals ?? []) {
        if (refusal.endpoint === undefined || !isPermanent(refusal)) continue
        this.#refused.push(refusal.endpoint)
        excluded.push(refusal.endpoint)
      }
      return await this.#verify(answer, head, excluded)
    } catch (error) {
      return this.#recover(error, excluded)
    }
  }

  /** The head of an endpoint that had shown none before its answer. It may be newer than the answer, but hardly by `finality` blocks. */
  #earlierHead(endpoint: string): bigint | undefined {
    const shown = headsOf(this.#pool).get(endpoint)
    return shown === undefined ? undefined : shown - BigInt(this.#pool.network.finality)
  }

  #avoided(): readonly string[] {
    const { avoid = [] } = this.#options
    const unready = [...this.#behind, ...this.#timedOut]
    // An endpoint that may send malformed logs again is better than one that lacks the blocks.
    return unready.length > 0 ? [...avoid, ...unready] : [...avoid, ...malformedEndpoints(this.#pool).names]
  }

  /** The endpoint may have caught up since, but its answer is older: only a new one counts, once it has shown the block. */
  async #awaitHead({ endpoint, refusals = [] }: PoolReply<LogsAnswer>): Promise<NextStep> {
    const { to } = this.#interval
    if (this.#behind.includes(endpoint)) throw this.#headError ?? behindError(endpoint, to)
    for (const { endpoint: name } of refusals) if (name !== undefined) this.#refused.push(name)
    await this.#isBehind(endpoint)
    const { avoid = [] } = this.#options
    const unusable = [...avoid, ...this.#behind, ...this.#timedOut, ...this.#refused]
    // Endpoints that are behind may catch up, but those that refused will refuse again.
    if (this.#refused.length > 0 && !this.#hasOthers(unusable))
      throw this.#headError ?? behindError(endpoint, to)
    return 'retry'
  }

  async #verify(answer: PoolReply<LogsAnswer>, head: bigint, excluded: readonly string[]): Promise<NextStep> {
    const read = verifyAnswer(this.#pool, answer, this.#filter, this.#interval)
    if (!(await this.#hasSameTail(answer, read))) return 'retry'
    if (read instanceof MalformedLogsError) return this.#rejectMalformed(read, answer, excluded)
    const { endpoint } = answer
    const { floor = this.#interval.from, onPreview } = this.#options
    const pruned = await detectPruned(read.selection, this.#interval, head, {
      pool: this.#pool,
      endpoint,
      floor,
      signal: this.#signal,
      onProbe: () => onPreview?.(read),
    })
    if (pruned) {
      this.#refused.push(endpoint)
      if (pruned.kind !== 'pruned') this.#refusal = pruned
      return 'retry'
    }
    return (await this.#hasFallenBehind(read, head)) ? 'retry' : this.#checkCap(read, excluded)
  }

  /** Whether an answer is of the chain that the other blocks that are not final were read from. Always, if these need no check. */
  async #hasSameTail(
    answer: PoolReply<LogsAnswer>,
    read: IntervalRead | MalformedLogsError,
  ): Promise<boolean> {
    const { tail, onPreview } = this.#options
    const begun = this.#begunCheck
    if (!tail || !begun) return true
    if (!(read instanceof MalformedLogsError)) onPreview?.(read)
    const { endpoint } = answer
    const state = await tail.confirm(this.#pool, answer, begun)
    if (state === 'behind') {
      if (this.#behind.includes(endpoint)) throw behindError(endpoint, this.#interval.to)
      this.#behind.push(endpoint)
    }
    return state === 'same'
  }

  /** An endpoint that has fallen behind the end of the range may return no logs at all, not even those of old blocks. */
  async #hasFallenBehind({ endpoint, selection }: IntervalRead, head: bigint): Promise<boolean> {
    const { from, to } = this.#interval
    const finalTo = head - BigInt(this.#pool.network.finality)
    if (this.#options.small || countLogs(selection) > 0 || from > finalTo || to <= finalTo) return false
    return this.#isBehind(endpoint)
  }

  /** Reads an endpoint's head: whether it lacks the last block, so that others are asked first. */
  async #isBehind(endpoint: string): Promise<boolean> {
    this.#headError = await refreshHead(this.#pool, endpoint, this.#signal)
    const isBehind = (headsOf(this.#pool).get(endpoint) ?? -1n) < this.#interval.to
    if (isBehind) this.#behind.push(endpoint)
    return isBehind
  }

  #rejectMalformed(
    error: MalformedLogsError,
    { endpoint, result }: PoolReply<LogsAnswer>,
    excluded: readonly string[],
  ): NextStep {
    malformedEndpoints(this.#pool).add(endpoint, malformedCooldown)
    this.#malformed = error.moreSpecific(this.#malformed)
    if (this.#cutOff && result.length > countLogs(this.#cutOff.selection)) this.#cutOff = undefined
    const canRepeat = error.isContradictory && !this.#wasRepeated
    if (canRepeat && !this.#hasOthers([...excluded, endpoint])) this.#wasRepeated = true
    else this.#refused.push(endpoint)
    return 'retry'
  }

  /** An answer for one block cannot be halved by blocks: it is compared with its parts, or with another endpoint's. */
  #checkCap(read: IntervalRead, excluded: readonly string[]): NextStep {
    const { endpoint, selection } = read
    const cutOff = this.#cutOff
    if (cutOff) return { done: countLogs(cutOff.selection) > countLogs(selection) ? cutOff : read }
    if (!this.#isSingle || !isSuspect(read)) return { done: read }
    const split = splitFilter(this.#filter)
    if (split) return { split }
    if (!this.#hasOthers([...excluded, endpoint])) return { done: read }
    this.#cutOff = read
    this.#refused.push(endpoint)
    return 'retry'
  }

  async #recover(error: unknown, excluded: readonly string[]): Promise<NextStep> {
    // A small call shows whether the range was too wide or the endpoint is down.
    const down =
      !this.#isSingle && isTimeout(error)
        ? await refreshHead(this.#pool, error.endpoint, this.#signal)
        : undefined
    if (down?.endpoint !== undefined) {
      const isRepeated = this.#timedOut.includes(down.endpoint)
      this.#timedOut.push(down.endpoint)
      if (isRepeated || !this.#hasOthers([...excluded, ...this.#behind, ...this.#timedOut]))
        throw this.#malformed ?? down
      return 'retry'
    }
    const tooLarge = this.#isSingle && isTooBig(error) ? error : undefined
    const split = tooLarge && splitFilter(this.#filter)
    if (split) return { split }
    if (tooLarge?.endpoint !== undefined && tooLarge.kind !== 'timeout') {
      const { from } = this.#interval
      if (this.#isProbe) this.#history.sawTooBig(from, tooLarge)
      this.#refused.push(tooLarge.endpoint)
      this.#refusal = tooLargeError(from, tooLarge)
      this.#cutOff = undefined
      return 'retry'
    }
    if (this.#signal?.aborted) throw error
    if (this.#cutOff) return { done: this.#cutOff }
    if (this.#malformed && isTooMuch(error)) throw this.#malformed.withRefusal(error)
    throw this.#malformed ?? (this.#refusal && isTooBig(this.#refusal) ? this.#refusal : error)
  }

  /** Reads one block by parts of the filter. */
  async #readParts(parts: readonly FilterPart[]): Promise<IntervalRead> {
    const interval = this.#interval
    const { onPreview, tail } = this.#options
    const open = (part: FilterPart, signal: AbortSignal, prefer: string | undefined) =>
      new IntervalReader(this.#pool, part, interval, signal, { prefer, tail })
    const signal = this.#signal
    const finalBlock = tail ? undefined : this.#options.finalBlock
    this.#parts = new PartsReader(this.#pool, { interval, parts, signal, finalBlock, onPreview, open })
    return this.#parts.read()
  }

  #hasOthers(names: readonly string[]): boolean {
    return hasOtherEndpoints(this.#pool, names)
  }
}
