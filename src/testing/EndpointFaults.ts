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

/** Faults of an endpoint. They may change at any time. Without any, the node is healthy. The numbers appear in names of tests. */
export interface EndpointFaults {
  /** Answers a call instead of the node: a reply, a whole response, or `undefined` to let the node answer. */
  respond?: ((call: TestCall) => TestReply | Response | undefined) | undefined
  /**
   * Chance that a message fails, in a way drawn from the seed: dropped connection, 429, 503, HTML page, internal
   * error.
   */
  errorRate?: number | undefined
  /** Chance of the faults that damage a message: `down`, `cut`, 10, 11 and 14. @default 1 */
  chance?: number | undefined
  /** Share of an answer's text that arrives, from 0 to 1. */
  cut?: number | undefined

  /** 1, 2, 3, 7: maximum blocks per `eth_getLogs`. */
  maxBlockRange?: number | undefined
  /** The error for more. @default reth's, with the true limit */
  rangeError?: ((request: { limit: number; from: number; to: number }) => TestError) | undefined
  /** 1, 4: maximum logs per answer; more are refused. */
  maxResults?: number | undefined
  /** The error for more. @default `query returned more than N results` */
  resultsError?: ((request: { limit: number; from: number; to: number }) => TestError) | undefined
  /** 34: maximum logs per answer; others are silently left out. */
  truncateAt?: number | undefined
  /** 6, 18: the error for each refused method. */
  refuse?: Readonly<Record<string, TestError>> | undefined
  /** The error for a call, by its parameters. */
  refuseCall?: ((method: string, params: readonly unknown[]) => TestError | undefined) | undefined
  /** 8: the chain id it claims. */
  chainId?: number | undefined
  /** 9: an `eth_getLogs` over more blocks than this is never answered. */
  hangOver?: number | undefined

  /** 10: leaves out the item at this index of a batch's answer. */
  dropItem?: number | undefined
  /** 11: answers a batch in reverse. */
  reverse?: boolean | undefined
  /** 11: ids come back as strings. */
  stringIds?: boolean | undefined
  /** 11: the first item of a batch is answered twice, differently. */
  duplicate?: boolean | undefined
  /** 12, 13: maximum calls in a message, and how more are refused. */
  batchLimit?: { limit: number; style: 'object' | 'array' | '413' | '500' } | undefined
  /** 14: replies carry an unknown id. */
  foreignId?: boolean | undefined

  /** 15, 16: the filter is gone, reports nothing, only every other change, or each change twice and then its removal. */
  filters?: 'gone' | 'silent' | 'skips' | 'repeats' | undefined
  /** The error for a filter that is gone. @default -32000 `filter not found` */
  filterError?: TestError | undefined
  /** Whether filters and subscriptions report orphaned logs. @default true */
  sendsRemoved?: boolean | undefined

  /** 26: how many blocks it is behind the chain. */
  lag?: number | undefined
  /** 27: the answer to a range beyond its head. @default 'clamp' */
  beyondHead?: 'clamp' | 'error' | 'empty' | undefined
  /** 29: how many blocks it claims to be ahead. */
  ahead?: number | undefined
  /** A wrong bloom in headers: empty, or full. @default the true one */
  bloom?: 'empty' | 'full' | undefined
  /**
   * 33: blocks below are pruned. A range that begins there is refused, returns nothing, or returns the remaining
   * logs. Headers are then gone too, unless `headers` keeps them.
   */
  pruned?: { below: number; style: 'error' | 'empty' | 'rest'; headers?: boolean } | undefined

  /** 35: how many messages are refused with 429, and the `Retry-After` header. */
  rateLimit?: { times: number; retryAfter?: string; style?: '429' | '-32005' } | undefined
  /** 35: calls answered per second; more are refused as above. */
  rate?: { perSecond: number; retryAfter?: string; style?: '429' | '-32005' } | undefined
  /** 36: how every message fails. */
  down?: 'cors' | 'html' | 'html-403' | 'html-503' | 'empty' | 'null' | 'object' | 'hang' | undefined

  /** 37, 38: changes an answer of logs before it is sent. */
  tamper?: ((logs: WireLog[]) => unknown[]) | undefined

  /** 19 to 25: how its socket behaves. */
  socket?:
    | {
        /** Connections are refused. */
        refuse?: boolean
        /** No frame gets through in either direction: a half-open connection. */
        silent?: boolean
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
