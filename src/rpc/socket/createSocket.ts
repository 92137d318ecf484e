import type { NodeError, NodeErrorKind } from '../../errors/NodeError.ts'
import { backoff } from '../backoff.ts'
import { classify } from '../classify/classify.ts'
import { findSecrets } from '../classify/findSecrets.ts'
import type { Clock } from '../Clock.ts'
import { isAnswer, readId } from '../http/matchReplies.ts'
import { onAbort } from '../onAbort.ts'
import { parseRpcReply } from '../parseRpcReply.ts'
import type { PoolCall } from '../Pool.ts'
import { createPendingCalls } from './createPendingCalls.ts'
import { createSubscriptions } from './createSubscriptions.ts'
import { canUnref, setSocketRef, setTimerRef } from './nodeRefs.ts'
import { openWebSocket } from './openWebSocket.ts'
import { readFrame } from './readFrame.ts'
import type { Socket, SocketReply } from './Socket.ts'

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

/** Milliseconds after which a connection counts as stable: when it is lost, the next one opens at once. */
const stableAfter = 30_000
/** Maximum milliseconds between two attempts to connect, which cost no calls. */
const maxConnectDelay = 30_000
/** Maximum milliseconds between connections that do not last: each one costs a call per subscription. */
const maxReconnectDelay = 300_000
/** The idle timeout in Node where an open socket keeps the process alive. */
const nodeIdleTimeout = 1_000

interface Connection {
  socket: WebSocket | undefined
  isOpen: boolean
  /** Ends the attempt to connect. */
  readonly openTimer: unknown
}

/**
 * JSON-RPC over one WebSocket endpoint. Connects when there is a call or a subscription, reconnects for as long as there are
 * subscriptions, and closes when idle. Calls fail with their connection; subscriptions survive it.
 */
export function createSocket(url: string, options: SocketOptions): Socket {
  const { name, clock, random, timeout, stallTimeout = 30_000, idleTimeout = 30_000, onCall } = options
  const { maxFrameBytes = Number.POSITIVE_INFINITY } = options
  const secrets = findSecrets(url)
  /** The connection in use, opening or open. Events of earlier ones are ignored. */
  let current: Connection | undefined
  let closed = false
  /** Consecutive attempts that did not open, and connections that opened but did not last. */
  let failedAttempts = 0
  let shortConnections = 0
  /** When a subscription was first acknowledged on this connection. */
  let healthySince: number | undefined
  let reconnectTimer: unknown
  let idleTimer: unknown

  const calls = createPendingCalls({ clock, timeout, onSettled: closeWhenIdle })
  const subscriptions = createSubscriptions({
    clock,
    random,
    stallTimeout,
    blockTime: options.blockTime,
    request: (method, params, settle, within) => {
      const onSettled = onCall?.({ method, params })
      const report = (reply: SocketReply) => {
        onSettled?.(reply.type === 'reply' && !reply.reply.error ? undefined : toError(method, reply))
        settle(reply)
      }
      send(method, params, report, within)
    },
    onStalled: disconnect,
    onAcknowledged: () => {
      healthySince ??= clock.now()
    },
    toError,
  })

  /** Why a call that the socket made by itself has failed. */
  function toError(method: string, reply: SocketReply): NodeError {
    const error = reply.type === 'reply' ? reply.reply.error : undefined
    if (error) return classify({ endpoint: name, method, ...error, secrets })
    const [kind, message] = problemOf(reply)
    return classify({ endpoint: name, method, kind, message })
  }

  /** Sends a call, connecting first if necessary. `settle` is called once; at once if the socket is closed. */
  function send(
    method: string,
    params: unknown,
    settle: (reply: SocketReply) => void,
    within?: number,
  ): number {
    if (closed) {
      settle({ type: 'lost', sent: false })
      return 0
    }
    const id = calls.add({ method, params }, settle, { within, isBackground: method === 'eth_unsubscribe' })
    clock.clearTimeout(idleTimer)
    connect()
    updateRefs()
    flush()
    return id
  }

  function flush() {
    if (current?.isOpen && current.socket && !calls.send(current.socket)) disconnect()
  }

  function connect() {
    if (current || closed) return
    clock.clearTimeout(reconnectTimer)
    reconnectTimer = undefined
    const openTimer = clock.setTimeout(disconnect, timeout)
    const connection: Connection = { socket: undefined, isOpen: false, openTimer }
    current = connection
    void openWebSocket(url, options.WebSocket, {
      isWanted: () => current === connection,
      onSocket: (socket) => {
        connection.socket = socket
        updateRefs()
      },
      onOpen: () => {
        if (current !== connection) return
        clock.clearTimeout(openTimer)
        connection.isOpen = true
        flush()
        subscriptions.start()
        updateRefs()
      },
      onFrame: (data) => {
        if (current === connection) handleFrame(data)
      },
      onEnd: () => {
        if (current === connection) disconnect()
      },
    })
  }

  function handleFrame(data: unknown) {
    const frame = readFrame(data, maxFrameBytes, (id) => calls.has(id))
    if (frame.type === 'messages') frame.messages.forEach(handleMessage)
    else if (frame.type === 'long-reply') calls.settle(frame.id, frame)
    // If no call has such a long answer, the next frame would be as long.
    else if (frame.type === 'too-large' && !calls.settle(frame.id ?? 0, frame)) disconnect()
  }

  function handleMessage(message: unknown) {
    if (subscriptions.receive(message)) return
    const reply = parseRpcReply(message)
    const id = readId(reply?.id)
    if (reply && id !== undefined && isAnswer(reply)) calls.settle(id, { type: 'reply', reply })
  }

  /** Drops the connection: its calls fail, and subscriptions get another one. */
  function disconnect() {
    const { socket, isOpen = false, openTimer } = current ?? {}
    current = undefined
    clock.clearTimeout(openTimer)
    if (isOpen) failedAttempts = 0
    if (healthySince !== undefined && clock.now() - healthySince >= stableAfter) shortConnections = 0
    healthySince = undefined
    try {
      socket?.close()
    } catch {
      // It was never open, or is closed already.
    }
    setSocketRef(socket, false)
    // Notify subscribers before failed calls are sent again.
    subscriptions.lost()
    calls.failAll()
    if (closed || subscriptions.size === 0 || reconnectTimer !== undefined) return
    const delay = isOpen
      ? backoff(shortConnections++, { random, base: 500, cap: maxReconnectDelay })
      : backoff(failedAttempts++, { random, base: 500, cap: maxConnectDelay })
    reconnectTimer = clock.setTimeout(() => {
      reconnectTimer = undefined
      if (subscriptions.size > 0) connect()
    }, 250 + delay)
  }

  /** Keeps a Node process alive only while a reply or a push is expected. */
  function updateRefs() {
    const isNeeded = subscriptions.size > 0 || calls.isNeeded
    setSocketRef(current?.socket, isNeeded)
    setTimerRef(current?.openTimer, isNeeded)
  }

  function closeWhenIdle() {
    updateRefs()
    clock.clearTimeout(idleTimer)
    if (closed || calls.size > 0 || subscriptions.size > 0) return
    clock.clearTimeout(reconnectTimer)
    reconnectTimer = undefined
    const wait = canUnref(current?.socket) ? idleTimeout : Math.min(idleTimeout, nodeIdleTimeout)
    idleTimer = clock.setTimeout(disconnect, wait)
    setTimerRef(idleTimer, false)
  }

  return {
    request: (method, params, signal) =>
      new Promise((resolve) => {
        if (signal?.aborted) {
          resolve({ type: 'aborted', sent: false })
          return
        }
        const stopListening = onAbort(signal, () => calls.abort(id))
        const id = send(method, params, (reply) => {
          stopListening()
          resolve(reply)
        })
      }),
    subscribe(params, subscriber) {
      const end = subscriptions.add(params, subscriber)
      clock.clearTimeout(idleTimer)
      if (current?.isOpen) subscriptions.start()
      else connect()
      updateRefs()
      return () => {
        end()
        closeWhenIdle()
      }
    },
    close() {
      closed = true
      subscriptions.close()
      clock.clearTimeout(reconnectTimer)
      clock.clearTimeout(idleTimer)
      disconnect()
    },
  }
}

function problemOf({ type }: SocketReply): readonly [NodeErrorKind, string] {
  if (type === 'lost' || type === 'aborted') return ['transient', 'The connection was lost.']
  if (type === 'timeout') return ['timeout', 'No answer in time.']
  return ['malformed', 'The result has an unknown shape.']
}
