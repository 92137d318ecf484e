import { Failures } from '../classify/Failures.ts'
import { readResult } from '../classify/readResult.ts'
import type { Clock } from '../Clock.ts'
import { ReplyReader } from '../http/ReplyReader.ts'
import type { Outcome, Wire, WireCall } from '../Wire.ts'
import type { Socket } from './Socket.ts'

export interface SocketWireOptions {
  name: string
  clock: Clock
  /** Texts that errors must not repeat. */
  secrets: readonly string[]
  /** The timeout of the socket, for errors. */
  timeout: number
}

/** A wire over a supervised socket, with one call per frame. */
export class SocketWire implements Wire {
  readonly type = 'webSocket'
  readonly batches = false
  readonly #socket: Socket
  readonly #timeout: number
  readonly #failures: Failures
  readonly #replyReader: ReplyReader

  constructor(socket: Socket, options: SocketWireOptions) {
    this.#socket = socket
    this.#timeout = options.timeout
    this.#failures = new Failures(options)
    this.#replyReader = new ReplyReader(this.#failures)
  }

  send(calls: readonly WireCall[], signal: AbortSignal): Promise<readonly Outcome[]> {
    return Promise.all(calls.map((call) => this.#sendOne(call, signal)))
  }

  close() {
    this.#socket.close()
  }

  async #sendOne(call: WireCall, signal: AbortSignal): Promise<Outcome> {
    const failures = this.#failures
    const reply = await this.#socket.request(call.method, call.params, signal)
    if (reply.type === 'long-reply') return this.#readLong(call, reply.id, reply.bytes, signal)
    if (reply.type === 'too-large') return failures.failed(call, 'response-too-large', undefined)
    if (reply.type !== 'reply') {
      const failure =
        reply.type === 'timeout'
          ? failures.failed(call, 'timeout', `No answer within ${this.#timeout} ms.`)
          : failures.failed(call, 'transient', 'The connection was lost, or never opened.')
      return { ...failure, mayHaveRun: reply.sent }
    }
    const { error, result } = reply.reply
    return error ? failures.refused(call, error) : readResult(failures.endpoint, call, result, signal)
  }

  /** Long replies are read like those over HTTP. */
  async #readLong(call: WireCall, id: number, bytes: Uint8Array, signal: AbortSignal): Promise<Outcome> {
    try {
      const reply = { type: 'reply', status: 200, headers: new Headers(), bytes } as const
      const outcome = await this.#replyReader.read(call, id, reply, signal)
      return outcome ?? this.#failures.malformed(call, 'malformed')
    } catch (error) {
      if (signal.aborted) return this.#failures.aborted(call)
      const message = error instanceof Error ? error.message : 'The reply cannot be read.'
      return this.#failures.malformed(call, { message })
    }
  }
}
