import { BaseError } from './BaseError.ts'

/** One mistake in a query, a link or an attribute. */
export interface InputIssue {
  /** The field: `address[2]`, `topics[1]`, `args.from`, `toBlock`. */
  readonly path: string
  /** What is wrong and what would be valid, in one sentence. */
  readonly message: string
  /** Identifies the mistake, for translations. */
  readonly kind?: string | undefined
  /** The values that the message mentions, for translations. */
  readonly values?: readonly string[] | undefined
}

/** The query is invalid. Thrown before any request. */
export class InvalidQueryError extends BaseError {
  override name = 'InvalidQueryError'
  /** Every mistake, with the path to its field. */
  readonly issues: readonly InputIssue[]

  constructor(issues: readonly InputIssue[]) {
    const [first] = issues
    const count = issues.length > 1 ? ` (1 of ${issues.length})` : ''
    super(first ? `The query is invalid at ${first.path}. ${first.message}${count}` : 'The query is invalid.')
    this.issues = issues
  }
}

/**
 * A field of the query is present but `undefined`: its value is not known yet. Hooks wait for it instead of throwing. Thrown
 * before any request.
 */
export class QueryNotReadyError extends InvalidQueryError {
  override name = 'QueryNotReadyError'
  /** The paths of those fields, such as `args.from`. */
  readonly notReady: readonly string[]

  constructor(issues: readonly InputIssue[]) {
    super(issues)
    this.notReady = issues.map(({ path }) => path)
  }
}
