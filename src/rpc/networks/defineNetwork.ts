import type { Chain } from 'viem'
import { InvalidNetworkError } from '../../errors/InvalidNetworkError.ts'

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
  const { dailyQuota } = options
  for (const url of http) checkUrl(chain, url, ['https:', 'http:'])
  if (webSocket !== undefined) checkUrl(chain, webSocket, ['wss:', 'ws:'])
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
  return { ...chain, http, webSocket, finality, dailyQuota }
}

/** Schemes written by mistake, safe to repeat in an error. Any other may be a key: `KEY://…`. */
const knownScheme = /^(?:https?|wss?|file):$/

function checkUrl(chain: Chain, url: string, protocols: readonly string[]) {
  const protocol = URL.canParse(url) ? new URL(url).protocol : undefined
  if (protocol !== undefined && protocols.includes(protocol)) return
  const problem =
    protocol === undefined
      ? 'an endpoint is not a URL'
      : knownScheme.test(protocol)
        ? `an endpoint has the scheme "${protocol}"`
        : 'an endpoint has an unknown scheme'
  throw new InvalidNetworkError(
    chain.name,
    problem,
    `Write the full URL, beginning with ${protocols.map((one) => `${one}//`).join(' or ')}.`,
  )
}
