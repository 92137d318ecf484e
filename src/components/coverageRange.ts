import type { BlockInterval, Coverage } from '../logs/Coverage.ts'

/** From the first to the last block that a coverage speaks of. */
export function coverageRange(coverage: Coverage): BlockInterval | undefined {
  const all = [...coverage.verified, ...coverage.pending, ...coverage.failed.map(({ range }) => range)]
  const [first] = all
  if (!first) return undefined
  return all.reduce((sum, { from, to }) => ({
    from: from < sum.from ? from : sum.from,
    to: to > sum.to ? to : sum.to,
  }))
}
