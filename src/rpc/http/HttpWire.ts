import { classify } from '../classify/classify.ts'
import { Failures } from '../classify/Failures.ts'
import { findSecrets } from '../classify/findSecrets.ts'
import { redirectText, unreachableText } from '../classify/nodeErrorTexts.ts'
import type { Clock } from '../Clock.ts'
import type { PoolCall } from '../Pool.ts'
import type { MessageSize, Outcome, Wire, WireCall } from '../Wire.ts'
import { BatchReader, half, tooManyCalls, type Batch } from './BatchReader.ts'
import { post, type HttpReply, type PostResult } from './post.ts'
import { ReplyReader } from './ReplyReader.ts'

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
export class HttpWire implements Wire {
  readonly type = 'http'
  readonly batches = true
  readonly #url: string
  readonly #options: HttpWireOptions
  readonly #failures: Failures
  readonly #replyReader: ReplyReader
  readonly #batchReader: BatchReader
  #lastId = 0

  constructor(url: string, options: HttpWireOptions) {
    const { name, clock, headers } = options
    this.#url = url
    this.#options = options
    this.#failures = new Failures({ name, clock, secrets: findSecrets(url, headers) })
    this.#replyReader = new ReplyReader(this.#failures)
    this.#batchReader = new BatchReader(this.#failures)
  }

  async send(
    calls: readonly WireCall[],
    signal: AbortSignal,
    onSize?: (size: MessageSize) => void,
  ): Promise<readonly Outcome[]> {
    if (calls.length === 0) return []
    const ids = calls.map(() => ++this.#lastId)
    const messages = calls.map(({ method, params }, index) => ({
      jsonrpc: '2.0',
      id: ids[index],
      method,
      params: params ?? [],
    }))
    const body = JSON.stringify(messages.length === 1 ? messages[0] : messages)
    const maxBytes = responseLimit(calls, this.#options.maxResponseBytes)
    const response = await post(this.#url, body, { ...this.#options, maxBytes, signal })
    onSize?.({
      sentBytes: body.length,
      ...('status' in response && { status: response.status }),
      ...('bytes' in response && { receivedBytes: response.bytes.byteLength }),
    })
    return this.#readResponse(response, { calls, ids }, maxBytes, signal)
  }

  close() {}

  /** The outcomes of a message's calls. */
  async #readResponse(
    response: PostResult,
    batch: Batch,
    maxBytes: number,
    signal: AbortSignal,
  ): Promise<readonly Outcome[]> {
    const { calls } = batch
    const all = (...what: Tail<Parameters<Failures['failed']>>) =>
      calls.map((call) => this.#failures.failed(call, ...what))
    switch (response.type) {
      case 'reply': {
        const outcomes = await this.#read(response, batch, signal)
        if (outcomes) return outcomes
        if (response.status === 200) return all('malformed', describe(response.bytes), { head: response })
        return all(undefined, undefined, { head: response })
      }
      case 'too-large': {
        if (response.status !== 200) return all(undefined, undefined, { head: response })
        if (maxBytes < this.#options.maxResponseBytes)
          return all('malformed', 'The response is longer than a reply to these calls can be.', {
            head: response,
          })
        if (calls.length === 1) return all('response-too-large', undefined)
        const { method } = calls[0]!
        const error = classify({ endpoint: this.#options.name, method, kind: 'response-too-large' })
        return tooManyCalls(calls, error, { limit: half(calls.length), isCertain: false })
      }
      case 'timeout':
        return all('timeout', `No complete response within ${this.#options.timeout} ms.`)
      case 'aborted':
        return calls.map((call) => this.#failures.aborted(call))
      case 'unreachable':
        return all('transient', response.message, { text: unreachableText() })
      case 'redirect':
        return all('transient', `It redirects to ${response.to}.`, { text: redirectText })
    }
  }

  /** The outcome of each call, whatever the readers throw; `undefined` if the body holds no reply at all. */
  async #read(reply: HttpReply, batch: Batch, signal: AbortSignal): Promise<readonly Outcome[] | undefined> {
    const { calls, ids } = batch
    try {
      if (calls.length > 1) return await this.#batchReader.read(batch, reply, signal)
      const outcome = await this.#replyReader.read(calls[0]!, ids[0]!, reply, signal)
      return outcome && [outcome]
    } catch (error) {
      if (signal.aborted) return calls.map((call) => this.#failures.aborted(call))
      const message = error instanceof Error ? error.message : 'The reply cannot be read.'
      return calls.map((call) => this.#failures.malformed(call, { message }))
    }
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
