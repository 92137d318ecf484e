/** Texts of the panels of `LogExplorer` that are shown before their code is loaded. */
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
