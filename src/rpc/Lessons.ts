import { believedUntil } from './believedUntil.ts'
import type { Clock } from './Clock.ts'
import type { LimitStore } from './createLimitStore.ts'
import type { EndpointLesson, EndpointLimits } from './Pool.ts'

type Limit = keyof EndpointLimits

export interface LessonsOptions {
  /** Name of the endpoint that teaches. */
  readonly endpoint: string
  readonly store: LimitStore
  readonly clock: Clock
  readonly onChange: () => void
}

/** The limits that one endpoint has taught, each for as long as it is believed. */
export class Lessons {
  readonly #options: LessonsOptions
  readonly #lessons = new Map<Limit, EndpointLesson>()

  constructor(options: LessonsOptions) {
    this.#options = options
    for (const lesson of options.store.load(options.endpoint)) this.#lessons.set(lesson.limit, lesson)
  }

  valueOf(limit: Limit): number | undefined {
    const lesson = this.#lessons.get(limit)
    if (!lesson || believedUntil(lesson) > this.#options.clock.now()) return lesson?.value
    this.#lessons.delete(limit)
    // Another page may have learned it anew.
    const { store, endpoint } = this.#options
    store.forget(endpoint, limit, ({ learnedAt }) => learnedAt <= lesson.learnedAt)
    return undefined
  }

  all(): readonly EndpointLesson[] {
    return [...this.#lessons.values()].filter(({ limit }) => this.valueOf(limit) !== undefined)
  }

  note(limit: Limit, value: number, words: string | undefined): void {
    const { store, endpoint, clock, onChange } = this.#options
    const lesson = { limit, value, words, learnedAt: clock.now() }
    this.#lessons.set(limit, lesson)
    store.save(endpoint, lesson)
    onChange()
  }

  /** So much went through: a limit below it is none, whoever learned it. */
  passed(limit: Limit, value: number): void {
    const { store, endpoint, onChange } = this.#options
    const known = this.valueOf(limit)
    if (known === undefined || known >= value) return
    this.#lessons.delete(limit)
    store.forget(endpoint, limit, (stored) => stored.value < value)
    onChange()
  }
}
