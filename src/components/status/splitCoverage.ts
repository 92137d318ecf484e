import type { BlockInterval, Coverage } from '../../logs/Coverage.ts'
import { intersect, subtract, toIntervalSet, unite } from '../../logs/intervals.ts'

/** Every state of a block, in the order of a legend. */
export const blockStates = ['verified', 'archived', 'trimmed', 'pending', 'failed', 'notRequested'] as const

/** `archived` blocks come from an archive: only its publisher knows that no log is missing. */
export type CoverageState = Exclude<(typeof blockStates)[number], 'notRequested'>

type CoverageParts = Readonly<Record<(typeof blockStates)[number], readonly BlockInterval[]>>

/**
 * Splits `whole` into the blocks of each state: each block has one. Failed takes precedence over pending, then trimmed,
 * then verified.
 */
export function splitCoverage(coverage: Coverage, whole: BlockInterval): CoverageParts {
  const within = (intervals: readonly BlockInterval[]) => intersect(toIntervalSet(intervals), [whole])
  const failed = within(coverage.failed.map(({ range }) => range))
  const pending = subtract(within(coverage.pending), failed)
  const missing = unite(failed, pending)
  const trimmed = subtract(within(coverage.trimmed), missing)
  const read = subtract(within(coverage.verified), unite(missing, trimmed))
  const archived = intersect(within(coverage.archived ?? []), read)
  const requested = unite(unite(missing, trimmed), read)
  return {
    verified: subtract(read, archived),
    archived,
    trimmed,
    pending,
    failed,
    notRequested: subtract([whole], requested),
  }
}
