import { lengthOf } from '../../base/unknownJson.ts'
import { NodeError } from '../../errors/NodeError.ts'
import { spanWidth } from '../blockSpan.ts'
import type { Clock } from '../Clock.ts'
import type { EndpointLimits, EndpointState, EndpointStatus, LearnedLimit, PoolCall } from '../Pool.ts'
import type { BatchLimit, Wire, WireCall } from '../Wire.ts'
import { EndpointHealth } from './EndpointHealth.ts'
import { KnownRefusals } from './KnownRefusals.ts'
import { LearnedLimits } from './LearnedLimits.ts'
import type { LimitStore } from './LimitStore.ts'
import { RangeProbes } from './RangeProbes.ts'
import { RateLimiter } from './RateLimiter.ts'
import { SuspectedBatchLimit } from './SuspectedBatchLimit.ts'

export interface EndpointOptions {
  name: string
  wire: Wire
  clock: Clock
  random: () => number
  limits: LimitStore
  /** Maximum calls in one message, until a lower limit is learned. */
  batchSize: number
  /** Whether the network has no other endpoint for requests. */
  isOnly: boolean
  /** Whether calls to the network have no quota. */
  isFree: boolean
  onChange: () => void
}

/** The state of one endpoint: health, learned limits, known refusals, and its share of the calls. */
export class Endpoint {
  readonly name: string
  readonly wire: Wire
  readonly #options: EndpointOptions
  readonly #refusals: KnownRefusals
  #isDisconnected = false
  /** Logs in its answers that did not match the request. */
  #rejected = 0
  #widest = 0n
  /** Consecutive failures per method, of any call. */
  readonly #failureStreaks = new Map<string, number>()
  /** Finds out whether unclear refusals of wide ranges are for their width. */
  readonly probes: RangeProbes
  readonly #limits: LearnedLimits
  readonly #suspectedBatch = new SuspectedBatchLimit()
  readonly #rate: RateLimiter
  readonly health: EndpointHealth
  #head: bigint | undefined
  /** Messages without an answer so far. */
  inFlight = 0
  /** Since when there have been such messages, without a break. */
  busySince = 0
  /** When the last message was sent. */
  lastSentAt = Number.NEGATIVE_INFINITY
  /** Whether its chain id was checked and is correct. */
  verified = false
  /** Whether its chain id was checked and is wrong. */
  quarantined = false

  constructor(options: EndpointOptions) {
    this.#options = options
    this.name = options.name
    this.wire = options.wire
    const { name: endpoint, limits: store, clock, onChange } = options
    this.probes = new RangeProbes(clock)
    this.#limits = new LearnedLimits({ endpoint, store, clock, onChange })
    this.#refusals = new KnownRefusals(clock, () => this.#limits.valueOf('blockRange'))
    this.health = new EndpointHealth(options.random, options)
    this.#rate = new RateLimiter(this.#limits.valueOf('rate'), clock.now())
  }

  get type(): Wire['type'] {
    return this.wire.type
  }

  /** The newest block it has reported. */
  get head(): bigint | undefined {
    return this.#head
  }

  /** The widest block range it has answered in one `eth_getLogs`. */
  get widest(): bigint {
    return this.#widest
  }

  /** The most calls to send in one message now. */
  get batchSize(): number {
    if (!this.wire.batches) return 1
    const { batchSize, clock } = this.#options
    const learned = this.#limits.valueOf('batch') ?? batchSize
    return Math.min(batchSize, learned, this.#suspectedBatch.cap ?? batchSize, this.#rate.room(clock.now()))
  }

  resumesAt(now: number): number | undefined {
    return this.health.pausedUntil > now ? this.health.pausedUntil : undefined
  }

  /** When the next message may be sent, given its pause and its rate limit. */
  readyAt(now: number): number {
    return Math.max(this.health.pausedUntil, this.#rate.nextSendAt(now))
  }

  countSent(calls: number) {
    this.#rate.countSent(calls, this.#options.clock.now())
  }

  freeSlots(now: number): number {
    if (this.quarantined || this.readyAt(now) > now) return 0
    return Math.max(0, this.health.window - this.inFlight)
  }

  /** The error this call would get again, from an earlier refusal. */
  knownRefusal(call: PoolCall): NodeError | undefined {
    return this.#refusals.find(call)
  }

  /** How often this method has failed since it last worked. Other methods may still work. */
  failureStreak(method: string): number {
    return this.#failureStreaks.get(method) ?? 0
  }

  /** Records an answer, or (without `sentAt`) a subscription that has begun. */
  succeeded(sentAt?: number) {
    const { clock, onChange } = this.#options
    if (!this.health.succeeded(clock.now(), sentAt)) return
    this.#isDisconnected = false
    onChange()
  }

  /** Resets its state to idle: nothing uses it. */
  setUnused() {
    this.health.hasWorked = false
    this.#options.onChange()
  }

  /** Sets whether a connection that it needs is down. */
  setDisconnected(isDisconnected: boolean) {
    if (this.#isDisconnected === isDisconnected) return
    this.#isDisconnected = isDisconnected
    this.#options.onChange()
  }

  /** Records a failure of the endpoint as a whole. No rate limit is learned while a probe has yet to show its cause (`isUndecided`). */
  failed(error: NodeError, sentAt: number, { isUndecided = false } = {}) {
    const { clock, onChange } = this.#options
    const now = clock.now()
    const isNew = this.health.failed(error, now, sentAt)
    if (isNew && error.kind === 'rate-limited' && !isUndecided) this.#learnRate(error, now)
    onChange()
  }

  /** It has requested a pause, if there is a time. */
  waitUntil(time: number | undefined) {
    if (time === undefined) return
    this.health.waitUntil(time)
    this.#options.onChange()
  }

  quarantine(error: NodeError) {
    this.quarantined = true
    this.health.error = error
    this.#options.onChange()
  }

  /** Its chain id is checked again before its next call. */
  verifyAgain() {
    this.verified = false
    this.quarantined = false
  }

  markUnavailable(method: string, error: NodeError) {
    this.#refusals.addMethod(method, error)
    this.#options.onChange()
  }

  /** Counts logs it sent that did not match the request or were malformed. */
  countRejected(logs: number) {
    this.#rejected += logs
    this.#options.onChange()
  }

  /** Ends a pause after failures, but not one that the endpoint asked for. A wrong chain id is checked again. */
  resume() {
    this.quarantined = false
    this.health.resume()
    this.#options.onChange()
  }

  setHead(head: bigint) {
    if (this.#head === head) return
    this.#head = head
    this.#options.onChange()
  }

  /** Learns limits from a refusal. */
  learnFromRefusal({ method, params }: WireCall, error: NodeError) {
    if (error.kind === 'transient' || error.kind === 'malformed')
      this.#failureStreaks.set(method, this.failureStreak(method) + 1)
    if (method !== 'eth_getLogs') return
    if (error.kind === 'range-too-wide') {
      const requested = spanWidth(params)
      // Only the width of a suggested range counts: the range may be cut off at the end of the chain.
      const width = error.suggestedRange && Number(error.suggestedRange[1] - error.suggestedRange[0]) + 1
      const named = error.maxBlockRange ?? width
      const limit = named ?? (requested === undefined ? undefined : this.#guessRange(requested))
      if (limit !== undefined && limit >= 1) this.#note('blockRange', limit, error, named !== undefined)
      // Now that its limit is known: without one, a width does not count.
      if (requested !== undefined) this.#refusals.addWidth(requested, error)
    } else if (error.kind === 'too-many-results' && error.maxResults !== undefined)
      this.#note('results', error.maxResults, error, true)
  }

  /** Learns the limit of calls in one message from a refused one. */
  learnBatch(calls: number, { limit, isCertain }: BatchLimit, error: NodeError, sentAt: number) {
    const now = this.#options.clock.now()
    const real = isCertain ? limit : this.#suspectedBatch.refused(calls, limit, { sentAt, now })
    if (real !== undefined) this.#note('batch', real, error)
  }

  /** Records that a message was answered. */
  messageAnswered(calls: number, sentAt: number) {
    this.#suspectedBatch.answered(calls, { sentAt, now: this.#options.clock.now() })
  }

  /** Another page has learned or forgotten a limit. */
  reloadLimit(limit: keyof EndpointLimits) {
    this.#limits.reload(limit)
    const rate = limit === 'rate' ? this.#limits.valueOf(limit) : undefined
    if (rate !== undefined) this.#rate.lower(rate, this.#options.clock.now())
  }

  /** Forgets or raises limits below what was just answered. */
  learnFromSuccess({ method, params }: WireCall, result: unknown, batch: number) {
    this.#failureStreaks.delete(method)
    if (method === 'eth_getLogs') {
      const width = spanWidth(params) ?? 0n
      if (width > this.#widest) {
        this.#widest = width
        this.#options.onChange()
      }
      this.#limits.exceeded('results', lengthOf(result) ?? 0)
      // While a wider range is refused, the limit rises to each answered width, and is a guess then.
      const refused = this.#refusals.tooWide
      if (refused !== undefined && width < refused) this.#limits.raise('blockRange', Number(width))
      else this.#limits.exceeded('blockRange', Number(width))
      this.#refusals.answeredWidth(width)
    }
    this.#limits.exceeded('batch', batch)
  }

  status(now: number): EndpointStatus {
    const { latency, respondedAt, error } = this.health
    const learned = this.#limits.fresh()
    const limits = valuesOf(learned)
    return {
      name: this.name,
      type: this.type,
      state: this.#stateAt(now),
      head: this.#head,
      latency: latency === undefined ? undefined : Math.round(latency),
      respondedAt,
      // The rate limit rises by itself.
      limits: limits.rate === undefined ? limits : { ...limits, rate: this.#rate.limit(now) },
      widest: this.#widest === 0n ? undefined : Number(this.#widest),
      learnedLimits: learned,
      expiredLimits: valuesOf(this.#limits.expired()),
      unavailable: this.#refusals.methods,
      rejected: this.#rejected,
      resumesAt: this.resumesAt(now),
      error,
    }
  }

  #stateAt(now: number): EndpointState {
    const { error } = this.health
    const isWrong = error instanceof NodeError && error.kind === 'wrong-network' && !this.verified
    if (this.quarantined || isWrong) return 'wrong-network'
    if (this.health.isDown || this.#isDisconnected || this.health.isSilent) return 'unreachable'
    if (this.resumesAt(now) !== undefined) return 'paused'
    return this.health.hasWorked ? 'ok' : 'idle'
  }

  #learnRate(error: NodeError, now: number) {
    const rate = this.#rate.learnFromRefusal(error.details, now)
    if (rate !== undefined) this.#note('rate', rate, error)
  }

  /** The limit if the node names none: its last one if that is below the request, else half of the request. */
  #guessRange(requested: bigint): number {
    const last = this.#limits.lastValueOf('blockRange')
    return last !== undefined && last < requested ? last : Number(requested / 2n)
  }

  #note(limit: keyof EndpointLimits, value: number, { details }: NodeError, stated = names(details, value)) {
    this.#limits.set({ limit, value, stated, details })
  }
}

/** Whether a message has a number in it. */
function names(message: string | undefined, number: number): boolean {
  const numbers = message?.replaceAll(/(?<=\d)[,_](?=\d)/g, '').split(/\D+/) ?? []
  return numbers.includes(`${number}`)
}

function valuesOf(limits: readonly LearnedLimit[]): EndpointLimits {
  return Object.fromEntries(limits.map(({ limit, value }) => [limit, value]))
}
