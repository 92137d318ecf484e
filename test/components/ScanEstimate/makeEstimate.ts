import type { ScanEstimate } from '../../../src/logs/scan/estimate/ScanEstimate.ts'

/** The estimate of a cheap scan. */
export function makeEstimate(patch: Partial<ScanEstimate> = {}): ScanEstimate {
  return {
    blocks: 20_000n,
    missingBlocks: 12_000n,
    requests: { low: 12, high: 15 },
    seconds: { low: 2, high: 6 },
    share: { low: 0.012, high: 0.015 },
    exceedsBudget: false,
    density: 'seen',
    basis: {
      logsPerBlock: 0.5,
      blockRange: 1_000,
      results: undefined,
      latency: 120,
      endpoints: 2,
      remaining: 900,
    },
    ...patch,
  }
}
