import type { Clock } from '../rpc/Clock.ts'
import type { TestCall, TestReply } from './EndpointFaults.ts'
import type { WireFilter } from './logMatcher.ts'
import type { TestEndpoint } from './TestEndpoint.ts'

/** The node's end of a connection. */
export interface TestSocket {
  readonly url: string
  readonly isOpen: boolean
  /** Subscriptions the node holds for it, by id. */
  readonly subscriptions: ReadonlyMap<string, unknown>
  /** Ends the connection from the node's side. */
  drop(): void
  /** Drops all frames in both directions from now on: the connection stays half open. */
  silence(): void
  /** Forgets its subscriptions silently. */
  forget(): void
  /** Sends any frame. */
  push(frame: string): void
}

let lastSubscription = 0

/**
 * A `WebSocket` constructor whose sockets connect to the fake endpoints. Frames arrive in order, in microtasks or by
 * the clock.
 */
export function createTestWebSocket(
  endpoints: readonly TestEndpoint[],
  sockets: TestSocket[],
  answer: (endpoint: TestEndpoint, call: TestCall, own: () => TestReply | undefined) => TestReply,
  clock: Clock,
): typeof globalThis.WebSocket {
  // When jsdom goes, so do its globals; sockets that outlive it still need events of the same kind.
  const { Event, EventTarget, MessageEvent } = globalThis
  class TestWebSocket extends EventTarget implements TestSocket {
    static readonly CONNECTING = 0
    static readonly OPEN = 1
    static readonly CLOSING = 2
    static readonly CLOSED = 3
    readonly url: string
    readyState = 0
    readonly subscriptions = new Map<string, WireFilter | 'newHeads'>()
    readonly #endpoint: TestEndpoint | undefined
    #stop: (() => void) | undefined
    /** When the last frame arrives, and how many are in flight: frames keep their order. */
    #arrivesAt = 0
    #inFlight = 0
    #byClock = false
    #isDead = false

    constructor(url: string | URL) {
      super()
      this.url = String(url)
      const { host } = new URL(this.url)
      this.#endpoint = endpoints.find((endpoint) => endpoint.host === host)
      sockets.push(this)
      queueMicrotask(() => {
        this.#open()
      })
    }

    get isOpen() {
      return this.readyState === 1
    }

    #open() {
      if (this.readyState !== 0) return
      if (!this.#endpoint || this.#endpoint.faults.socket?.refuse) {
        this.dispatchEvent(new Event('error'))
        this.#end()
        return
      }
      this.readyState = 1
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
      this.dispatchEvent(new Event('open'))
    }

    send(data: string) {
      if (this.readyState !== 1) throw new DOMException('Still in CONNECTING state', 'InvalidStateError')
      const endpoint = this.#endpoint
      if (!endpoint || this.#isDead || endpoint.faults.socket?.silent) return
      for (const call of [JSON.parse(data) as TestCall | TestCall[]].flat()) {
        const reply = answer(endpoint, call, () => this.#subscribing(endpoint, call))
        this.#frame({ jsonrpc: '2.0', id: endpoint.faults.foreignId ? -1 : call.id, ...reply })
      }
    }

    close() {
      if (this.readyState >= 2) return
      this.readyState = 2
      queueMicrotask(() => {
        this.#end()
      })
    }

    drop() {
      this.#end()
    }

    silence() {
      this.#isDead = true
    }

    forget() {
      this.subscriptions.clear()
    }

    push(frame: string) {
      if (this.#isDead) return
      this.#inFlight++
      const arrive = () => {
        this.#inFlight--
        if (this.readyState === 1) this.dispatchEvent(new MessageEvent('message', { data: frame }))
      }
      const { delay = 0 } = this.#endpoint?.faults.socket ?? {}
      const now = clock.now()
      if (this.#inFlight === 1) this.#byClock = false
      this.#byClock ||= delay > 0
      this.#arrivesAt = Math.max(this.#arrivesAt, now + delay)
      if (this.#byClock) clock.setTimeout(arrive, this.#arrivesAt - now)
      else queueMicrotask(arrive)
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

    #notify(subscription: string, result: unknown) {
      const frame = { jsonrpc: '2.0', method: 'eth_subscription', params: { subscription, result } }
      this.#frame(frame)
      if (this.#endpoint?.faults.socket?.twice) this.#frame(frame)
    }

    #frame(value: unknown) {
      const { silent, malformed } = this.#endpoint?.faults.socket ?? {}
      if (silent) return
      if (malformed) this.push('{"jsonrpc":')
      this.push(JSON.stringify(value))
    }

    #end() {
      if (this.readyState === 3) return
      this.readyState = 3
      this.#stop?.()
      this.subscriptions.clear()
      this.dispatchEvent(new Event('close'))
    }
  }
  // Only the part of the interface that this library uses.
  return TestWebSocket as unknown as typeof globalThis.WebSocket
}
