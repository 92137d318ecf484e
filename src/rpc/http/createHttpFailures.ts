import type { NodeErrorKind } from '../../errors/NodeError.ts'
import { isSingleBlock } from '../blockSpan.ts'
import { classify } from '../classify/classify.ts'
import type { Clock } from '../Clock.ts'
import type { ErrorText } from '../classify/nodeErrorTexts.ts'
import { parseRetryAfter } from '../classify/parseRetryAfter.ts'
import type { PostResult } from './post.ts'
import type { RpcReply } from '../rpcReply.ts'
import type { Outcome, WireCall } from '../Wire.ts'

export interface HttpFailuresOptions {
  name: string
  clock: Clock
  /** What no message may repeat. */
  secrets: readonly string[]
}

/** An answer with a status and a body. */
export type HttpReply = Extract<PostResult, { type: 'reply' }>
/** What there is of it before the body. */
type HttpHead = Pick<HttpReply, 'status' | 'headers'>

type Refusal = Extract<Outcome, { ok: false }>

/** Why a reply is none. */
const faults = {
  missing: 'The reply to the batch leaves this call out.',
  duplicate: 'The reply to the batch answers this call twice.',
  malformed: 'The reply has neither a result nor an error.',
  'other-id': 'The reply carries another id.',
}

export type HttpFailures = ReturnType<typeof createHttpFailures>

/** What became of calls to one endpoint over HTTP, in the words of its errors. */
export function createHttpFailures({ name, clock, secrets }: HttpFailuresOptions) {
  const retryAtOf = (reply: HttpHead | undefined) =>
    parseRetryAfter(reply?.headers.get('retry-after'), clock.now())
  const statusOf = (reply: HttpHead | undefined) => (reply?.status === 200 ? undefined : reply?.status)

  /** What went wrong with the message as a whole, as it happened to one of its calls. */
  function failed(
    call: WireCall,
    kind: NodeErrorKind | undefined,
    message: string | undefined,
    { reply, sentence }: { reply?: HttpHead; sentence?: ErrorText } = {},
  ): Refusal {
    const status = statusOf(reply)
    const error = classify({
      endpoint: name,
      ...call,
      kind,
      message,
      status,
      sentence,
      secrets,
      retryAt: retryAtOf(reply),
    })
    // 4xx, but for the timeouts among them, mean that the node looked and declined.
    const declined = status !== undefined && status >= 400 && status < 500 && status !== 408
    // A range too wide to be read in time says nothing against the endpoint. Whether it is still there, a smaller call tells.
    const wide = error.kind === 'timeout' && !isSingleBlock(call.method, call.params)
    const callOnly = error.kind === 'response-too-large' || wide
    return { ok: false, error, scope: callOnly ? 'call' : 'endpoint', mayHaveRun: !declined }
  }

  return {
    failed,
    givenUp: (call: WireCall) => failed(call, 'transient', 'The call was given up.'),

    /** The node answered with an error. */
    refused(call: WireCall, error: NonNullable<RpcReply['error']>, reply: HttpHead): Refusal {
      const classified = classify({
        endpoint: name,
        ...call,
        code: error.code,
        message: error.message,
        data: error.data,
        status: statusOf(reply),
        secrets,
        retryAt: retryAtOf(reply),
      })
      const everyone = classified.kind === 'rate-limited' || classified.kind === 'quota'
      return { ok: false, error: classified, scope: everyone ? 'endpoint' : 'call', mayHaveRun: false }
    },

    /** The node answered with something that is no answer to this call. */
    garbled(call: WireCall, fault: keyof typeof faults | { readonly message: string }): Refusal {
      const message = typeof fault === 'string' ? faults[fault] : fault.message
      const error = classify({ endpoint: name, ...call, kind: 'malformed', message, secrets })
      return { ok: false, error, scope: 'call', mayHaveRun: true }
    },
  }
}
