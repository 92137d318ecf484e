import type { Client } from 'viem'
import { callSafely } from '../base/Listeners.ts'
import type { LogCache } from '../logs/cache/LogCache.ts'
import type { ParsedLogQuery } from '../logs/filter/ParsedLogQuery.ts'
import type { Network } from '../rpc/networks/Network.ts'

/** Where an error comes from. */
export interface LogsErrorContext {
  readonly chainId: number
  /** `read`: some or all of the history could not be read. `live`: live updates fail for now. */
  readonly source: 'read' | 'live'
}

/** The networks an app reads, a client for each, and which of them is current. One per app, or one per request on a server. */
export interface LogsConfig {
  readonly networks: readonly Network[]
  readonly cache: LogCache
  /** The network with this chain id, or the current one. @throws {@link InvalidNetworkError} when it is not configured. */
  getNetwork(chainId?: number): Network
  /** The viem client of a network, created on first use. @throws {@link InvalidNetworkError} when it is not configured. */
  getClient(chainId?: number): Client
  /** Chain id of the current network. */
  getChainId(): number
  /** Makes a configured network the current one. @throws {@link InvalidNetworkError} when it is not configured. */
  setChainId(chainId: number): void
  /** Called with errors of reading and following, as passed to `createLogsConfig`. */
  readonly onError?: ((error: Error, context: LogsErrorContext) => void) | undefined
  /** Calls `listener` when the current network changes. Returns a function that unsubscribes it. */
  subscribe(listener: () => void): () => void
}

/** A network of a config, where a query is read. */
export interface LogsSource {
  readonly config: LogsConfig
  readonly chainId: number
}

/** A query and its network. */
export interface LogsTarget extends LogsSource {
  readonly query: ParsedLogQuery
  /** Reads the query in pages: its limit is the size of a page. @default false */
  readonly isPaged?: boolean | undefined
}

/** Reports an error to the app. */
export function reportError(
  { config, chainId }: LogsSource,
  error: Error,
  source: LogsErrorContext['source'],
): void {
  const { onError } = config
  if (onError) callSafely((reported) => onError(reported, { chainId, source }), error)
}
