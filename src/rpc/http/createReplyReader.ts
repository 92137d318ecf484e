import type { HttpFailures, HttpReply } from './createHttpFailures.ts'
import { isAnswer, readId, scanId } from './matchReplies.ts'
import { parseJsonInSlices } from './parseJsonInSlices.ts'
import type { ParsedReply } from '../Pool.ts'
import { rpcReply } from '../rpcReply.ts'
import type { Outcome, WireCall } from '../Wire.ts'

/** Bodies up to this size are parsed to see whether they hold an error before a caller's own parser gets them. */
const smallBody = 16_384
/** No error is longer: what a caller's parser can't read is not read again to find one. */
export const longestError = 262_144

export type ReplyReader = ReturnType<typeof createReplyReader>

/** Reads the reply to one call, whether it came alone or was part of a batch. */
export function createReplyReader({ refused, garbled }: HttpFailures) {
  /** Reads a parsed reply; `undefined` when it is none. */
  function readValue(call: WireCall, id: number, value: unknown, reply: HttpReply): Outcome | undefined {
    const parsed = rpcReply.safeParse(value)
    if (!parsed.success || !isAnswer(parsed.data)) return undefined
    const { error, result } = parsed.data
    const replyId = readId(parsed.data.id)
    // A node that could not read the request does not know its id, so errors may come without one.
    if (replyId !== id && !(error && (parsed.data.id === null || parsed.data.id === undefined)))
      return garbled(call, 'other-id')
    return error ? refused(call, error, reply) : { ok: true, result }
  }

  /** Reads the bytes of a reply, which go to the caller's parser if it has one; `undefined` when they are no reply. */
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
    const isLong = bytes.byteLength > longestError
    const seen = bytes.byteLength > smallBody ? scanId(bytes) : undefined
    if (seen !== undefined && seen !== id) return garbled(call, 'other-id')
    if (seen === undefined && isLong) return readOdd(call, id, reply, signal)
    if (seen === undefined) {
      const outcome = await readAsUsual()
      if (!outcome?.ok) return outcome
    }
    try {
      return { ok: true, result: await parseBody(bytes) }
    } catch (error) {
      // The parser met something it does not know: perhaps a long error. Read as usual, it says which.
      if (seen !== undefined && !isLong) {
        const outcome = await readAsUsual()
        if (!outcome?.ok) return outcome
      }
      return garbled(call, {
        message: error instanceof Error ? error.message : 'The result has an unknown shape.',
      })
    }
  }

  /** Reads a long reply whose id stands where few nodes put it: the reader of batches knows ids. */
  async function readOdd(call: WireCall, id: number, reply: HttpReply, signal: AbortSignal) {
    const replies = await call.parseBatch?.(reply.bytes, signal).catch(() => undefined)
    const [own] = replies ?? []
    if (replies?.length !== 1 || !own) return garbled(call, 'malformed')
    return readParsed(call, id, own, reply)
  }

  /** A reply of which the caller's reader of batches has made something. */
  function readParsed(call: WireCall, id: number, own: ParsedReply, reply: HttpReply): Outcome {
    if (own.result === undefined)
      return readValue(call, id, { ...own, jsonrpc: '2.0' }, reply) ?? garbled(call, 'malformed')
    const isOwn = (typeof own.id === 'string' || typeof own.id === 'number') && readId(own.id) === id
    return isOwn ? { ok: true, result: own.result } : garbled(call, 'other-id')
  }

  return { readValue, readParsed, read }
}
