import type { StorageErrorKind } from '../../errors/StorageError.ts'
import type { NodeErrorKind } from '../../errors/NodeError.ts'
import type { inputSentences } from '../../logs/filter/inputSentences.ts'
import type { textSentences } from '../../logs/filter/formats/textSentences.ts'

import type { Localized } from './useStrings.ts'

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

/** Words for errors, by kind. */
export type ErrorCatalogue = {
  readonly [kind in ErrorKind]?: {
    readonly what: (subject: string | undefined) => string
    readonly advice?: string | undefined
  }
}

/** What errors and invalid input say. */
export const errorStrings = {
  /** `range` is one block, or two numbers with a dash between them. */
  failedBlocks: (range: string, single: boolean) =>
    `${single ? 'Block' : 'Blocks'} ${range} could not be read.`,
  /**
   * What happened and what to do, by what an error means; `subject` is the endpoint, the service, the network, the attribute,
   * the column or, of a spent budget, the number of requests. What these leave out, such as a node's own words, are the
   * details then. An error without an entry shows its own English message.
   */
  errors: {} as ErrorCatalogue,
  /** What is wrong with a query, a link or an attribute, by kind; where one has no words here it is said in English. */
  problems: {} as Readonly<Partial<typeof inputSentences & typeof textSentences>>,
}

export type ErrorStrings = Localized<typeof errorStrings>
