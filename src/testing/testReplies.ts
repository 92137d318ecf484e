import type { TestCall, EndpointFaults, TestReply } from './EndpointFaults.ts'
import type { TestEndpoint } from './TestEndpoint.ts'

export const json = (value: unknown, status = 200, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(value), { status, headers: { 'content-type': 'application/json', ...headers } })

const noHeaders = new Headers()
const encoder = new TextEncoder()

/** As {@link json}, at a fifth of the cost, for callers that read the whole body once. */
export function plainJson(value: unknown): Response {
  return plainReply(encoder.encode(JSON.stringify(value)))
}

/** A response without a stream: streams need turns of the event loop, which virtual clocks do not control. */
export function plainReply(bytes: Uint8Array, status = 200): Response {
  const arrayBuffer = async () => bytes.slice().buffer
  const ok = status < 300
  return { status, ok, headers: noHeaders, body: null, arrayBuffer } as unknown as Response
}

export function wrap(call: TestCall, reply: TestReply, faults: EndpointFaults) {
  const id = faults.foreignId ? 987_654_321 : faults.stringIds ? String(call.id) : call.id
  return { jsonrpc: '2.0', id, ...reply }
}

/** Only the first part of the answer arrives. */
export function cutShort(value: unknown, share: number): Response {
  const text = JSON.stringify(value)
  return new Response(text.slice(0, Math.floor(text.length * share)), {
    headers: { 'content-type': 'application/json' },
  })
}

export function hangs({ faults, chain }: TestEndpoint, batch: readonly TestCall[]): boolean {
  if (faults.down === 'hang') return true
  const { hangOver } = faults
  if (hangOver === undefined) return false
  return batch.some(({ method, params }) => {
    if (method !== 'eth_getLogs') return false
    const { fromBlock, toBlock } = (params[0] ?? {}) as { fromBlock?: string; toBlock?: string }
    const number = (tag: string | undefined) => (tag?.startsWith('0x') ? Number(tag) : Number(chain.head))
    return number(toBlock) - number(fromBlock) + 1 > hangOver
  })
}

export function brokenResponse(faults: EndpointFaults, batch: readonly TestCall[]): Response | undefined {
  const { rateLimit } = faults
  if (rateLimit && rateLimit.times > 0) {
    rateLimit.times--
    return refuseRate(batch, rateLimit)
  }
  const page = '<!doctype html><title>Hello</title>'
  switch (faults.down) {
    case 'cors':
      throw new TypeError('Failed to fetch')
    case 'html':
      return new Response(page)
    case 'html-403':
      return new Response(page, { status: 403 })
    case 'html-503':
      return new Response(page, { status: 503 })
    case 'empty':
      return new Response('')
    case 'null':
      return json(null)
    case 'object':
      return json({})
    default:
      return undefined
  }
}

export function refuseRate(
  batch: readonly TestCall[],
  { retryAfter, style }: { retryAfter?: string; style?: '429' | '-32005' },
): Response {
  const headers: Record<string, string> = retryAfter === undefined ? {} : { 'retry-after': retryAfter }
  if (style !== '-32005') return new Response('Too Many Requests', { status: 429, headers })
  const replies = batch.map((call) => wrap(call, { error: { code: -32005, message: 'limit exceeded' } }, {}))
  return json(replies.length === 1 ? replies[0] : replies, 200, headers)
}

export function refuseBatch(
  { limit, style }: { limit: number; style: string },
  batch: readonly TestCall[],
): Response {
  if (style === '413') return new Response('Payload Too Large', { status: 413 })
  if (style === '500') return new Response('Internal Server Error', { status: 500 })
  const error = {
    code: -32600,
    message: style === 'object' ? `batch limit ${limit} exceeded` : 'batch too large',
  }
  const reply = { jsonrpc: '2.0', id: style === 'object' ? null : batch[0]?.id, error }
  return json(style === 'object' ? reply : [reply])
}
