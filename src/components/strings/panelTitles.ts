/** Texts shown before the panel of `LogExplorer` that they belong to is loaded. */
export const panelTitles = {
  addressBook: 'Names and ABIs',
  close: 'Close',
  exportLogs: 'Export',
  queryCode: 'Share and reuse',
  readingToken: 'Reading…',
  requestLog: { title: 'Request log' },
  search: 'Find logs by anything',
  searchPlaceholder: 'Paste a transaction, address, block, topic, link or event',
}
