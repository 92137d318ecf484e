import { FakeChain, type FakeChainOptions } from './fakeNodeChain.ts'
import { FakeEndpoint } from './fakeNodeEndpoint.ts'
import type { FakeCall, FakeFaults, FakeReply } from './fakeNodeFaults.ts'
import { createFakeRandom } from './fakeNodeRandom.ts'
import { createFakeWebSocket, type FakeSocket } from './fakeNodeSocket.ts'

export interface FakeNodeOptions extends Partial<Omit<FakeChainOptions, 'seed'>> {
  seed?: number | undefined
  /** How many endpoints serve the chain, each with its own faults. @default 1 */
  endpoints?: number | undefined
  /** Milliseconds until an answer, by `setTimeout`; 0 answers without a timer. @default 0 */
  latency?: number | ((call: FakeCall, endpoint: FakeEndpoint) => number) | undefined
  /** Faults that every endpoint starts with. */
  faults?: FakeFaults | undefined
}

export interface RecordedCall {
  /** Host of the endpoint. */
  readonly endpoint: string
  readonly method: string
  readonly params: readonly unknown[]
  /** Calls that shared its message; 1 when it went alone. */
  readonly batch: number
  /** Which message it was in, counted from 1. */
  readonly message: number
  readonly at: number
}

export interface FakeNode {
  readonly seed: number
  readonly chain: FakeChain
  readonly endpoints: readonly FakeEndpoint[]
  /** URLs of the endpoints, for `http` of a network. */
  readonly urls: readonly string[]
  /** The first of them. */
  readonly url: string
  /** For `webSocket` of a network: the socket of the first endpoint. */
  readonly webSocketUrl: string
  /** Answers POSTs to any of the URLs; other hosts are unreachable. */
  readonly fetch: typeof globalThis.fetch
  /** Constructor of sockets that lead to the endpoint of the same host. */
  readonly WebSocket: typeof globalThis.WebSocket
  /** Sockets opened so far, the closed ones too. */
  readonly sockets: readonly FakeSocket[]
  /** Every JSON-RPC call received, in order, over HTTP and sockets. */
  readonly calls: readonly RecordedCall[]
  /** How many messages the caller gave up before their answer. */
  readonly aborted: number
  /** Calls of one method. */
  callsOf(method: string): readonly RecordedCall[]
  /** Forgets the calls so far. */
  clearCalls(): void
  /** Faults of the first endpoint. */
  faults: FakeFaults
}

const json = (value: unknown, status = 200, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(value), { status, headers: { 'content-type': 'application/json', ...headers } })

/** Starts a fake node without any test around it. Tests use `createFakeNode`, which also tells the seed of a failure. */
export function startFakeNode(options: FakeNodeOptions = {}): FakeNode {
  const { seed = 1, endpoints: count = 1, latency = 0 } = options
  const chain = new FakeChain({
    seed,
    chainId: options.chainId ?? 3721,
    blocks: options.blocks ?? 100,
    logsPerBlock: options.logsPerBlock ?? 3,
    blockTime: options.blockTime ?? 2,
    timestamps: options.timestamps ?? false,
  })
  const random = createFakeRandom(seed, 0xfa)
  const urls = Array.from(
    { length: count },
    (_, index) => `https://node-${index + 1}.test/v2/a-very-secret-key-${index + 1}`,
  )
  const endpoints = urls.map((url) => new FakeEndpoint(url, chain, { ...options.faults }))
  const calls: RecordedCall[] = []
  let messages = 0
  let aborted = 0

  function record(endpoint: FakeEndpoint, batch: readonly FakeCall[]) {
    const message = ++messages
    const { host } = new URL(endpoint.url)
    for (const { method, params } of batch)
      calls.push({ endpoint: host, method, params, batch: batch.length, message, at: Date.now() })
  }

  const fetch: typeof globalThis.fetch = async (input, init) => {
    const target = input instanceof Request ? input.url : String(input)
    const { host } = new URL(target)
    const endpoint = endpoints.find(({ url }) => new URL(url).host === host)
    const signal = init?.signal ?? undefined
    signal?.throwIfAborted()
    if (!endpoint) throw new TypeError('fetch failed')
    if (init?.method !== 'POST') return new Response('Method Not Allowed', { status: 405 })
    const parsed = JSON.parse(String(init.body)) as FakeCall | FakeCall[]
    const batch = [parsed].flat()
    record(endpoint, batch)
    const [first] = batch
    const wait = typeof latency === 'number' ? latency : first ? latency(first, endpoint) : 0
    try {
      if (wait > 0) await pause(wait, signal)
      if (hangs(endpoint, batch)) await pause(undefined, signal)
    } catch (error) {
      aborted++
      throw error
    }
    return respond(endpoint, parsed, batch)
  }

  function respond(
    endpoint: FakeEndpoint,
    parsed: FakeCall | FakeCall[],
    batch: readonly FakeCall[],
  ): Response {
    const { faults } = endpoint
    const broken = brokenResponse(faults, batch)
    if (broken) return broken
    if (faults.errorRate !== undefined && random() < faults.errorRate) return randomFault(batch)
    if (Array.isArray(parsed) && faults.batchLimit && parsed.length > faults.batchLimit.limit)
      return refuseBatch(faults.batchLimit, batch)
    const replies: unknown[] = []
    for (const call of batch) {
      const scripted = faults.respond?.(call)
      if (scripted instanceof Response) return scripted
      replies.push(wrap(call, scripted ?? endpoint.answer(call), faults))
    }
    if (!Array.isArray(parsed)) return json(replies[0])
    if (faults.dropItem !== undefined) replies.splice(faults.dropItem, 1)
    if (faults.duplicate && batch[0]) replies.push(wrap(batch[0], { result: '0xdead' }, faults))
    return json(faults.reverse ? replies.reverse() : replies)
  }

  function randomFault(batch: readonly FakeCall[]): Response {
    const way = random.below(5)
    if (way === 0) throw new TypeError('fetch failed')
    if (way === 1) return new Response('slow down', { status: 429 })
    if (way === 2) return new Response('<html>unavailable</html>', { status: 503 })
    if (way === 3) return new Response('<html>hello</html>', { status: 200 })
    const replies = batch.map((call) =>
      wrap(call, { error: { code: -32603, message: 'internal error' } }, {}),
    )
    return json(replies.length === 1 ? replies[0] : replies)
  }

  const sockets: FakeSocket[] = []
  const WebSocket = createFakeWebSocket(endpoints, sockets, (endpoint, call) => {
    record(endpoint, [call])
    const scripted = endpoint.faults.respond?.(call)
    return scripted && !(scripted instanceof Response) ? scripted : endpoint.answer(call)
  })

  const [main] = endpoints
  if (!main) throw new Error('a fake node needs an endpoint')
  return {
    seed,
    chain,
    endpoints,
    urls,
    url: main.url,
    webSocketUrl: main.url.replace('https:', 'wss:'),
    fetch,
    WebSocket,
    sockets,
    calls,
    get aborted() {
      return aborted
    },
    callsOf: (method) => calls.filter((call) => call.method === method),
    clearCalls() {
      calls.length = 0
    },
    get faults() {
      return main.faults
    },
    set faults(faults) {
      main.faults = faults
    },
  }
}

function wrap(call: FakeCall, reply: FakeReply, faults: FakeFaults) {
  const id = faults.foreignId ? 987_654_321 : faults.stringIds ? String(call.id) : call.id
  return { jsonrpc: '2.0', id, ...reply }
}

/** Waits; for ever without a time. */
function pause(milliseconds: number | undefined, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = milliseconds === undefined ? undefined : setTimeout(resolve, milliseconds)
    const abort = () => {
      clearTimeout(timer)
      reject(signal?.reason instanceof Error ? signal.reason : new DOMException('aborted', 'AbortError'))
    }
    if (signal?.aborted) abort()
    else signal?.addEventListener('abort', abort, { once: true })
  })
}

function hangs({ faults, chain }: FakeEndpoint, batch: readonly FakeCall[]): boolean {
  if (faults.down === 'hang') return true
  const { hangOver } = faults
  if (hangOver === undefined) return false
  return batch.some(({ method, params }) => {
    if (method !== 'eth_getLogs') return false
    const { fromBlock, toBlock } = (params[0] ?? {}) as { fromBlock?: string; toBlock?: string }
    const number = (tag: string | undefined) => (tag?.startsWith('0x') ? Number(tag) : Number(chain.head))
    return number(toBlock) - number(fromBlock) + 1 > hangOver
  })
}

function brokenResponse(faults: FakeFaults, batch: readonly FakeCall[]): Response | undefined {
  const { rateLimit } = faults
  if (rateLimit && rateLimit.times > 0) {
    rateLimit.times--
    const headers: Record<string, string> =
      rateLimit.retryAfter === undefined ? {} : { 'retry-after': rateLimit.retryAfter }
    if (rateLimit.style !== '-32005') return new Response('Too Many Requests', { status: 429, headers })
    const replies = batch.map((call) =>
      wrap(call, { error: { code: -32005, message: 'limit exceeded' } }, {}),
    )
    return json(replies.length === 1 ? replies[0] : replies, 200, headers)
  }
  const page = '<!doctype html><title>Hello</title>'
  switch (faults.down) {
    case 'cors':
      throw new TypeError('Failed to fetch')
    case 'html':
      return new Response(page)
    case 'html-403':
      return new Response(page, { status: 403 })
    case 'html-503':
      return new Response(page, { status: 503 })
    case 'empty':
      return new Response('')
    case 'null':
      return json(null)
    case 'object':
      return json({})
    default:
      return undefined
  }
}

function refuseBatch(
  { limit, style }: { limit: number; style: string },
  batch: readonly FakeCall[],
): Response {
  if (style === '413') return new Response('Payload Too Large', { status: 413 })
  if (style === '500') return new Response('Internal Server Error', { status: 500 })
  const error = {
    code: -32600,
    message: style === 'object' ? `batch limit ${limit} exceeded` : 'batch too large',
  }
  const reply = { jsonrpc: '2.0', id: style === 'object' ? null : batch[0]?.id, error }
  return json(style === 'object' ? reply : [reply])
}
