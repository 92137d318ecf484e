import { BaseError } from '../../errors/BaseError.ts'
import { runInSlices } from '../../rpc/runInSlices.ts'

/** Values between two steps: copying them takes less than a millisecond. */
const stepLength = 1_000

/**
 * {@link copyState} without blocking the page.
 *
 * @throws the signal's reason once it fires.
 */
export async function copyInSlices<state>(state: state, signal: AbortSignal | undefined): Promise<state> {
  const { result } = await runInSlices(copyState(state), { signal })
  signal?.throwIfAborted()
  return result
}

/**
 * Copies plain objects, arrays, `Map`, `Set` and `Date` at any depth, some values per step of the iterator. Keys of a `Map`,
 * entries of a `Set` and functions stay the same.
 *
 * @throws {@link BaseError} for instances of other classes.
 */
export function* copyState<state>(state: state): Generator<void, state, void> {
  let copied = 0

  function* copy(value: unknown): Generator<void, unknown, void> {
    if (++copied % stepLength === 0) yield
    if (typeof value !== 'object' || value === null) return value
    if (value instanceof Date) return new Date(value)
    if (value instanceof Map) {
      const map = new Map<unknown, unknown>()
      for (const [key, item] of value) map.set(key, yield* copy(item))
      return map
    }
    if (value instanceof Set) {
      const set = new Set<unknown>()
      for (const item of value) {
        if (++copied % stepLength === 0) yield
        set.add(item)
      }
      return set
    }
    if (Array.isArray(value)) {
      const list: unknown[] = []
      for (const item of value) list.push(yield* copy(item))
      return list
    }
    const prototype = Object.getPrototypeOf(value) as object | null
    if (prototype !== Object.prototype && prototype !== null)
      throw new BaseError('A state with an instance of a class cannot be copied.', {
        advice: 'Use plain objects, arrays, Map, Set, Date and primitive values, or return a new state.',
      })
    const entries: [string, unknown][] = []
    for (const [key, item] of Object.entries(value)) entries.push([key, yield* copy(item)])
    return Object.setPrototypeOf(Object.fromEntries(entries), prototype) as unknown
  }

  return (yield* copy(state)) as state
}
