/** Actions and states that several components show. */
export const commonStrings = {
  retry: 'Try again',
  loading: 'Reading logs…',
  idleTitle: 'No query yet',
  emptyTitle: 'No logs match',
  /** Shown if all logs were left out because they do not match their event. */
  undecodableTitle: (count: string, single: boolean) =>
    `${count} ${single ? 'log does' : 'logs do'} not match the event`,
  errorTitle: 'Could not read the logs',
  notKnownTitle: 'Incomplete result',
  awaitingTitle: 'Not available yet',
  /** Nothing can be read until the browser is online. */
  offlineTitle: 'You are offline',
  progress: 'Progress',
  /** `part` is a percentage or, below a tenth of a percent, a number of blocks. */
  progressSome: (part: string) => `${part} read`,
  cellActions: 'Actions',
}
