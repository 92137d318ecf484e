import { Listeners } from '../base/Listeners.ts'
import type { RequestEvent, RequestMessage, RequestReason } from '../base/RequestEvent.ts'
import { lengthOf } from '../base/unknownJson.ts'
import type { NodeError } from '../errors/NodeError.ts'
import { blockSpan } from './blockSpan.ts'
import type { Clock } from './Clock.ts'
import type { PoolCall } from './Pool.ts'
import { RequestRing } from './RequestRing.ts'
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

const signsOrSends = /^(?:eth_send|eth_sign|wallet_|personal_|.*_send(?:Raw)?Transaction|.*Bundle$)/

/** Whether a method signs, sends or prompts the user, or takes signed transactions. */
export function isConfidential(method: string): boolean {
  return signsOrSends.test(method)
}

/** Sends calls, and reports each attempt of each call to the pool's log, and to listeners of the app. */
export class RequestReporter {
  readonly log = new RequestRing()
  readonly #chainId: number
  readonly #clock: Clock
  readonly #listeners = new Listeners<RequestEvent>()
  #lastId = 0

  constructor({ chainId, clock }: { readonly chainId: number; readonly clock: Clock }) {
    this.#chainId = chainId
    this.#clock = clock
  }

  readonly subscribe = this.#listeners.add

  /** Sends calls to an endpoint in one message, and reports their outcomes. */
  async send(
    { name, wire }: ReportedEndpoint,
    calls: readonly ReportedCall[],
    signal: AbortSignal,
  ): Promise<readonly Outcome[]> {
    const describe = this.#startMessage(calls.length)
    let size: MessageSize = {}
    const outcomes = await wire.send(calls, signal, (part) => (size = { ...size, ...part }))
    const message = describe(size)
    calls.forEach((call, index) => {
      const outcome = outcomes[index]
      const error = outcome && 'error' in outcome ? outcome.error : undefined
      const result = outcome && 'result' in outcome ? outcome.result : undefined
      const isAnswered = outcome !== undefined && error === undefined
      this.#report({ name, type: wire.type }, call, message, {
        outcome: isAnswered ? 'success' : signal.aborted ? 'aborted' : 'error',
        logs: call.method === 'eth_getLogs' ? lengthOf(result) : undefined,
        error: signal.aborted ? undefined : error,
      })
    })
    return outcomes
  }

  /** Begins a call that a socket makes by itself; returns a function to call when it is settled. */
  startSocketCall(name: string, { method, params }: PoolCall): (error: NodeError | undefined) => void {
    const describe = this.#startMessage(1)
    return (error) => {
      const call = { method, params, reason: 'subscription', attempt: 1 } as const
      const outcome = error ? 'error' : 'success'
      this.#report({ name, type: 'webSocket' }, call, describe({}), { outcome, logs: undefined, error })
    }
  }

  /** Begins a message; returns a function that describes it once it is answered. */
  #startMessage(calls: number): (size: MessageSize) => RequestMessage {
    const startedAt = this.#clock.now()
    const id = ++this.#lastId
    return ({ sentBytes, receivedBytes, status }) => {
      const duration = this.#clock.now() - startedAt
      return { id, calls, startedAt, duration, sentBytes, receivedBytes, status }
    }
  }

  #report(
    { name, type }: { readonly name: string; readonly type: Wire['type'] },
    { method, params, reason, attempt }: ReportedCall,
    message: RequestMessage,
    result: Pick<RequestEvent, 'outcome' | 'logs' | 'error'>,
  ) {
    const span = method === 'eth_getLogs' ? blockSpan(params) : undefined
    const event: RequestEvent = {
      chainId: this.#chainId,
      endpoint: name,
      type,
      method,
      params: isConfidential(method) ? undefined : params,
      range: span && { from: span[0], to: span[1] },
      reason,
      attempt,
      message,
      ...result,
    }
    this.log.record(event)
    this.#listeners.notify(event)
  }
}
