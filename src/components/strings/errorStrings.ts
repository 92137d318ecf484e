import type { NodeErrorKind } from '../../errors/NodeError.ts'
import type { StorageErrorKind } from '../../errors/StorageError.ts'
import type { textSentences } from '../../logs/filter/formats/textSentences.ts'
import type { inputSentences } from '../../logs/filter/inputSentences.ts'
import type { Localized } from './useStrings.ts'

/** The kind of an error, independent of its message. */
export type ErrorKind =
  | NodeErrorKind
  | `storage-${StorageErrorKind}`
  | 'archive'
  | 'budget-spent'
  | 'export-value'
  | 'invalid-attribute'
  | 'invalid-network'
  | 'invalid-query'
  | 'lookup'
  | 'missing-provider'
  | 'module-load'
  /** Any other error, with only its own message. */
  | 'unexpected'

/** Translated error messages, by kind. */
export type ErrorCatalog = {
  readonly [kind in ErrorKind]?: {
    readonly what: (subject: string | undefined) => string
    readonly advice?: string | undefined
  }
}

type FieldName = string | ((position: string | undefined) => string)

const queryFields = {
  address: 'Address',
  topics: (position: string | undefined) => (position === undefined ? 'Topics' : `Topic ${position}`),
  event: 'Event',
  events: 'Event',
  eventName: 'Event',
  abi: 'ABI',
  args: 'Argument',
  fromBlock: 'From block',
  toBlock: 'To block',
  blockHash: 'Block hash',
  limit: 'Limit',
  order: 'Order',
  where: 'Condition',
  network: 'Network',
  view: 'View',
  sort: 'Order of groups',
  sum: 'Sum',
}

/** Texts for errors and invalid input. */
export const errorStrings = {
  /** `range` is one block, or two numbers with a dash between them. */
  failedBlocks: (range: string, single: boolean) =>
    `${single ? 'Block' : 'Blocks'} ${range} could not be read.`,
  /**
   * What happened and what to do, by kind of error. `subject` is the endpoint, service, network, attribute, column or
   * provider, or the number of requests of a spent budget. Parts that a translation omits, such as a node's own message, become
   * the details. An error without an entry shows its own English message.
   */
  errors: {} as ErrorCatalog,
  /** Translates one of the library's own sentences among the details, or advice. Unknown ones, such as a node's, stay as they are. */
  errorSentence: (english: string): string => english,
  /** Problems of a query, a link or an attribute, by kind. Kinds without an entry are shown in English. */
  problems: {} as Readonly<Partial<typeof inputSentences & typeof textSentences>>,
  /** Names of a query's fields, shown before an issue. `position` is the index in a list, if the field is one. */
  queryFields: queryFields as Readonly<Record<keyof typeof queryFields, FieldName>>,
}

export type ErrorStrings = Localized<typeof errorStrings>
