import type { Chain } from 'viem'
import { InvalidNetworkError } from '../../errors/InvalidNetworkError.ts'
import { checkUrl } from './checkUrl.ts'
import type { Network } from './Network.ts'

/** What a chain needs to be read, besides an archive. */
export interface NetworkOptions {
  /** HTTPS endpoints. @default the chain's own `rpcUrls.default.http` */
  http?: readonly string[] | undefined
  /** WebSocket endpoint. @default the first of the chain's own `rpcUrls.default.webSocket`; none if `http` is given */
  webSocket?: string | undefined
  /** Blocks behind the head after which a block is final. @default 64 */
  finality?: number | undefined
  /** JSON-RPC calls allowed per IP address and UTC day. @default unlimited */
  dailyQuota?: number | undefined
}

/**
 * Defines a network without an archive. An app with only such networks does not bundle the code for archives.
 *
 * @throws {@link InvalidNetworkError} when an endpoint is not an http(s) or ws(s) URL, or a number is out of range.
 */
export function createNetwork(chain: Chain, options: NetworkOptions = {}): Network {
  const http = options.http ?? chain.rpcUrls.default.http
  // With endpoints of your own, the chain's public socket is not used.
  const webSocket = options.webSocket ?? (options.http ? undefined : chain.rpcUrls.default.webSocket?.[0])
  const finality = options.finality ?? 64
  const { dailyQuota } = options
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
