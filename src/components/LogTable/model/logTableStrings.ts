import { commonStrings } from '../../strings/commonStrings.ts'
import { errorStrings } from '../../strings/errorStrings.ts'
import { logStrings } from '../../strings/logStrings.ts'
import { valueStrings } from '../../values/valueStrings.ts'
import type { Localized } from '../../strings/useStrings.ts'

/** What `LogTable` says. */
export const logTableStrings = {
  ...commonStrings,
  ...errorStrings,
  ...logStrings,
  ...valueStrings,
  gridHelp:
    'Arrow keys move between cells. Enter opens a log, Space selects it, Shift and F10 offer what can be done with a value. F2 reaches the links and buttons of a cell, Escape comes back. In the header, Enter sorts, Shift with arrows changes the width, Control with arrows moves the column.',
  bytes: (count: string) => (count === '1' ? '1 byte of data' : `${count} bytes of data`),
  signature: 'Signature',
  timeLocal: 'Time',
  age: 'Age',
  newestFirst: 'Newest first',
  oldestFirst: 'Oldest first',
  printedRows: (printed: string, all: string) =>
    `The first ${printed} of ${all} rows. An export has all of them.`,
  sortedLoaded: (what: string, direction: 'asc' | 'desc') =>
    `${what} ${direction === 'asc' ? 'ascending' : 'descending'}, among the logs that are loaded`,
  shownOfLoaded: (shown: string, loaded: string) => `${shown} of ${loaded} loaded`,
  filteredOnly: (what: string) => `only ${what}`,
  filteredNot: (what: string) => `not ${what}`,
  removeFilter: (filter: string) => `Remove: ${filter}`,
  newLogs: (count: string) => (count === '1' ? '1 new log' : `${count} new logs`),
  view: 'View',
  columns: 'Columns',
  times: 'Times',
  density: 'Rows',
  compact: 'Compact',
  comfortable: 'Comfortable',
  resetView: 'Reset the view',
  columnActions: (column: string) => `Column ${column}`,
  moveEarlier: 'Move towards the start',
  moveLater: 'Move towards the end',
  pinColumn: 'Keep in sight',
  widerColumn: 'Wider',
  narrowerColumn: 'Narrower',
  resetWidth: 'Automatic width',
  hideColumn: 'Hide',
  sortBy: (what: string, direction: 'asc' | 'desc') =>
    `Sort by ${what}, ${direction === 'asc' ? 'ascending' : 'descending'}`,
  selectedCount: (count: string) => `${count} selected`,
  selectionFull: (count: string) => `Only the first ${count} are selected. Export holds more.`,
  copyRows: 'Copy',
  copyAsText: 'As text',
  copyAsJson: 'As JSON',
  copyAsCsv: 'As CSV',
  copyValue: 'Copy',
  thisAsWell: 'This as well',
  anyOfSelected: (count: string) => `Any of the ${count} selected`,
  notLoaded: 'Not this, of the logs loaded',
  openLog: 'Open this log',
  openOutside: 'Open in the block explorer',
  /** `range` spans more than the `blocks` that are missing, when some in between were read. */
  failedSome: (blocks: string, range: string) => `${blocks} within ${range} could not be read.`,
  gapPending: (range: string, single: boolean) => `${single ? 'Block' : 'Blocks'} ${range} still to be read`,
  gapPendingSome: (blocks: string, range: string) => `${blocks} within ${range} still to be read`,
  gapNotAsked: (range: string, single: boolean) => `${single ? 'Block' : 'Blocks'} ${range} not asked for`,
  gapNotAskedSome: (blocks: string, range: string) => `${blocks} within ${range} not asked for`,
  showInPlace: 'Show where',
  idleHelp: 'Choose what to look for, then read the logs.',
  loadingSoFar: (blocks: string) => `No log yet in the ${blocks} read so far.`,
  emptyHelp: 'Widen the range or loosen the filter to see more.',
  emptyCovered: (blocks: string) => `All that was asked for was read, ${blocks}: no log matches.`,
  notKnownHelp: (blocks: string) => `${blocks} could not be read, so there may be logs that are not shown.`,
  pendingTitle: 'Not all blocks are read yet',
  pendingHelp: (blocks: string) => `Still to be read: ${blocks}.`,
  /** Of logs that were left out because they do not fit their event, where there are no others. */
  undecodableTitle: (count: string, single: boolean) =>
    `${count} ${single ? 'log does' : 'logs do'} not fit the event`,
  undecodableHelp:
    'They have its first topic, but other topics or data than the ABI says: other arguments may be indexed. They are left out.',
  askCode: 'Is there a contract?',
  askCodeHelp: 'One request: for the code at the address.',
  askingCode: 'Asking…',
  /** Follow an address. */
  codeFound: 'is a contract on this network.',
  codeMissing:
    'is no contract on this network: nothing there can emit logs. Check the address and the network.',
  awaitingHelp: 'The chain has not reached these blocks.',
  /** Reading was ended before there was a log. */
  stoppedTitle: 'Not all blocks were read',
  stoppedHelp: 'Reading was stopped before anything was found.',
  offlineHelp: 'Reading starts by itself once the connection is back.',
  errorKeepsData: 'What was read before stays below.',
  moreFailed: (count: number) =>
    `${count === 1 ? '1 more range' : `${count} more ranges`} could not be read.`,
  /** In a row whose log does not fit the ABI. */
  misfit: 'ABI does not fit',
}

export type LogTableStrings = Localized<typeof logTableStrings>
