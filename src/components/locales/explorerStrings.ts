import { histogramStrings } from '../BlockHistogram/histogramStrings.ts'
import { filterStrings } from '../FilterBuilder/draft/filterStrings.ts'
import { logTableStrings } from '../LogTable/model/logTableStrings.ts'
import { liveStrings } from '../status/liveStrings.ts'
import { networkStrings } from '../status/networkStrings.ts'
import { panelTitles } from '../strings/panelTitles.ts'

/** Texts of `LogExplorer` itself. Defined here because components cannot import from the widget. */
export const explorerStrings = {
  ...networkStrings,
  ...liveStrings,
  ...logTableStrings,
  ...filterStrings,
  ...histogramStrings,
  ...panelTitles,
  tokensRead: 'Amounts are shown in their units.',
  tokensMissing: (missing: string, all: string) =>
    all === '1'
      ? 'This contract has no decimals(): its amounts have no unit.'
      : `${missing} of ${all} contracts ${missing === '1' ? 'has no decimals(): its' : 'have no decimals(): their'} amounts have no unit.`,
  /** Next to the number of rows, in which removed logs are counted while they are shown. */
  removedCount: (count: string) => `incl. ${count} removed`,
  /** More were removed than are shown. */
  removedSome: (count: string, more: string) => `incl. ${count} removed, ${more} more not shown`,
  logDetails: 'Log',
  endpointsResponding: (answering: string, used: string) => `${answering} of ${used} responding`,
  offline: 'Offline',
  /** While every endpoint has asked to wait. */
  rateLimited: 'Rate-limited',
  logExplorer: 'Log explorer',
  /** The part of the explorer below the header that is not the filter. */
  results: 'Results',
  skipToResults: 'Skip to results',
  backToFilter: 'Back to filter',
  /** Names the choice between logs and groups. */
  showAs: 'Show as',
  chart: 'Chart',
  share: 'Share',
  addresses: 'Names',
  linkInvalid: 'This link is invalid',
  linkPartlyInvalid: 'Parts of this link are invalid',
  showingLatest: 'Showing the latest logs instead.',
  /** As after a development chain was restarted. */
  beginsAhead: (first: string, latest: string) =>
    `The query begins at block ${first}, above the latest block ${latest}.`,
  showLatest: 'Show the latest logs',
  newBlocks: (count: string) => `${count} new ${count === '1' ? 'block' : 'blocks'}`,
  refresh: 'Refresh',
  /** After a rebuild, for example: the logs were decoded again. */
  abisUpdated: 'ABIs updated',
  latestOnly: 'latest only',
  oldestOnly: 'oldest only',
  readAll: 'Read all',
  timesHidden: 'Times are hidden to save requests.',
  readTimes: 'Show times',
  groupsShort: 'Groups',
  /** While the code of a panel is loaded. */
  loadingPanel: 'Loading…',
  shownOf: (shown: string, all: string) => `${shown} of ${all} logs shown. The others do not match.`,
  matchingSoFar: (shown: string) => `${shown} match so far. The others are still being checked.`,
  /** The form was changed, but not submitted. */
  formerQuery: 'Previous query',
  formerQueryHelp: 'The filter has changed since. Press Enter in it to read the new logs.',
  /** Why a range with a fixed end cannot be live. */
  liveEnded: 'This range has a fixed end',
  /** Watching saved queries for new logs. */
  watch: {
    watched: 'Watched queries',
    switch: (name: string) => `Watch ${name}`,
    newLogs: (count: string) => (count === '1' ? '1 new log' : `${count} new logs`),
    nothingNew: 'No new logs',
    inBlock: (logs: string, block: string) => `${logs}, newest in block ${block}`,
    notify: 'Notify me in this browser',
    sound: 'Play a sound',
    blocked: 'This browser blocks notifications from this page. Allow them in its site settings.',
    unsupported: 'Notifications are not available on this page.',
    issues: {
      offline: 'Offline: new logs are not read.',
      unreachable: 'No endpoint responds: new logs are not read.',
      'wrong-network': 'The endpoints serve another network: new logs are not read.',
      quota: 'Today’s request budget is nearly used up: new logs are reported late or not at all.',
      failing: 'New blocks cannot be read at the moment.',
    },
    missed: (range: string, single: boolean) =>
      `${single ? `Block ${range} was` : `Blocks ${range} were`} not checked for new logs.`,
    readMissed: 'Read them',
  },
  /** Two queries side by side. */
  compare: {
    action: 'Compare',
    title: 'Compare with another query',
    help: 'It reads the same blocks. Scrolling and zooming are linked.',
    same: 'A copy of this query, to edit',
    swap: 'Swap',
    /** Names the part with the results of the second query. */
    results: 'Compared results',
    close: (query: string) => `Close ${query}`,
  },
}
