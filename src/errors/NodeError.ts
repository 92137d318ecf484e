import { BaseError } from './BaseError.ts'

/** What a node's error means for the caller, whatever message and code the node sent. Each kind has a page in docs/errors. */
export type NodeErrorKind =
  | 'range-too-wide'
  | 'too-many-results'
  | 'response-too-large'
  | 'timeout'
  | 'rate-limited'
  | 'quota'
  | 'unavailable'
  | 'wrong-network'
  | 'filter-gone'
  | 'beyond-head'
  | 'pruned'
  | 'transient'
  | 'malformed'
  | 'invalid-input'
  | 'fatal'

export interface NodeErrorOptions {
  kind: NodeErrorKind
  method: string
  /** Name of the endpoint (its host). */
  endpoint?: string | undefined
  code?: number | undefined
  status?: number | undefined
  /** The node's own message, with URLs and keys already removed. */
  details?: string | undefined
  advice?: string | undefined
  /** Maximum blocks per call, if the node named a plausible number. */
  maxBlockRange?: number | undefined
  /** Maximum logs per answer, if the node named a plausible number. */
  maxResults?: number | undefined
  /** A range the node suggested, if it lies inside the requested one. */
  suggestedRange?: readonly [bigint, bigint] | undefined
  /** When to try again, in milliseconds since the epoch. */
  retryAt?: number | undefined
  /** Data sent with the node's error, such as revert data. */
  data?: unknown
  cause?: unknown
}

/** An endpoint refused a call, or no endpoint could be reached. `kind` says what it means; `code` is what the node sent. */
export class NodeError extends BaseError {
  override name = 'NodeError'
  readonly kind: NodeErrorKind
  readonly method: string
  readonly endpoint: string | undefined
  readonly code: number | undefined
  readonly status: number | undefined
  readonly maxBlockRange: number | undefined
  readonly maxResults: number | undefined
  readonly suggestedRange: readonly [bigint, bigint] | undefined
  readonly retryAt: number | undefined
  /** Data sent with the node's error. Absent rather than `undefined` when there was none: viem looks for the key to find revert data. */
  declare readonly data?: unknown

  constructor(shortMessage: string, options: NodeErrorOptions) {
    super(shortMessage, options)
    this.kind = options.kind
    this.method = options.method
    this.endpoint = options.endpoint
    this.code = options.code
    this.status = options.status
    this.maxBlockRange = options.maxBlockRange
    this.maxResults = options.maxResults
    this.suggestedRange = options.suggestedRange
    this.retryAt = options.retryAt
    if (options.data !== undefined) this.data = options.data
  }

  /** The page about this kind in the documentation: `/errors/rate-limited`. */
  override get docsPath(): string {
    return this.name === 'NodeError' ? `/errors/${this.kind}` : super.docsPath
  }
}

/** The logs of some blocks could not be read. Its kind, endpoint and advice are those of its `cause`, the last refusal. */
export class UnreadBlocksError extends NodeError {
  override name = 'UnreadBlocksError'
  /** The blocks, first and last included. */
  readonly range: { readonly from: bigint; readonly to: bigint }
  declare readonly cause: NodeError

  constructor(range: { readonly from: bigint; readonly to: bigint }, cause: NodeError) {
    const { from, to } = range
    const blocks = from === to ? `Block ${from}` : `Blocks ${from} to ${to}`
    super(`${blocks} could not be read: ${cause.shortMessage}`, Object.assign({}, cause, { cause }))
    this.range = range
  }

  /** Wraps an error for a range, or retargets one at another range. Errors that are not from a node are returned unchanged. */
  static of(range: { readonly from: bigint; readonly to: bigint }, error: Error): Error {
    if (error instanceof UnreadBlocksError) return new UnreadBlocksError(range, error.cause)
    return error instanceof NodeError ? new UnreadBlocksError(range, error) : error
  }
}
