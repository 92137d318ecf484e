import { commonStrings } from '../strings/commonStrings.ts'
import { logStrings } from '../strings/logStrings.ts'

/** What `CoverageBar` and `ScanProgress` say. */
export const coverageStrings = {
  ...commonStrings,
  ...logStrings,
  verified: 'Verified',
  pending: 'Pending',
  failed: 'Failed',
  notAsked: 'Not requested',
  /** Blocks that were read, of which the limit leaves logs out. */
  trimmed: 'Beyond the limit',
  progressDone: 'Complete',
  historyDone: 'History complete',
  pause: 'Pause',
  resume: 'Resume',
  failedParts: (count: number, blocks: string) =>
    count === 1 ? `${blocks} failed` : `${count} ranges failed, ${blocks}`,
  /** Of several parts that failed. */
  retryAll: 'Try all again',
}
