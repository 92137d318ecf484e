/** The parts of a log, and counts of logs and blocks. */
export const logStrings = {
  logs: 'Logs',
  logCount: (count: string) => (count === '1' ? '1 log' : `${count} logs`),
  blocks: (count: string) => (count === '1' ? '1 block' : `${count} blocks`),
  block: 'Block',
  time: 'Time (UTC)',
  contract: 'Contract',
  event: 'Event',
  transaction: 'Transaction',
  logIndex: 'Log index',
  removed: 'Removed',
  removedHelp: 'A chain reorganization removed this log.',
  unknownEvent: 'Unknown event',
  anonymousEvent: 'No topics',
  topic: (position: number) => `Topic ${position}`,
  rawTopics: 'Topics',
  rawData: 'Data',
  misfitTitle: 'Your ABI does not match this log',
  /** A log whose data no compiler would encode this way. */
  unusual: 'unusual encoding',
  unusualHelp:
    'The values were decoded, but no compiler encodes them this way. Compare them with the raw data.',
  /** Beside an event whose logs do not show which arguments are indexed. */
  ambiguous: 'ambiguous',
  ambiguousHelp: 'Other arguments may be indexed, so values may be swapped: compare them with the details.',
}
