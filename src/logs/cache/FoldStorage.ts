import { isCount } from '../../base/unknownJson.ts'

/** Identifies a stored state: that of the first `length` logs of a query, whose last one is `lastId`. */
export interface FoldPoint {
  /** The version of the reducer. */
  readonly version: number
  readonly length: number
  readonly lastId: string
}

/** Stores states that were reduced from final logs, by chain id and name. No method ever rejects. */
export interface FoldStorage {
  /** Shortest first. */
  list(chainId: number, name: string): Promise<readonly FoldPoint[]>
  /** The texts of a state; `undefined` if some are gone, or another state has replaced it. */
  read(chainId: number, name: string, point: FoldPoint): Promise<readonly string[] | undefined>
  /**
   * Writes a state in one transaction, which also deletes states of other versions or of at least as many logs, and
   * most older ones. Does nothing if the state is too large for the storage.
   */
  write(chainId: number, name: string, point: FoldPoint, parts: readonly string[]): Promise<void>
}

/** The filter part of a fold's record keys. No key of a filter begins like this. */
export const foldKey = (name: string): string => `fold ${name}`

/** Stored as part 0 of a state. The texts follow as parts 1 to `parts`. */
export interface FoldHeader extends FoldPoint {
  readonly parts: number
}

/** Parses a header from storage; `undefined` if it is malformed, or of another state than `point`. */
export function parseFoldHeader(value: unknown, point?: FoldPoint): FoldHeader | undefined {
  const { version, length, lastId, parts } = (value ?? {}) as Record<string, unknown>
  if (typeof version !== 'number' || typeof lastId !== 'string') return undefined
  if (!isCount(length) || !isCount(parts) || length === 0 || parts === 0) return undefined
  if (point && (version !== point.version || lastId !== point.lastId)) return undefined
  return { version, length, lastId, parts }
}

/** Earlier states are kept for reorgs that are deeper than expected. */
const maxPoints = 4

/** The lengths of the states to keep when `point` is written: the shortest and the longest ones. */
export function keptLengths(known: readonly FoldPoint[], point: FoldPoint): ReadonlySet<number> {
  const earlier = known
    .filter(({ version, length }) => version === point.version && length < point.length)
    .map(({ length }) => length)
    .sort((a, b) => a - b)
  return new Set(earlier.filter((_, at) => at === 0 || earlier.length - at < maxPoints - 1))
}

/** The share of a storage that one state may take. */
const largestShare = 1 / 8

/** Whether a state leaves enough of a storage to logs. */
export function fitsStorage(parts: readonly string[], maxBytes: number): boolean {
  return parts.reduce((sum, part) => sum + part.length, 0) <= maxBytes * largestShare
}
