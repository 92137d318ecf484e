import { BaseError as ViemBaseError } from 'viem'

export interface BaseErrorOptions {
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
