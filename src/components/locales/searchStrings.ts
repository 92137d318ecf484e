import { filterStrings } from '../FilterBuilder/draft/filterStrings.ts'
import { panelTitles } from '../strings/panelTitles.ts'

/** Texts of the search field of `LogExplorer`. */
export const searchStrings = {
  ...filterStrings,
  search: panelTitles.search,
  searchPlaceholder: panelTitles.searchPlaceholder,
  searchFound: 'What this may be',
  searchKinds: {
    link: 'Open the link',
    transaction: 'Logs of transaction',
    query: 'Run the query:',
    block: 'Logs of block',
    contract: 'Newest logs of contract',
    history: 'Whole history of contract',
    topic: 'Events with topic 0:',
    event: 'Newest logs of event',
  },
  searchArgument: (position: string) => `Logs with topic ${position}:`,
  searchCost: (requests: string) => (requests === '1' ? '1 request' : `${requests} requests`),
  searchUnknown:
    'This is not a hash, address, block number, known label or event, link, request or cast logs command.',
  searching: 'Looking for the transaction…',
  transactionNotFound: (network: string) =>
    `No transaction with this hash is known on ${network}. It may be pending or on another network, or this is not the hash of a transaction.`,
}
