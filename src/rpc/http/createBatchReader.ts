import type { NodeError } from '../../errors/NodeError.ts'
import type { HttpFailures, HttpReply } from './createHttpFailures.ts'
import { longestError } from './createReplyReader.ts'
import type { ReplyReader } from './createReplyReader.ts'
import { matchReplies, readId, scanId } from './matchReplies.ts'
import { parseJson, parseJsonInSlices } from './parseJsonInSlices.ts'
import { readResult } from '../classify/readResult.ts'
import { runInSlices } from '../runInSlices.ts'
import { splitReplies } from './splitReplies.ts'
import { rpcReply } from '../rpcReply.ts'
import type { Outcome, WireCall, WireReply } from '../Wire.ts'

/** Replies that nobody asked for are ignored, up to so many in one answer. */
const mostForeign = 1_000

/** Calls that went in one message, with the ids that they had there. */
export interface Batch {
  readonly calls: readonly WireCall[]
  readonly ids: readonly number[]
}

/** Reads the reply to a message of several calls. */
export function createBatchReader(
  name: string,
  { failed, refused, garbled }: HttpFailures,
  one: ReplyReader,
) {
  /** A batch answered by a single error was not carried out: it was too long, or nobody may ask at all. */
  function readRefusal({ calls }: Batch, value: unknown, reply: HttpReply): WireReply | undefined {
    const lone: unknown = Array.isArray(value) ? (value.length === 1 ? value[0] : undefined) : value
    const parsed = rpcReply.safeParse(lone)
    const [first] = calls
    if (!first || !parsed.success || !parsed.data.error) return undefined
    const outcome = refused({ method: first.method }, parsed.data.error, reply)
    if (outcome.scope === 'endpoint' && !/batch/i.test(outcome.error.details ?? ''))
      return { outcomes: calls.map(() => outcome) }
    return { batchLimit: batchLimitFrom(outcome.error, calls.length), error: outcome.error }
  }

  /** Reads a batch reply by reply, so that callers get the bytes of theirs. */
  async function readParts(
    { calls, ids }: Batch,
    parts: readonly Uint8Array[],
    reply: HttpReply,
    signal: AbortSignal,
  ): Promise<readonly Outcome[]> {
    const found = groupBy(parts, idOf)
    const outcomes: Outcome[] = []
    for (const [index, call] of calls.entries()) {
      const id = ids[index]!
      const [bytes, another] = found.get(id) ?? []
      if (!bytes) outcomes.push(garbled(call, 'missing'))
      else if (another) outcomes.push(garbled(call, 'duplicate'))
      else
        outcomes.push((await one.read(call, id, { ...reply, bytes }, signal)) ?? garbled(call, 'malformed'))
    }
    return outcomes
  }

  /** Has the caller read a batch as a whole; `undefined` when it must be taken apart. */
  async function readWhole(
    { calls, ids }: Batch,
    reply: HttpReply,
    signal: AbortSignal,
  ): Promise<readonly Outcome[] | undefined> {
    const parse = calls[0]?.parseBatch
    if (!parse || calls.some(({ parseBatch }) => parseBatch !== parse)) return undefined
    const replies = await attempt(() => parse(reply.bytes, signal))
    signal.throwIfAborted()
    // What took long to read is not read a second time: each call is asked for alone.
    if (!replies && reply.bytes.byteLength > longestError)
      return calls.map((call) => garbled(call, 'malformed'))
    // A lone reply to several calls is a refusal.
    if (!replies || replies.length <= 1) return undefined
    const found = groupBy(replies, ({ id }) =>
      typeof id === 'string' || typeof id === 'number' ? readId(id) : undefined,
    )
    return calls.map((call, index) => {
      const id = ids[index]!
      const [own, another] = found.get(id) ?? []
      if (!own) return garbled(call, 'missing')
      return another ? garbled(call, 'duplicate') : one.readParsed(call, id, own, reply)
    })
  }

  async function readValues({ calls, ids }: Batch, values: readonly unknown[], reply: HttpReply) {
    const matches = matchReplies(values, ids)
    return Promise.all(
      calls.map(async (call, index): Promise<Outcome> => {
        const matched = matches[index]!
        if (matched.type !== 'reply') return garbled(call, matched.type)
        const { error, result } = matched.reply
        return error ? refused(call, error, reply) : readResult(name, call, result)
      }),
    )
  }

  /** `undefined` when the body holds no reply at all. */
  return async function readBatch(
    batch: Batch,
    reply: HttpReply,
    signal: AbortSignal,
  ): Promise<WireReply | undefined> {
    const { calls } = batch
    if (reply.status === 200 && calls.some(({ parseBody }) => parseBody)) {
      const outcomes = await readWhole(batch, reply, signal)
      if (outcomes) return { outcomes }
      const most = calls.length + mostForeign
      const { result: parts } = await runInSlices(splitReplies(reply.bytes, most), { signal })
      const isLong = reply.bytes.byteLength > longestError
      // A lone reply to several calls is a refusal, and no refusal is long.
      if (parts && parts.length > (isLong ? 0 : 1))
        return { outcomes: await readParts(batch, parts, reply, signal) }
      if (isLong) return undefined
    }
    const value = await parseJsonInSlices(reply.bytes, { signal })
    const refusal = readRefusal(batch, value, reply)
    if (refusal) return refusal
    if (Array.isArray(value) && value.length > 0 && value.length <= calls.length + mostForeign)
      return { outcomes: await readValues(batch, value, reply) }
    // So some answer a message that is too long.
    if (reply.status !== 413 && reply.status !== 500 && reply.status !== 400) return undefined
    const { error } = failed(calls[0]!, 'response-too-large', undefined, { reply })
    return { batchLimit: half(calls.length), error }
  }
}

/** What a caller's function gives; `undefined` when it throws, whether at once or later. */
async function attempt<result>(run: () => Promise<result>): Promise<result | undefined> {
  try {
    return await run()
  } catch {
    return undefined
  }
}

function groupBy<item>(
  items: readonly item[],
  keyOf: (item: item) => number | undefined,
): ReadonlyMap<number | undefined, readonly item[]> {
  const groups = new Map<number | undefined, item[]>()
  for (const item of items) {
    const key = keyOf(item)
    const group = groups.get(key)
    if (group) group.push(item)
    else groups.set(key, [item])
  }
  return groups
}

function idOf(bytes: Uint8Array): number | undefined {
  const seen = scanId(bytes)
  if (seen !== undefined) return seen
  if (bytes.byteLength > longestError) return undefined
  const parsed = rpcReply.safeParse(parseJson(bytes))
  return parsed.success ? readId(parsed.data.id) : undefined
}

/** The size a refusal names, if it makes the batch smaller; else half. */
function batchLimitFrom({ details }: NodeError, size: number): number {
  const named = /(?:limit|max\w*|up to|size)\D{0,20}(\d{1,6})|(\d{1,6}) exceeded/i.exec(details ?? '')
  const limit = Number(named?.[1] ?? named?.[2] ?? Number.NaN)
  return limit >= 1 && limit < size ? limit : half(size)
}

function half(size: number): number {
  return Math.max(1, Math.floor(size / 2))
}
