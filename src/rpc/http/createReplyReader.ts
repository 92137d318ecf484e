import type { Failures } from '../classify/createFailures.ts'
import { parseRpcReply } from '../parseRpcReply.ts'
import type { Outcome, WireCall } from '../Wire.ts'
import { isAnswer, readId, scanId } from './matchReplies.ts'
import { parseJsonInSlices } from './parseJsonInSlices.ts'
import type { HttpReply } from './post.ts'

/** Bodies up to this size are first parsed to look for an error; larger ones go to the caller's parser at once. */
const smallBodyBytes = 16_384
/** No error is longer: a longer body that the caller's parser rejects is not searched for one. */
export const maxErrorBytes = 262_144

export type ReplyReader = ReturnType<typeof createReplyReader>

/** Reads the reply to one call, alone or from a batch. */
export function createReplyReader(endpoint: string, { refused, malformed }: Failures) {
  /** Reads a parsed reply; `undefined` if it is not one. */
  function readValue(call: WireCall, id: number, value: unknown, reply: HttpReply): Outcome | undefined {
    const parsed = parseRpcReply(value)
    if (!parsed || !isAnswer(parsed)) return undefined
    const { error, result } = parsed
    const replyId = readId(parsed.id)
    // A node that could not parse the request does not know its id: errors may come without one.
    if (replyId !== id && !(error && (parsed.id === null || parsed.id === undefined)))
      return malformed(call, 'other-id')
    return error ? refused(call, error, reply) : { result, endpoint }
  }

  /** Reads a reply from its bytes, with the caller's parser if there is one; `undefined` if they are not a reply. */
  async function read(
    call: WireCall,
    id: number,
    reply: HttpReply,
    signal: AbortSignal,
  ): Promise<Outcome | undefined> {
    const { bytes } = reply
    const { parseBody } = call
    const readAsUsual = async () => readValue(call, id, await parseJsonInSlices(bytes, { signal }), reply)
    if (!parseBody) return readAsUsual()
    const isLong = bytes.byteLength > maxErrorBytes
    const seen = bytes.byteLength > smallBodyBytes ? scanId(bytes) : undefined
    if (seen !== undefined && seen !== id) return malformed(call, 'other-id')
    if (seen === undefined && isLong) return readWithBatchParser(call, id, reply, signal)
    if (seen === undefined) {
      const outcome = await readAsUsual()
      if (!outcome || 'error' in outcome) return outcome
    }
    try {
      return { result: await parseBody(bytes), endpoint }
    } catch (error) {
      // The parser may have been given a long error: parsed as usual, it says which.
      if (seen !== undefined && !isLong) {
        const outcome = await readAsUsual()
        if (!outcome || 'error' in outcome) return outcome
      }
      return malformed(call, {
        message: error instanceof Error ? error.message : 'The result has an unknown shape.',
      })
    }
  }

  /** Reads a long reply that has its id in an unusual place: `parseBatch` finds it. */
  async function readWithBatchParser(call: WireCall, id: number, reply: HttpReply, signal: AbortSignal) {
    const replies = await call.parseBatch?.(reply.bytes, signal).catch(() => undefined)
    const outcome = replies?.length === 1 ? readValue(call, id, replies[0], reply) : undefined
    return outcome ?? malformed(call, 'malformed')
  }

  return { readValue, read }
}
