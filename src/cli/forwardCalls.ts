import { isObject, parseJson } from '../base/unknownJson.ts'
import { QuotaExceededError } from '../errors/QuotaExceededError.ts'
import type { Budget } from '../rpc/Budget.ts'
import { findSecrets } from '../rpc/classify/findSecrets.ts'
import { redact } from '../rpc/classify/redact.ts'
import { systemClock } from '../rpc/Clock.ts'
import { post } from '../rpc/http/post.ts'
import { describeError } from './outcome.ts'
import { redactReply } from './redactReply.ts'

/** The methods that the explorer uses. They only read. */
const readMethods: ReadonlySet<string> = new Set([
  'eth_blockNumber',
  'eth_call',
  'eth_chainId',
  'eth_getBlockByHash',
  'eth_getBlockByNumber',
  'eth_getCode',
  'eth_getLogs',
  'eth_getStorageAt',
  'eth_getTransactionByHash',
  'eth_getTransactionReceipt',
])

const maxCalls = 100
/** Milliseconds. The page gives up sooner. */
const timeout = 60_000
const maxBytes = 256 * 2 ** 20
const maxRefusalBytes = 2 ** 20

/** JSON-RPC error codes. */
const codes = { parse: -32700, request: -32600, method: -32601, node: -32000, quota: -32005 } as const

export interface ForwardedReply {
  readonly status: number
  readonly retryAfter?: string | undefined
  readonly body: string | Uint8Array
}

interface ForwardOptions {
  /** Counts the calls, and refuses those beyond the day's quota. */
  readonly budget: Budget
  readonly signal: AbortSignal
}

/**
 * Forwards a JSON-RPC call, or a batch, to a node. Refuses the whole batch if a call is malformed, a method may change
 * something, or the quota is spent.
 */
export async function forwardCalls(
  url: string,
  text: string,
  { budget, signal }: ForwardOptions,
): Promise<ForwardedReply> {
  const message = parseJson(text)
  const isBatch = Array.isArray(message)
  const calls = isBatch ? (message as unknown[]) : [message]
  const fail = (code: number, reason: string, status = 200): ForwardedReply => {
    const toError = (call: unknown) => ({
      jsonrpc: '2.0',
      id: isCall(call) ? call.id : null,
      error: { code, message: reason },
    })
    const isList = isBatch && calls.length > 0
    return { status, body: JSON.stringify(isList ? calls.map(toError) : toError(calls[0])) }
  }
  if (message === undefined) return fail(codes.parse, 'The message is not JSON.')
  if (calls.length === 0 || calls.length > maxCalls || !calls.every(isCall))
    return fail(codes.request, `Expected a JSON-RPC call, or a batch of at most ${maxCalls}.`)
  const refused = calls.find(({ method }) => !readMethods.has(method))
  if (refused)
    return fail(codes.method, `The method ${redact(refused.method)} is not available: topic0 only reads.`)
  try {
    budget.spend(calls.length)
  } catch (error) {
    if (error instanceof QuotaExceededError) return fail(codes.quota, describeError(error).join(' '))
    throw error
  }
  // Rebuilt, because parsers differ in how they read duplicate keys.
  const rebuilt = calls.map(({ id, method, params = [] }) => ({ jsonrpc: '2.0', id, method, params }))
  const body = JSON.stringify(isBatch ? rebuilt : rebuilt[0])
  const { fetch } = globalThis
  const options = { fetch, clock: systemClock, timeout, maxBytes, maxRefusalBytes, signal }
  const result = await post(url, body, options)
  const secrets = findSecrets(url)
  switch (result.type) {
    case 'reply': {
      const { status, headers, bytes } = result
      const retryAfter = headers.get('retry-after') ?? undefined
      return { status, retryAfter, body: redactReply(bytes, { isError: status !== 200, secrets }) }
    }
    case 'too-large':
      return fail(codes.node, 'The response is too large.')
    case 'redirect':
      return fail(codes.node, `The node redirects to ${result.to}.`, 502)
    case 'unreachable':
      return fail(codes.node, `The node cannot be reached: ${redact(result.message, secrets)}`, 502)
    case 'timeout':
    case 'aborted':
      return fail(codes.node, 'The node does not answer.', 504)
  }
}

interface RpcCall {
  readonly id: number | string | null
  readonly method: string
  readonly params?: readonly unknown[]
}

function isCall(value: unknown): value is RpcCall {
  if (!isObject(value)) return false
  const { id, method, params } = value
  const isId = id === null || typeof id === 'string' || typeof id === 'number'
  return isId && typeof method === 'string' && (params === undefined || Array.isArray(params))
}
