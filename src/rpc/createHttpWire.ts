import { classify } from './classify.ts'
import type { Clock } from './Clock.ts'
import { createBatchReader } from './createBatchReader.ts'
import { createHttpOutcomes } from './createHttpOutcomes.ts'
import type { HttpReply } from './createHttpOutcomes.ts'
import { createReplyReader } from './createReplyReader.ts'
import { redirectSentence, unreachableSentence } from './nodeErrorSentences.ts'
import { parseJson } from './parseJson.ts'
import { post } from './post.ts'
import { readResult } from './readResult.ts'
import { secretsOf } from './secretsOf.ts'
import type { Outcome, Wire, WireCall } from './Wire.ts'

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

/** JSON-RPC over HTTP POST. */
export function createHttpWire(url: string, options: HttpWireOptions): Wire {
  const { name, clock } = options
  const outcomes = createHttpOutcomes({ name, clock, secrets: secretsOf(url, options.headers) })
  const one = createReplyReader(outcomes)
  const readBatch = createBatchReader(name, outcomes, one)
  let lastId = 0

  /** `undefined` when the body holds no reply at all. */
  async function readLone(call: WireCall, id: number, reply: HttpReply): Promise<Outcome | undefined> {
    const outcome = reply.status === 200 ? await one.readBytes(call, id, reply) : undefined
    if (outcome) return outcome
    const value = parseJson(reply.bytes)
    const lone: unknown = Array.isArray(value) && value.length === 1 ? value[0] : value
    const read = one.readValue(call, id, lone, reply)
    return read?.ok ? readResult(name, call, read.result) : read
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
      const [first] = calls
      if (!first) return { outcomes: [] }
      const body = JSON.stringify(messages.length === 1 ? messages[0] : messages)
      const { fetch, timeout, maxResponseBytes: maxBytes, headers } = options
      const reply = await post(url, body, { fetch, clock, timeout, maxBytes, headers, signal })
      const all = (...what: Tail<Parameters<typeof outcomes.failed>>) => ({
        outcomes: calls.map((call) => outcomes.failed(call, ...what)),
      })
      switch (reply.type) {
        case 'reply': {
          if (calls.length > 1) {
            const read = await readBatch({ calls, ids }, reply, signal)
            if (read) return read
          } else {
            const outcome = await readLone(first, ids[0]!, reply)
            if (outcome) return { outcomes: [outcome] }
          }
          if (reply.status === 200) return all('malformed', describe(reply.bytes), { reply })
          return all(undefined, undefined, { reply })
        }
        case 'too-large': {
          if (calls.length === 1) return all('response-too-large', undefined)
          const error = classify({ endpoint: name, method: first.method, kind: 'response-too-large' })
          return { batchLimit: Math.floor(calls.length / 2), error }
        }
        case 'timeout':
          return all('timeout', `No complete answer within ${timeout} ms.`)
        case 'aborted':
          return { outcomes: calls.map(outcomes.givenUp) }
        case 'unreachable':
          return all('transient', reply.message, { sentence: unreachableSentence() })
        case 'redirect':
          return all('transient', `It redirects to ${reply.to}.`, { sentence: redirectSentence })
      }
    },
    close() {},
  }
}

type Tail<list extends readonly unknown[]> = list extends [unknown, ...infer rest] ? rest : never

/** What a body without a reply in it looks like, without repeating a page of HTML. */
function describe(bytes: Uint8Array): string {
  if (bytes.byteLength === 0) return 'The answer is empty: the endpoint is unreachable or blocked.'
  const start = new TextDecoder().decode(bytes.subarray(0, 64)).trimStart()
  if (start.startsWith('<')) return 'The answer is a web page: the endpoint is unreachable or blocked.'
  return 'The answer is no JSON-RPC reply: the endpoint is unreachable or blocked.'
}
