import type { NodeError } from '../../errors/NodeError.ts'
import type { BaseError } from '../../errors/BaseError.ts'
import type { Clock } from '../Clock.ts'
import type { LimitStore } from './createLimitStore.ts'
import { EndpointHealth } from './EndpointHealth.ts'
import { LearnedLimits } from './LearnedLimits.ts'
import type { EndpointLimits, EndpointStatus, PoolCall } from '../Pool.ts'
import { RangeProbes } from './RangeProbes.ts'
import { RateLimiter } from './RateLimiter.ts'
import { spanWidth } from '../blockSpan.ts'
import type { Wire, WireCall } from '../Wire.ts'

export interface EndpointOptions {
  name: string
  wire: Wire
  clock: Clock
  random: () => number
  limits: LimitStore
  /** Most calls in one message, while nothing smaller has been learned. */
  batchSize: number
  onChange: () => void
}

/** How long "this method is not offered" is believed. */
const believeUnavailable = 3_600_000
/** How long what was refused as too wide is not tried again: whoever asked learns from it at once, but others may be waiting. */
const believeTooWide = 60_000

/** One endpoint: what it may be asked, how often, and what it has taught. */
export class Endpoint {
  readonly name: string
  readonly wire: Wire
  readonly #options: EndpointOptions
  readonly #unavailable = new Map<string, { until: number; error: NodeError }>()
  /** Logs of its answers that had to be left out. */
  #isDisconnected = false
  #rejected = 0
  /** The narrowest range that was refused. */
  #tooWide: { width: bigint; until: number; error: NodeError } | undefined
  /** Blocks of its widest answer. */
  #widest = 0n
  /** How often in a row a method failed for no reason that a caller could learn from. */
  readonly #mishaps = new Map<string, number>()
  /** What its unclear refusals of wide ranges were about. */
  readonly probes: RangeProbes
  readonly #limits: LearnedLimits
  readonly #rate: RateLimiter
  readonly #health: EndpointHealth
  #head: bigint | undefined
  inFlight = 0
  /** When it was last sent a message. */
  askedAt = Number.NEGATIVE_INFINITY
  /** The network was checked and is the right one. */
  verified = false
  /** The network was checked and is another. */
  quarantined = false

  constructor(options: EndpointOptions) {
    this.#options = options
    this.name = options.name
    this.wire = options.wire
    const { name: endpoint, limits: store, clock, onChange } = options
    this.probes = new RangeProbes(clock)
    this.#limits = new LearnedLimits({ endpoint, store, clock, onChange })
    this.#health = new EndpointHealth(options.random)
    this.#rate = new RateLimiter(this.#limits.valueOf('rate'), clock.now())
  }

  get latency(): number | undefined {
    return this.#health.latency
  }

  /** The newest block it showed us. */
  get head(): bigint | undefined {
    return this.#head
  }

  /** Blocks of its widest answer. */
  get widest(): bigint {
    return this.#widest
  }

  get error(): BaseError | undefined {
    return this.#health.error
  }

  get batchSize(): number {
    if (!this.wire.batches) return 1
    const { batchSize, clock } = this.#options
    const none = Number.POSITIVE_INFINITY
    return Math.min(batchSize, this.#limits.valueOf('batch') ?? none, this.#rate.limit(clock.now()) ?? none)
  }

  /** Breaker open: it failed too often in a row to be waited for. */
  get isDown(): boolean {
    return this.#health.isDown
  }

  resumesAt(now: number): number | undefined {
    return this.#health.pausedUntil > now ? this.#health.pausedUntil : undefined
  }

  /** When it may be asked next: after a pause, or when its rate allows. */
  readyAt(now: number): number {
    return Math.max(this.#health.pausedUntil, this.#rate.freeAt(now))
  }

  sending(calls: number) {
    this.#rate.sent(calls, this.#options.clock.now())
  }

  freeSlots(now: number): number {
    if (this.quarantined || this.readyAt(now) > now) return 0
    return Math.max(0, this.#health.window - this.inFlight)
  }

  hasFreeSlot(now: number): boolean {
    return this.freeSlots(now) > 0
  }

  /** The refusal that this call is known to meet, if there is one. */
  whyUnavailable({ method, params }: PoolCall, now: number): NodeError | undefined {
    if (method === 'eth_getLogs' && this.#tooWide && this.#tooWide.until > now) {
      const width = spanWidth(params)
      if (width !== undefined && width >= this.#tooWide.width) return this.#tooWide.error
    }
    const entry = this.#unavailable.get(method)
    if (entry && entry.until <= now) this.#unavailable.delete(method)
    return entry && entry.until > now ? entry.error : undefined
  }

  /** How often this method failed since it last worked. Others may work all the while. */
  mishapsOf(method: string): number {
    return this.#mishaps.get(method) ?? 0
  }

  /** It answered, or (without `sentAt`) spoke of its own accord. */
  succeeded(sentAt?: number) {
    const { clock, onChange } = this.#options
    if (!this.#health.succeeded(clock.now(), sentAt)) return
    this.#isDisconnected = false
    onChange()
  }

  /** A connection that should stand does not, until it answers again; or nobody needs it any more. */
  setDisconnected(isDisconnected: boolean) {
    if (this.#isDisconnected === isDisconnected) return
    this.#isDisconnected = isDisconnected
    this.#options.onChange()
  }

  /** The endpoint as a whole is in trouble: it rests, and is asked less at a time afterwards. No rate is learned from what is unclear. */
  failed(error: NodeError, sentAt: number, { isUnclear = false } = {}) {
    const { clock, onChange } = this.#options
    const now = clock.now()
    const isNew = this.#health.failed(error, now, sentAt)
    if (isNew && error.kind === 'rate-limited' && !isUnclear) this.#learnRate(error, now)
    onChange()
  }

  quarantine(error: NodeError) {
    this.quarantined = true
    this.#health.error = error
    this.#options.onChange()
  }

  cannot(method: string, error: NodeError) {
    this.#unavailable.set(method, { until: this.#options.clock.now() + believeUnavailable, error })
    this.#options.onChange()
  }

  /** It sent logs that nobody had asked for, or that were none. */
  countRejected(logs: number) {
    this.#rejected += logs
    this.#options.onChange()
  }

  sawHead(head: bigint) {
    if (this.#head === head) return
    this.#head = head
    this.#options.onChange()
  }

  /** Draws what can be drawn from a refusal, mostly about the size of things. */
  learn({ method, params }: WireCall, error: NodeError) {
    if (error.kind === 'transient' || error.kind === 'malformed')
      this.#mishaps.set(method, this.mishapsOf(method) + 1)
    if (method !== 'eth_getLogs') return
    const { clock } = this.#options
    if (error.kind === 'range-too-wide') {
      const asked = spanWidth(params)
      const known = this.#tooWide && this.#tooWide.until > clock.now() ? this.#tooWide.width : undefined
      if (asked !== undefined && asked > 1n && asked <= (known ?? asked))
        this.#tooWide = { width: asked, until: clock.now() + believeTooWide, error }
      // A suggested range may begin or end where the data does, so only its width below the asked one says something.
      const width = error.suggestedRange && Number(error.suggestedRange[1] - error.suggestedRange[0]) + 1
      const named = error.maxBlockRange ?? width
      const limit = named ?? (asked === undefined ? undefined : this.#guessRange(asked))
      if (limit !== undefined && limit >= 1) this.#note('blockRange', limit, error, named !== undefined)
    } else if (error.kind === 'too-many-results' && error.maxResults !== undefined)
      this.#note('results', error.maxResults, error)
  }

  learnBatch(limit: number, error: NodeError) {
    this.#note('batch', limit, error)
  }

  /** Another page has learned a limit, or found it to be over. */
  adopt(limit: keyof EndpointLimits) {
    this.#limits.adopt(limit)
    const rate = limit === 'rate' ? this.#limits.valueOf(limit) : undefined
    if (rate !== undefined) this.#rate.hold(rate, this.#options.clock.now())
  }

  /** A limit that was just passed is none. */
  unlearn({ method, params }: WireCall, result: unknown, batch: number) {
    this.#mishaps.delete(method)
    if (method === 'eth_getLogs') {
      const width = spanWidth(params) ?? 0n
      if (width > this.#widest) {
        this.#widest = width
        this.#options.onChange()
      }
      this.#limits.passed('results', countResults(result))
      // Below what was refused, a guess follows what is answered.
      const refused = this.#tooWide && this.#tooWide.until > this.#options.clock.now() && this.#tooWide.width
      const isBelow = refused !== undefined && refused !== false && width < refused
      if (isBelow) this.#limits.raise('blockRange', Number(width))
      else this.#limits.passed('blockRange', Number(width))
      if (this.#tooWide && width >= this.#tooWide.width) this.#tooWide = undefined
    }
    this.#limits.passed('batch', batch)
  }

  status(now: number): EndpointStatus {
    const limits: { -readonly [key in keyof EndpointLimits]: EndpointLimits[key] } = {}
    const lessons = this.#limits.fresh()
    for (const { limit, value } of lessons) limits[limit] = value
    const doubted = Object.fromEntries(this.#limits.expired().map(({ limit, value }) => [limit, value]))
    // Unlike the others, this one loosens by itself.
    if (limits.rate !== undefined) limits.rate = this.#rate.limit(now)
    const resumesAt = this.resumesAt(now)
    const state = this.quarantined
      ? 'wrong-network'
      : this.isDown || this.#isDisconnected
        ? 'unreachable'
        : resumesAt !== undefined
          ? 'paused'
          : this.#health.hasWorked
            ? 'ok'
            : 'idle'
    return {
      name: this.name,
      type: this.wire.type,
      state,
      head: this.#head,
      latency: this.latency === undefined ? undefined : Math.round(this.latency),
      respondedAt: this.#health.respondedAt,
      limits,
      widest: this.#widest === 0n ? undefined : Number(this.#widest),
      learnedLimits: lessons,
      expiredLimits: doubted,
      unavailable: [...this.#unavailable].flatMap(
        ([
          method,
          {
            until,
            error: { details },
          },
        ]) => (until > now ? [{ method, until, details }] : []),
      ),
      rejected: this.#rejected,
      resumesAt,
      error: this.error,
    }
  }

  #learnRate(error: NodeError, now: number) {
    const rate = this.#rate.refused(error.details, now)
    if (rate !== undefined) this.#note('rate', rate, error)
  }

  /** Without a number: as many as it took before, where that is less than was asked; else half. */
  #guessRange(asked: bigint): number {
    const last = this.#limits.lastOf('blockRange')
    return last !== undefined && last < asked ? last : Number(asked / 2n)
  }

  #note(limit: keyof EndpointLimits, value: number, { details }: NodeError, stated = true) {
    this.#limits.note({ limit, value, stated, details })
  }
}

/** Things in an answer: a list, or what a caller made of one. */
function countResults(result: unknown): number {
  const length = typeof result === 'object' && result !== null && 'length' in result ? result.length : 0
  return typeof length === 'number' ? length : 0
}
