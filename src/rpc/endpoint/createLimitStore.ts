import * as z from 'zod/mini'
import type { Clock } from '../Clock.ts'
import type { LearnedLimit, EndpointLimits } from '../Pool.ts'
import { watchStorage } from '../watchStorage.ts'

/** Remembers what endpoints taught, from one visit to the next. */
export interface LimitStore {
  load(endpoint: string): readonly LearnedLimit[]
  save(endpoint: string, lesson: LearnedLimit): void
  /** Forgets what is stored of a limit, by whichever page, if it is `over`. */
  forget(endpoint: string, limit: keyof EndpointLimits, over: (stored: LearnedLimit) => boolean): void
  /** Calls `listener` when another page has saved or forgotten a lesson; returns how to stop that. */
  watch(listener: (endpoint: string, limit: keyof EndpointLimits) => void): () => void
}

const limits = ['blockRange', 'results', 'batch', 'rate'] as const
/** A lesson from further ahead was noted while the clock was wrong, and would be believed for as long. */
const mostAhead = 86_400_000

const storedLesson = z.object({
  value: z.int().check(z.minimum(1)),
  learnedAt: z.number(),
  // Not known of what earlier versions stored.
  stated: z._default(z.boolean(), false),
  details: z.pipe(
    z.optional(z.string().check(z.maxLength(500))),
    z.transform((details) => details),
  ),
})

/**
 * Keeps lessons in `storage` under the endpoint's host; without storage, nothing outlives the pool. Each has a record of its
 * own, for storage has no transactions: pages that share it would otherwise undo what the others learned and forgot.
 */
export function createLimitStore(options: {
  network: number
  clock: Clock
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> | null
}): LimitStore {
  const { network, clock, storage } = options
  const prefix = `topic0.limits.${network}.`
  const keyOf = (endpoint: string, limit: string) => `${prefix}${endpoint}.${limit}`

  function read(endpoint: string, limit: keyof EndpointLimits): LearnedLimit | undefined {
    try {
      const parsed = storedLesson.safeParse(JSON.parse(storage?.getItem(keyOf(endpoint, limit)) ?? 'null'))
      // What was stored by someone else, or by another version, is as good as nothing.
      return parsed.success ? { limit, ...parsed.data } : undefined
    } catch {
      return undefined
    }
  }

  function remove(endpoint: string, limit: keyof EndpointLimits) {
    try {
      storage?.removeItem(keyOf(endpoint, limit))
    } catch {
      // Where nothing may be removed, nothing could be read either.
    }
  }

  return {
    load(endpoint) {
      const now = clock.now()
      return limits.flatMap((limit) => {
        const lesson = read(endpoint, limit)
        if (lesson && lesson.learnedAt <= now + mostAhead) return [lesson]
        if (lesson) remove(endpoint, limit)
        return []
      })
    },
    save(endpoint, { limit, ...lesson }) {
      try {
        storage?.setItem(keyOf(endpoint, limit), JSON.stringify(lesson))
      } catch {
        // A full or forbidden storage means learning again at the next visit.
      }
    },
    forget(endpoint, limit, over) {
      const stored = read(endpoint, limit)
      if (stored && over(stored)) remove(endpoint, limit)
    },
    watch(listener) {
      if (storage === null) return () => {}
      const onStorage = ({ key, storageArea }: StorageEvent) => {
        if (storageArea !== storage || !key?.startsWith(prefix)) return
        const end = key.lastIndexOf('.')
        const limit = limits.find((one) => one === key.slice(end + 1))
        if (limit) listener(key.slice(prefix.length, end), limit)
      }
      return watchStorage(onStorage)
    },
  }
}
