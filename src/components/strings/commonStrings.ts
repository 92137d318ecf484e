/** Actions and states that several components show. */
export const commonStrings = {
  retry: 'Try again',
  cancel: 'Cancel',
  dismiss: 'Dismiss',
  loading: 'Reading logs…',
  idleTitle: 'Nothing asked yet',
  emptyTitle: 'No logs match',
  errorTitle: 'The logs could not be read',
  notKnownTitle: 'Not known',
  awaitingTitle: 'Not there yet',
  /** Nothing can be read until the browser is online. */
  offlineTitle: 'You are offline',
  coverage: 'Coverage',
  progress: 'Progress',
  progressSome: (percent: string) => `${percent} read`,
  progressPaused: 'Paused',
  clearSelection: 'Select none',
  cellActions: 'Actions',
  onlyThis: 'Only this',
  onlyLoaded: 'Only this, of the logs loaded',
}
