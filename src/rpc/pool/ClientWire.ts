import type { EIP1193RequestFn } from 'viem'
import type { NodeErrorKind } from '../../errors/NodeError.ts'
import { Failures, type ResponseHead } from '../classify/Failures.ts'
import { findSecrets } from '../classify/findSecrets.ts'
import { readResult } from '../classify/readResult.ts'
import type { Clock } from '../Clock.ts'
import type { RpcError } from '../parseRpcReply.ts'
import type { Failure, Outcome, Wire, WireCall } from '../Wire.ts'

export interface ClientWireOptions {
  name: string
  /** The URL of the client's transport, if known: errors must not repeat its keys. */
  url: string | undefined
  headers?: HeadersInit | undefined
  clock: Clock
}

/** A wire over an existing viem client, whatever its transport. The client's retries are switched off. */
export class ClientWire implements Wire {
  readonly type = 'http'
  readonly batches = false
  readonly #request: EIP1193RequestFn
  readonly #failures: Failures

  constructor(request: EIP1193RequestFn, { name, url, headers, clock }: ClientWireOptions) {
    const secrets = url === undefined ? [] : findSecrets(url, headers)
    this.#request = request
    this.#failures = new Failures({ name, clock, secrets })
  }

  send(calls: readonly WireCall[], signal: AbortSignal): Promise<readonly Outcome[]> {
    return Promise.all(calls.map((call) => this.#sendOne(call, signal)))
  }

  close() {}

  async #sendOne(call: WireCall, signal: AbortSignal): Promise<Outcome> {
    try {
      // Called without this wire as its `this`.
      const request = this.#request
      const args = { method: call.method, params: call.params }
      const result: unknown = await request(args as never, { retryCount: 0, signal })
      return await readResult(this.#failures.endpoint, call, result, signal)
    } catch (error) {
      return this.#toFailure(call, error)
    }
  }

  #toFailure(call: WireCall, thrown: unknown): Failure {
    const failures = this.#failures
    const { kind, code, message, data, ...head } = readError(thrown)
    const wasRefused = kind === undefined && code !== undefined && head.status === undefined
    if (wasRefused) return failures.refused(call, { code, message, data }, head)
    const failure = failures.failed(call, kind, message, { head, code, data })
    const isUnreachable = head.status === undefined && failure.error.kind === 'fatal'
    return isUnreachable ? failures.failed(call, 'transient', message) : failure
  }
}

interface FoundError extends ResponseHead, RpcError {
  readonly kind?: NodeErrorKind
}

const kindByName: Readonly<Record<string, NodeErrorKind>> = {
  TimeoutError: 'timeout',
  ResponseBodyTooLargeError: 'response-too-large',
}

/** Collects what a chain of viem's errors knows: the outermost code, the innermost message. */
function readError(thrown: unknown): FoundError {
  const found: { -readonly [key in keyof FoundError]: FoundError[key] } = {}
  let error: unknown = thrown
  for (let depth = 0; depth < 10 && typeof error === 'object' && error !== null; depth++) {
    const part = error as Record<string, unknown>
    const { name, code, status, data, details, message, headers } = part
    const kind = typeof name === 'string' && Object.hasOwn(kindByName, name) ? kindByName[name] : undefined
    if (kind) found.kind = kind
    // viem writes -1 for a missing code.
    if (typeof code === 'number' && code !== -1) found.code ??= code
    if (typeof status === 'number') found.status ??= status
    if (data !== undefined) found.data ??= data
    if (headers instanceof Headers) found.headers ??= headers
    if (typeof details === 'string' && details !== '') found.message = details
    else if (typeof message === 'string' && part['cause'] === undefined) found.message ??= message
    error = part['cause']
  }
  return found
}
