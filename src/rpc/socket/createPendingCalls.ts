import type { Clock } from '../Clock.ts'
import { setTimerRef } from './nodeRefs.ts'
import type { SocketReply } from './Socket.ts'

export interface PendingCallsOptions {
  readonly clock: Clock
  /** Milliseconds until a reply must have arrived. */
  readonly timeout: number
  /** Called after each call is settled. */
  readonly onSettled: () => void
}

interface PendingCall {
  readonly frame: string
  readonly isBackground: boolean
  isSent: boolean
  readonly settle: (reply: SocketReply) => void
}

/** The calls of a socket that wait for their replies, by id. */
export function createPendingCalls({ clock, timeout, onSettled }: PendingCallsOptions) {
  const calls = new Map<number, PendingCall>()
  /** Aborted and timed-out calls of this connection, whose answers may still arrive. */
  const abandoned = new Set<number>()
  let lastId = 0

  return {
    get size() {
      return calls.size
    },
    /** Whether any call must keep a Node process alive. */
    get isNeeded() {
      return [...calls.values()].some(({ isBackground }) => !isBackground)
    },
    has: (id: number) => calls.has(id),

    /** Adds a call to send; `settle` is called once. A background call does not keep a Node process alive. */
    add(
      { method, params }: { readonly method: string; readonly params: unknown },
      settle: (reply: SocketReply) => void,
      { within = timeout, isBackground = false } = {},
    ): number {
      const id = ++lastId
      const finish = (reply: SocketReply) => {
        if (!calls.delete(id)) return
        if (reply.type === 'aborted' || reply.type === 'timeout') abandoned.add(id)
        clock.clearTimeout(timer)
        settle(reply)
        onSettled()
      }
      const call: PendingCall = {
        isBackground,
        frame: JSON.stringify({ jsonrpc: '2.0', id, method, params: params ?? [] }),
        isSent: false,
        settle: finish,
      }
      const timer = clock.setTimeout(
        () => finish({ type: 'timeout', sent: call.isSent }),
        Math.min(within, timeout),
      )
      setTimerRef(timer, !isBackground)
      calls.set(id, call)
      return id
    },

    /** Sends what has not been sent yet. Returns `false` if the socket refuses. */
    send(socket: WebSocket): boolean {
      for (const call of [...calls.values()]) {
        if (call.isSent) continue
        try {
          call.isSent = true
          socket.send(call.frame)
        } catch {
          call.isSent = false
          return false
        }
      }
      return true
    },

    /** Settles a call, or forgets an abandoned one. Returns `false` if the id belongs to neither. */
    settle(id: number, reply: SocketReply): boolean {
      const call = calls.get(id)
      call?.settle(reply)
      return call !== undefined || abandoned.delete(id)
    },

    abort(id: number) {
      const call = calls.get(id)
      call?.settle({ type: 'aborted', sent: call.isSent })
    },

    /** The connection is gone: fails every call. */
    failAll() {
      abandoned.clear()
      for (const call of [...calls.values()]) call.settle({ type: 'lost', sent: call.isSent })
    },
  }
}
