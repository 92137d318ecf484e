type Limit = 'blockRange' | 'results' | 'batch' | 'rate'

/** What `NetworkStatus` shows of one endpoint. The pool's `EndpointStatus` fits. */
export interface EndpointView {
  /** The host: never a path, a query or a key. */
  readonly name: string
  readonly type: 'http' | 'webSocket'
  readonly state: 'idle' | 'ok' | 'paused' | 'unreachable' | 'wrong-network'
  /** The latest block it reported. */
  readonly head: bigint | undefined
  /** Typical response time in milliseconds. */
  readonly latency: number | undefined
  /** When it last responded, in milliseconds since the epoch. Shown once it is a minute ago. */
  readonly respondedAt?: number | undefined
  /** Maximum blocks, logs and calls it allows at a time. */
  readonly limits?: Readonly<Partial<Record<Limit, number | undefined>>> | undefined
  /** Limits learned so long ago that they will be tested again. */
  readonly expiredLimits?: Readonly<Partial<Record<Limit, number | undefined>>> | undefined
  /** How each of the limits was learned. */
  readonly learnedLimits?:
    | readonly {
        readonly limit: Limit
        readonly value: number
        /** Milliseconds since the epoch. */
        readonly learnedAt: number
        /** The endpoint's own error message. */
        readonly details: string | undefined
      }[]
    | undefined
  /** Methods it does not support: when each is tried again (milliseconds since the epoch), and its own message. */
  readonly unavailable?:
    | readonly { readonly method: string; readonly until: number; readonly details: string | undefined }[]
    | undefined
  /** How many logs it sent that were malformed or not requested. */
  readonly rejected?: number | undefined
  /** When it is tried again, in milliseconds since the epoch. */
  readonly resumesAt?: number | undefined
  readonly error?: Error | undefined
}
