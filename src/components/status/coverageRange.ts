import type { BlockInterval, Coverage } from '../../logs/Coverage.ts'
import { hull } from '../../logs/intervals.ts'

/** The range of blocks that a coverage mentions. */
export function coverageRange({ verified, trimmed, pending, failed }: Coverage): BlockInterval | undefined {
  return hull([...verified, ...trimmed, ...pending, ...failed.map(({ range }) => range)])
}
