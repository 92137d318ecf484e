import type { StorageErrorKind } from '../../errors/StorageError.ts'
import type { NodeErrorKind } from '../../errors/NodeError.ts'
import type { inputSentences } from '../../logs/filter/inputSentences.ts'
import type { textSentences } from '../../logs/filter/formats/textSentences.ts'

/** What an error means, whatever words it has. */
export type ErrorKind =
  | NodeErrorKind
  | `storage-${StorageErrorKind}`
  | 'budget-spent'
  | 'export-value'
  | 'invalid-attribute'
  | 'invalid-network'
  | 'invalid-query'
  | 'lookup'
  | 'missing-provider'
  /** Anything else, of which only its own words are known. */
  | 'unexpected'

/** Every word the components say. Replace any of them with {@link StringsProvider}. */
export interface Strings {
  /** BCP 47 tag by which numbers are grouped. */
  readonly locale: string
  readonly copy: (what: string) => string
  readonly copied: string
  readonly copyFailed: string
  readonly address: string
  readonly hash: string
  readonly retry: string
  /** Of several parts that failed. */
  readonly retryAll: string
  readonly cancel: string
  readonly close: string
  readonly showAll: (count: string) => string
  readonly showLess: string
  readonly characters: (count: string) => string
  readonly opensElsewhere: string

  readonly logs: string
  readonly logCount: (count: string) => string
  readonly gridHelp: string
  readonly block: string
  readonly time: string
  readonly contract: string
  readonly event: string
  readonly transaction: string
  readonly logIndex: string
  readonly removed: string
  readonly removedHelp: string
  /** Behind the number of logs. */
  readonly ofThemRemoved: (count: number) => string
  readonly unknownEvent: string
  readonly anonymousEvent: string
  readonly bytes: (count: string) => string
  readonly byteCount: (count: string) => string
  readonly signature: string
  readonly timeLocal: string
  readonly age: string

  readonly newestFirst: string
  readonly oldestFirst: string
  readonly printedRows: (printed: string, all: string) => string
  readonly sortedLoaded: (what: string, direction: 'asc' | 'desc') => string
  readonly shownOfLoaded: (shown: string, loaded: string) => string
  readonly filteredOnly: (what: string) => string
  readonly filteredNot: (what: string) => string
  readonly removeFilter: (filter: string) => string
  readonly newLogs: (count: string) => string
  readonly view: string
  readonly columns: string
  readonly times: string
  readonly density: string
  readonly compact: string
  readonly comfortable: string
  readonly resetView: string
  readonly columnActions: (column: string) => string
  readonly moveEarlier: string
  readonly moveLater: string
  readonly pinColumn: string
  readonly widerColumn: string
  readonly narrowerColumn: string
  readonly resetWidth: string
  readonly hideColumn: string
  readonly sortBy: (what: string, direction: 'asc' | 'desc') => string
  readonly selectedCount: (count: string) => string
  readonly selectionFull: (count: string) => string
  readonly clearSelection: string
  readonly copyRows: string
  readonly copyAsText: string
  readonly copyAsJson: string
  readonly copyAsCsv: string
  readonly cellActions: string
  readonly copyValue: string
  readonly onlyThis: string
  readonly thisAsWell: string
  readonly anyOfSelected: (count: string) => string
  readonly onlyLoaded: string
  readonly notLoaded: string
  readonly openLog: string
  readonly openOutside: string
  /** `range` spans more than the `blocks` that are missing, when some in between were read. */
  readonly failedSome: (blocks: string, range: string) => string
  readonly gapPending: (range: string, single: boolean) => string
  readonly gapPendingSome: (blocks: string, range: string) => string
  readonly gapNotAsked: (range: string, single: boolean) => string
  readonly gapNotAskedSome: (blocks: string, range: string) => string
  readonly showInPlace: string

  readonly idleTitle: string
  readonly idleHelp: string
  readonly loading: string
  readonly loadingSoFar: (blocks: string) => string
  readonly emptyTitle: string
  readonly emptyHelp: string
  readonly emptyCovered: (blocks: string) => string
  readonly notKnownTitle: string
  readonly notKnownHelp: (blocks: string) => string
  readonly pendingTitle: string
  readonly pendingHelp: (blocks: string) => string
  /** All blocks asked for are above the newest one, or those below it hold no log. */
  /** Of logs that were left out because they do not fit their event, where there are no others. */
  readonly undecodableTitle: (count: string, single: boolean) => string
  readonly undecodableHelp: string
  readonly askCode: string
  readonly askCodeHelp: string
  readonly askingCode: string
  /** Follow an address. */
  readonly codeFound: string
  readonly codeMissing: string
  readonly awaitingTitle: string
  readonly awaitingHelp: string
  /** Reading was ended before there was a log. */
  readonly stoppedTitle: string
  readonly stoppedHelp: string
  /** Nothing can be read until the browser is online. */
  readonly offlineTitle: string
  readonly offlineHelp: string
  readonly errorTitle: string
  readonly errorKeepsData: string
  /** `range` is one block, or two numbers with a dash between them. */
  readonly failedBlocks: (range: string, single: boolean) => string
  readonly moreFailed: (count: number) => string
  /**
   * What happened and what to do, by what an error means; `subject` is the endpoint, the service, the network, the attribute,
   * the column or, of a spent budget, the number of requests. What these leave out, such as a node's own words, are the
   * details then; where an error has none here it speaks for itself, in English.
   */
  readonly errors: {
    readonly [kind in ErrorKind]?: {
      readonly what: (subject: string | undefined) => string
      readonly advice?: string | undefined
    }
  }
  /** What is wrong with a query, a link or an attribute, by kind; where one has no words here it is said in English. */
  readonly problems: Readonly<Partial<typeof inputSentences & typeof textSentences>>

  readonly arguments: string
  readonly name: string
  readonly unnamed: string
  readonly type: string
  readonly value: string
  readonly indexed: string
  readonly hashed: string
  readonly hashedHelp: string
  readonly emptyText: string
  readonly emptyList: string
  readonly notDecodedTitle: string
  readonly notDecodedHelp: string
  readonly sourceGiven: string
  readonly sourceKnown: string
  readonly sourceLookedUp: string
  readonly sourceGuessed: string
  /** In a row whose log does not fit the ABI. */
  readonly misfit: string
  readonly misfitTitle: string
  /** What a log has, and what one of its event would have. */
  readonly misfitShape: (counts: MisfitCounts) => string
  readonly atLeast: (count: string) => string
  readonly misfitValue: (name: string, type: string) => string
  readonly misfitLayout: string
  /** Over readings with other arguments indexed. */
  readonly misfitSplits: (count: number) => string
  readonly misfitNothing: string
  /** Of a log whose data is laid out as no compiler would. */
  readonly unusual: string
  readonly unusualHelp: string
  /** Before readings that have the same bits. */
  readonly identicalReadings: string
  readonly moreReadings: (count: number) => string
  readonly lookedUpHelp: string
  readonly readings: (count: number) => string
  readonly lookUp: string
  readonly lookingUp: string
  readonly lookUpNothing: string
  readonly lookUpTellsTopic: (service: string) => string
  readonly lookUpTellsAddress: (service: string) => string
  readonly proxyOf: string
  readonly proxyHelp: string
  readonly askProxy: string
  readonly askProxyHelp: string
  readonly askingProxy: string
  readonly noProxy: string
  readonly transactionLogs: string
  readonly readTransactionLogs: string
  readonly wordOffset: string
  readonly wordLength: string
  readonly noArguments: string
  readonly rawTopics: string
  readonly noTopics: string
  readonly rawData: string
  readonly noData: string
  readonly where: string
  readonly blockHash: string
  readonly transactionIndex: string
  readonly json: string
  readonly logDetails: string
  readonly previousLog: string
  readonly nextLog: string

  readonly network: string
  readonly testnet: string
  readonly chain: (id: string) => string
  readonly endpoints: string
  readonly endpointStates: Readonly<
    Record<'idle' | 'ok' | 'paused' | 'unreachable' | 'wrong-network', string>
  >
  readonly endpointsAnswering: (answering: string, asked: string) => string
  /** Why nothing can be reached. */
  readonly cutOff: Readonly<Record<'offline' | 'unreachable', string>>
  readonly offline: string
  readonly head: string
  readonly latency: string
  readonly milliseconds: (value: string) => string
  readonly noEndpoints: string
  readonly noNetworks: string
  readonly limitBlocks: (count: string) => string
  readonly limitResults: (count: string) => string
  readonly limitBatch: (count: string) => string
  readonly limitRate: (count: string) => string
  /** `ago` is as `Intl` says it: `2 minutes ago`. */
  readonly learnedFrom: (ago: string) => string
  /** After a limit that nobody goes by any more. */
  readonly limitDoubted: string
  readonly methodUnavailable: (method: string) => string
  /** After what is not offered. */
  readonly askedAgainIn: (duration: string) => string
  readonly logsLeftOut: (count: string) => string
  readonly retriesAt: (time: string) => string
  readonly retriesIn: (duration: string) => string

  readonly budget: string
  readonly budgetUsed: (used: string, quota: string) => string
  readonly budgetUnmetered: (used: string) => string
  readonly budgetNotKnown: string
  readonly budgetSpent: string
  readonly budgetResets: (duration: string) => string
  readonly budgetLifted: string
  readonly liftBudget: string

  readonly estimate: string
  /** A bound or two with a dash between them. */
  readonly estimateRequests: (count: string) => string
  readonly estimateShare: (percent: string) => string
  readonly estimateAtMost: (what: string) => string
  readonly estimateFree: string
  readonly estimatePending: string
  readonly estimateFailed: string
  readonly estimateBlocks: (missing: string) => string
  readonly estimateHeld: (held: string) => string
  readonly estimateRough: string
  readonly estimateAsks: string
  readonly confirmTitle: string
  readonly confirmMayExceed: (requests: string, remaining: string) => string
  readonly confirmExceeds: (requests: string, remaining: string) => string
  readonly confirmShare: (requests: string, percent: string) => string
  readonly confirmNothingSent: string
  readonly confirmPaused: string
  readonly runAnyway: string
  readonly dontRun: string

  readonly logExplorer: string
  /** The part of the explorer below the header that is not the filter. */
  readonly results: string
  readonly skipToResults: string
  readonly backToFilter: string
  /** Names the choice between logs and groups. */
  readonly showAs: string
  readonly chart: string
  readonly share: string
  readonly linkUnreadable: string
  readonly linkPartlyUnreadable: string
  readonly linkInstead: string
  readonly newBlocks: (count: string) => string
  readonly refresh: string
  readonly newestOnly: string
  readonly readAll: string
  readonly timesSaved: string
  readonly readTimes: string

  readonly coverage: string
  readonly verified: string
  readonly pending: string
  readonly failed: string
  readonly notAsked: string
  /** Blocks that were read, of which the limit leaves logs out. */
  readonly trimmed: string
  readonly blocks: (count: string) => string
  readonly progress: string
  readonly progressDone: string
  readonly historyDone: string
  readonly progressSome: (percent: string) => string
  readonly progressPaused: string
  readonly pause: string
  readonly resume: string
  readonly failedParts: (count: number, blocks: string) => string

  readonly histogram: string
  readonly histogramOverTime: string
  /** Names the choice between the two. */
  readonly histogramBy: string
  readonly histogramAxes: Readonly<Record<'block' | 'time', string>>
  readonly histogramHelp: string
  /** `range` is one block, or two numbers with a dash between them. */
  readonly blockRange: (range: string, single: boolean) => string
  readonly aboutTime: (time: string) => string
  readonly selectionStart: string
  readonly selectionEnd: string
  readonly zoomIn: string
  readonly zoomOut: string

  readonly groups: string
  readonly groupsShort: string
  readonly groupBy: string
  readonly sumOf: string
  readonly sumOfNumber: (name: string) => string
  readonly noSum: string
  readonly sumOfSeveral: string
  readonly sumOfSeveralHelp: string
  readonly counting: string
  readonly groupCount: (count: string) => string
  readonly showMore: string
  readonly otherGroups: (count: string) => string
  readonly firstBlock: string
  readonly lastBlock: string

  readonly exportLogs: string
  readonly exportWhich: string
  readonly exportScopes: Readonly<Record<'all' | 'filtered' | 'selected', string>>
  readonly exportFormat: string
  readonly exportFormats: Readonly<Record<'csv' | 'json' | 'ndjson' | 'parquet', string>>
  readonly exportFormatHelp: Readonly<Record<'csv' | 'json' | 'ndjson' | 'parquet', string>>
  readonly exportContent: string
  readonly exportContents: Readonly<Record<'decoded' | 'raw', string>>
  readonly exportNote: string
  readonly exportIncomplete: string
  readonly exportTooManyRows: (most: string) => string
  readonly exportSave: (format: string) => string
  readonly exporting: string
  readonly exportRunning: (percent: string, logs: string) => string
  readonly exportDone: (logs: string, fileName: string) => string
  readonly exportCancelled: string
  readonly exportFailed: string
  readonly exportNothing: string
  readonly dismiss: string

  readonly filter: string
  readonly contracts: string
  readonly contractsHelp: string
  readonly addContract: string
  readonly eventMode: string
  readonly anyEvent: string
  readonly byEvent: string
  readonly rawMode: string
  readonly eventHelp: string
  readonly eventPlaceholder: string
  readonly anotherEvent: string
  readonly eventsOffered: string
  readonly eventsOfferedCount: (count: number) => string
  readonly eventsTaken: string
  readonly lookingFor: (names: string) => string
  readonly removeEvent: (name: string) => string
  readonly wellKnown: string
  readonly eventsFound: (count: number) => string
  readonly indexedArguments: string
  readonly argumentHelp: string
  readonly argumentHashHelp: string
  readonly argumentUnsupported: string
  readonly otherArguments: string
  readonly conditionHelp: string
  readonly comparisons: Readonly<Record<'anyOf' | 'atLeast' | 'atMost' | 'contains', string>>
  readonly and: string
  readonly comparisonOf: (argument: string) => string
  readonly unitOf: (argument: string) => string
  readonly rawUnit: string
  readonly notFiltered: (names: string) => string
  readonly signatureOnly: string
  readonly anyValue: string
  readonly topicsHelp: string
  readonly topic: (position: number) => string
  readonly topicUnset: string
  readonly topicAny: string
  readonly topicValues: string
  readonly topicValue: (position: number) => string
  readonly range: string
  readonly byBlocks: string
  readonly byLast: string
  readonly byTime: string
  readonly byBlockHash: string
  readonly lastCount: string
  readonly fromTime: string
  readonly toTime: string
  readonly fromTimeHelp: string
  readonly toTimeHelp: string
  readonly timeZone: string
  /** `zone` is a name such as `Europe/Berlin`. */
  readonly localZone: (zone: string) => string
  readonly findingBlock: string
  readonly blockToFind: string
  readonly blockFound: (block: string) => string
  readonly untilNewest: string
  readonly sinceDeployment: string
  readonly sinceDeploymentHelp: string
  readonly fromBlock: string
  readonly toBlock: string
  readonly headIs: (block: string) => string
  readonly beyondHead: (block: string) => string
  readonly lastBlocks: (count: string) => string
  readonly allBlocks: string
  readonly submit: string
  readonly submitting: string
  readonly reset: string
  readonly fixMistakes: (count: number) => string
  readonly undo: string
  readonly redo: string
  /** Said to those who do not see it. */
  readonly done: Readonly<Record<'undo' | 'redo' | 'reset', string>>
  readonly savedQueries: string
  readonly recentQueries: string
  readonly nothingSaved: string
  readonly queryName: string
  readonly saveQuery: string
  readonly replaceQuery: string
  readonly querySaved: (name: string) => string
  readonly forgetQuery: (name: string) => string
  readonly renameQuery: (name: string) => string
  readonly newName: (name: string) => string
  readonly nameTaken: string
  readonly removeContract: (address: string) => string

  readonly queryCode: string
  readonly shareLink: string
  readonly shapes: Readonly<Record<'link' | 'hook' | 'request' | 'cast', string>>
  readonly shapeNotes: Readonly<Record<'link' | 'hook' | 'request' | 'cast', string>>
  readonly castTooMany: string
  readonly pasteQuery: string
  readonly pasteQueryHelp: string
  readonly rangeIgnored: string
  readonly readQuery: string
  readonly shownOf: (shown: string, all: string) => string
  readonly matchingSoFar: (shown: string) => string
  readonly live: string
  /** How following fares while all is well: beside the switch, or after `live`. */
  readonly liveBySocket: string
  /** Beside `liveBySocket`, when nothing has been pushed for a while. */
  readonly lastBlockAgo: (ago: string) => string
  readonly liveByPolling: (every: string | undefined) => string
  readonly liveDegraded: (every: string | undefined) => string
  readonly liveCatchingUp: string
  /** While logs from a block on may be of a chain that is gone. */
  readonly liveReplaced: (block: string) => string
  readonly livePaused: string
  /** Why what has a last block cannot be live. */
  readonly liveEnded: string
  /** Why it is not up to date, where that is known, and for how long. */
  readonly liveStale: (since: string | undefined, why: 'offline' | 'unreachable' | undefined) => string
  readonly takenBack: (count: number, block: string) => string
  readonly issues: DraftIssueStrings
}

/** What the filter builder says about mistakes that only text can hold; the others are `problems`. */
export interface DraftIssueStrings {
  readonly unknownContract: (text: string) => string
  readonly eventMissing: string
  readonly eventUnreadable: (reason: string) => string
  readonly eventUnusable: (reason: string) => string
  readonly eventUnknown: (name: string) => string
  /** An address where an event is expected. */
  readonly addressAsEvent: string
  /** Events of a source of which something is not understood. */
  readonly eventTypesUnknown: (names: string) => string
  /** A source, or some of its lines. */
  readonly noEventsDeclared: string
  /** JSON of something else. */
  readonly abiMissing: string
  readonly abiWithoutEvents: string
  readonly jsonUnreadable: string
  readonly noEventChosen: string
  readonly trueOrFalse: string
  readonly wholeNumber: (type: string) => string
  readonly unitMissing: string
  readonly decimalNumber: string
  readonly tooPrecise: (decimals: number) => string
  readonly outOfRange: (type: string, from: string, to: string) => string
  readonly hexBytes: (count: number, found: number) => string
  readonly hexOnly: string
  readonly topicMissing: string
  readonly topicDigits: (found: number) => string
  readonly blockUnreadable: string
  readonly blockNegative: string
  readonly blockReversed: string
  readonly lastUnreadable: string
  readonly headNotKnown: string
  readonly timeUnreadable: string
  readonly timeReversed: string
  readonly timeAhead: string
  readonly timeBefore: string
  readonly timeEmpty: string
  readonly blockHashMissing: string
  readonly blockHashDigits: (found: number) => string
}

/** Topics and bytes of data, those a log has and those its event would have. */
export interface MisfitCounts {
  readonly topics: number
  readonly bytes: string
  readonly expectedTopics: number
  readonly expectedBytes: string
}
