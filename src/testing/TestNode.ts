import { systemClock, type Clock } from '../rpc/Clock.ts'
import type { TestCall, TestError, EndpointFaults, TestReply } from './EndpointFaults.ts'
import { createSeededRandom, type SeededRandom } from './SeededRandom.ts'
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
import type { TestSocket } from './TestSocket.ts'
import { testWebSocket } from './testWebSocket.ts'

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

/** Serves a chain over an in-process `fetch` and `WebSocket`, with every fault of real nodes (`EndpointFaults`). */
export class TestNode<chain extends TestChain = TestChain> {
  readonly seed: number
  readonly chain: chain
  readonly endpoints: readonly TestEndpoint[]
  /** URLs of the endpoints, for `http` of a network. */
  readonly urls: readonly string[]
  /** Constructor of sockets that lead to the endpoint of the same host. */
  readonly WebSocket: typeof globalThis.WebSocket
  readonly #main: TestEndpoint
  readonly #latency: NonNullable<TestNodeOptions['latency']>
  readonly #clock: Clock
  readonly #send: typeof json
  readonly #random: SeededRandom
  readonly #calls: RecordedCall[] = []
  readonly #sockets: TestSocket[] = []
  #messages = 0
  #aborted = 0

  constructor(options: TestNodeOptions<chain>) {
    const { chain, seed = 1, endpoints: count = 1, latency = 0, clock = systemClock } = options
    this.seed = seed
    this.chain = chain
    this.#latency = latency
    this.#clock = clock
    this.#send = options.plainReplies ? plainJson : json
    this.#random = createSeededRandom(seed, 0xfa)
    this.urls = Array.from(
      { length: count },
      (_, index) => `https://node-${index + 1}.test/v2/a-very-secret-key-${index + 1}`,
    )
    this.endpoints = this.urls.map((url) => new TestEndpoint(url, chain, { ...options.faults }))
    const [main] = this.endpoints
    if (!main) throw new Error('A test node needs an endpoint.')
    this.#main = main
    this.WebSocket = testWebSocket({
      endpoints: this.endpoints,
      sockets: this.#sockets,
      clock,
      answer: (endpoint, call, own) => this.#answerFrame(endpoint, call, own),
    })
  }

  /** The first of its URLs. */
  get url(): string {
    return this.#main.url
  }

  /** For `webSocket` of a network: the socket of the first endpoint. */
  get webSocketUrl(): string {
    return this.#main.url.replace('https:', 'wss:')
  }

  /** Faults of the first endpoint. */
  get faults(): EndpointFaults {
    return this.#main.faults
  }

  set faults(faults: EndpointFaults) {
    this.#main.faults = faults
  }

  /** Sockets opened so far, including closed ones. */
  get sockets(): readonly TestSocket[] {
    return this.#sockets
  }

  /** Every JSON-RPC call received, in order, over HTTP and sockets. */
  get calls(): readonly RecordedCall[] {
    return this.#calls
  }

  /** How many messages were aborted before they were answered. */
  get aborted(): number {
    return this.#aborted
  }

  /** Calls of one method. */
  callsOf(method: string): readonly RecordedCall[] {
    return this.#calls.filter((call) => call.method === method)
  }

  /** Forgets the calls so far. */
  clearCalls(): void {
    this.#calls.length = 0
  }

  /** Answers POSTs to any of the URLs; other hosts are unreachable. */
  readonly fetch: typeof globalThis.fetch = async (input, init) => {
    const target = input instanceof Request ? input.url : String(input)
    const endpoint = this.endpoints.find(({ url }) => url === target) ?? this.#endpointAt(target)
    const signal = init?.signal ?? undefined
    signal?.throwIfAborted()
    if (!endpoint) throw new TypeError('fetch failed')
    if (init?.method !== 'POST') return new Response('Method Not Allowed', { status: 405 })
    const parsed = JSON.parse(init.body as string) as TestCall | TestCall[]
    const batch = [parsed].flat()
    const recorded = this.#record(endpoint, batch)
    const wait = this.#latencyOf(endpoint, batch)
    try {
      if (wait > 0) await pause(Number.isFinite(wait) ? wait : undefined, signal, this.#clock)
      if (hangs(endpoint, batch)) await pause(undefined, signal, this.#clock)
    } catch (error) {
      this.#aborted++
      throw error
    }
    return this.#respond(endpoint, parsed, batch, recorded)
  }

  #endpointAt(url: string): TestEndpoint | undefined {
    const { host } = new URL(url)
    return this.endpoints.find((endpoint) => endpoint.host === host)
  }

  #record(endpoint: TestEndpoint, batch: readonly TestCall[]): readonly RecordedCall[] {
    const message = ++this.#messages
    const { host } = endpoint
    const recorded = batch.map(({ method, params }): RecordedCall => ({
      endpoint: host,
      method,
      params,
      batch: batch.length,
      message,
      at: this.#clock.now(),
    }))
    this.#calls.push(...recorded)
    return recorded
  }

  #latencyOf(endpoint: TestEndpoint, [first]: readonly TestCall[]): number {
    if (typeof this.#latency === 'number') return this.#latency
    return first ? this.#latency(first, endpoint) : 0
  }

  #respond(
    endpoint: TestEndpoint,
    parsed: TestCall | TestCall[],
    batch: readonly TestCall[],
    recorded: readonly RecordedCall[],
  ): Response {
    const strikes = endpoint.faults.chance === undefined || this.#random() < endpoint.faults.chance
    const faults: EndpointFaults = strikes ? endpoint.faults : { ...endpoint.faults, ...harmless }
    const broken = brokenResponse(faults, batch)
    if (broken) return broken
    if (faults.errorRate !== undefined && this.#random() < faults.errorRate) return this.#randomFault(batch)
    if (faults.rate && !endpoint.mayAnswer(batch.length, faults.rate.perSecond, this.#clock.now()))
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
        call.answer = { at: this.#clock.now(), error: 'error' in answer ? answer.error : undefined }
    }
    if (!Array.isArray(parsed)) return this.#send(replies[0])
    if (faults.dropItem !== undefined) replies.splice(faults.dropItem, 1)
    // Only next to the true answer, from which it differs.
    if (faults.duplicate && faults.dropItem !== 0 && batch[0])
      replies.push(wrap(batch[0], { result: '0xdead' }, faults))
    return this.#send(faults.reverse ? replies.reverse() : replies)
  }

  #randomFault(batch: readonly TestCall[]): Response {
    const way = this.#random.below(5)
    if (way === 0) throw new TypeError('fetch failed')
    if (way === 1) return new Response('slow down', { status: 429 })
    if (way === 2) return new Response('<html>unavailable</html>', { status: 503 })
    if (way === 3) return new Response('<html>hello</html>', { status: 200 })
    const replies = batch.map((call) =>
      wrap(call, { error: { code: -32603, message: 'internal error' } }, {}),
    )
    return json(replies.length === 1 ? replies[0] : replies)
  }

  #answerFrame(endpoint: TestEndpoint, call: TestCall, own: () => TestReply | undefined): TestReply {
    const [recorded] = this.#record(endpoint, [call])
    const scripted = endpoint.faults.respond?.(call)
    // A frame cannot carry a whole response: its result is malformed instead.
    const reply =
      scripted instanceof Response ? { result: null } : (scripted ?? own() ?? endpoint.answer(call))
    if (recorded)
      recorded.answer = { at: this.#clock.now(), error: 'error' in reply ? reply.error : undefined }
    return reply
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
