import { commonStrings } from '../strings/commonStrings.ts'
import { errorStrings } from '../strings/errorStrings.ts'
import { logStrings } from '../strings/logStrings.ts'

/** What `ScanEstimate` and `ScanConfirmation` say. */
export const estimateStrings = {
  ...commonStrings,
  ...errorStrings,
  ...logStrings,
  estimate: 'Price',
  /** A bound or two with a dash between them. */
  estimateRequests: (count: string) => (count === '1' ? '1 request' : `${count} requests`),
  estimateShare: (percent: string) => `${percent} of the day’s budget`,
  estimateAtMost: (what: string) => `at most ${what}`,
  estimateFree: 'Nothing to ask: all of it is held already.',
  estimatePending: 'Working out the price…',
  estimateFailed: 'The price could not be worked out.',
  estimateBlocks: (missing: string) => `${missing} to read`,
  estimateHeld: (held: string) => `${held} held already`,
  estimateRough: 'These logs have not been counted before, so the bounds are wide.',
  estimateAsks: 'Asks before it runs.',
  confirmTitle: 'Read it at this price?',
  confirmMayExceed: (requests: string, remaining: string) =>
    `This may take up to ${requests}, with ${remaining} left of today’s budget.`,
  confirmExceeds: (requests: string, remaining: string) =>
    `This takes ${requests}, with ${remaining} left of today’s budget.`,
  confirmShare: (requests: string, percent: string) =>
    `This takes up to ${requests}: ${percent} of the day’s budget.`,
  confirmNothingSent: 'Nothing has been sent. A shorter range or a narrower filter costs less.',
  confirmPaused:
    'It is paused: endpoints allow less at a time than was known when it began. What was read stays.',
  runAnyway: 'Run anyway',
  dontRun: 'Not now',
}
