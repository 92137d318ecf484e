type Limit = 'blockRange' | 'results' | 'batch' | 'rate'

/** What is shown of one endpoint. The pool's `EndpointStatus` fits. */
export interface EndpointView {
  /** The host: never a path, a query or a key. */
  readonly name: string
  readonly type: 'http' | 'webSocket'
  readonly state: 'idle' | 'ok' | 'paused' | 'unreachable' | 'wrong-network'
  /** The newest block it showed. */
  readonly head: bigint | undefined
  /** Typical time of an answer in milliseconds. */
  readonly latency: number | undefined
  /** Most blocks and calls it takes, and logs it gives, at a time. */
  readonly limits?: Readonly<Partial<Record<Limit, number | undefined>>> | undefined
  /** Limits it had once: they are about to be tried anew, and nobody goes by them. */
  readonly expiredLimits?: Readonly<Partial<Record<Limit, number | undefined>>> | undefined
  /** How each of the limits was learned. */
  readonly learnedLimits?:
    | readonly {
        readonly limit: Limit
        readonly value: number
        /** Milliseconds since the epoch. */
        readonly learnedAt: number
        /** The endpoint's own words. */
        readonly details: string | undefined
      }[]
    | undefined
  /** Methods it does not offer, until when that is believed (milliseconds since the epoch), and what it said. */
  readonly unavailable?:
    | readonly { readonly method: string; readonly until: number; readonly details: string | undefined }[]
    | undefined
  /** Logs it sent that nobody had asked for, or that were none. */
  readonly rejected?: number | undefined
  /** When it will be tried again, in milliseconds since the epoch. */
  readonly resumesAt?: number | undefined
  readonly error?: Error | undefined
}
