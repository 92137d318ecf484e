import type { NodeError, NodeErrorKind } from '../../errors/NodeError.ts'
import { classify } from '../classify/classify.ts'
import { findSecrets } from '../classify/findSecrets.ts'
import type { Clock } from '../Clock.ts'
import { isAnswer, readId } from '../http/matchReplies.ts'
import { onAbort } from '../onAbort.ts'
import { parseRpcReply } from '../parseRpcReply.ts'
import type { PoolCall } from '../Pool.ts'
import { Connection } from './Connection.ts'
import { setTimerRef } from './nodeRefs.ts'
import { PendingCalls } from './PendingCalls.ts'
import { readFrame } from './readFrame.ts'
import { ReconnectDelay } from './ReconnectDelay.ts'
import type { SocketReply } from './SocketReply.ts'
import { Subscriptions, type SocketSubscriber } from './Subscriptions.ts'

export interface SocketOptions {
  /** Name of the endpoint, for errors. */
  name: string
  /** @default the global one, or the one viem uses */
  WebSocket?: typeof globalThis.WebSocket | undefined
  clock: Clock
  random: () => number
  /** Milliseconds until the connection must be open, and until a reply must have arrived. */
  timeout: number
  /** Maximum milliseconds without a push before the connection is checked. @default 30_000 */
  stallTimeout?: number | undefined
  /** Milliseconds between blocks, if known: the connection is checked sooner where blocks come often. */
  blockTime?: number | undefined
  /** Milliseconds after which an unused connection is closed. @default 30_000 */
  idleTimeout?: number | undefined
  /** Maximum bytes in one frame: longer ones are refused unread. @default 16_777_216, which is also the maximum */
  maxFrameBytes?: number | undefined
  /** Called for each call that the socket makes by itself; what it returns is called when the call is settled. */
  onCall?: ((call: PoolCall) => (error: NodeError | undefined) => void) | undefined
}

/** The idle timeout in Node where an open socket keeps the process alive. */
const nodeIdleTimeout = 1_000

/**
 * JSON-RPC over one WebSocket endpoint. Connects when there is a call or a subscription, reconnects for as long as there are
 * subscriptions, and closes when idle. Calls fail with their connection; subscriptions survive it.
 */
export class Socket {
  readonly #url: string
  readonly #options: SocketOptions
  readonly #clock: Clock
  readonly #secrets: readonly string[]
  readonly #calls: PendingCalls
  readonly #subscriptions: Subscriptions
  readonly #delay: ReconnectDelay
  /** The connection in use, opening or open. */
  #connection: Connection | undefined
  #isClosed = false
  #reconnectTimer: unknown
  #idleTimer: unknown

  constructor(url: string, options: SocketOptions) {
    const { clock, random, timeout, stallTimeout = 30_000, blockTime } = options
    this.#url = url
    this.#options = options
    this.#clock = clock
    this.#secrets = findSecrets(url)
    this.#delay = new ReconnectDelay(options)
    this.#calls = new PendingCalls({ clock, timeout, onSettled: () => this.#closeWhenIdle() })
    this.#subscriptions = new Subscriptions({
      clock,
      random,
      stallTimeout,
      blockTime,
      request: (method, params, settle, within) => this.#sendOwn({ method, params }, settle, within),
      onStalled: () => this.#disconnect(),
      onAcknowledged: () => this.#delay.acknowledged(),
      toError: (method, reply) => this.#toError(method, reply),
    })
  }

  /** Sends one call. Never rejects. */
  request(method: string, params: unknown, signal?: AbortSignal): Promise<SocketReply> {
    return new Promise((resolve) => {
      if (signal?.aborted) {
        resolve({ type: 'aborted', sent: false })
        return
      }
      const stopListening = onAbort(signal, () => this.#calls.abort(id))
      const id = this.#send({ method, params }, (reply) => {
        stopListening()
        resolve(reply)
      })
    })
  }

  /** `eth_subscribe`, renewed after each reconnection. Returns a function that unsubscribes. */
  subscribe(params: readonly unknown[], subscriber: SocketSubscriber): () => void {
    const end = this.#subscriptions.add(params, subscriber)
    this.#clock.clearTimeout(this.#idleTimer)
    if (this.#connection?.isOpen) this.#subscriptions.start()
    else this.#connect()
    this.#updateRefs()
    return () => {
      end()
      this.#closeWhenIdle()
    }
  }

  close() {
    this.#isClosed = true
    this.#subscriptions.close()
    this.#clock.clearTimeout(this.#reconnectTimer)
    this.#clock.clearTimeout(this.#idleTimer)
    this.#disconnect()
  }

  /** Sends a call, connecting first if necessary. `settle` is called once; at once if the socket is closed. */
  #send(call: PoolCall, settle: (reply: SocketReply) => void, within?: number): number {
    if (this.#isClosed) {
      settle({ type: 'lost', sent: false })
      return 0
    }
    const id = this.#calls.add(call, settle, { within, isBackground: call.method === 'eth_unsubscribe' })
    this.#clock.clearTimeout(this.#idleTimer)
    this.#connect()
    this.#updateRefs()
    this.#flush()
    return id
  }

  /** Sends a call that the socket makes by itself. */
  #sendOwn(call: PoolCall, settle: (reply: SocketReply) => void, within: number | undefined) {
    const onSettled = this.#options.onCall?.(call)
    const report = (reply: SocketReply) => {
      const isAnswered = reply.type === 'reply' && !reply.reply.error
      onSettled?.(isAnswered ? undefined : this.#toError(call.method, reply))
      settle(reply)
    }
    this.#send(call, report, within)
  }

  /** Why a call that the socket made by itself has failed. */
  #toError(method: string, reply: SocketReply): NodeError {
    const { name: endpoint } = this.#options
    const error = reply.type === 'reply' ? reply.reply.error : undefined
    if (error) return classify({ endpoint, method, ...error, secrets: this.#secrets })
    const [kind, message] = problemOf(reply)
    return classify({ endpoint, method, kind, message })
  }

  #flush() {
    if (this.#connection?.isOpen && !this.#calls.send(this.#connection)) this.#disconnect()
  }

  #connect() {
    if (this.#connection || this.#isClosed) return
    const { WebSocket, timeout } = this.#options
    this.#clock.clearTimeout(this.#reconnectTimer)
    this.#reconnectTimer = undefined
    this.#connection = new Connection({
      url: this.#url,
      WebSocket,
      clock: this.#clock,
      timeout,
      onOpen: () => {
        this.#flush()
        this.#subscriptions.start()
        this.#updateRefs()
      },
      onFrame: (data) => this.#handleFrame(data),
      onEnd: () => this.#disconnect(),
    })
    void this.#connection.open()
  }

  #handleFrame(data: unknown) {
    const { maxFrameBytes = Number.POSITIVE_INFINITY } = this.#options
    const frame = readFrame(data, maxFrameBytes, (id) => this.#calls.has(id))
    if (frame.type === 'messages') for (const message of frame.messages) this.#handleMessage(message)
    else if (frame.type === 'long-reply') this.#calls.settle(frame.id, frame)
    // If no call has such a long answer, the next frame would be as long.
    else if (frame.type === 'too-large' && !this.#calls.settle(frame.id ?? 0, frame)) this.#disconnect()
  }

  #handleMessage(message: unknown) {
    if (this.#subscriptions.receive(message)) return
    const reply = parseRpcReply(message)
    const id = readId(reply?.id)
    if (reply && id !== undefined && isAnswer(reply)) this.#calls.settle(id, { type: 'reply', reply })
  }

  /** Drops the connection: its calls fail, and subscriptions get another one. */
  #disconnect() {
    const connection = this.#connection
    const wasOpen = connection?.isOpen ?? false
    this.#connection = undefined
    this.#delay.ended(wasOpen)
    connection?.close()
    // Notify subscribers before failed calls are sent again.
    this.#subscriptions.lost()
    this.#calls.failAll()
    if (this.#isClosed || this.#subscriptions.size === 0 || this.#reconnectTimer !== undefined) return
    this.#reconnectTimer = this.#clock.setTimeout(() => {
      this.#reconnectTimer = undefined
      if (this.#subscriptions.size > 0) this.#connect()
    }, this.#delay.next(wasOpen))
  }

  /** Keeps a Node process alive only while a reply or a push is expected. */
  #updateRefs() {
    this.#connection?.setRef(this.#subscriptions.size > 0 || this.#calls.isNeeded)
  }

  #closeWhenIdle() {
    const { idleTimeout = 30_000 } = this.#options
    this.#updateRefs()
    this.#clock.clearTimeout(this.#idleTimer)
    if (this.#isClosed || this.#calls.size > 0 || this.#subscriptions.size > 0) return
    this.#clock.clearTimeout(this.#reconnectTimer)
    this.#reconnectTimer = undefined
    const canUnref = this.#connection?.canUnref ?? true
    const wait = canUnref ? idleTimeout : Math.min(idleTimeout, nodeIdleTimeout)
    this.#idleTimer = this.#clock.setTimeout(() => this.#disconnect(), wait)
    setTimerRef(this.#idleTimer, false)
  }
}

function problemOf({ type }: SocketReply): readonly [NodeErrorKind, string] {
  if (type === 'lost' || type === 'aborted') return ['transient', 'The connection was lost.']
  if (type === 'timeout') return ['timeout', 'No answer in time.']
  return ['malformed', 'The result has an unknown shape.']
}
