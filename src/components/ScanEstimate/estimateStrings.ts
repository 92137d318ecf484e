import { commonStrings } from '../strings/commonStrings.ts'
import { errorStrings } from '../strings/errorStrings.ts'
import { logStrings } from '../strings/logStrings.ts'

/** Texts of `ScanEstimate` and `ScanConfirmation`. */
export const estimateStrings = {
  ...commonStrings,
  ...errorStrings,
  ...logStrings,
  estimate: 'Estimated cost',
  /** `count` is one number, or two with a dash between them. */
  estimateRequests: (count: string) => (count === '1' ? '1 request' : `${count} requests`),
  estimateShare: (percent: string) => `${percent} of the daily budget`,
  estimateFree: 'No node requests needed: everything is cached or archived.',
  /** Without a valid query, and until the blocks of its dates are known. */
  estimateEmpty: 'Not known yet',
  estimatePending: 'Estimating…',
  estimateFailed: 'Could not estimate the cost.',
  estimateBlocks: (missing: string) => `${missing} to read`,
  estimateCached: (blocks: string) => `${blocks} cached or archived`,
  /** Logs that are known to match before they are read. */
  estimateCounted: (logs: string) => `${logs} counted so far`,
  estimateRough: 'A rough estimate: little is known about these logs yet.',
  estimateNeedsConfirmation: 'You will be asked to confirm.',
  confirmTitle: 'Run this query?',
  confirmMayExceed: (requests: string, remaining: string) =>
    `This may take up to ${requests}, with ${remaining} left in today’s budget.`,
  confirmExceeds: (requests: string, remaining: string) =>
    `This takes ${requests}, with ${remaining} left in today’s budget.`,
  /** Where the server refuses what exceeds the budget. */
  confirmEnforced: 'The scan stops when the budget is used up.',
  confirmShare: (requests: string, percent: string) =>
    `This may take up to ${requests}: ${percent} of the daily budget.`,
  /** Without a daily budget. */
  confirmRequests: (requests: string) => `This may take up to ${requests}.`,
  confirmNothingSent: 'Nothing has been read yet. A shorter range or a narrower filter costs less.',
  confirmPaused:
    'The scan is paused: endpoints allow less per request than expected. Logs read so far are kept.',
  runAnyway: 'Run anyway',
  cancelRun: 'Not now',
}
