import { isObject } from '../../base/unknownJson.ts'
import type { Clock } from '../Clock.ts'
import type { LearnedLimit, EndpointLimits } from '../Pool.ts'
import { watchStorage } from '../watchStorage.ts'

export interface LimitStoreOptions {
  /** The chain id. */
  readonly network: number
  readonly clock: Clock
  readonly storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> | null
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
 * Keeps learned limits from one visit to the next, in `storage` under the endpoint's host; without storage, nothing outlives
 * the pool. Each limit has its own record: storage has no transactions, so pages that share a record would overwrite each
 * other's changes.
 */
export class LimitStore {
  readonly #clock: Clock
  readonly #storage: LimitStoreOptions['storage']
  readonly #prefix: string

  constructor({ network, clock, storage }: LimitStoreOptions) {
    this.#clock = clock
    this.#storage = storage
    this.#prefix = `topic0.limits.${network}.`
  }

  load(endpoint: string): readonly LearnedLimit[] {
    const now = this.#clock.now()
    return limits.flatMap((limit) => {
      const learned = this.#read(endpoint, limit)
      if (learned && learned.learnedAt <= now + maxClockSkew) return [learned]
      if (learned) this.#remove(endpoint, limit)
      return []
    })
  }

  save(endpoint: string, { limit, ...learned }: LearnedLimit) {
    try {
      this.#storage?.setItem(this.#keyOf(endpoint, limit), JSON.stringify(learned))
    } catch {
      // Without storage, the limit is learned again at the next visit.
    }
  }

  /** Forgets a stored limit below `value`, whichever page stored it. */
  forgetBelow(endpoint: string, limit: keyof EndpointLimits, value: number) {
    const stored = this.#read(endpoint, limit)
    if (stored && stored.value < value) this.#remove(endpoint, limit)
  }

  /** Calls `listener` when another page saves or forgets a limit; returns a function that stops it. */
  watch(listener: (endpoint: string, limit: keyof EndpointLimits) => void): () => void {
    if (this.#storage === null) return () => {}
    return watchStorage(({ key, storageArea }) => {
      if (storageArea !== this.#storage || !key?.startsWith(this.#prefix)) return
      const end = key.lastIndexOf('.')
      const limit = limits.find((one) => one === key.slice(end + 1))
      if (limit) listener(key.slice(this.#prefix.length, end), limit)
    })
  }

  #keyOf(endpoint: string, limit: keyof EndpointLimits): string {
    return `${this.#prefix}${endpoint}.${limit}`
  }

  #read(endpoint: string, limit: keyof EndpointLimits): LearnedLimit | undefined {
    try {
      const record = this.#storage?.getItem(this.#keyOf(endpoint, limit))
      const stored = parseStoredLimit(JSON.parse(record ?? 'null'))
      return stored && { limit, ...stored }
    } catch {
      return undefined
    }
  }

  #remove(endpoint: string, limit: keyof EndpointLimits) {
    try {
      this.#storage?.removeItem(this.#keyOf(endpoint, limit))
    } catch {
      // Storage that cannot be written could not be read either.
    }
  }
}
