import type { HttpOutcomes, HttpReply } from './createHttpOutcomes.ts'
import { isAnswer, readId } from './matchReplies.ts'
import { parseJson } from './parseJson.ts'
import { scanId } from './scanId.ts'
import { envelope } from './schemas/envelope.ts'
import type { Outcome, WireCall } from './Wire.ts'

/** Bodies up to this size are parsed to see whether they hold an error before a caller's own parser gets them. */
const smallBody = 16_384

export type ReplyReader = ReturnType<typeof createReplyReader>

/** Reads the reply to one call, whether it came alone or was part of a batch. */
export function createReplyReader({ refused, garbled }: HttpOutcomes) {
  /** Reads a parsed reply; `undefined` when it is none. */
  function readValue(call: WireCall, id: number, value: unknown, reply: HttpReply): Outcome | undefined {
    const parsed = envelope.safeParse(value)
    if (!parsed.success || !isAnswer(parsed.data)) return undefined
    const { error, result } = parsed.data
    const replyId = readId(parsed.data.id)
    // A node that could not read the request does not know its id, so errors may come without one.
    if (replyId !== id && !(error && (parsed.data.id === null || parsed.data.id === undefined)))
      return garbled(call, 'other-id')
    return error ? refused(call, error, reply) : { ok: true, result }
  }

  /** Hands the bytes to the caller's parser; `undefined` when they must be read as usual. */
  async function readBytes(call: WireCall, id: number, reply: HttpReply): Promise<Outcome | undefined> {
    if (!call.parseBody) return undefined
    const { bytes } = reply
    const seen = bytes.byteLength > smallBody ? scanId(bytes) : undefined
    if (seen === undefined) {
      const outcome = readValue(call, id, parseJson(bytes), reply)
      if (!outcome?.ok) return outcome
    } else if (seen !== id) return garbled(call, 'other-id')
    try {
      return { ok: true, result: await call.parseBody(bytes) }
    } catch (error) {
      // The parser met something it does not know: perhaps a long error. Read as usual, it says which.
      const outcome = readValue(call, id, parseJson(bytes), reply)
      if (!outcome?.ok) return outcome
      return garbled(call, {
        message: error instanceof Error ? error.message : 'The result has an unknown shape.',
      })
    }
  }

  return { readValue, readBytes }
}
