import { BaseError } from './BaseError.ts'

/** One mistake in what the caller asked for. */
export interface InputIssue {
  /** Where it is: `address[2]`, `topics[1]`, `args.from`, `toBlock`. */
  readonly path: string
  /** What is wrong and what would be right, in one sentence. */
  readonly message: string
  /** Which mistake it is, for who says it in another language. */
  readonly kind?: string | undefined
  /** What that sentence names. */
  readonly values?: readonly string[] | undefined
}

/** A query that no node should be bothered with. Thrown before anything is sent. */
export class InvalidQueryError extends BaseError {
  override name = 'InvalidQueryError'
  /** Every mistake found, each with the path to its field. */
  readonly issues: readonly InputIssue[]

  constructor(issues: readonly InputIssue[]) {
    const [first, ...others] = issues
    const sentences = [
      first ? `The query is invalid at ${first.path}. ${first.message}` : 'The query is invalid.',
      others.length > 0 &&
        `There ${others.length === 1 ? 'is 1 more mistake' : `are ${others.length} more mistakes`}.`,
    ]
    super(sentences.filter(Boolean).join(' '))
    this.issues = issues
  }
}

/**
 * A query with a field that is there but `undefined`: the caller does not know it yet. Hooks wait until it is known. Nothing
 * was sent.
 */
export class QueryNotReadyError extends InvalidQueryError {
  override name = 'QueryNotReadyError'
  /** The paths of these fields, such as `args.from`. */
  readonly notReady: readonly string[]

  constructor(issues: readonly InputIssue[]) {
    super(issues)
    this.notReady = issues.map(({ path }) => path)
  }
}
