import type { WireLog } from './WireLog.ts'

export interface TestCall {
  readonly id: number | string | null
  readonly method: string
  readonly params: readonly unknown[]
}

export interface TestError {
  code: number
  message: string
  data?: unknown
}

export type TestReply = { result: unknown } | { error: TestError }

/** A read of logs that exceeds a limit. */
export interface LimitedRead {
  readonly method: string
  readonly limit: number
  /** Its blocks, or its logs. */
  readonly size: number
  readonly from: number
  readonly to: number
}

/** Faults of an endpoint. They may change at any time. Without any, the node is healthy. */
export interface EndpointFaults {
  /** Answers a call instead of the node: a reply, a whole response, or `undefined` to let the node answer. */
  respond?: ((call: TestCall) => TestReply | Response | undefined) | undefined
  /**
   * Chance that a message fails, in a way drawn from the seed: dropped connection, 429, 503, HTML page, internal
   * error.
   */
  errorRate?: number | undefined
  /** Chance of the faults that damage a message: `down`, `cut`, `dropItem`, `reverse`, `stringIds`, `duplicate`, `foreignId`. @default 1 */
  chance?: number | undefined
  /** Share of an answer's text that arrives, from 0 to 1. */
  cut?: number | undefined

  /** Maximum blocks per `eth_getLogs`. */
  maxBlockRange?: number | undefined
  /** The error for wider ranges; `undefined` to answer them. @default reth's, with the limit */
  rangeError?: ((request: LimitedRead) => TestError | undefined) | undefined
  /** Maximum logs per answer; more are refused. */
  maxResults?: number | undefined
  /** The error for more logs; `undefined` to answer them. @default `query returned more than N results` */
  resultsError?: ((request: LimitedRead) => TestError | undefined) | undefined
  /** Maximum logs per answer; the rest is left out silently. */
  truncateAt?: number | undefined
  /** The error for each refused method. */
  refuse?: Readonly<Record<string, TestError>> | undefined
  /** The error for a call, by its parameters. */
  refuseCall?: ((method: string, params: readonly unknown[]) => TestError | undefined) | undefined
  /** The chain id it claims. */
  chainId?: number | undefined
  /** An `eth_getLogs` over more blocks than this is never answered. */
  hangOver?: number | undefined

  /** Leaves out the item at this index of a batch's answer. */
  dropItem?: number | undefined
  /** Answers a batch in reverse. */
  reverse?: boolean | undefined
  /** Ids come back as strings. */
  stringIds?: boolean | undefined
  /** The first item of a batch is answered twice, differently. */
  duplicate?: boolean | undefined
  /** Maximum calls in a message, and how longer batches are refused. */
  batchLimit?: { limit: number; style: 'object' | 'array' | '413' | '500' } | undefined
  /** Replies carry an unknown id. */
  foreignId?: boolean | undefined

  /** The filter is gone, reports nothing, only every other change, or each change twice and then its removal. */
  filters?: 'gone' | 'silent' | 'skips' | 'repeats' | undefined
  /** The error for a filter that is gone. @default -32000 `filter not found` */
  filterError?: TestError | undefined
  /** Whether filters and subscriptions report orphaned logs. @default true */
  sendsRemoved?: boolean | undefined

  /** How many blocks it is behind the chain. */
  lag?: number | undefined
  /** The answer to a range beyond its head. @default 'clamp' */
  beyondHead?: 'clamp' | 'error' | 'empty' | undefined
  /** How many blocks it claims to be ahead. */
  ahead?: number | undefined
  /** A wrong bloom in headers: empty, or full. @default the true one */
  bloom?: 'empty' | 'full' | undefined
  /**
   * Blocks below are pruned. A range that begins there is refused, returns nothing, or returns the remaining
   * logs. Headers are then gone too, unless `headers` keeps them.
   */
  pruned?: { below: number; style: 'error' | 'empty' | 'rest'; headers?: boolean } | undefined

  /** How many messages are refused with 429, and the `Retry-After` header. */
  rateLimit?: { times: number; retryAfter?: string; style?: '429' | '-32005' } | undefined
  /** Calls answered per second; more are refused as above. */
  rate?: { perSecond: number; retryAfter?: string; style?: '429' | '-32005' } | undefined
  /** How every message fails. */
  down?: 'cors' | 'html' | 'html-403' | 'html-503' | 'empty' | 'null' | 'object' | 'hang' | undefined

  /** Changes an answer of logs before it is sent. */
  tamper?: ((logs: WireLog[]) => unknown[]) | undefined

  /** How its socket behaves. */
  socket?:
    | {
        /** Connections are refused. */
        refuse?: boolean
        /** No frame gets through in either direction: a half-open connection. */
        silent?: boolean
        /** Calls are answered, but nothing is pushed. */
        mute?: boolean
        /** `eth_subscribe` is refused. */
        rejectSubscribe?: TestError
        /** A notification comes before the acknowledgement of its subscription. */
        pushBeforeAck?: boolean
        /** Every notification comes twice. */
        twice?: boolean
        /** A frame of malformed JSON comes before every frame. */
        malformed?: boolean
        /** Milliseconds until a frame arrives. */
        delay?: number
      }
    | undefined
}
