import type { NodeError } from '../../errors/NodeError.ts'
import type { Failures } from '../classify/Failures.ts'
import { readResult } from '../classify/readResult.ts'
import { parseRpcReply } from '../parseRpcReply.ts'
import type { BatchLimit, Outcome, WireCall } from '../Wire.ts'
import { matchReplies } from './matchReplies.ts'
import type { HttpReply } from './post.ts'
import { parseBody, type ParsedBody } from './ReplyReader.ts'

/** Maximum replies in a batch that match none of its calls; they are ignored. */
const maxUnrelatedReplies = 1_000

/** The calls of one message, and their ids. */
export interface Batch {
  readonly calls: readonly WireCall[]
  readonly ids: readonly number[]
}

/** Reads the reply to a message of several calls. */
export class BatchReader {
  readonly #failures: Failures

  constructor(failures: Failures) {
    this.#failures = failures
  }

  /** `undefined` if the body holds no reply at all. */
  async read(batch: Batch, reply: HttpReply, signal: AbortSignal): Promise<readonly Outcome[] | undefined> {
    const { calls } = batch
    // The whole body is parsed once with each parser of the calls.
    const readers = new Map<WireCall['parseReplies'], (index: number) => Promise<Outcome>>()
    for (const { parseReplies } of calls) {
      if (readers.has(parseReplies)) continue
      const body = await parseBody(parseReplies, reply.bytes, signal)
      const count = body?.replies.length ?? 0
      if (!body || count === 0 || count > calls.length + maxUnrelatedReplies)
        return this.#readStatus(calls, reply)
      const refusal = this.#readRefusal(calls, body.replies, reply)
      if (refusal) return refusal
      readers.set(parseReplies, this.#readParsed(batch, body, reply, signal))
    }
    return Promise.all(calls.map(({ parseReplies }, index) => readers.get(parseReplies)!(index)))
  }

  /** Some nodes answer a batch that is too long with nothing but a status. */
  #readStatus(calls: readonly WireCall[], reply: HttpReply): readonly Outcome[] | undefined {
    if (reply.status !== 413 && reply.status !== 500 && reply.status !== 400) return undefined
    const { error } = this.#failures.failed(calls[0]!, 'response-too-large', undefined, { head: reply })
    return tooManyCalls(calls, error, { limit: half(calls.length), isCertain: reply.status === 413 })
  }

  /** A single error in reply to a batch: the batch is too long, or the endpoint refuses all calls. */
  #readRefusal(
    calls: readonly WireCall[],
    replies: readonly unknown[],
    reply: HttpReply,
  ): readonly Outcome[] | undefined {
    const error = replies.length === 1 ? parseRpcReply(replies[0])?.error : undefined
    const [first] = calls
    if (!first || !error) return undefined
    const outcome = this.#failures.refused({ method: first.method }, error, reply)
    const isAboutBatch = /batch/i.test(outcome.error.details ?? '')
    if (outcome.scope === 'endpoint' && !isAboutBatch) return calls.map(() => outcome)
    const named = namedLimit(outcome.error, calls.length)
    return tooManyCalls(calls, outcome.error, {
      limit: named ?? half(calls.length),
      isCertain: isAboutBatch || named !== undefined,
    })
  }

  /** Reads the outcome of a call, by its position in the batch, from the body as its parser has parsed it. */
  #readParsed(
    { calls, ids }: Batch,
    { replies, isJson }: ParsedBody,
    reply: HttpReply,
    signal: AbortSignal,
  ): (index: number) => Promise<Outcome> {
    const { endpoint } = this.#failures
    const matches = matchReplies(replies, ids)
    return async (index) => {
      const call = calls[index]!
      const match = matches[index]!
      if (typeof match === 'string') return this.#failures.malformed(call, match)
      const { error, result } = match
      if (error) return this.#failures.refused(call, error, reply)
      return isJson ? readResult(endpoint, call, result, signal) : { result, endpoint }
    }
  }
}

/** The outcomes of a message with too many calls. */
export function tooManyCalls(
  calls: readonly WireCall[],
  error: NodeError,
  batchLimit: BatchLimit,
): readonly Outcome[] {
  return calls.map(() => ({ error, scope: 'call', mayHaveRun: false, batchLimit }))
}

/** The batch size a refusal names, if it is smaller. */
function namedLimit({ details }: NodeError, size: number): number | undefined {
  const numbers = (details ?? '').matchAll(
    /(?:limit|max\w*|up to|size)\D{0,20}(\d{1,6})|(\d{1,6}) exceeded/gi,
  )
  // The message may name the refused size, too.
  const limits = [...numbers].map(([, after, before]) => Number(after ?? before))
  return limits.find((limit) => limit >= 1 && limit < size)
}

export function half(size: number): number {
  return Math.max(1, Math.floor(size / 2))
}
