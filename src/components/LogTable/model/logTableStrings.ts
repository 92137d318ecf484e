import { commonStrings } from '../../strings/commonStrings.ts'
import { errorStrings } from '../../strings/errorStrings.ts'
import { logStrings } from '../../strings/logStrings.ts'
import type { Localized } from '../../strings/useStrings.ts'
import { valueStrings } from '../../values/valueStrings.ts'

/** Texts of `LogTable`. */
export const logTableStrings = {
  ...commonStrings,
  ...errorStrings,
  ...logStrings,
  ...valueStrings,
  bytes: (count: string) => (count === '1' ? '1 byte of data' : `${count} bytes of data`),
  signature: 'Signature',
  timeLocal: 'Local time',
  age: 'Age',
  network: 'Network',
  newestFirst: 'Newest first',
  oldestFirst: 'Oldest first',
  shownOfLoaded: (shown: string, loaded: string) => `${shown} of ${loaded} loaded`,
  find: 'Find in loaded logs',
  newLogs: (count: string) => (count === '1' ? '1 new log' : `${count} new logs`),
  view: 'View',
  columnActions: (column: string) => `Column ${column}`,
  unsorted: 'Not sorted or filtered: the rows are in chain order',
  /** `range` spans more than the missing `blocks`, because some in between were read. */
  failedSome: (blocks: string, range: string) => `${blocks} within ${range} could not be read.`,
  gapPending: (range: string, single: boolean) => `${single ? 'Block' : 'Blocks'} ${range} not read yet`,
  gapPendingSome: (blocks: string, range: string) => `${blocks} within ${range} not read yet`,
  gapAwaiting: (range: string, single: boolean) =>
    single ? `Block ${range} is not available yet` : `Blocks ${range} are not available yet`,
  gapNotRequested: (range: string, single: boolean) =>
    `${single ? 'Block' : 'Blocks'} ${range} not requested`,
  gapNotRequestedSome: (blocks: string, range: string) => `${blocks} within ${range} not requested`,
  showInTable: 'Show in table',
  idleHelp: 'Choose what to look for, then read the logs.',
  emptyHelp: 'Try a wider range or a broader filter.',
  emptyHelpCovered: (blocks: string) => `No log matches in the ${blocks} read.`,
  notKnownHelp: (blocks: string) => `${blocks} could not be read, so some logs may be missing.`,
  pendingTitle: 'Not all blocks have been read yet',
  pendingHelp: (blocks: string) => `${blocks} left to read.`,
  undecodableHelp:
    'Their first topic matches, but not their other topics or data: different arguments may be indexed.',
  awaitingHelp: 'The chain has not reached these blocks, or they are not final yet.',
  /** The scan was stopped before it found a log. */
  stoppedTitle: 'Not all blocks were read',
  stoppedHelp: 'The scan was stopped before it found a log.',
  offlineHelp: 'Reading resumes when you are back online.',
  errorKeepsData: 'The logs below were read earlier.',
  moreFailed: (count: number) =>
    `${count === 1 ? '1 more range' : `${count} more ranges`} could not be read.`,
  /** Shown in a row whose log does not fit the ABI. */
  misfit: 'ABI mismatch',
}

export type LogTableStrings = Localized<typeof logTableStrings>
