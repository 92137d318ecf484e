import { commonStrings } from '../strings/commonStrings.ts'
import { lateStrings } from '../strings/lateStrings.ts'
import { logStrings } from '../strings/logStrings.ts'

/** Texts of `CoverageBar` and `ScanProgress`. */
export const coverageStrings = {
  ...commonStrings,
  ...lateStrings,
  ...logStrings,
  coverage: 'Coverage',
  verified: 'Complete',
  /** Blocks whose logs an archive has published. */
  archived: 'Published by an archive',
  pending: 'Pending',
  failed: 'Failed',
  notRequested: 'Not requested',
  /** Blocks whose logs the limit leaves out. */
  trimmed: 'Beyond the limit',
  progressDone: 'Complete',
  /** Some of the blocks are an archive's: only its publisher knows that no log is missing. */
  progressArchived: 'Complete (archive)',
  /** As many logs as the limit allows: there may be more. */
  progressLimited: 'Limit reached',
  progressLimitedArchived: 'Limit reached (archive)',
  /** All blocks that exist were read. */
  progressAwaiting: (head: string) => `Read to block ${head}`,
  progressHelp: 'Share of the blocks, or of the limit if that is greater',
  archivedBy: (host: string) => `As published by ${host}`,
  pause: 'Pause',
  resume: 'Resume',
  failedParts: (count: number, blocks: string) =>
    count === 1 ? `${blocks} failed` : `${count} ranges failed, ${blocks}`,
  /** Retries several failed parts. */
  retryAll: 'Try all again',
}
