import { BaseError } from './BaseError.ts'

/** What a node's refusal means for whoever asked, whatever words and code the node used. */
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
  /** Name of the endpoint: its host. */
  endpoint?: string | undefined
  code?: number | undefined
  status?: number | undefined
  /** The node's words, already free of URLs and keys. */
  details?: string | undefined
  advice?: string | undefined
  /** Most blocks a call may span, when the node named a believable number. */
  maxBlockRange?: number | undefined
  /** Most logs an answer may hold, when the node named a believable number. */
  maxResults?: number | undefined
  /** A range the node says would work, when it lies inside the one asked for. */
  suggestedRange?: readonly [bigint, bigint] | undefined
  /** When to ask again, in milliseconds since the epoch. */
  retryAt?: number | undefined
  /** What came with the node's error, such as the revert data of a call. */
  data?: unknown
  cause?: unknown
}

/** An endpoint refused a call, or none could be reached. `kind` says what it means; `code` is what the node sent. */
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
  /** What came with the node's error. Absent, not undefined, when nothing did: viem looks for the key to find revert data. */
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
}

/** Blocks whose logs could not be read. What else it says is that of its `cause`, the last refusal. */
export class UnreadBlocksError extends NodeError {
  override name = 'UnreadBlocksError'
  /** The blocks, the first and the last included. */
  readonly range: { readonly from: bigint; readonly to: bigint }
  declare readonly cause: NodeError

  constructor(range: { readonly from: bigint; readonly to: bigint }, cause: NodeError) {
    const { from, to } = range
    const blocks = from === to ? `Block ${from}` : `Blocks ${from} to ${to}`
    super(`${blocks} could not be read: ${cause.shortMessage}`, Object.assign({}, cause, { cause }))
    this.range = range
  }

  /** Tells of other blocks what this one, or the refusal itself, told of its own. What is no refusal stays as it is. */
  static of(range: { readonly from: bigint; readonly to: bigint }, error: Error): Error {
    if (error instanceof UnreadBlocksError) return new UnreadBlocksError(range, error.cause)
    return error instanceof NodeError ? new UnreadBlocksError(range, error) : error
  }
}

/** Why blocks could not be read, for where they are named already; any other error as it is. */
export function reasonOf(error: Error): Error {
  return error instanceof UnreadBlocksError ? error.cause : error
}
