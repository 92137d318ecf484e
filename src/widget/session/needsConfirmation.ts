import type { ScanEstimate } from '../../logs/scan/estimate/ScanEstimate.ts'

/** Whether one is asked before it runs: it may need more than is left today, or takes more than `share` of a day's budget. */
export function needsConfirmation({ exceedsBudget, share }: ScanEstimate, limit: number): boolean {
  return exceedsBudget || (share !== undefined && share.high > limit)
}
