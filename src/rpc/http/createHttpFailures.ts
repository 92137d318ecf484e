import type { NodeErrorKind } from '../../errors/NodeError.ts'
import { isSingleBlock } from '../blockSpan.ts'
import { classify } from '../classify/classify.ts'
import type { ErrorText } from '../classify/nodeErrorTexts.ts'
import { parseRetryAfter } from '../classify/parseRetryAfter.ts'
import type { Clock } from '../Clock.ts'
import type { RpcReply } from '../parseRpcReply.ts'
import type { Failure, WireCall } from '../Wire.ts'
import type { ReplyFault } from './matchReplies.ts'
import type { PostResult } from './post.ts'

export interface HttpFailuresOptions {
  name: string
  clock: Clock
  /** Texts that errors must not repeat. */
  secrets: readonly string[]
}

/** A response with a status and a body. */
export type HttpReply = Extract<PostResult, { type: 'reply' }>
/** A response without its body. */
type HttpHead = Pick<HttpReply, 'status' | 'headers'>

const faultTexts: Readonly<Record<ReplyFault, string>> = {
  missing: 'The batch has no reply to this call.',
  duplicate: 'The batch has two replies to this call.',
  malformed: 'The reply has neither a result nor an error.',
  'other-id': 'The reply has a different id.',
}

export type HttpFailures = ReturnType<typeof createHttpFailures>

/** Creates the failures of calls to one endpoint, with their errors. */
export function createHttpFailures({ name, clock, secrets }: HttpFailuresOptions) {
  const retryAtOf = (reply: HttpHead | undefined) =>
    parseRetryAfter(reply?.headers.get('retry-after'), clock.now())
  const statusOf = (reply: HttpHead | undefined) => (reply?.status === 200 ? undefined : reply?.status)

  /** The failure of one call because its whole message failed. */
  function failed(
    call: WireCall,
    kind: NodeErrorKind | undefined,
    message: string | undefined,
    { reply, text }: { reply?: HttpHead; text?: ErrorText } = {},
  ): Failure {
    const status = statusOf(reply)
    const error = classify({
      endpoint: name,
      ...call,
      kind,
      message,
      status,
      text,
      secrets,
      retryAt: retryAtOf(reply),
    })
    // With 4xx, except a timeout, the node has declined the call.
    const declined = status !== undefined && status >= 400 && status < 500 && status !== 408
    // The range may be too wide to be read in time: that says nothing against the endpoint.
    const isWide = error.kind === 'timeout' && !isSingleBlock(call.method, call.params)
    const callOnly = error.kind === 'response-too-large' || isWide
    return { error, scope: callOnly ? 'call' : 'endpoint', mayHaveRun: !declined }
  }

  return {
    failed,
    aborted: (call: WireCall) => failed(call, 'transient', 'The call was aborted.'),

    /** The node answered with an error. */
    refused(call: WireCall, error: NonNullable<RpcReply['error']>, reply?: HttpHead): Failure {
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
      const isForAllCalls = classified.kind === 'rate-limited' || classified.kind === 'quota'
      return { error: classified, scope: isForAllCalls ? 'endpoint' : 'call', mayHaveRun: false }
    },

    /** The node sent no valid reply to this call. */
    malformed(call: WireCall, fault: ReplyFault | { readonly message: string }): Failure {
      const message = typeof fault === 'string' ? faultTexts[fault] : fault.message
      const error = classify({ endpoint: name, ...call, kind: 'malformed', message, secrets })
      return { error, scope: 'call', mayHaveRun: true }
    },
  }
}
