import type { EIP1193RequestFn } from 'viem'
import { classify } from '../classify/classify.ts'
import { findSecrets } from '../classify/findSecrets.ts'
import { parseRetryAfter } from '../classify/parseRetryAfter.ts'
import { readResult } from '../classify/readResult.ts'
import type { Outcome, Wire, WireCall } from '../Wire.ts'

/** A wire over an existing viem client, whatever its transport. The client's retries are switched off. */
export function createClientWire(
  request: EIP1193RequestFn,
  options: { name: string; url: string | undefined; headers?: HeadersInit | undefined },
): Wire {
  const { name, url, headers } = options
  const secrets = url === undefined ? [] : findSecrets(url, headers)

  function read(call: WireCall, thrown: unknown): Outcome {
    const found = readError(thrown)
    const error = classify({
      endpoint: name,
      ...call,
      ...found,
      kind:
        found.name === 'TimeoutError'
          ? 'timeout'
          : found.name === 'ResponseBodyTooLargeError'
            ? 'response-too-large'
            : undefined,
      retryAt: parseRetryAfter(found.retryAfter, Date.now()),
      secrets,
    })
    if (found.code !== undefined && found.status === undefined) {
      const everyone = error.kind === 'rate-limited' || error.kind === 'quota'
      return { error, scope: everyone ? 'endpoint' : 'call', mayHaveRun: false }
    }
    const unreachable = found.status === undefined && error.kind === 'fatal'
    return {
      error: unreachable
        ? classify({ endpoint: name, ...call, message: found.message, kind: 'transient', secrets })
        : error,
      scope: error.kind === 'response-too-large' ? 'call' : 'endpoint',
      mayHaveRun: !(found.status !== undefined && found.status >= 400 && found.status < 500),
    }
  }

  return {
    type: 'http',
    batches: false,
    send(calls, signal) {
      const outcomes = calls.map(async (call): Promise<Outcome> => {
        try {
          const args = { method: call.method, params: call.params }
          const result: unknown = await request(args as never, { retryCount: 0, signal })
          return await readResult(name, call, result)
        } catch (error) {
          return read(call, error)
        }
      })
      return Promise.all(outcomes)
    },
    close() {},
  }
}

interface FoundError {
  name: string
  message: string | undefined
  code?: number | undefined
  status?: number | undefined
  data?: unknown
  retryAfter?: string | null | undefined
}

/** Collects what a chain of viem's errors knows: the outermost code, the innermost message. */
function readError(thrown: unknown): FoundError {
  const found: FoundError = { name: '', message: undefined }
  let error: unknown = thrown
  for (let depth = 0; depth < 10 && typeof error === 'object' && error !== null; depth++) {
    const part = error as Record<string, unknown>
    const { name, code, status, data, details, message, headers } = part
    if (typeof name === 'string' && /^(?:Timeout|ResponseBodyTooLarge)Error$/.test(name)) found.name = name
    // viem writes -1 for a missing code.
    if (typeof code === 'number' && code !== -1) found.code ??= code
    if (typeof status === 'number') found.status ??= status
    if (data !== undefined) found.data ??= data
    if (headers instanceof Headers) found.retryAfter ??= headers.get('retry-after')
    if (typeof details === 'string' && details !== '') found.message = details
    else if (typeof message === 'string' && part['cause'] === undefined) found.message ??= message
    error = part['cause']
  }
  return found
}
