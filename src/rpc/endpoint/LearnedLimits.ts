import type { LearnedLimit, EndpointLimits } from '../Pool.ts'
import type { Clock } from '../Clock.ts'
import type { LimitStore } from './createLimitStore.ts'

type Limit = keyof EndpointLimits

export interface LearnedLimitsOptions {
  /** Name of the endpoint that teaches. */
  readonly endpoint: string
  readonly store: LimitStore
  readonly clock: Clock
  readonly onChange: () => void
}

/**
 * The limits that one endpoint has taught. Each is believed for a while, then in doubt: nobody goes by it any more, until
 * what is asked for next either passes it or is refused, and teaches it anew.
 */
export class LearnedLimits {
  readonly #options: LearnedLimitsOptions
  readonly #limits = new Map<Limit, LearnedLimit>()

  constructor(options: LearnedLimitsOptions) {
    this.#options = options
    for (const lesson of options.store.load(options.endpoint)) this.#limits.set(lesson.limit, lesson)
  }

  valueOf(limit: Limit): number | undefined {
    const lesson = this.#limits.get(limit)
    return lesson && this.#isFresh(lesson) ? lesson.value : undefined
  }

  /** The same, in doubt or not. */
  lastOf(limit: Limit): number | undefined {
    return this.#limits.get(limit)?.value
  }

  fresh(): readonly LearnedLimit[] {
    return [...this.#limits.values()].filter((lesson) => this.#isFresh(lesson))
  }

  expired(): readonly LearnedLimit[] {
    return [...this.#limits.values()].filter((lesson) => !this.#isFresh(lesson))
  }

  note(learned: Omit<LearnedLimit, 'learnedAt'>): void {
    const { store, endpoint, clock, onChange } = this.#options
    const lesson = { ...learned, learnedAt: clock.now() }
    this.#limits.set(lesson.limit, lesson)
    store.save(endpoint, lesson)
    onChange()
  }

  /** So much went through: a limit below it is none, whoever learned it. */
  passed(limit: Limit, value: number): void {
    const { store, endpoint, onChange } = this.#options
    const known = this.lastOf(limit)
    if (known === undefined || known >= value) return
    this.#limits.delete(limit)
    store.forget(endpoint, limit, (stored) => stored.value < value)
    onChange()
  }

  /** So much went through, and more was refused: what was only guessed is at least that. */
  raise(limit: Limit, value: number): void {
    const known = this.#limits.get(limit)
    if (known === undefined || known.stated) this.passed(limit, value)
    else if (known.value < value) this.note({ ...known, value })
  }

  /** Another page has learned it, or found it to be over. */
  adopt(limit: Limit): void {
    const { store, endpoint, onChange } = this.#options
    const stored = store.load(endpoint).find((lesson) => lesson.limit === limit)
    if (stored) this.#limits.set(limit, stored)
    else this.#limits.delete(limit)
    onChange()
  }

  #isFresh(lesson: LearnedLimit): boolean {
    return freshUntil(lesson) > this.#options.clock.now()
  }
}

const hour = 3_600_000
/**
 * What a node said itself is soon said again, and what was guessed may be far from the truth: each costs one refusal to find
 * out. A batch costs all of its calls, and gains little. How often one may ask depends on who else asks from the same address.
 */
const believe = { stated: 24 * hour, guessed: hour, batch: 7 * 24 * hour, rate: hour / 6 }

/** When a lesson is too old to go by, in milliseconds since the epoch. */
export function freshUntil({ limit, learnedAt, stated }: LearnedLimit): number {
  const kind = limit === 'batch' || limit === 'rate' ? limit : stated ? 'stated' : 'guessed'
  return learnedAt + believe[kind]
}
