/** What `RequestLog` shows of one attempt of a call. The pool's `RequestEvent` fits. */
export interface RequestView {
  /** The host: never a path, a query or a key. */
  readonly endpoint: string
  readonly type: 'http' | 'webSocket'
  readonly method: string
  readonly params: unknown
  readonly range: { readonly from: bigint; readonly to: bigint } | undefined
  readonly reason: RequestReasonName
  readonly attempt: number
  readonly message: {
    readonly id: number
    readonly calls: number
    /** Milliseconds since the epoch. */
    readonly startedAt: number
    readonly duration: number
    readonly sentBytes: number | undefined
    readonly receivedBytes: number | undefined
  }
  readonly outcome: 'success' | 'error' | 'aborted'
  readonly logs: number | undefined
  readonly error: Error | undefined
}

export type RequestReasonName =
  | 'app'
  | 'chain-check'
  | 'head'
  | 'scan'
  | 'follow'
  | 'header'
  | 'audit'
  | 'subscription'
  | 'filter'
  | 'probe'
  | 'estimate'
  | 'timestamp'
  | 'lookup'
