import type { NodeError, NodeErrorKind } from '../../errors/NodeError.ts'
import { isSingleBlock } from '../blockSpan.ts'
import type { Clock } from '../Clock.ts'
import type { RpcError } from '../parseRpcReply.ts'
import type { Failure, WireCall } from '../Wire.ts'
import { classify, isGatewayError, type NodeRefusal } from './classify.ts'
import type { ErrorText } from './nodeErrorTexts.ts'
import { parseRetryAfter } from './parseRetryAfter.ts'

export interface FailuresOptions {
  name: string
  clock: Clock
  /** Texts that errors must not repeat. */
  secrets: readonly string[]
}

/** An HTTP response without its body, as far as it is known. */
export interface ResponseHead {
  readonly status?: number | undefined
  readonly headers?: Headers | undefined
}

/** Why a call has no reply. */
export type ReplyFault = 'missing' | 'duplicate' | 'malformed' | 'other-id'

const faultTexts: Readonly<Record<ReplyFault, string>> = {
  missing: 'The batch has no reply to this call.',
  duplicate: 'The batch has two replies to this call.',
  malformed: 'The reply has neither an error nor a readable result.',
  'other-id': 'The reply has a different id.',
}

/** Whether a failed message counts against the endpoint, or only against the call. */
function scopeOf(call: WireCall, { kind }: NodeError, hasAnswer: boolean): Failure['scope'] {
  if (kind === 'response-too-large') return 'call'
  // A range that is too wide to be read in time says nothing against the endpoint.
  if (kind === 'timeout' && !isSingleBlock(call.method, call.params)) return hasAnswer ? 'call' : 'unknown'
  return 'endpoint'
}

/** The failures of calls to one endpoint: their errors, and what each says about the endpoint and the call. */
export class Failures {
  /** The name of the endpoint. */
  readonly endpoint: string
  readonly #clock: Clock
  readonly #secrets: readonly string[]

  constructor({ name, clock, secrets }: FailuresOptions) {
    this.endpoint = name
    this.#clock = clock
    this.#secrets = secrets
  }

  /** The failure of one call because its whole message failed. Without a `kind`, the message and the response decide. */
  failed(
    call: WireCall,
    kind: NodeErrorKind | undefined,
    message: string | undefined,
    { head = {}, text, ...given }: { head?: ResponseHead; text?: ErrorText } & Omit<RpcError, 'message'> = {},
  ): Failure {
    const known = { ...given, ...this.#factsOf(head) }
    const error = this.#classify(call, { ...known, kind, message, text })
    const { status } = known
    // With 4xx, except a timeout, the node has declined the call.
    const declined = status !== undefined && status >= 400 && status < 500 && status !== 408
    const hasAnswer = head.status !== undefined || given.code !== undefined
    return { error, scope: scopeOf(call, error, hasAnswer), mayHaveRun: !declined }
  }

  aborted(call: WireCall): Failure {
    return this.failed(call, 'transient', 'The call was aborted.')
  }

  /** The node answered with an error. */
  refused(call: WireCall, { code, message, data }: RpcError, head: ResponseHead = {}): Failure {
    const error = this.#classify(call, { code, message, data, ...this.#factsOf(head) })
    const { kind, status } = error
    const isDown = isGatewayError(status) && (kind === 'transient' || kind === 'timeout')
    if (isDown) return { error, scope: scopeOf(call, error, true), mayHaveRun: true }
    const isForAllCalls = kind === 'rate-limited' || kind === 'quota'
    return { error, scope: isForAllCalls ? 'endpoint' : 'call', mayHaveRun: false }
  }

  /** The node sent no valid reply to this call. */
  malformed(call: WireCall, fault: ReplyFault | { readonly message: string }): Failure {
    const message = typeof fault === 'string' ? faultTexts[fault] : fault.message
    return { error: this.#classify(call, { kind: 'malformed', message }), scope: 'call', mayHaveRun: true }
  }

  #classify(call: WireCall, refusal: Omit<NodeRefusal, 'endpoint' | 'method' | 'secrets'>): NodeError {
    return classify({ endpoint: this.endpoint, ...call, ...refusal, secrets: this.#secrets })
  }

  #factsOf({ status, headers }: ResponseHead) {
    return {
      status: status === 200 ? undefined : status,
      retryAt: parseRetryAfter(headers?.get('retry-after'), this.#clock.now()),
    }
  }
}
