/** What `LogExplorer` says beyond its components: they stand here because components cannot import from the widget. */
export const explorerStrings = {
  /** Behind the number of logs. */
  ofThemRemoved: (count: number) => `${count} of them taken back`,
  logDetails: 'Log',
  endpointsAnswering: (answering: string, asked: string) => `${answering} of ${asked} answering`,
  offline: 'Offline',
  logExplorer: 'Log explorer',
  /** The part of the explorer below the header that is not the filter. */
  results: 'Results',
  skipToResults: 'Skip to the results',
  backToFilter: 'Back to the filter',
  /** Names the choice between logs and groups. */
  showAs: 'Show as',
  chart: 'Chart',
  share: 'Share',
  linkUnreadable: 'This link could not be read',
  linkPartlyUnreadable: 'Some of this link could not be read',
  linkInstead: 'The newest logs are shown instead.',
  newBlocks: (count: string) => `${count} newer ${count === '1' ? 'block' : 'blocks'}`,
  refresh: 'Refresh',
  newestOnly: 'only the newest',
  readAll: 'Read all',
  timesSaved: 'No times: few requests are left today.',
  readTimes: 'Show times',
  groupsShort: 'Groups',
  shownOf: (shown: string, all: string) =>
    `${shown} of ${all} logs match. The rest was read, and is left out here.`,
  matchingSoFar: (shown: string) => `${shown} match so far: the others are being looked at.`,
  /** Why what has a last block cannot be live. */
  liveEnded: 'This range has an end',
}
