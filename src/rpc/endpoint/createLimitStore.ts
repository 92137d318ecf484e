import { isObject } from '../../base/unknownJson.ts'
import type { Clock } from '../Clock.ts'
import type { LearnedLimit, EndpointLimits } from '../Pool.ts'
import { watchStorage } from '../watchStorage.ts'

/** Stores learned limits from one visit to the next. */
export interface LimitStore {
  load(endpoint: string): readonly LearnedLimit[]
  save(endpoint: string, learned: LearnedLimit): void
  /** Forgets a stored limit below `value`, whichever page stored it. */
  forgetBelow(endpoint: string, limit: keyof EndpointLimits, value: number): void
  /** Calls `listener` when another page saves or forgets a limit; returns a function that stops it. */
  watch(listener: (endpoint: string, limit: keyof EndpointLimits) => void): () => void
}

const limits = ['blockRange', 'results', 'batch', 'rate'] as const
/** Limits from further in the future were stored while the clock was wrong, and would not expire in time. */
const maxClockSkew = 86_400_000

const maxDetailsLength = 500

/** Ignores records of other versions, and of others on the same origin. */
function parseStoredLimit(value: unknown): Omit<LearnedLimit, 'limit'> | undefined {
  if (!isObject(value)) return undefined
  // `stated` is missing in records of earlier versions.
  const { value: limit, learnedAt, stated = false, details } = value
  if (!Number.isSafeInteger(limit) || (limit as number) < 1) return undefined
  if (typeof learnedAt !== 'number' || typeof stated !== 'boolean') return undefined
  if (details === undefined || (typeof details === 'string' && details.length <= maxDetailsLength))
    return { value: limit as number, learnedAt, stated, details }
  return undefined
}

/**
 * Keeps limits in `storage` under the endpoint's host; without storage, nothing outlives the pool. Each limit has its own
 * record: storage has no transactions, so pages that share a record would overwrite each other's changes.
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
      const stored = parseStoredLimit(JSON.parse(storage?.getItem(keyOf(endpoint, limit)) ?? 'null'))
      return stored && { limit, ...stored }
    } catch {
      return undefined
    }
  }

  function remove(endpoint: string, limit: keyof EndpointLimits) {
    try {
      storage?.removeItem(keyOf(endpoint, limit))
    } catch {
      // Storage that cannot be written could not be read either.
    }
  }

  return {
    load(endpoint) {
      const now = clock.now()
      return limits.flatMap((limit) => {
        const learned = read(endpoint, limit)
        if (learned && learned.learnedAt <= now + maxClockSkew) return [learned]
        if (learned) remove(endpoint, limit)
        return []
      })
    },
    save(endpoint, { limit, ...learned }) {
      try {
        storage?.setItem(keyOf(endpoint, limit), JSON.stringify(learned))
      } catch {
        // Without storage, the limit is learned again at the next visit.
      }
    },
    forgetBelow(endpoint, limit, value) {
      const stored = read(endpoint, limit)
      if (stored && stored.value < value) remove(endpoint, limit)
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
