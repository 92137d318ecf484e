import { createFailures } from '../classify/createFailures.ts'
import { readResult } from '../classify/readResult.ts'
import type { Clock } from '../Clock.ts'
import { createReplyReader } from '../http/createReplyReader.ts'
import type { Outcome, Wire, WireCall } from '../Wire.ts'
import type { Socket } from './Socket.ts'

/** A wire over a supervised socket, with one call per frame. */
export function createSocketWire(
  socket: Socket,
  options: { name: string; clock: Clock; secrets: readonly string[]; timeout: number },
): Wire {
  const { name, clock, secrets, timeout } = options
  const failures = createFailures({ name, clock, secrets })
  const readReply = createReplyReader(name, failures)

  /** Long replies are read like those over HTTP. */
  async function readLong(call: WireCall, id: number, bytes: Uint8Array, signal: AbortSignal) {
    try {
      const reply = { type: 'reply', status: 200, headers: new Headers(), bytes } as const
      return (await readReply(call, id, reply, signal)) ?? failures.malformed(call, 'malformed')
    } catch (error) {
      if (signal.aborted) return failures.aborted(call)
      const message = error instanceof Error ? error.message : 'The reply cannot be read.'
      return failures.malformed(call, { message })
    }
  }

  async function send(call: WireCall, signal: AbortSignal): Promise<Outcome> {
    const reply = await socket.request(call.method, call.params, signal)
    if (reply.type === 'long-reply') return readLong(call, reply.id, reply.bytes, signal)
    if (reply.type === 'too-large') return failures.failed(call, 'response-too-large', undefined)
    if (reply.type !== 'reply') {
      const failure =
        reply.type === 'timeout'
          ? failures.failed(call, 'timeout', `No answer within ${timeout} ms.`)
          : failures.failed(call, 'transient', 'The connection was lost, or never opened.')
      return { ...failure, mayHaveRun: reply.sent }
    }
    const { error, result } = reply.reply
    return error ? failures.refused(call, error) : readResult(name, call, result, signal)
  }

  return {
    type: 'webSocket',
    batches: false,
    send: (calls, signal) => Promise.all(calls.map((call) => send(call, signal))),
    close() {
      socket.close()
    },
  }
}
