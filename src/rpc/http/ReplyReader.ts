import type { Failures } from '../classify/Failures.ts'
import { readResult } from '../classify/readResult.ts'
import { parseRpcReply } from '../parseRpcReply.ts'
import type { Outcome, WireCall } from '../Wire.ts'
import { isAnswer, readId } from './matchReplies.ts'
import { parseJsonInSlices } from './parseJsonInSlices.ts'
import type { HttpReply } from './post.ts'

/** No error is longer: a longer body that the caller's parser rejects is not searched for one. */
const maxErrorBytes = 262_144

/** The replies in the body of a response. */
export interface ParsedBody {
  readonly replies: readonly unknown[]
  /** Whether the results are plain JSON, still to be parsed by the callers' parser if there is one. */
  readonly isJson: boolean
}

/**
 * Parses a body with the callers' parser if they have one; a body that it rejects, such as a long error, is parsed as JSON.
 * `undefined` if the body is neither a reply nor a list.
 *
 * @throws what the parser threw if the body is too long to be an error; the signal's reason once it fires.
 */
export async function parseBody(
  parseReplies: WireCall['parseReplies'],
  bytes: Uint8Array,
  signal: AbortSignal,
): Promise<ParsedBody | undefined> {
  if (parseReplies) {
    try {
      return { replies: await parseReplies(bytes, signal), isJson: false }
    } catch (error) {
      signal.throwIfAborted()
      if (bytes.byteLength > maxErrorBytes) throw error
    }
  }
  const value = await parseJsonInSlices(bytes, { signal })
  if (Array.isArray(value)) return { replies: value, isJson: true }
  const reply = parseRpcReply(value)
  return reply && isAnswer(reply) ? { replies: [value], isJson: true } : undefined
}

/** Reads the reply to a message of one call. */
export class ReplyReader {
  readonly #failures: Failures

  constructor(failures: Failures) {
    this.#failures = failures
  }

  /** `undefined` if the body holds no reply at all. */
  async read(
    call: WireCall,
    id: number,
    reply: HttpReply,
    signal: AbortSignal,
  ): Promise<Outcome | undefined> {
    const body = await parseBody(call.parseReplies, reply.bytes, signal)
    // Some nodes put a single reply into a list.
    const parsed = body?.replies.length === 1 ? parseRpcReply(body.replies[0]) : undefined
    if (!body || !parsed) return undefined
    if (!isAnswer(parsed)) return body.isJson ? undefined : this.#failures.malformed(call, 'malformed')
    const { error, result } = parsed
    const replyId = readId(parsed.id)
    // A node that could not parse the request does not know its id: errors may come without one.
    if (replyId !== id && !(error && (parsed.id === null || parsed.id === undefined)))
      return this.#failures.malformed(call, 'other-id')
    if (error) return this.#failures.refused(call, error, reply)
    const { endpoint } = this.#failures
    return body.isJson ? readResult(endpoint, call, result, signal) : { result, endpoint }
  }
}
