import type { Clock } from '../Clock.ts'
import type { EndpointLimits, LearnedLimit } from '../Pool.ts'
import type { LimitStore } from './LimitStore.ts'

type LimitName = keyof EndpointLimits

export interface LearnedLimitsOptions {
  readonly endpoint: string
  readonly store: LimitStore
  readonly clock: Clock
  readonly onChange: () => void
}

/**
 * The limits learned from one endpoint's refusals. Each is fresh for a while, then expired: an expired limit is ignored until
 * a call either exceeds it or is refused, which sets it again.
 */
export class LearnedLimits {
  readonly #options: LearnedLimitsOptions
  readonly #limits = new Map<LimitName, LearnedLimit>()

  constructor(options: LearnedLimitsOptions) {
    this.#options = options
    for (const learned of options.store.load(options.endpoint)) this.#limits.set(learned.limit, learned)
  }

  /** The value of a fresh limit. */
  valueOf(limit: LimitName): number | undefined {
    const learned = this.#limits.get(limit)
    return learned && this.#isFresh(learned) ? learned.value : undefined
  }

  /** The value of a limit, fresh or expired. */
  lastValueOf(limit: LimitName): number | undefined {
    return this.#limits.get(limit)?.value
  }

  fresh(): readonly LearnedLimit[] {
    return [...this.#limits.values()].filter((learned) => this.#isFresh(learned))
  }

  expired(): readonly LearnedLimit[] {
    return [...this.#limits.values()].filter((learned) => !this.#isFresh(learned))
  }

  set(limit: Omit<LearnedLimit, 'learnedAt'>): void {
    const { store, endpoint, clock, onChange } = this.#options
    const learned = { ...limit, learnedAt: clock.now() }
    this.#limits.set(learned.limit, learned)
    store.save(endpoint, learned)
    onChange()
  }

  /** A call of this size was answered: forgets a limit below it, whichever page learned it. */
  exceeded(limit: LimitName, value: number): void {
    const { store, endpoint, onChange } = this.#options
    const known = this.lastValueOf(limit)
    if (known === undefined || known >= value) return
    this.#limits.delete(limit)
    store.forgetBelow(endpoint, limit, value)
    onChange()
  }

  /** A call of this size was answered while a larger one is refused: a lower limit rises to it, or to one that another page learned. */
  raise(limit: LimitName, value: number): void {
    const known = this.#limits.get(limit)
    if (known === undefined || known.value >= value) return
    const stored = this.#stored(limit)
    if (stored && stored.value >= value) this.reload(limit)
    else this.set({ ...known, value, stated: false })
  }

  /** Takes over a limit that another page has learned or forgotten. */
  reload(limit: LimitName): void {
    const stored = this.#stored(limit)
    if (stored) this.#limits.set(limit, stored)
    else this.#limits.delete(limit)
    this.#options.onChange()
  }

  #stored(limit: LimitName): LearnedLimit | undefined {
    const { store, endpoint } = this.#options
    return store.load(endpoint).find((learned) => learned.limit === limit)
  }

  #isFresh(learned: LearnedLimit): boolean {
    return freshUntil(learned) > this.#options.clock.now()
  }
}

const hour = 3_600_000
/**
 * How long limits stay fresh. One refusal confirms an expired limit that the node stated; a guessed one may be far off. A
 * refused batch costs all of its calls, and a larger batch gains little. A rate depends on who else calls from the same address.
 */
const freshFor = { stated: 24 * hour, guessed: hour, batch: 7 * 24 * hour, rate: hour / 6 }

/** When a limit expires, in milliseconds since the epoch. */
export function freshUntil({ limit, learnedAt, stated }: LearnedLimit): number {
  const kind = limit === 'batch' || limit === 'rate' ? limit : stated ? 'stated' : 'guessed'
  return learnedAt + freshFor[kind]
}
