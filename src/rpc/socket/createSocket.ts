import { backoff } from '../backoff.ts'
import { classify } from '../classify/classify.ts'
import type { Clock } from '../Clock.ts'
import { createSubscriptions } from './createSubscriptions.ts'
import { isAnswer, readId } from '../http/matchReplies.ts'
import { canUnref, setSocketRef, setTimerRef } from './nodeRefs.ts'
import { onAbort } from '../onAbort.ts'
import { openWebSocket } from './openWebSocket.ts'
import { readFrame } from './readFrame.ts'
import { rpcReply } from '../rpcReply.ts'
import { findSecrets } from '../classify/findSecrets.ts'
import type { Socket, SocketReply } from './Socket.ts'

export interface SocketOptions {
  /** Name of the endpoint, for errors. */
  name: string
  /** @default the global one, or the one viem uses */
  WebSocket?: typeof globalThis.WebSocket | undefined
  clock: Clock
  random: () => number
  /** Milliseconds until a connection stands or a reply is there. */
  timeout: number
  /** Milliseconds without a push after which the connection is doubted at the latest. @default 30_000 */
  quietFor?: number | undefined
  /** Milliseconds between blocks, as far as is known beforehand: silence for several of them is doubted, too. */
  blockTime?: number | undefined
  /** Milliseconds without anything to do after which it is closed. @default 30_000 */
  idleFor?: number | undefined
  /** Most bytes in one frame: what is longer is refused unread. @default 16_777_216, the most there can be */
  maxFrameBytes?: number | undefined
  /** Told of each call the socket makes of its own accord. */
  onCall?: (() => void) | undefined
}

/** Milliseconds for which a connection must have stood before the next one is opened as soon as it is lost. */
const steadyFor = 30_000
/** Milliseconds until the next attempt at most where none could be opened, which costs no call, */
const longestUnreached = 30_000
/** and where they come and go: each time, all that was subscribed to is asked for anew. */
const longestUnsteady = 300_000

/** The same for a socket of Node's own, which would keep a process from ending all the while. */
const heldFor = 1_000

interface Pending {
  readonly frame: string
  /** Nobody waits for what comes of it. */
  readonly isAside: boolean
  sent: boolean
  settle: (reply: SocketReply) => void
}

interface Connection {
  socket: WebSocket | undefined
  open: boolean
  /** Ends the attempt to open it. */
  readonly late: unknown
}

/** JSON-RPC over one WebSocket endpoint. */
export function createSocket(url: string, options: SocketOptions): Socket {
  const { name, clock, random, timeout, quietFor = 30_000, idleFor = 30_000, onCall } = options
  const { maxFrameBytes = Number.POSITIVE_INFINITY } = options
  const secrets = findSecrets(url)
  const pending = new Map<number, Pending>()
  /** Calls of this connection that were given up, whose answers may still come. */
  const unwanted = new Set<number>()
  /** The connection in use, opening or open. Events of any other are not ours any more. */
  let current: Connection | undefined
  let closed = false
  let lastId = 0
  let malformed = 0
  /** Connections in a row that could not be opened, and that were but did not last. */
  let unreached = 0
  let unsteady = 0
  let healthySince: number | undefined
  let reconnectTimer: unknown
  let idleTimer: unknown

  const subscriptions = createSubscriptions({
    clock,
    random,
    quietFor,
    blockTime: options.blockTime,
    request: (method, params, settle, within) => {
      onCall?.()
      ask(method, params, settle, within)
    },
    onDead: () => {
      lose()
    },
    onHealthy: () => {
      healthySince ??= clock.now()
    },
    refused: (method, error) =>
      classify({
        endpoint: name,
        method,
        code: error?.code,
        message: error?.message ?? 'The connection was lost.',
        kind: error ? undefined : 'transient',
        secrets,
      }),
  })

  /** Sends a call, opening the connection first if need be. `settle` is called once, and at once when closed. */
  function ask(
    method: string,
    params: unknown,
    settle: (reply: SocketReply) => void,
    within = timeout,
  ): number {
    const id = ++lastId
    if (closed) {
      settle({ type: 'lost', sent: false })
      return id
    }
    const timer = clock.setTimeout(
      () => {
        finish({ type: 'timeout', sent: entry.sent })
      },
      Math.min(within, timeout),
    )
    const finish = (reply: SocketReply) => {
      if (!pending.delete(id)) return
      if (reply.type === 'aborted' || reply.type === 'timeout') unwanted.add(id)
      clock.clearTimeout(timer)
      settle(reply)
      rest()
    }
    const isAside = method === 'eth_unsubscribe'
    const entry: Pending = {
      isAside,
      frame: JSON.stringify({ jsonrpc: '2.0', id, method, params: params ?? [] }),
      sent: false,
      settle: finish,
    }
    pending.set(id, entry)
    setTimerRef(timer, !isAside)
    clock.clearTimeout(idleTimer)
    connect()
    holdOn()
    flush()
    return id
  }

  function flush() {
    const socket = current?.open ? current.socket : undefined
    if (!socket) return
    for (const entry of [...pending.values()]) {
      if (entry.sent) continue
      try {
        entry.sent = true
        socket.send(entry.frame)
      } catch {
        entry.sent = false
        lose()
        return
      }
    }
  }

  function connect() {
    if (current || closed) return
    clock.clearTimeout(reconnectTimer)
    reconnectTimer = undefined
    const late = clock.setTimeout(() => {
      if (current === mine && !mine.open) lose()
    }, timeout)
    const mine: Connection = { socket: undefined, open: false, late }
    current = mine
    void openWebSocket(url, options.WebSocket, {
      isWanted: () => current === mine,
      onSocket: (socket) => {
        mine.socket = socket
        holdOn()
      },
      onOpen: () => {
        clock.clearTimeout(late)
        if (current !== mine) return
        mine.open = true
        flush()
        subscriptions.start()
        holdOn()
      },
      onFrame: (data) => {
        if (current === mine) receive(data)
      },
      onEnd: () => {
        clock.clearTimeout(late)
        if (current === mine) lose()
      },
    })
  }

  function receive(data: unknown) {
    const frame = readFrame(data, maxFrameBytes, (id) => pending.has(id))
    switch (frame.type) {
      case 'messages':
        frame.messages.forEach(take)
        return
      case 'long-reply':
        pending.get(frame.id)?.settle(frame)
        return
      case 'too-large': {
        const entry = pending.get(frame.id ?? 0)
        if (entry) entry.settle({ type: 'too-large' })
        else {
          malformed++
          // Nobody ever asked for it, and the next one would be no shorter.
          if (!unwanted.delete(frame.id ?? 0)) lose()
        }
        return
      }
      case 'malformed':
        malformed++
    }
  }

  function take(message: unknown) {
    if (subscriptions.receive(message)) return
    const parsed = rpcReply.safeParse(message)
    const id = parsed.success ? readId(parsed.data.id) : undefined
    if (!parsed.success || id === undefined || !isAnswer(parsed.data)) malformed++
    else pending.get(id)?.settle({ type: 'reply', reply: parsed.data })
  }

  /** Gives the connection up: what was under way fails, and listeners get another one. */
  function lose() {
    const { socket, open = false } = current ?? {}
    current = undefined
    unwanted.clear()
    if (open) unreached = 0
    if (healthySince !== undefined && clock.now() - healthySince >= steadyFor) unsteady = 0
    healthySince = undefined
    try {
      socket?.close()
    } catch {
      // It was never open, or is gone already.
    }
    setSocketRef(socket, false)
    // Listeners hear of it before anyone asks anew.
    subscriptions.lost()
    for (const entry of [...pending.values()]) entry.settle({ type: 'lost', sent: entry.sent })
    if (closed || subscriptions.size === 0 || reconnectTimer !== undefined) return
    const wait = open
      ? backoff(unsteady++, { random, base: 500, cap: longestUnsteady })
      : backoff(unreached++, { random, base: 500, cap: longestUnreached })
    reconnectTimer = clock.setTimeout(() => {
      reconnectTimer = undefined
      if (subscriptions.size > 0) connect()
    }, 250 + wait)
  }

  /** A process ends when nobody waits for anything, though the connection stands. */
  function holdOn() {
    const isNeeded = subscriptions.size > 0 || [...pending.values()].some(({ isAside }) => !isAside)
    setSocketRef(current?.socket, isNeeded)
    setTimerRef(current?.late, isNeeded)
  }

  /** With nothing left to do, the connection is not held open for long. */
  function rest() {
    holdOn()
    clock.clearTimeout(idleTimer)
    if (closed || pending.size > 0 || subscriptions.size > 0) return
    clock.clearTimeout(reconnectTimer)
    reconnectTimer = undefined
    idleTimer = clock.setTimeout(
      () => {
        if (pending.size === 0 && subscriptions.size === 0) lose()
      },
      canUnref(current?.socket) ? idleFor : Math.min(idleFor, heldFor),
    )
    setTimerRef(idleTimer, false)
  }

  return {
    request: (method, params, signal) =>
      new Promise((resolve) => {
        if (signal?.aborted) {
          resolve({ type: 'aborted', sent: false })
          return
        }
        const abort = () => {
          const entry = pending.get(id)
          entry?.settle({ type: 'aborted', sent: entry.sent })
        }
        const stopListening = onAbort(signal, abort)
        const id = ask(method, params, (reply) => {
          stopListening()
          resolve(reply)
        })
      }),
    subscribe(params, subscriber) {
      const end = subscriptions.add(params, subscriber)
      clock.clearTimeout(idleTimer)
      if (current?.open) subscriptions.start()
      else connect()
      holdOn()
      return () => {
        end()
        rest()
      }
    },
    get malformed() {
      return malformed
    },
    close() {
      closed = true
      subscriptions.close()
      clock.clearTimeout(reconnectTimer)
      clock.clearTimeout(idleTimer)
      lose()
    },
  }
}
