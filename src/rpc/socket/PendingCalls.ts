import type { Clock } from '../Clock.ts'
import type { PoolCall } from '../Pool.ts'
import { setTimerRef } from './nodeRefs.ts'
import type { SocketReply } from './SocketReply.ts'

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
export class PendingCalls {
  readonly #options: PendingCallsOptions
  readonly #calls = new Map<number, PendingCall>()
  /** Aborted and timed-out calls of this connection, whose answers may still arrive. */
  readonly #abandoned = new Set<number>()
  #lastId = 0

  constructor(options: PendingCallsOptions) {
    this.#options = options
  }

  get size(): number {
    return this.#calls.size
  }

  /** Whether any call must keep a Node process alive. */
  get isNeeded(): boolean {
    return [...this.#calls.values()].some(({ isBackground }) => !isBackground)
  }

  has(id: number): boolean {
    return this.#calls.has(id)
  }

  /** Adds a call to send; `settle` is called once. A background call does not keep a Node process alive. */
  add(
    { method, params }: PoolCall,
    settle: (reply: SocketReply) => void,
    { within = this.#options.timeout, isBackground = false } = {},
  ): number {
    const { clock, timeout, onSettled } = this.#options
    const id = ++this.#lastId
    const frame = JSON.stringify({ jsonrpc: '2.0', id, method, params: params ?? [] })
    const timer = clock.setTimeout(
      () => call.settle({ type: 'timeout', sent: call.isSent }),
      Math.min(within, timeout),
    )
    const call: PendingCall = {
      frame,
      isBackground,
      isSent: false,
      settle: (reply) => {
        if (!this.#calls.delete(id)) return
        if (reply.type === 'aborted' || reply.type === 'timeout') this.#abandoned.add(id)
        clock.clearTimeout(timer)
        settle(reply)
        onSettled()
      },
    }
    setTimerRef(timer, !isBackground)
    this.#calls.set(id, call)
    return id
  }

  /** Sends what has not been sent yet. Returns `false` if the connection refuses. */
  send(connection: { send(frame: string): void }): boolean {
    for (const call of [...this.#calls.values()]) {
      if (call.isSent) continue
      try {
        call.isSent = true
        connection.send(call.frame)
      } catch {
        call.isSent = false
        return false
      }
    }
    return true
  }

  /** Settles a call, or forgets an abandoned one. Returns `false` if the id belongs to neither. */
  settle(id: number, reply: SocketReply): boolean {
    const call = this.#calls.get(id)
    call?.settle(reply)
    return call !== undefined || this.#abandoned.delete(id)
  }

  abort(id: number) {
    const call = this.#calls.get(id)
    call?.settle({ type: 'aborted', sent: call.isSent })
  }

  /** The connection is gone: fails every call. */
  failAll() {
    this.#abandoned.clear()
    for (const call of [...this.#calls.values()]) call.settle({ type: 'lost', sent: call.isSent })
  }
}
