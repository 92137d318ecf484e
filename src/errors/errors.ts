import { BaseError as ViemBaseError } from 'viem'

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

interface BaseErrorOptions {
  cause?: unknown
  /** What the reader can do about it: one sentence. */
  advice?: string | undefined
  /** The other side's own words, already free of URLs and keys. */
  details?: string | undefined
}

/**
 * The class every error of this library extends. Its message is what happened, then what to do, then the details.
 */
export class BaseError extends Error {
  override name = 'Topic0Error'
  /** What happened, in one sentence. */
  readonly shortMessage: string
  /** What to do about it, in one sentence. */
  readonly advice: string | undefined
  /** The node's own words, when there were any. */
  readonly details: string | undefined

  constructor(shortMessage: string, options: BaseErrorOptions = {}) {
    const { advice, details, cause } = options
    const message = [shortMessage, advice, details && `Details: ${details}`].filter(Boolean).join('\n')
    super(message, cause === undefined ? undefined : { cause })
    this.shortMessage = shortMessage
    this.advice = advice
    this.details = details
  }

  /** What loggers make of it: plain, with block numbers in decimal, which `JSON.stringify` would throw at. */
  toJSON(): object {
    const { message } = this
    const toText = (_: string, value: unknown) => (typeof value === 'bigint' ? value.toString() : value)
    return JSON.parse(JSON.stringify(Object.assign({}, this, { message }), toText)) as object
  }

  /** The first error in the chain of causes, from this one down, for which `match` holds; without `match`, the root cause. */
  walk(match?: (error: unknown) => boolean): unknown {
    let error: unknown = this
    for (;;) {
      if (match?.(error)) return error
      const cause: unknown = error instanceof Error ? error.cause : undefined
      if (cause === undefined) return match ? undefined : error
      error = cause
    }
  }
}

/** The first {@link BaseError} of ours in a chain of causes: viem wraps what a transport throws, and this looks inside. */
export function findTopic0Error(error: unknown): BaseError | undefined {
  if (error instanceof BaseError) return error
  if (error instanceof ViemBaseError) {
    const found: unknown = error.walk((cause) => cause instanceof BaseError)
    return found instanceof BaseError ? found : undefined
  }
  return error instanceof Error && error.cause !== undefined ? findTopic0Error(error.cause) : undefined
}

/** A network that cannot be used as it was defined. */
export class InvalidNetworkError extends BaseError {
  override name = 'InvalidNetworkError'
  /** Its name. */
  readonly network: string

  constructor(network: string, problem: string, advice: string) {
    super(`The network "${network}" cannot be used: ${problem}.`, { advice })
    this.network = network
  }
}

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

/** An attribute of an element that makes no sense. Nothing was sent. */
export class InvalidAttributeError extends BaseError {
  override name = 'InvalidAttributeError'
  /** What is wrong; its path is the name of the attribute. */
  readonly issue: InputIssue

  constructor(issue: InputIssue) {
    super(`The attribute ${issue.path} is invalid. ${issue.message}`)
    this.issue = issue
  }
}

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

/** The day's budget of JSON-RPC calls is spent. Nothing was sent. */
export class QuotaExceededError extends BaseError {
  override name = 'QuotaExceededError'
  readonly used: number
  readonly quota: number
  /** When the next day's budget begins, in milliseconds since the epoch. */
  readonly resetsAt: number

  constructor(network: string, options: { used: number; quota: number; resetsAt: number }) {
    const { used, quota, resetsAt } = options
    super(`Today's budget of ${quota} calls to ${network} is spent.`, {
      advice: `Wait until ${new Date(resetsAt).toISOString()}, or allow going over the budget.`,
    })
    this.used = used
    this.quota = quota
    this.resetsAt = resetsAt
  }
}

/** A hook was used where no provider is above it. */
export class MissingProviderError extends BaseError {
  override name = 'MissingProviderError'

  constructor() {
    super('There is no <LogsProvider> above this component.', {
      advice: 'Wrap the app in <LogsProvider config={config}>, or pass `config` to the hook.',
    })
  }
}

/** A service that was asked what an event means gave no usable answer. */
export class LookupError extends BaseError {
  override name = 'LookupError'
  /** The service's host. */
  readonly service: string

  constructor(service: string, problem: string, details?: string) {
    super(`${service} ${problem}.`, { advice: 'Ask again later, or give the ABI of the contract.', details })
    this.service = service
  }
}

/** Why logs are kept in memory only. */
export type StorageErrorKind = 'unavailable' | 'full'

/** The browser does not keep what was read. It is read again after a reload; nothing else is affected. */
export class StorageError extends BaseError {
  override name = 'StorageError'
  readonly kind: StorageErrorKind

  constructor(kind: StorageErrorKind, shortMessage: string, options: BaseErrorOptions) {
    super(shortMessage, options)
    this.kind = kind
  }
}

/** A value that does not fit into the file it is written to. */
export class ExportError extends BaseError {
  override name = 'ExportError'
  /** The column it belongs to. */
  readonly column: string

  constructor(format: string, column: string, value: string) {
    super(`${format} cannot hold the value ${value} in the column ${column}.`, {
      advice: 'Export as CSV or JSON: their numbers may have any size.',
    })
    this.column = column
  }
}
