import { classify } from '../classify/classify.ts'
import { createFailures } from '../classify/createFailures.ts'
import { findSecrets } from '../classify/findSecrets.ts'
import { redirectText, unreachableText } from '../classify/nodeErrorTexts.ts'
import type { Clock } from '../Clock.ts'
import type { PoolCall } from '../Pool.ts'
import type { Outcome, Wire } from '../Wire.ts'
import { createBatchReader, half, tooManyCalls, type Batch } from './createBatchReader.ts'
import { createReplyReader } from './createReplyReader.ts'
import { post, type HttpReply, type PostResult } from './post.ts'

export interface HttpWireOptions {
  name: string
  fetch: typeof globalThis.fetch
  clock: Clock
  /** Milliseconds until a response must be complete. */
  timeout: number
  /** Maximum bytes in one response. */
  maxResponseBytes: number
  headers?: Readonly<Record<string, string>> | undefined
}

/** A wire over HTTP POST. */
export function createHttpWire(url: string, options: HttpWireOptions): Wire {
  const { name, fetch, clock, timeout, maxResponseBytes, headers } = options
  const failures = createFailures({ name, clock, secrets: findSecrets(url, headers) })
  const readReply = createReplyReader(name, failures)
  const readBatch = createBatchReader(name, failures)
  let lastId = 0

  /** The outcome of each call, whatever the readers throw; `undefined` if the body holds no reply at all. */
  async function read(
    reply: HttpReply,
    batch: Batch,
    signal: AbortSignal,
  ): Promise<readonly Outcome[] | undefined> {
    const { calls, ids } = batch
    try {
      if (calls.length > 1) return await readBatch(batch, reply, signal)
      const outcome = await readReply(calls[0]!, ids[0]!, reply, signal)
      return outcome && [outcome]
    } catch (error) {
      if (signal.aborted) return calls.map(failures.aborted)
      const message = error instanceof Error ? error.message : 'The reply cannot be read.'
      return calls.map((call) => failures.malformed(call, { message }))
    }
  }

  /** The outcomes of a message's calls. */
  async function readResponse(
    response: PostResult,
    batch: Batch,
    maxBytes: number,
    signal: AbortSignal,
  ): Promise<readonly Outcome[]> {
    const { calls } = batch
    const all = (...what: Tail<Parameters<typeof failures.failed>>) =>
      calls.map((call) => failures.failed(call, ...what))
    switch (response.type) {
      case 'reply': {
        const outcomes = await read(response, batch, signal)
        if (outcomes) return outcomes
        if (response.status === 200) return all('malformed', describe(response.bytes), { head: response })
        return all(undefined, undefined, { head: response })
      }
      case 'too-large': {
        if (response.status !== 200) return all(undefined, undefined, { head: response })
        if (maxBytes < maxResponseBytes)
          return all('malformed', 'The response is longer than a reply to these calls can be.', {
            head: response,
          })
        if (calls.length === 1) return all('response-too-large', undefined)
        const { method } = calls[0]!
        const error = classify({ endpoint: name, method, kind: 'response-too-large' })
        return tooManyCalls(calls, error, { limit: half(calls.length), isCertain: false })
      }
      case 'timeout':
        return all('timeout', `No complete response within ${timeout} ms.`)
      case 'aborted':
        return calls.map(failures.aborted)
      case 'unreachable':
        return all('transient', response.message, { text: unreachableText() })
      case 'redirect':
        return all('transient', `It redirects to ${response.to}.`, { text: redirectText })
    }
  }

  return {
    type: 'http',
    batches: true,
    async send(calls, signal, onSize) {
      if (calls.length === 0) return []
      const ids = calls.map(() => ++lastId)
      const messages = calls.map(({ method, params }, index) => ({
        jsonrpc: '2.0',
        id: ids[index],
        method,
        params: params ?? [],
      }))
      const body = JSON.stringify(messages.length === 1 ? messages[0] : messages)
      const maxBytes = responseLimit(calls, maxResponseBytes)
      const response = await post(url, body, { fetch, clock, timeout, maxBytes, headers, signal })
      onSize?.({
        sentBytes: body.length,
        ...('status' in response && { status: response.status }),
        ...('bytes' in response && { receivedBytes: response.bytes.byteLength }),
      })
      return readResponse(response, { calls, ids }, maxBytes, signal)
    },
    close() {},
  }
}

/** All parameters but the first. */
type Tail<list extends readonly unknown[]> = list extends [unknown, ...infer rest] ? rest : never

/** Describes a body that is not a reply, without repeating a page of HTML. */
function describe(bytes: Uint8Array): string {
  if (bytes.byteLength === 0) return 'The response is empty: the endpoint is unreachable or blocked.'
  const start = new TextDecoder().decode(bytes.subarray(0, 64)).trimStart()
  if (start.startsWith('<')) return 'The response is a web page: the endpoint is unreachable or blocked.'
  return 'The response is not a JSON-RPC reply: the endpoint is unreachable or blocked.'
}

/** Methods whose result is one number, hash or word. */
const shortMethods: ReadonlySet<string> = new Set([
  'eth_accounts',
  'eth_blobBaseFee',
  'eth_blockNumber',
  'eth_chainId',
  'eth_gasPrice',
  'eth_getBalance',
  'eth_getBlockTransactionCountByHash',
  'eth_getBlockTransactionCountByNumber',
  'eth_getStorageAt',
  'eth_getTransactionCount',
  'eth_maxPriorityFeePerGas',
  'eth_newBlockFilter',
  'eth_newFilter',
  'eth_newPendingTransactionFilter',
  'eth_sendRawTransaction',
  'eth_sendTransaction',
  'eth_subscribe',
  'eth_syncing',
  'eth_uninstallFilter',
  'eth_unsubscribe',
  'net_listening',
  'net_peerCount',
  'net_version',
  'web3_clientVersion',
])
const shortReplyBytes = 65_536
/** A header with the hashes of more transactions than any block has. */
const blockReplyBytes = 2 ** 24

/** Maximum bytes of an honest response to these calls in one message, up to `limit`. */
function responseLimit(calls: readonly PoolCall[], limit: number): number {
  const all = calls.reduce((sum, call) => sum + replyLimit(call), 0)
  return Math.min(limit, all)
}

function replyLimit({ method, params }: PoolCall): number {
  if (shortMethods.has(method)) return shortReplyBytes
  const isBlock = method === 'eth_getBlockByNumber' || method === 'eth_getBlockByHash'
  return isBlock && Array.isArray(params) && params[1] === false ? blockReplyBytes : Number.POSITIVE_INFINITY
}
