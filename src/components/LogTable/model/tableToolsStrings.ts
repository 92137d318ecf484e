import { cellStrings } from '../../strings/cellStrings.ts'
import { lateStrings } from '../../strings/lateStrings.ts'
import type { Localized } from '../../strings/useStrings.ts'
import { logTableStrings } from './logTableStrings.ts'

/** Texts of the parts of `LogTable` in `tools.ts`, which load after the first rows. */
export const tableToolsStrings = {
  ...logTableStrings,
  ...cellStrings,
  ...lateStrings,
  gridHelp:
    'Use the arrow keys to move between cells. Enter opens a log, Space selects it, Shift+F10 opens the actions of a cell. F2 moves to its links and buttons, Escape moves back. In the header, Enter sorts, Shift and arrow keys resize a column, Ctrl and arrow keys move it.',
  printedRows: (printed: string, all: string) => `First ${printed} of ${all} rows. Export to get all.`,
  /** Without a direction, while the rows are being sorted. */
  sortedLoaded: (what: string, direction: 'asc' | 'desc' | undefined) =>
    direction
      ? `${what} ${direction === 'asc' ? 'ascending' : 'descending'}, among loaded logs`
      : `Sorting by ${what}…`,
  filteredOnly: (what: string) => `only ${what}`,
  filteredNot: (what: string) => `hidden: ${what}`,
  removeFilter: (filter: string) => `Remove filter: ${filter}`,
  selectedCount: (count: string) => `${count} selected`,
  selectionFull: (count: string) => `Only the first ${count} are selected. Export for more.`,
  selectAll: 'All',
  /** All rows between the first selected one and the last. */
  selectBetween: 'All between',
  copyRows: 'Copy',
  findHelp: 'Text, number or hex',
  findNext: 'Next',
  findPrevious: 'Previous',
  finding: 'Searching…',
  foundNone: 'Not found',
  /** `current` is 0 before the first is shown. */
  found: (current: string, count: string, isBusy: boolean) =>
    `${current === '0' ? '' : `${current} of `}${count}${isBusy ? '…' : current === '0' ? ' found' : ''}`,
  columns: 'Columns',
  times: 'Times',
  density: 'Row height',
  compact: 'Compact',
  comfortable: 'Comfortable',
  resetView: 'Reset view',
  moveEarlier: 'Move toward the start',
  moveLater: 'Move toward the end',
  pinColumn: 'Pin',
  widerColumn: 'Wider',
  narrowerColumn: 'Narrower',
  resetWidth: 'Reset width',
  hideColumn: 'Hide',
  sortBy: (what: string, direction: 'asc' | 'desc') =>
    `Sort by ${what}, ${direction === 'asc' ? 'ascending' : 'descending'}`,
  copyAsText: 'As text',
  copyAsJson: 'As JSON',
  copyAsCsv: 'As CSV',
  /** Columns of the app that have no text to copy. */
  copyWithout: (columns: string) => `Columns without text are not copied: ${columns}`,
  readToken: 'Read the unit of this token',
  readTokens: (count: string) =>
    count === '1' ? 'Read the unit of 1 token' : `Read the units of ${count} tokens`,
  copyValue: 'Copy',
  thisAsWell: 'New query: this too',
  anyOfSelected: (count: string) => `New query: any of the ${count} selected`,
  notLoaded: 'Hide here',
  openLog: 'Open log',
  openInExplorer: 'Open in block explorer',
  checkCode: 'Check for a contract',
  checkCodeHelp: 'Sends one request.',
  checkingCode: 'Checking…',
  /** Follow an address. */
  codeFound: 'is a contract on this network.',
  codeMissing:
    'is not a contract on this network, so it cannot emit logs. Check the address and the network.',
}

export type TableToolsStrings = Localized<typeof tableToolsStrings>
