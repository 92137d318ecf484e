import { systemClock, type Clock } from '../rpc/Clock.ts'
import type { TestCall, TestError, EndpointFaults, TestReply } from './EndpointFaults.ts'
import { createSeededRandom } from './SeededRandom.ts'
import type { TestChain } from './TestChain.ts'
import { TestEndpoint } from './TestEndpoint.ts'
import {
  brokenResponse,
  cutShort,
  hangs,
  json,
  plainJson,
  refuseBatch,
  refuseRate,
  wrap,
} from './testReplies.ts'
import { createTestWebSocket, type TestSocket } from './TestSocket.ts'

export interface TestNodeOptions<chain extends TestChain = TestChain> {
  chain: chain
  /** Determines the random faults. @default 1 */
  seed?: number | undefined
  /** How many endpoints serve the chain, each with its own faults. @default 1 */
  endpoints?: number | undefined
  /** Milliseconds until an answer, by the clock; 0 answers without a timer, `Infinity` never. @default 0 */
  latency?: number | ((call: TestCall, endpoint: TestEndpoint) => number) | undefined
  /** Faults that every endpoint starts with. */
  faults?: EndpointFaults | undefined
  /** @default the system's, or the fake timers in its place */
  clock?: Clock | undefined
  /** Answers with plain objects instead of a `Response`, which is faster in long simulations. @default false */
  plainReplies?: boolean | undefined
}

export interface RecordedCall {
  /** Host of the endpoint. */
  readonly endpoint: string
  readonly method: string
  readonly params: readonly unknown[]
  /** How many calls its message had. */
  readonly batch: number
  /** Which message it was in, counted from 1. */
  readonly message: number
  readonly at: number
  /** The reply to the caller, set once it was sent undamaged. */
  answer?: { readonly at: number; readonly error: TestError | undefined }
}

export interface TestNode<chain extends TestChain = TestChain> {
  readonly seed: number
  readonly chain: chain
  readonly endpoints: readonly TestEndpoint[]
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
  /** Sockets opened so far, including closed ones. */
  readonly sockets: readonly TestSocket[]
  /** Every JSON-RPC call received, in order, over HTTP and sockets. */
  readonly calls: readonly RecordedCall[]
  /** How many messages were aborted before they were answered. */
  readonly aborted: number
  /** Calls of one method. */
  callsOf(method: string): readonly RecordedCall[]
  /** Forgets the calls so far. */
  clearCalls(): void
  /** Faults of the first endpoint. */
  faults: EndpointFaults
}

/** Serves a chain over an in-process `fetch` and `WebSocket`, with every fault of real nodes (`EndpointFaults`). */
export function startTestNode<chain extends TestChain>(options: TestNodeOptions<chain>): TestNode<chain> {
  const { chain, seed = 1, endpoints: count = 1, latency = 0, clock = systemClock } = options
  const send = options.plainReplies ? plainJson : json
  const random = createSeededRandom(seed, 0xfa)
  const urls = Array.from(
    { length: count },
    (_, index) => `https://node-${index + 1}.test/v2/a-very-secret-key-${index + 1}`,
  )
  const endpoints = urls.map((url) => new TestEndpoint(url, chain, { ...options.faults }))
  const calls: RecordedCall[] = []
  let messages = 0
  let aborted = 0

  function record(endpoint: TestEndpoint, batch: readonly TestCall[]): readonly RecordedCall[] {
    const message = ++messages
    const { host } = endpoint
    const recorded = batch.map(({ method, params }): RecordedCall => ({
      endpoint: host,
      method,
      params,
      batch: batch.length,
      message,
      at: clock.now(),
    }))
    calls.push(...recorded)
    return recorded
  }

  function endpointAt(url: string): TestEndpoint | undefined {
    const { host } = new URL(url)
    return endpoints.find((endpoint) => endpoint.host === host)
  }

  const fetch: typeof globalThis.fetch = async (input, init) => {
    const target = input instanceof Request ? input.url : String(input)
    const endpoint = endpoints.find(({ url }) => url === target) ?? endpointAt(target)
    const signal = init?.signal ?? undefined
    signal?.throwIfAborted()
    if (!endpoint) throw new TypeError('fetch failed')
    if (init?.method !== 'POST') return new Response('Method Not Allowed', { status: 405 })
    const parsed = JSON.parse(init.body as string) as TestCall | TestCall[]
    const batch = [parsed].flat()
    const recorded = record(endpoint, batch)
    const [first] = batch
    const wait = typeof latency === 'number' ? latency : first ? latency(first, endpoint) : 0
    try {
      if (wait > 0) await pause(Number.isFinite(wait) ? wait : undefined, signal, clock)
      if (hangs(endpoint, batch)) await pause(undefined, signal, clock)
    } catch (error) {
      aborted++
      throw error
    }
    return respond(endpoint, parsed, batch, recorded)
  }

  function respond(
    endpoint: TestEndpoint,
    parsed: TestCall | TestCall[],
    batch: readonly TestCall[],
    recorded: readonly RecordedCall[],
  ): Response {
    const strikes = endpoint.faults.chance === undefined || random() < endpoint.faults.chance
    const faults: EndpointFaults = strikes ? endpoint.faults : { ...endpoint.faults, ...harmless }
    const broken = brokenResponse(faults, batch)
    if (broken) return broken
    if (faults.errorRate !== undefined && random() < faults.errorRate) return randomFault(batch)
    if (faults.rate && !endpoint.mayAnswer(batch.length, faults.rate.perSecond, clock.now()))
      return refuseRate(batch, faults.rate)
    if (Array.isArray(parsed) && faults.batchLimit && parsed.length > faults.batchLimit.limit)
      return refuseBatch(faults.batchLimit, batch)
    const answers: TestReply[] = []
    for (const call of batch) {
      const scripted = faults.respond?.(call)
      if (scripted instanceof Response) return scripted
      answers.push(scripted ?? endpoint.answer(call))
    }
    const replies: unknown[] = batch.map((call, at) => wrap(call, answers[at] ?? { result: null }, faults))
    if (faults.cut !== undefined) return cutShort(Array.isArray(parsed) ? replies : replies[0], faults.cut)
    for (const [at, call] of recorded.entries()) {
      const answer = answers[at]
      if (!faults.foreignId && answer && !(Array.isArray(parsed) && garbles(faults, at, batch.length)))
        call.answer = { at: clock.now(), error: 'error' in answer ? answer.error : undefined }
    }
    if (!Array.isArray(parsed)) return send(replies[0])
    if (faults.dropItem !== undefined) replies.splice(faults.dropItem, 1)
    // Only next to the true answer, from which it differs.
    if (faults.duplicate && faults.dropItem !== 0 && batch[0])
      replies.push(wrap(batch[0], { result: '0xdead' }, faults))
    return send(faults.reverse ? replies.reverse() : replies)
  }

  function randomFault(batch: readonly TestCall[]): Response {
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

  const sockets: TestSocket[] = []
  function answerFrame(endpoint: TestEndpoint, call: TestCall, own: () => TestReply | undefined): TestReply {
    const [recorded] = record(endpoint, [call])
    const scripted = endpoint.faults.respond?.(call)
    // A frame cannot carry a whole response: its result is malformed instead.
    const reply =
      scripted instanceof Response ? { result: null } : (scripted ?? own() ?? endpoint.answer(call))
    if (recorded) recorded.answer = { at: clock.now(), error: 'error' in reply ? reply.error : undefined }
    return reply
  }

  const WebSocket = createTestWebSocket(endpoints, sockets, answerFrame, clock)

  const [main] = endpoints
  if (!main) throw new Error('A test node needs an endpoint.')
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

/** Switches off the faults that damage a message, if `chance` spares it. */
const harmless: EndpointFaults = {
  down: undefined,
  foreignId: undefined,
  stringIds: undefined,
  dropItem: undefined,
  duplicate: undefined,
  reverse: undefined,
  cut: undefined,
}

/** Whether the caller cannot tell what this item of a batch was answered: a single error may refuse the whole batch. */
function garbles(
  { dropItem = Number.POSITIVE_INFINITY, duplicate }: EndpointFaults,
  at: number,
  size: number,
): boolean {
  return dropItem === at || (dropItem < size && size === 2) || (duplicate === true && at === 0)
}

/** Waits; without a time, until it is aborted. */
function pause(
  milliseconds: number | undefined,
  signal: AbortSignal | undefined,
  clock: Clock,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = milliseconds === undefined ? undefined : clock.setTimeout(resolve, milliseconds)
    const abort = () => {
      clock.clearTimeout(timer)
      reject(signal?.reason instanceof Error ? signal.reason : new DOMException('aborted', 'AbortError'))
    }
    if (signal?.aborted) abort()
    else signal?.addEventListener('abort', abort, { once: true })
  })
}
