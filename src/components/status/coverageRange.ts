import type { BlockInterval, Coverage } from '../../logs/Coverage.ts'
import { hull } from '../../logs/intervals.ts'

/** From the first to the last block that a coverage speaks of. */
export function coverageRange({ verified, trimmed, pending, failed }: Coverage): BlockInterval | undefined {
  return hull([...verified, ...trimmed, ...pending, ...failed.map(({ range }) => range)])
}
