import type { Chain } from 'viem'
import { InvalidNetworkError } from '../../errors/InvalidNetworkError.ts'
import { checkUrl } from './checkUrl.ts'
import { checkArchive } from './NetworkArchive.ts'
import type { NetworkArchive } from './NetworkArchive.ts'

/** A viem chain with the endpoints, finality depth and daily quota that reading its logs needs. */
export type Network = Chain & {
  /** HTTPS endpoints (POST only), best first. Requests are spread over all of them. */
  readonly http: readonly string[]
  /** WebSocket endpoint, which announces new heads. */
  readonly webSocket: string | undefined
  /** Blocks behind the head after which a block counts as final if the nodes have no `finalized` tag. */
  readonly finality: number
  /** JSON-RPC calls per IP address and UTC day, if the endpoints limit them. */
  readonly dailyQuota: number | undefined
  /** The URL of an archive's manifest: history as files, read before nodes are. */
  readonly archive?: string | NetworkArchive | undefined
}

export interface DefineNetworkOptions {
  /** HTTPS endpoints. @default the chain's own `rpcUrls.default.http` */
  http?: readonly string[] | undefined
  /** WebSocket endpoint. @default the first of the chain's own `rpcUrls.default.webSocket`; none if `http` is given */
  webSocket?: string | undefined
  /** Blocks behind the head after which a block is final. @default 64 */
  finality?: number | undefined
  /** JSON-RPC calls allowed per IP address and UTC day. @default unlimited */
  dailyQuota?: number | undefined
  /**
   * An archive, or the URL of its manifest: final blocks as files on any static host, which are read instead of the nodes.
   * Only blocks whose hashes the nodes confirm are used, but that does not prove that the publisher left no log out. The options
   * of {@link NetworkArchive} limit how far it is trusted.
   * @default none
   */
  archive?: string | NetworkArchive | undefined
}

/**
 * Defines a network from any viem chain.
 *
 * @throws {@link InvalidNetworkError} when an endpoint is not an http(s) or ws(s) URL, or a number is out of range.
 *
 * @example
 * const base = defineNetwork(chains.base, { http: ['https://mainnet.base.org'], finality: 300 })
 */
export function defineNetwork(chain: Chain, options: DefineNetworkOptions = {}): Network {
  const http = options.http ?? chain.rpcUrls.default.http
  // With endpoints of your own, the chain's public socket is not used.
  const webSocket = options.webSocket ?? (options.http ? undefined : chain.rpcUrls.default.webSocket?.[0])
  const finality = options.finality ?? 64
  const { dailyQuota, archive } = options
  for (const url of http) checkUrl(chain.name, url, ['https:', 'http:'])
  if (webSocket !== undefined) checkUrl(chain.name, webSocket, ['wss:', 'ws:'])
  if (archive !== undefined) checkArchive(chain.name, archive)
  if (http.length === 0 && webSocket === undefined)
    throw new InvalidNetworkError(
      chain.name,
      'it has no endpoint',
      'Pass at least one URL in `http` or `webSocket`.',
    )
  if (!Number.isSafeInteger(finality) || finality < 0)
    throw new InvalidNetworkError(
      chain.name,
      `finality is ${finality}`,
      'Pass a whole number of blocks, 0 or more.',
    )
  if (dailyQuota !== undefined && (!Number.isSafeInteger(dailyQuota) || dailyQuota < 1))
    throw new InvalidNetworkError(
      chain.name,
      `dailyQuota is ${dailyQuota}`,
      'Pass a whole number of calls, 1 or more.',
    )
  return { ...chain, http, webSocket, finality, dailyQuota, ...(archive !== undefined && { archive }) }
}
