import type { NodeErrorKind } from '../errors.ts'
import { isSingleBlock } from './blockSpan.ts'
import { classify } from './classify.ts'
import type { Clock } from './Clock.ts'
import { isAnswer, matchReplies, readId } from './matchReplies.ts'
import { parseRetryAfter } from './parseRetryAfter.ts'
import { post, type PostResult } from './post.ts'
import { readResult } from './readResult.ts'
import { secretsOf } from './redact.ts'
import { scanId } from './scanId.ts'
import { splitReplies } from './splitReplies.ts'
import { envelope, type Envelope } from './schemas/envelope.ts'
import type { Outcome, Wire, WireCall, WireReply } from './Wire.ts'

export interface HttpWireOptions {
  name: string
  fetch: typeof globalThis.fetch
  clock: Clock
  /** Milliseconds until an answer must be complete. */
  timeout: number
  /** Most bytes in one answer. */
  maxResponseBytes: number
  headers?: Readonly<Record<string, string>> | undefined
}

/** Bodies up to this size are parsed to see whether they hold an error before a caller's own parser gets them. */
const smallBody = 16_384

/** JSON-RPC over HTTP POST. */
export function createHttpWire(url: string, options: HttpWireOptions): Wire {
  const { name, clock } = options
  const secrets = secretsOf(url, options.headers)
  let lastId = 0

  type Reply = Extract<PostResult, { type: 'reply' }>

  /** What went wrong with the message as a whole happened to each of its calls. */
  function all(
    calls: readonly WireCall[],
    kind: NodeErrorKind | undefined,
    message: string | undefined,
    { reply, unreachable }: { reply?: Reply; unreachable?: boolean } = {},
  ): WireReply {
    const status = reply?.status === 200 ? undefined : reply?.status
    const outcomes = calls.map((call): Outcome => {
      const error = classify({
        endpoint: name,
        ...call,
        kind,
        message,
        status,
        unreachable,
        secrets,
        retryAt: parseRetryAfter(reply?.headers.get('retry-after'), clock.now()),
      })
      // 4xx, but for the timeouts among them, mean that the node looked and declined.
      const declined = status !== undefined && status >= 400 && status < 500 && status !== 408
      // A range too wide to be read in time says nothing against the endpoint. Whether it is still there, a smaller call tells.
      const wide = error.kind === 'timeout' && !isSingleBlock(call.method, call.params)
      const callOnly = error.kind === 'response-too-large' || wide
      return { ok: false, error, scope: callOnly ? 'call' : 'endpoint', ambiguous: !declined }
    })
    return { outcomes }
  }

  function givenUp(calls: readonly WireCall[]): WireReply {
    return all(calls, 'transient', 'The call was given up.')
  }

  function refused(call: WireCall, error: NonNullable<Envelope['error']>, reply: Reply): Outcome {
    const classified = classify({
      endpoint: name,
      ...call,
      code: error.code,
      message: error.message,
      data: error.data,
      status: reply.status === 200 ? undefined : reply.status,
      secrets,
      retryAt: parseRetryAfter(reply.headers.get('retry-after'), clock.now()),
    })
    const everyone = classified.kind === 'rate-limited' || classified.kind === 'quota'
    return { ok: false, error: classified, scope: everyone ? 'endpoint' : 'call', ambiguous: false }
  }

  function protocolFault(call: WireCall, message: string): Outcome {
    const error = classify({ endpoint: name, ...call, kind: 'malformed', message, secrets })
    return { ok: false, error, scope: 'call', ambiguous: true }
  }

  function readOne(call: WireCall, id: number, value: unknown, reply: Reply): Outcome | undefined {
    const parsed = envelope.safeParse(value)
    if (!parsed.success || !isAnswer(parsed.data)) return undefined
    const { error, result } = parsed.data
    const replyId = readId(parsed.data.id)
    // A node that could not read the request does not know its id, so errors may come without one.
    if (replyId !== id && !(error && (parsed.data.id === null || parsed.data.id === undefined)))
      return protocolFault(call, 'The reply carries another id.')
    return error ? refused(call, error, reply) : { ok: true, result }
  }

  /** A batch answered by a single error was not carried out: it was too long, or nobody may ask at all. */
  function readBatchRefusal(calls: readonly WireCall[], value: unknown, reply: Reply): WireReply | undefined {
    const lone: unknown = Array.isArray(value) ? (value.length === 1 ? value[0] : undefined) : value
    const parsed = envelope.safeParse(lone)
    const [first] = calls
    if (!first || !parsed.success || !parsed.data.error) return undefined
    const outcome = refused({ method: first.method }, parsed.data.error, reply)
    if (outcome.ok) return undefined
    if (outcome.scope === 'endpoint' && !/batch/i.test(outcome.error.details ?? ''))
      return { outcomes: calls.map(() => outcome) }
    return { batchLimit: batchLimitFrom(outcome.error.details, calls.length), error: outcome.error }
  }

  /** Reads a batch reply by reply, so that callers get the bytes of theirs. */
  async function readParts(
    calls: readonly WireCall[],
    ids: readonly number[],
    parts: readonly Uint8Array[],
    reply: Reply,
  ): Promise<readonly Outcome[]> {
    const found = groupBy(parts, idOf)
    const outcomes: Outcome[] = []
    for (const [index, call] of calls.entries()) {
      const id = ids[index]!
      const [bytes, another] = found.get(id) ?? []
      if (!bytes) outcomes.push(protocolFault(call, 'The reply to the batch leaves this call out.'))
      else if (another) outcomes.push(protocolFault(call, 'The reply to the batch answers this call twice.'))
      else {
        const own = { ...reply, bytes }
        const outcome = (await readRaw(call, id, own)) ?? readOne(call, id, parseJson(bytes), own)
        outcomes.push(outcome ?? protocolFault(call, 'The reply has neither a result nor an error.'))
      }
    }
    return outcomes
  }

  /** Has the caller read a batch as a whole; `undefined` when it must be taken apart. */
  async function readWhole(
    calls: readonly WireCall[],
    ids: readonly number[],
    reply: Reply,
    signal: AbortSignal,
  ): Promise<readonly Outcome[] | undefined> {
    const parse = calls[0]?.parseBatch
    if (!parse || calls.some(({ parseBatch }) => parseBatch !== parse)) return undefined
    const replies = await attempt(() => parse(reply.bytes, signal))
    // A lone reply to several calls is a refusal.
    if (!replies || replies.length <= 1) return undefined
    const found = groupBy(replies, ({ id }) =>
      typeof id === 'string' || typeof id === 'number' ? readId(id) : undefined,
    )
    return calls.map((call, index) => {
      const id = ids[index]!
      const [own, another] = found.get(id) ?? []
      if (!own) return protocolFault(call, 'The reply to the batch leaves this call out.')
      if (another) return protocolFault(call, 'The reply to the batch answers this call twice.')
      if (own.result !== undefined) return { ok: true, result: own.result }
      return (
        readOne(call, id, { ...own, jsonrpc: '2.0' }, reply) ??
        protocolFault(call, 'The reply has neither a result nor an error.')
      )
    })
  }

  async function read(
    calls: readonly WireCall[],
    ids: readonly number[],
    reply: Reply,
    signal: AbortSignal,
  ): Promise<WireReply> {
    const [call] = calls
    const [id] = ids
    if (!call || id === undefined) return { outcomes: [] }
    const batch = calls.length > 1
    if (!batch && call.parseBody && reply.status === 200) {
      const outcome = await readRaw(call, id, reply)
      if (outcome) return { outcomes: [outcome] }
    }
    if (batch && reply.status === 200 && calls.some(({ parseBody }) => parseBody)) {
      const outcomes = await readWhole(calls, ids, reply, signal)
      if (signal.aborted) return givenUp(calls)
      if (outcomes) return { outcomes }
      const parts = splitReplies(reply.bytes)
      // A lone reply to several calls is a refusal.
      if (parts && parts.length > 1) return { outcomes: await readParts(calls, ids, parts, reply) }
    }
    const value = parseJson(reply.bytes)
    if (!batch) {
      const lone: unknown = Array.isArray(value) && value.length === 1 ? value[0] : value
      const outcome = readOne(call, id, lone, reply)
      if (outcome) return { outcomes: [outcome.ok ? await readResult(name, call, outcome.result) : outcome] }
    } else {
      const refusal = readBatchRefusal(calls, value, reply)
      if (refusal) return refusal
      if (Array.isArray(value) && value.length > 0) {
        const matches = matchReplies(value, ids).map(async (matched, index): Promise<Outcome> => {
          const item = calls[index] ?? call
          if (matched.type === 'missing')
            return protocolFault(item, 'The reply to the batch leaves this call out.')
          if (matched.type === 'duplicate')
            return protocolFault(item, 'The reply to the batch answers this call twice.')
          if (matched.type !== 'reply')
            return protocolFault(item, 'The reply has neither a result nor an error.')
          const { error, result } = matched.reply
          return error ? refused(item, error, reply) : readResult(name, item, result)
        })
        return { outcomes: await Promise.all(matches) }
      }
      if (reply.status === 413 || reply.status === 500 || reply.status === 400) {
        const { outcomes } = all([call], 'response-too-large', undefined, { reply }) as {
          outcomes: Outcome[]
        }
        const [outcome] = outcomes
        if (outcome && !outcome.ok)
          return { batchLimit: Math.max(1, Math.floor(calls.length / 2)), error: outcome.error }
      }
    }
    if (reply.status === 200) return all(calls, 'malformed', describe(reply.bytes), { reply })
    return all(calls, undefined, undefined, { reply })
  }

  /** Hands the bytes to the caller's parser; `undefined` when they must be read as usual. */
  async function readRaw(call: WireCall, id: number, reply: Reply): Promise<Outcome | undefined> {
    if (!call.parseBody) return undefined
    if (reply.bytes.byteLength <= smallBody) {
      const outcome = readOne(call, id, parseJson(reply.bytes), reply)
      if (!outcome?.ok) return outcome
    } else {
      const seen = scanId(reply.bytes)
      if (seen === undefined) {
        const outcome = readOne(call, id, parseJson(reply.bytes), reply)
        if (!outcome?.ok) return outcome
      } else if (seen !== id) return protocolFault(call, 'The reply carries another id.')
    }
    try {
      return { ok: true, result: await call.parseBody(reply.bytes) }
    } catch (error) {
      // The parser met something it does not know: perhaps a long error. Read as usual, it says which.
      const outcome = readOne(call, id, parseJson(reply.bytes), reply)
      if (!outcome?.ok) return outcome
      return protocolFault(call, error instanceof Error ? error.message : 'The result has an unknown shape.')
    }
  }

  return {
    type: 'http',
    batches: true,
    async send(calls, signal) {
      const ids = calls.map(() => ++lastId)
      const messages = calls.map(({ method, params }, index) => ({
        jsonrpc: '2.0',
        id: ids[index],
        method,
        params: params ?? [],
      }))
      const body = JSON.stringify(messages.length === 1 ? messages[0] : messages)
      const { fetch, timeout, maxResponseBytes: maxBytes, headers } = options
      const reply = await post(url, body, { fetch, clock, timeout, maxBytes, headers, signal })
      switch (reply.type) {
        case 'reply':
          return read(calls, ids, reply, signal)
        case 'too-large': {
          if (calls.length === 1) return all(calls, 'response-too-large', undefined)
          const [first] = calls
          const error = classify({ endpoint: name, method: first?.method ?? '', kind: 'response-too-large' })
          return { batchLimit: Math.floor(calls.length / 2), error }
        }
        case 'timeout':
          return all(calls, 'timeout', `No complete answer within ${timeout} ms.`)
        case 'aborted':
          return givenUp(calls)
        case 'unreachable':
          return all(calls, 'transient', reply.message, { unreachable: true })
      }
    },
    close() {},
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
  const parsed = envelope.safeParse(parseJson(bytes))
  return parsed.success ? readId(parsed.data.id) : undefined
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    return undefined
  }
}

/** What a body without a reply in it looks like, without repeating a page of HTML. */
function describe(bytes: Uint8Array): string {
  if (bytes.byteLength === 0) return 'The answer is empty: the endpoint is unreachable or blocked.'
  const start = new TextDecoder().decode(bytes.subarray(0, 64)).trimStart()
  if (start.startsWith('<')) return 'The answer is a web page: the endpoint is unreachable or blocked.'
  return 'The answer is no JSON-RPC reply: the endpoint is unreachable or blocked.'
}

/** The size a refusal names, if it makes the batch smaller; else half. */
function batchLimitFrom(words: string | undefined, size: number): number {
  const named = /(?:limit|max\w*|up to|size)\D{0,20}(\d{1,6})|(\d{1,6}) exceeded/i.exec(words ?? '')
  const limit = Number(named?.[1] ?? named?.[2] ?? Number.NaN)
  return limit >= 1 && limit < size ? limit : Math.max(1, Math.floor(size / 2))
}
