import type { Chain } from 'viem'
import { InvalidNetworkError } from '../../errors/InvalidNetworkError.ts'
import { checkUrl } from './checkUrl.ts'
import { isNetwork, type Network } from './Network.ts'

/** What a chain needs to be read, besides an archive. */
export interface NetworkOptions {
  /** HTTPS endpoints. @default those of the chain if it is a network, else its `rpcUrls.default.http` */
  http?: readonly string[] | undefined
  /** WebSocket endpoint. @default that of the chain, as for `http`; none if `http` is given */
  webSocket?: string | undefined
  /** Blocks behind the head after which a block is final. @default that of the chain if it is a network, else 64 */
  finality?: number | undefined
  /** JSON-RPC calls allowed per IP address and UTC day. @default unlimited; that of the chain if its endpoints are used */
  dailyQuota?: number | undefined
}

/**
 * Defines a network without an archive. An app with only such networks does not bundle the code for archives.
 *
 * @throws {@link InvalidNetworkError} when an endpoint is not an http(s) or ws(s) URL, or a number is out of range.
 */
export function createNetwork(chain: Chain, options: NetworkOptions = {}): Network {
  const own: NetworkOptions = isNetwork(chain) ? chain : endpointsOf(chain)
  // The chain's public socket and its quota do not go with endpoints of your own.
  const isPublic = options.http === undefined
  const http = options.http ?? own.http ?? []
  const webSocket = options.webSocket ?? (isPublic ? own.webSocket : undefined)
  const dailyQuota = options.dailyQuota ?? (isPublic ? own.dailyQuota : undefined)
  const finality = options.finality ?? own.finality ?? 64
  for (const url of http) checkUrl(chain.name, url, ['https:', 'http:'])
  if (webSocket !== undefined) checkUrl(chain.name, webSocket, ['wss:', 'ws:'])
  const refuse = (problem: string, advice: string) => new InvalidNetworkError(chain.name, problem, advice)
  if (http.length === 0 && webSocket === undefined)
    throw refuse('it has no endpoint', 'Pass at least one URL in `http` or `webSocket`.')
  if (!Number.isSafeInteger(finality) || finality < 0)
    throw refuse(`finality is ${finality}`, 'Pass a whole number of blocks, 0 or more.')
  if (dailyQuota !== undefined && (!Number.isSafeInteger(dailyQuota) || dailyQuota < 1))
    throw refuse(`dailyQuota is ${dailyQuota}`, 'Pass a whole number of calls, 1 or more.')
  return { ...chain, http, webSocket, finality, dailyQuota }
}

function endpointsOf({ rpcUrls }: Chain): NetworkOptions {
  const { http, webSocket } = rpcUrls.default
  return { http, webSocket: webSocket?.[0] }
}
