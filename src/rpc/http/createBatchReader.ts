import type { NodeError } from '../../errors/NodeError.ts'
import type { Failures } from '../classify/createFailures.ts'
import { readResult } from '../classify/readResult.ts'
import { parseRpcReply } from '../parseRpcReply.ts'
import { runInSlices } from '../runInSlices.ts'
import type { Outcome, WireCall } from '../Wire.ts'
import { maxErrorBytes } from './createReplyReader.ts'
import type { ReplyReader } from './createReplyReader.ts'
import { matchReplies, readId, scanId } from './matchReplies.ts'
import { parseJson, parseJsonInSlices } from './parseJsonInSlices.ts'
import type { HttpReply } from './post.ts'
import { splitReplies } from './splitReplies.ts'

/** Maximum replies in a batch that match none of its calls; they are ignored. */
const maxUnrelatedReplies = 1_000

/** The calls of one message, and their ids. */
export interface Batch {
  readonly calls: readonly WireCall[]
  readonly ids: readonly number[]
}

/** Reads the reply to a message of several calls. */
export function createBatchReader(
  endpoint: string,
  { failed, refused, malformed }: Failures,
  reader: ReplyReader,
) {
  /** A single error in reply to a batch: the batch is too long, or the endpoint refuses all calls. */
  function readRefusal({ calls }: Batch, value: unknown, reply: HttpReply): readonly Outcome[] | undefined {
    const lone: unknown = Array.isArray(value) ? (value.length === 1 ? value[0] : undefined) : value
    const error = parseRpcReply(lone)?.error
    const [first] = calls
    if (!first || !error) return undefined
    const outcome = refused({ method: first.method }, error, reply)
    if (outcome.scope === 'endpoint' && !/batch/i.test(outcome.error.details ?? ''))
      return calls.map(() => outcome)
    return tooManyCalls(calls, outcome.error, batchLimitFrom(outcome.error, calls.length))
  }

  /** Reads each reply of a batch from its bytes. */
  async function readParts(
    { calls, ids }: Batch,
    parts: readonly Uint8Array[],
    reply: HttpReply,
    signal: AbortSignal,
  ): Promise<readonly Outcome[]> {
    const found = groupById(parts)
    const outcomes: Outcome[] = []
    for (const [index, call] of calls.entries()) {
      const id = ids[index]!
      const [bytes, another] = found.get(id) ?? []
      if (!bytes) outcomes.push(malformed(call, 'missing'))
      else if (another) outcomes.push(malformed(call, 'duplicate'))
      else
        outcomes.push(
          (await reader.read(call, id, { ...reply, bytes }, signal)) ?? malformed(call, 'malformed'),
        )
    }
    return outcomes
  }

  /** Parses a whole batch with the callers' `parseBatch`; `undefined` if it has to be split. */
  async function readWhole(
    batch: Batch,
    reply: HttpReply,
    signal: AbortSignal,
  ): Promise<readonly Outcome[] | undefined> {
    const { calls } = batch
    const parse = calls[0]?.parseBatch
    if (!parse || calls.some(({ parseBatch }) => parseBatch !== parse)) return undefined
    const replies = await attempt(() => parse(reply.bytes, signal))
    signal.throwIfAborted()
    // Too long to be parsed a second time: each call is sent again, unbatched.
    if (!replies && reply.bytes.byteLength > maxErrorBytes)
      return calls.map((call) => malformed(call, 'malformed'))
    // A single reply to several calls is a refusal.
    if (!replies || replies.length <= 1) return undefined
    return readParsed(batch, replies, reply)
  }

  function readParsed({ calls, ids }: Batch, values: readonly unknown[], reply: HttpReply): Outcome[] {
    const matches = matchReplies(values, ids)
    return calls.map((call, index) => {
      const match = matches[index]!
      if (typeof match === 'string') return malformed(call, match)
      const { error, result } = match
      return error ? refused(call, error, reply) : { result, endpoint }
    })
  }

  /** Reads the outcome of each call; `undefined` if the body holds no reply at all. */
  return async function readBatch(
    batch: Batch,
    reply: HttpReply,
    signal: AbortSignal,
  ): Promise<readonly Outcome[] | undefined> {
    const { calls } = batch
    if (reply.status === 200 && calls.some(({ parseBody }) => parseBody)) {
      const outcomes = await readWhole(batch, reply, signal)
      if (outcomes) return outcomes
      const maxReplies = calls.length + maxUnrelatedReplies
      const { result: parts } = await runInSlices(splitReplies(reply.bytes, maxReplies), { signal })
      const isLong = reply.bytes.byteLength > maxErrorBytes
      // A single reply to several calls is a refusal, and no refusal is long.
      if (parts && parts.length > (isLong ? 0 : 1)) return readParts(batch, parts, reply, signal)
      if (isLong) return undefined
    }
    const value = await parseJsonInSlices(reply.bytes, { signal })
    const refusal = readRefusal(batch, value, reply)
    if (refusal) return refusal
    if (Array.isArray(value) && value.length > 0 && value.length <= calls.length + maxUnrelatedReplies)
      return Promise.all(
        readParsed(batch, value, reply).map(async (outcome, index) =>
          'error' in outcome ? outcome : readResult(endpoint, calls[index]!, outcome.result),
        ),
      )
    // Some nodes answer like this to a batch that is too long.
    if (reply.status !== 413 && reply.status !== 500 && reply.status !== 400) return undefined
    const { error } = failed(calls[0]!, 'response-too-large', undefined, { head: reply })
    return tooManyCalls(calls, error, half(calls.length))
  }
}

/** The outcomes of a message with too many calls. */
export function tooManyCalls(
  calls: readonly WireCall[],
  error: NodeError,
  batchLimit: number,
): readonly Outcome[] {
  return calls.map(() => ({ error, scope: 'call', mayHaveRun: false, batchLimit }))
}

/** The result of a caller's function; `undefined` if it throws or rejects. */
async function attempt<result>(run: () => Promise<result>): Promise<result | undefined> {
  try {
    return await run()
  } catch {
    return undefined
  }
}

function groupById(parts: readonly Uint8Array[]): ReadonlyMap<number | undefined, readonly Uint8Array[]> {
  const groups = new Map<number | undefined, Uint8Array[]>()
  for (const part of parts) {
    const id = idOf(part)
    const group = groups.get(id)
    if (group) group.push(part)
    else groups.set(id, [part])
  }
  return groups
}

function idOf(bytes: Uint8Array): number | undefined {
  const seen = scanId(bytes)
  if (seen !== undefined) return seen
  if (bytes.byteLength > maxErrorBytes) return undefined
  return readId(parseRpcReply(parseJson(bytes))?.id)
}

/** The batch size a refusal names, if it is smaller; otherwise half of the current size. */
function batchLimitFrom({ details }: NodeError, size: number): number {
  const numbers = (details ?? '').matchAll(
    /(?:limit|max\w*|up to|size)\D{0,20}(\d{1,6})|(\d{1,6}) exceeded/gi,
  )
  // The message may name the refused size, too.
  const limits = [...numbers].map(([, after, before]) => Number(after ?? before))
  return limits.find((limit) => limit >= 1 && limit < size) ?? half(size)
}

function half(size: number): number {
  return Math.max(1, Math.floor(size / 2))
}
