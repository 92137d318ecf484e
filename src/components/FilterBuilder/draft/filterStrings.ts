import { commonStrings } from '../../strings/commonStrings.ts'
import { errorStrings } from '../../strings/errorStrings.ts'
import { lateStrings } from '../../strings/lateStrings.ts'
import { logStrings } from '../../strings/logStrings.ts'
import type { Localized } from '../../strings/useStrings.ts'
import { decodedStrings } from '../../values/decodedStrings.ts'

/** Texts of `FilterBuilder`. */
export const filterStrings = {
  ...commonStrings,
  ...lateStrings,
  ...errorStrings,
  ...logStrings,
  ...decodedStrings,
  filter: 'Filter',
  contracts: 'Contracts',
  contractsHelp:
    'Addresses, labels or explorer links, separated by spaces or lines. Empty for all contracts.',
  addContract: 'Add a contract…',
  eventMode: 'Events',
  anyEvent: 'Any event',
  byEvent: 'By event',
  rawMode: 'Raw topics',
  eventHelp: 'Search by name, or paste a signature, an ABI, a compiler artifact or Solidity code.',
  eventPlaceholder: 'Transfer',
  addEvent: 'Add another…',
  eventsOffered: 'Events found',
  eventsOfferedCount: (count: number) => (count === 1 ? '1 event found' : `${count} events found`),
  selectedEvents: 'Selected events',
  eventsSelected: (names: string) => `Selected: ${names}`,
  removeEvent: (name: string) => `Remove ${name}`,
  wellKnown: 'Well-known events',
  eventsFound: (count: number) => `Any of these ${count} events:`,
  indexedArguments: 'Indexed arguments',
  argumentHelp: 'Leave empty for any value. Separate alternatives by spaces or lines (Shift+Enter).',
  argumentHashHelp:
    'Compared by hash. Enter alternatives on separate lines (Shift+Enter). Text in quotes is read as JSON.',
  argumentUnsupported: 'Only its hash is on the chain. Use raw topics to filter by it.',
  otherArguments: 'Other arguments',
  conditionHelp: 'Nodes cannot filter by these. Your browser compares them after reading the logs.',
  comparisons: { anyOf: 'is any of', atLeast: 'at least', atMost: 'at most', contains: 'contains' },
  and: 'and',
  comparisonOf: (argument: string) => `How to compare ${argument}`,
  notFiltered: (names: string) => `Lists and tuples cannot be compared: ${names}.`,
  signatureOnly:
    'This signature does not say which arguments are indexed, so logs are shown raw. Add “indexed” to decode them.',
  anyValue: 'Any',
  topicsHelp: 'For each position: no filter, any value, or one of a list.',
  topicUnset: 'No filter',
  topicAny: 'Any value',
  topicValues: 'One of',
  topicValue: (position: number) => `Values of topic ${position}`,
  byBlocks: 'Blocks',
  byLast: 'Latest',
  byTime: 'Dates',
  byBlockHash: 'One block',
  lastCount: 'Last',
  lastUnit: 'Unit',
  lastUnits: { blocks: 'blocks', minutes: 'minutes', hours: 'hours', days: 'days' },
  fromTime: 'From',
  toTime: 'To',
  fromTimeHelp: 'Leave empty to start at the first block.',
  toTimeHelp: 'Leave empty to end at the latest block.',
  timeZone: 'Time zone',
  /** `zone` is a name such as `Europe/Berlin`. */
  localZone: (zone: string) => `Your time (${zone})`,
  findingBlock: 'Finding the block…',
  blockToFind: 'The block is looked up when you read the logs.',
  blockFound: (block: string) => `Block ${block}`,
  untilLatest: 'Up to the latest block',
  sinceDeployment: 'Since deployment',
  sinceDeploymentHelp:
    'Finds the deployment block with about 25 requests per contract, or its first log if nodes keep no old states.',
  fromBlock: 'From block',
  toBlock: 'To block',
  headIs: (block: string) => `Latest block: ${block}`,
  beyondHead: (block: string) => `This is after the latest block, ${block}.`,
  lastBlocks: (count: string) => `Last ${count}`,
  /** The ends of a range in a query's description. */
  earliest: 'earliest',
  latest: 'latest',
  newestBlocks: (count: string) => (count === '1' ? 'last block' : `last ${count} blocks`),
  allBlocks: 'All',
  submit: 'Read logs',
  submitting: 'Reading…',
  reset: 'Reset',
  fieldErrors: (count: number) => (count === 1 ? '1 field has an error.' : `${count} fields have errors.`),
  undo: 'Undo',
  redo: 'Redo',
  /** Announced to screen readers. */
  done: { undo: 'Undone', redo: 'Redone', reset: 'Form reset' },
  savedQueries: 'Saved queries',
  recentQueries: 'Recent queries',
  nothingSaved: 'No saved queries yet. Name the query below to save it.',
  queryName: 'Name of this query',
  saveQuery: 'Save',
  replaceQuery: 'Replace',
  querySaved: (name: string) => `Saved as ${name}`,
  deleteQuery: (name: string) => `Delete ${name}`,
  renameQuery: (name: string) => `Rename ${name}`,
  newName: (name: string) => `New name for ${name}`,
  nameTaken: 'Another query has this name.',
  removeContract: (address: string) => `Remove ${address}`,
  issues: {
    unknownContract: (text: string) =>
      `“${text}” is neither an address (0x and 40 hex digits) nor a known label.`,
    eventMissing: 'Enter a signature or an ABI, or choose “Any event”.',
    eventUnreadable: (reason: string) =>
      `This is not an event signature: ${reason} Example: event Transfer(address indexed from, address indexed to, uint256 value).`,
    eventUnusable: (reason: string) => `This event cannot be used: ${reason}`,
    eventUnknown: (name: string) =>
      `No known event is named ${name}. Paste its signature or the contract’s ABI.`,
    /** An address where an event is expected. */
    addressAsEvent: 'This is an address. Enter it in the field above; this field expects an event.',
    /** Events in source code that use unknown types. */
    eventTypesUnknown: (names: string) =>
      `${names}: some argument types are unknown. Paste the contract’s ABI instead.`,
    /** Source code, or part of it. */
    noEventsDeclared: 'No event declaration found. Example: event Transfer(address indexed from, …).',
    /** JSON without an ABI. */
    abiMissing: 'This JSON contains no ABI.',
    abiWithoutEvents: 'This ABI has no events.',
    jsonUnreadable: 'This JSON is invalid. Is it complete?',
    noEventChosen: 'Choose at least one event.',
    trueOrFalse: 'Enter true or false.',
    /** Both readings of a number, or of a number and a list. */
    ambiguousNumber: (one: string, other: string) =>
      `This could be ${one} or ${other}. Write numbers without separators, and lists with spaces or lines.`,
    wholeNumber: (type: string) => `Enter a whole number for ${type}, in digits or as 0x… hex.`,
    unitMissing: 'The smallest unit has no fractions. Choose another unit.',
    decimalNumber: 'Enter a number, such as 1.5.',
    tooPrecise: (decimals: number) => `This unit has at most ${decimals} decimals.`,
    outOfRange: (type: string, from: string, to: string) => `A ${type} must be between ${from} and ${to}.`,
    hexBytes: (count: number, found: number) => `Expected ${count} hex digits after 0x, found ${found}.`,
    hexOnly: 'Expected 0x and an even number of hex digits.',
    topicMissing: 'Enter a value, or choose “Any value”.',
    topicDigits: (found: number) => `Expected 64 hex digits after 0x, found ${found}.`,
    blockUnreadable: 'Enter a block number, or one of earliest, latest, safe, finalized.',
    blockNegative: 'A block number cannot be negative.',
    blockReversed: 'This is before the first block of the range.',
    lastUnreadable: 'Enter a number, 1 or more.',
    lastEmpty: 'No block is that recent.',
    headUnknown: 'The latest block is not known yet. Enter a number of blocks instead.',
    timeUnreadable: 'Enter a date and a time.',
    timeReversed: 'This is before the start of the range.',
    timeAhead: 'No block exists at or after this time yet.',
    timeBefore: 'This is before the first block.',
    timeEmpty: 'There is no block between these times.',
    blockHashMissing: 'Enter a block hash: 0x and 64 hex digits.',
    blockHashDigits: (found: number) => `Expected 64 hex digits after 0x, found ${found}.`,
  },
}

export type FilterStrings = Localized<typeof filterStrings>
