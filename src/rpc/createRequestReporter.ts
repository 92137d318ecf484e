import { blockSpan } from './blockSpan.ts'
import type { Clock } from './Clock.ts'
import { callSafely } from './Listeners.ts'
import type { RequestEvent, RequestReason } from './RequestEvent.ts'
import type { MessageSize, Outcome, Wire, WireCall } from './Wire.ts'

/** A call, with what is reported about it. */
export interface ReportedCall extends WireCall {
  readonly reason: RequestReason
  readonly attempt: number
}

export interface ReportedEndpoint {
  readonly name: string
  readonly wire: Wire
}

/** Sends calls to an endpoint in one message, and reports what became of them. */
export type SendReported = (
  endpoint: ReportedEndpoint,
  calls: readonly ReportedCall[],
  signal: AbortSignal,
) => Promise<readonly Outcome[]>

/** Methods that sign, send or prompt the user: their parameters are the user's. */
const confidential = /^(?:eth_send|eth_sign|wallet_|personal_|.*_send(?:Raw)?Transaction|.*_sendBundle)/

/** Reports each attempt of each call to listeners of the app. Without listeners, it costs nothing. */
export function createRequestReporter({ chainId, clock }: { chainId: number; clock: Clock }) {
  const listeners = new Set<(event: RequestEvent) => void>()
  let lastId = 0

  const send: SendReported = async ({ name, wire }, calls, signal) => {
    if (listeners.size === 0) return wire.send(calls, signal)
    const startedAt = clock.now()
    const id = ++lastId
    let size: MessageSize = {}
    const outcomes = await wire.send(calls, signal, (part) => (size = { ...size, ...part }))
    const message = {
      id,
      calls: calls.length,
      startedAt,
      duration: clock.now() - startedAt,
      sentBytes: size.sentBytes,
      receivedBytes: size.receivedBytes,
      status: size.status,
    }
    calls.forEach(({ method, params, reason, attempt }, index) => {
      const outcome = outcomes[index]
      const error = outcome && 'error' in outcome ? outcome.error : undefined
      const span = method === 'eth_getLogs' ? blockSpan(params) : undefined
      const isAnswered = outcome !== undefined && error === undefined
      const event: RequestEvent = {
        chainId,
        endpoint: name,
        type: wire.type,
        method,
        params: confidential.test(method) ? undefined : params,
        range: span && { from: span[0], to: span[1] },
        reason,
        attempt,
        message,
        outcome: isAnswered ? 'success' : signal.aborted ? 'aborted' : 'error',
        logs: isAnswered && method === 'eth_getLogs' ? lengthOf(outcome) : undefined,
        error: signal.aborted ? undefined : error,
      }
      for (const listener of [...listeners]) callSafely(listener, event)
    })
    return outcomes
  }

  return {
    send,
    subscribe(listener: (event: RequestEvent) => void): () => void {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}

/** Logs are a list, or packed. */
function lengthOf(outcome: Outcome): number | undefined {
  const { result } = outcome as { readonly result?: { readonly length?: unknown } | null }
  return typeof result?.length === 'number' ? result.length : undefined
}
