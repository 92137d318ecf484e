/** Settings that the page of the local explorer reads from its server. */
export interface PageSettings {
  readonly chainId: number
  readonly name: string
  /** The number of endpoints, which are at `rpc/0`, `rpc/1` and so on. */
  readonly endpoints: number
  /** Milliseconds between two polls of the newest block. @default the explorer's own */
  readonly pollingInterval?: number | undefined
  /** Whether ABIs are served at `abis`. */
  readonly hasAbis: boolean
  /** JSON-RPC calls per UTC day. Their count is served at `budget.json`. @default unlimited */
  readonly quota?: number | undefined
}
