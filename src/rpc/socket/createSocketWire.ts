import { classify } from '../classify/classify.ts'
import type { Clock } from '../Clock.ts'
import { createHttpFailures } from '../http/createHttpFailures.ts'
import { createReplyReader } from '../http/createReplyReader.ts'
import { readResult } from '../classify/readResult.ts'
import type { Socket } from './Socket.ts'
import type { Outcome, Wire, WireCall } from '../Wire.ts'

/** Calls over a supervised socket, each in a frame of its own. */
export function createSocketWire(
  socket: Socket,
  options: { name: string; clock: Clock; secrets: readonly string[]; timeout: number },
): Wire {
  const { name, clock, secrets, timeout } = options
  // A long reply is read as one over HTTP is.
  const outcomes = createHttpFailures({ name, clock, secrets })
  const one = createReplyReader(outcomes)

  async function readLong(call: WireCall, id: number, bytes: Uint8Array, signal: AbortSignal) {
    try {
      const reply = { type: 'reply', status: 200, headers: new Headers(), bytes } as const
      return (await one.read(call, id, reply, signal)) ?? outcomes.garbled(call, 'malformed')
    } catch (error) {
      if (signal.aborted) return outcomes.givenUp(call)
      const message = error instanceof Error ? error.message : 'The answer cannot be read.'
      return outcomes.garbled(call, { message })
    }
  }

  async function send(call: WireCall, signal: AbortSignal): Promise<Outcome> {
    const reply = await socket.request(call.method, call.params, signal)
    if (reply.type === 'long-reply') return readLong(call, reply.id, reply.bytes, signal)
    if (reply.type === 'too-large') return outcomes.failed(call, 'response-too-large', undefined)
    if (reply.type !== 'reply') {
      const late = reply.type === 'timeout'
      const error = classify({
        endpoint: name,
        ...call,
        kind: late ? 'timeout' : 'transient',
        message: late ? `No answer within ${timeout} ms.` : 'The connection was lost, or never stood.',
      })
      return { ok: false, error, scope: 'endpoint', mayHaveRun: reply.sent }
    }
    const { error, result } = reply.reply
    if (!error) return readResult(name, call, result)
    const { code, message, data } = error
    const classified = classify({ endpoint: name, ...call, code, message, data, secrets })
    const everyone = classified.kind === 'rate-limited' || classified.kind === 'quota'
    return { ok: false, error: classified, scope: everyone ? 'endpoint' : 'call', mayHaveRun: false }
  }

  return {
    type: 'webSocket',
    batches: false,
    send: async (calls, signal) => ({ outcomes: await Promise.all(calls.map((call) => send(call, signal))) }),
    close() {
      socket.close()
    },
  }
}
