import type { RequestEvent } from '../../base/RequestEvent.ts'

export interface MethodTotals {
  readonly method: string
  calls: number
  failed: number
  /** Milliseconds of all calls together. */
  duration: number
  /** Bytes received, if known. Those of a batch are divided among its calls. */
  received: number | undefined
}

export interface RequestTotals {
  /** Messages: calls of a batch share one. */
  readonly messages: number
  readonly received: number
  /** The most frequent first. */
  readonly methods: readonly MethodTotals[]
}

/** The cost of requests, in total and by method. */
export function summarizeRequests(requests: readonly RequestEvent[]): RequestTotals {
  const methods = new Map<string, MethodTotals>()
  const messages = new Set<number>()
  let received = 0
  for (const { method, message, outcome } of requests) {
    const bytes = message.receivedBytes === undefined ? undefined : message.receivedBytes / message.calls
    let totals = methods.get(method)
    if (!totals)
      methods.set(method, (totals = { method, calls: 0, failed: 0, duration: 0, received: undefined }))
    totals.calls++
    if (outcome === 'error') totals.failed++
    totals.duration += message.duration
    if (bytes !== undefined) totals.received = (totals.received ?? 0) + bytes
    messages.add(message.id)
    received += bytes ?? 0
  }
  return {
    messages: messages.size,
    received,
    methods: [...methods.values()].sort((a, b) => b.calls - a.calls),
  }
}
