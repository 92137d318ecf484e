import { classify } from './classify.ts'
import { readResult } from './readResult.ts'
import type { Socket } from './Socket.ts'
import type { Outcome, Wire, WireCall } from './Wire.ts'

/** Calls over a supervised socket, each in a frame of its own. */
export function createSocketWire(
  socket: Socket,
  options: { name: string; secrets: readonly string[]; timeout: number },
): Wire {
  const { name, secrets, timeout } = options

  async function send(call: WireCall, signal: AbortSignal): Promise<Outcome> {
    const reply = await socket.request(call.method, call.params, signal)
    if (reply.type !== 'reply') {
      const late = reply.type === 'timeout'
      const error = classify({
        endpoint: name,
        ...call,
        kind: late ? 'timeout' : 'transient',
        message: late ? `No answer within ${timeout} ms.` : 'The connection was lost, or never stood.',
      })
      return { ok: false, error, scope: 'endpoint', ambiguous: reply.sent }
    }
    const { error, result } = reply.reply
    if (!error) return readResult(name, call, result)
    const { code, message, data } = error
    const classified = classify({ endpoint: name, ...call, code, message, data, secrets })
    const everyone = classified.kind === 'rate-limited' || classified.kind === 'quota'
    return { ok: false, error: classified, scope: everyone ? 'endpoint' : 'call', ambiguous: false }
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
