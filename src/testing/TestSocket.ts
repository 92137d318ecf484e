import type { Clock } from '../rpc/Clock.ts'
import type { TestCall, TestReply } from './EndpointFaults.ts'
import type { WireFilter } from './logMatcher.ts'
import type { TestEndpoint } from './TestEndpoint.ts'

/** The node that sockets connect to. */
export interface SocketServer {
  readonly endpoints: readonly TestEndpoint[]
  /** The node's ends of all connections so far. */
  readonly sockets: TestSocket[]
  readonly clock: Clock
  /** Answers a call. `own` answers those that only a socket has. */
  answer(endpoint: TestEndpoint, call: TestCall, own: () => TestReply | undefined): TestReply
}

/** Fires an event on the client's end. */
type Dispatch = (type: 'open' | 'message' | 'error' | 'close', data?: string) => void

let lastSubscription = 0

/** The node's end of a connection. Frames arrive in order, in microtasks or by the clock. */
export class TestSocket {
  readonly url: string
  /** Subscriptions the node holds for it, by id. */
  readonly subscriptions = new Map<string, WireFilter | 'newHeads'>()
  readonly #server: SocketServer
  readonly #dispatch: Dispatch
  readonly #endpoint: TestEndpoint | undefined
  #readyState = 0
  #stop: (() => void) | undefined
  /** When the last frame arrives, and how many are in flight: frames keep their order. */
  #arrivesAt = 0
  #inFlight = 0
  #byClock = false
  #isDead = false

  constructor(url: string, server: SocketServer, dispatch: Dispatch) {
    this.url = url
    this.#server = server
    this.#dispatch = dispatch
    const { host } = new URL(url)
    this.#endpoint = server.endpoints.find((endpoint) => endpoint.host === host)
    server.sockets.push(this)
    queueMicrotask(() => this.#open())
  }

  /** As the client's `readyState`. */
  get readyState(): number {
    return this.#readyState
  }

  get isOpen(): boolean {
    return this.#readyState === 1
  }

  /** Receives a frame of the client. */
  receive(data: string): void {
    const endpoint = this.#endpoint
    if (!endpoint || this.#isDead || endpoint.faults.socket?.silent) return
    for (const call of [JSON.parse(data) as TestCall | TestCall[]].flat()) {
      const reply = this.#server.answer(endpoint, call, () => this.#subscribing(endpoint, call))
      this.#frame({ jsonrpc: '2.0', id: endpoint.faults.foreignId ? -1 : call.id, ...reply })
    }
  }

  /** Ends the connection from the client's side. */
  close(): void {
    if (this.#readyState >= 2) return
    this.#readyState = 2
    queueMicrotask(() => this.drop())
  }

  /** Ends the connection from the node's side. */
  drop(): void {
    if (this.#readyState === 3) return
    this.#readyState = 3
    this.#stop?.()
    this.subscriptions.clear()
    this.#dispatch('close')
  }

  /** Drops all frames in both directions from now on: the connection stays half open. */
  silence(): void {
    this.#isDead = true
  }

  /** Forgets its subscriptions silently. */
  forget(): void {
    this.subscriptions.clear()
  }

  /** Sends any frame. */
  push(frame: string): void {
    if (this.#isDead) return
    this.#inFlight++
    const arrive = () => {
      this.#inFlight--
      if (this.isOpen) this.#dispatch('message', frame)
    }
    const { clock } = this.#server
    const { delay = 0 } = this.#endpoint?.faults.socket ?? {}
    const now = clock.now()
    if (this.#inFlight === 1) this.#byClock = false
    this.#byClock ||= delay > 0
    this.#arrivesAt = Math.max(this.#arrivesAt, now + delay)
    if (this.#byClock) clock.setTimeout(arrive, this.#arrivesAt - now)
    else queueMicrotask(arrive)
  }

  #open(): void {
    if (this.#readyState !== 0) return
    if (!this.#endpoint || this.#endpoint.faults.socket?.refuse) {
      this.#dispatch('error')
      this.drop()
      return
    }
    this.#readyState = 1
    this.#stop = this.#endpoint.chain.onChange(({ added, orphaned }) => {
      if (this.#isDead) return
      for (const [id, filter] of this.subscriptions) {
        const results =
          filter === 'newHeads'
            ? added.map((block) => this.#endpoint!.header(block))
            : (this.#endpoint?.changesFor(filter, added, orphaned) ?? [])
        for (const result of results) this.#notify(id, result)
      }
    })
    this.#dispatch('open')
  }

  #subscribing(endpoint: TestEndpoint, call: TestCall): TestReply | undefined {
    const [kind, filter] = call.params
    if (call.method === 'eth_unsubscribe') return { result: this.subscriptions.delete(String(kind)) }
    if (call.method !== 'eth_subscribe') return undefined
    const { rejectSubscribe, pushBeforeAck } = endpoint.faults.socket ?? {}
    if (rejectSubscribe) return { error: rejectSubscribe }
    const id = `0x${(++lastSubscription).toString(16).padStart(32, '0')}`
    this.subscriptions.set(id, kind === 'newHeads' ? 'newHeads' : (filter ?? {}))
    if (pushBeforeAck) {
      const block = endpoint.chain.block(endpoint.head)
      if (block) this.#notify(id, kind === 'newHeads' ? endpoint.header(block) : block.logs[0])
    }
    return { result: id }
  }

  #notify(subscription: string, result: unknown): void {
    if (this.#endpoint?.faults.socket?.mute) return
    const frame = { jsonrpc: '2.0', method: 'eth_subscription', params: { subscription, result } }
    this.#frame(frame)
    if (this.#endpoint?.faults.socket?.twice) this.#frame(frame)
  }

  #frame(value: unknown): void {
    const { silent, malformed } = this.#endpoint?.faults.socket ?? {}
    if (silent) return
    if (malformed) this.push('{"jsonrpc":')
    this.push(JSON.stringify(value))
  }
}
