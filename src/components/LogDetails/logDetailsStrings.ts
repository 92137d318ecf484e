import { commonStrings } from '../strings/commonStrings.ts'
import { logStrings } from '../strings/logStrings.ts'
import { valueStrings } from '../values/valueStrings.ts'
import type { Localized } from '../strings/useStrings.ts'

const byteCount = (count: string) => (count === '1' ? '1 byte' : `${count} bytes`)

/** What `LogDetails` says. */
export const logDetailsStrings = {
  ...commonStrings,
  ...logStrings,
  ...valueStrings,
  close: 'Close',
  byteCount,
  arguments: 'Arguments',
  name: 'Name',
  type: 'Type',
  value: 'Value',
  indexed: 'indexed',
  notDecodedTitle: 'Not decoded',
  notDecodedHelp: 'No event at hand fits this log. Give the contract’s ABI to read it.',
  sourceGiven: 'from your ABI',
  sourceKnown: 'well-known event',
  sourceLookedUp: 'looked up',
  sourceGuessed: 'guessed',
  /** What a log has, and what one of its event would have. */
  misfitShape: ({ topics, bytes, expectedTopics, expectedBytes }: MisfitCounts) =>
    `The log has ${topics === 1 ? '1 topic' : `${topics} topics`} and ${byteCount(bytes)} of data; this event has ${expectedTopics} and ${expectedBytes}.`,
  atLeast: (count: string) => `at least ${count}`,
  misfitValue: (name: string, type: string) => `The log has no valid ${type} where “${name}” should be.`,
  misfitLayout: 'The log’s data fits exactly when other arguments are indexed.',
  /** Over readings with other arguments indexed. */
  misfitSplits: (count: number) =>
    count === 1
      ? 'With other arguments indexed it fits. Choose to read it:'
      : `With other arguments indexed it fits in ${count} ways. Choose one to read it:`,
  misfitNothing: 'It does not fit with other arguments indexed either. Its topics and data are below.',
  /** Before readings that have the same bits. */
  identicalReadings:
    'The log itself does not say which of these arguments are indexed. It would be the same for:',
  moreReadings: (count: number) => (count === 1 ? 'and 1 more' : `and ${count} more`),
  lookedUpHelp: 'A service gave this signature. Names, and which arguments are indexed, may be guessed.',
  readings: (count: number) => `${count} events fit this log`,
  lookUp: 'Look it up',
  lookingUp: 'Looking it up…',
  lookUpNothing: 'Nobody knows this event.',
  lookUpTellsTopic: (service: string) => `${service} is told the first topic, and nothing else.`,
  lookUpTellsAddress: (service: string) => `${service} is told the contract’s address, and nothing else.`,
  proxyOf: 'Proxy of',
  proxyHelp: 'This contract runs the code of another one: its events are declared there.',
  askProxy: 'Is it a proxy?',
  askProxyHelp: 'Three requests: for its code, and for the two places where proxies note what they run.',
  askingProxy: 'Asking…',
  noProxy: 'Not a proxy of a common kind.',
  transactionLogs: 'Logs of this transaction',
  readTransactionLogs: 'Show all of them',
  wordOffset: 'offset',
  wordLength: 'length',
  noArguments: 'This event has no arguments.',
  noTopics: 'This log has no topics: its event is anonymous.',
  noData: 'This log has no data.',
  where: 'Where',
  transactionIndex: 'Transaction index',
  json: 'JSON',
  previousLog: 'Previous log',
  nextLog: 'Next log',
}

/** Topics and bytes of data, those a log has and those its event would have. */
export interface MisfitCounts {
  readonly topics: number
  readonly bytes: string
  readonly expectedTopics: number
  readonly expectedBytes: string
}

export type LogDetailsStrings = Localized<typeof logDetailsStrings>
