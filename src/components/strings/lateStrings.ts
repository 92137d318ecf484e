/** Further texts of several components, apart from `commonStrings` because no table needs these for its first rows. */
export const lateStrings = {
  cancel: 'Cancel',
  dismiss: 'Dismiss',
  progressPaused: 'Paused',
  clearSelection: 'Clear selection',
  blockHash: 'Block hash',
  range: 'Range',
}
