import { cellStrings } from '../strings/cellStrings.ts'
import { commonStrings } from '../strings/commonStrings.ts'
import { lateStrings } from '../strings/lateStrings.ts'
import { logStrings } from '../strings/logStrings.ts'
import { panelTitles } from '../strings/panelTitles.ts'
import type { Localized } from '../strings/useStrings.ts'
import { decodedStrings } from '../values/decodedStrings.ts'

const byteCount = (count: string) => (count === '1' ? '1 byte' : `${count} bytes`)

/** Texts of `LogDetails`. */
export const logDetailsStrings = {
  ...commonStrings,
  ...lateStrings,
  ...cellStrings,
  ...logStrings,
  ...decodedStrings,
  byteCount,
  close: panelTitles.close,
  arguments: 'Arguments',
  name: 'Name',
  type: 'Type',
  value: 'Value',
  indexed: 'indexed',
  notDecodedTitle: 'Not decoded',
  notDecodedHelp: 'No known event matches this log. Add the contract’s ABI to decode it.',
  /** Shown instead if the contract's ABI is known, with the number of its events. */
  abiWithoutEvent: (count: number) => {
    if (count === 0) return 'The ABI of this contract has no events.'
    return count === 1
      ? 'The ABI of this contract has 1 event, which does not match this log. An argument may have the wrong type.'
      : `The ABI of this contract has ${count} events. None matches this log: it may be missing, or an argument may have the wrong type.`
  },
  replaceAbi: 'Paste another ABI',
  editContract: 'Name and ABI of this contract',
  sourceGiven: 'from your ABI',
  sourceKnown: 'well-known event',
  sourceLookedUp: 'looked up',
  sourceGuessed: 'guessed',
  /** Actual and expected counts. */
  misfitShape: ({ topics, bytes, expectedTopics, expectedBytes }: MisfitCounts) =>
    `The log has ${topics === 1 ? '1 topic' : `${topics} topics`} and ${byteCount(bytes)} of data; this event has ${expectedTopics} and ${expectedBytes}.`,
  atLeast: (count: string) => `at least ${count}`,
  misfitValue: (name: string, type: string) => `The log has no valid ${type} where “${name}” should be.`,
  misfitLayout: 'The data matches exactly if different arguments are indexed.',
  /** Heading of readings with other arguments indexed. */
  misfitSplits: (count: number) =>
    count === 1
      ? 'It matches with different arguments indexed. Choose how to decode it:'
      : `It matches in ${count} ways with different arguments indexed. Choose how to decode it:`,
  misfitNothing: 'It does not match with different arguments indexed either. See its topics and data below.',
  /** Shown before readings that encode to the same log. */
  identicalReadings:
    'The log does not show which of these arguments are indexed. These would produce the same log:',
  moreReadings: (count: number) => (count === 1 ? 'and 1 more' : `and ${count} more`),
  lookedUpHelp:
    'This signature comes from a lookup service. Names, and which arguments are indexed, may be wrong.',
  readings: (count: number) => `${count} events match this log`,
  lookUp: 'Look up event',
  lookingUp: 'Looking up…',
  lookUpNothing: 'No service knows an event that matches this log.',
  lookUpSendsTopic: (service: string) => `Sends only the first topic to ${service}.`,
  lookUpSendsAddress: (service: string) => `Sends only the contract’s address to ${service}.`,
  proxyOf: 'Implementation',
  proxyHelp: 'This contract is a proxy. It runs the code of another contract, which declares the events.',
  readToken: 'Read the unit of this token',
  readTokenHelp:
    'Calls decimals() and symbol() of the contract, which can claim any symbol. The unit is kept under “Names and ABIs”.',
  readingToken: panelTitles.readingToken,
  noToken: 'This contract has no decimals(): its amounts have no unit.',
  checkProxy: 'Check for a proxy',
  checkProxyHelp: 'Sends three requests: for the code and for two storage slots that proxies use.',
  checkingProxy: 'Checking…',
  noProxy: 'Not a common kind of proxy.',
  transactionLogs: 'Logs of this transaction',
  readTransactionLogs: 'Show all',
  readTransaction: 'Show transaction and all its logs',
  transactionStatus: 'Status',
  transactionStates: { success: 'Succeeded', reverted: 'Reverted' },
  sender: 'From',
  recipient: 'To',
  createdContract: 'Created contract',
  calledFunction: 'Function',
  sentValue: 'Value sent',
  gasUsed: 'Gas used',
  gasOf: (used: string, limit: string, share: string) => `${used} of ${limit} (${share})`,
  fee: 'Fee',
  feeAt: (fee: string, price: string) => `${fee} at ${price}`,
  nonce: 'Nonce',
  copyTransaction: 'Copy as…',
  /** The link to the trace of a transaction. */
  trace: 'Trace',
  /** No endpoint knows the transaction: it may be pending, or gone after a reorganization. */
  transactionUnknown: 'No endpoint knows this transaction.',
  transactionReverted: 'This transaction was reverted, so it has no logs.',
  transactionWithoutLogs: 'This transaction emitted no logs.',
  revertReason: 'Reason',
  noRevertReason: 'The contract gave no reason.',
  /** The meaning of Solidity’s panic codes. */
  panics: {
    '0x1': 'an assertion failed',
    '0x11': 'arithmetic overflow or underflow',
    '0x12': 'division by zero',
    '0x21': 'invalid value for an enum',
    '0x22': 'wrongly encoded bytes in storage',
    '0x31': 'pop() on an empty array',
    '0x32': 'array index out of bounds',
    '0x41': 'too much memory allocated',
    '0x51': 'call of an unset internal function',
  },
  /** Shown with the reason. */
  replayHelp:
    'From a replay on the state before its block; within the block, the reason may have been different.',
  replaySucceeds:
    'Unknown: on the state before its block it does not revert. Earlier transactions of the block, or its time, made the difference.',
  replayPruned: 'Unknown: no endpoint keeps the state before its block, so it cannot be replayed.',
  replayFailed: (why: string) => `Unknown: it could not be replayed. ${why}`,
  wordOffset: 'offset',
  wordLength: 'length',
  /** What the 32 bytes of a raw word may stand for. */
  wordKinds: { number: 'Number', address: 'Address', text: 'Text', time: 'Time' },
  noArguments: 'This event has no arguments.',
  noTopics: 'This log has no topics: its event is anonymous.',
  noData: 'This log has no data.',
  location: 'Location',
  transactionIndex: 'Transaction index',
  json: 'JSON',
  previousLog: 'Previous log',
  nextLog: 'Next log',
}

/** Topics and bytes of data: actual and expected. */
export interface MisfitCounts {
  readonly topics: number
  readonly bytes: string
  readonly expectedTopics: number
  readonly expectedBytes: string
}

export type LogDetailsStrings = Localized<typeof logDetailsStrings>
