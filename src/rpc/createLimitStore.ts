import * as z from 'zod/mini'
import type { Clock } from './Clock.ts'
import type { EndpointLesson } from './Pool.ts'

/** Remembers what endpoints taught, from one visit to the next. */
export interface LimitStore {
  load(endpoint: string): readonly EndpointLesson[]
  save(endpoint: string, lessons: readonly EndpointLesson[]): void
}

/** Providers change their limits; a week-old one is worth finding out again. */
const believe = 7 * 86_400_000
/** How often one may ask depends on who else asks from the same address. */
const believeRate = 600_000

const lessons = z.array(
  z.object({
    limit: z.enum(['blockRange', 'results', 'batch', 'rate']),
    value: z.int().check(z.minimum(1)),
    learnedAt: z.number(),
    words: z.pipe(
      z.optional(z.string().check(z.maxLength(500))),
      z.transform((words) => words),
    ),
  }),
)

/** Keeps lessons in `storage` under the endpoint's host; without storage, nothing outlives the pool. */
export function createLimitStore(options: {
  network: number
  clock: Clock
  storage: Pick<Storage, 'getItem' | 'setItem'> | null
}): LimitStore {
  const { network, clock, storage } = options
  const key = (endpoint: string) => `topic0.limits.${network}.${endpoint}`
  return {
    load(endpoint) {
      try {
        const parsed = lessons.safeParse(JSON.parse(storage?.getItem(key(endpoint)) ?? '[]'))
        // What was stored by someone else, or by another version, is as good as nothing.
        if (!parsed.success) return []
        const now = clock.now()
        return parsed.data.filter(
          ({ limit, learnedAt }) => learnedAt > now - (limit === 'rate' ? believeRate : believe),
        )
      } catch {
        return []
      }
    },
    save(endpoint, learned) {
      try {
        storage?.setItem(key(endpoint), JSON.stringify(learned))
      } catch {
        // A full or forbidden storage means learning again at the next visit.
      }
    },
  }
}
