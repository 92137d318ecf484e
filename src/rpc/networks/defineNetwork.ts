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
  /** The URL of an archive's manifest: history as files, read before nodes are. */
  readonly archive?: string | NetworkArchive | undefined
}

/** An archive, and how far it is trusted. */
export interface NetworkArchive {
  /** The URL of its manifest. */
  readonly url: string
  /**
   * The SHA-256 of the manifest, in hex: a manifest with another one is not used. It covers all files, whose hashes the manifest
   * states.
   *
   * @default any manifest
   */
  readonly sha256?: string | undefined
  /**
   * The publisher's Ed25519 public key, 32 bytes in hex: a manifest that it has not signed is not used, now and after blocks are
   * added. Browsers check it from Chrome 137, Firefox 129 and Safari 17 on; in others, nodes have all blocks.
   *
   * @default signatures are not checked
   */
  readonly publicKey?: string | undefined
  /**
   * How many ranges of up to 100 blocks to compare with a node (`eth_getLogs`), drawn from what each query has read; `true` for 2.
   * After a difference, the archive is not used until the page is reloaded, and the query reads everything from nodes.
   *
   * @default none
   */
  readonly spotChecks?: boolean | number | undefined
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
   * The URL of the manifest of an archive: final blocks as files on any static host, which are read instead of the nodes.
   * Only blocks whose hashes the nodes confirm are used, but nothing proves that the publisher left no log out. With `sha256`,
   * the archive is exactly the one that you have checked; with `publicKey`, only its publisher can change it; with `spotChecks`, a few blocks of each query are compared with a node.
   * @default none
   */
  archive?: string | NetworkArchive | undefined
}

/** How many ranges of what a query has read from the network's archive are compared with nodes. */
export function countSpotChecks({ archive }: Pick<Network, 'archive'>): number {
  const { spotChecks = 0 } = typeof archive === 'object' ? archive : {}
  return spotChecks === true ? usualSpotChecks : Number(spotChecks)
}

/** The number of `spotChecks: true`. */
const usualSpotChecks = 2

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
  for (const url of http) checkUrl(chain, url, ['https:', 'http:'])
  if (webSocket !== undefined) checkUrl(chain, webSocket, ['wss:', 'ws:'])
  if (archive !== undefined) {
    const {
      url,
      sha256,
      publicKey,
      spotChecks = 0,
    }: NetworkArchive = typeof archive === 'string' ? { url: archive } : archive
    checkUrl(chain, url, ['https:', 'http:'], 'the archive')
    if (!Number.isSafeInteger(Number(spotChecks)) || Number(spotChecks) < 0)
      throw new InvalidNetworkError(
        chain.name,
        `spotChecks of its archive is ${spotChecks}`,
        'Pass a whole number of ranges, 0 or more, or `true`.',
      )
    if (sha256 !== undefined && !/^[0-9a-f]{64}$/.test(sha256))
      throw new InvalidNetworkError(
        chain.name,
        'the hash of its archive is not a SHA-256 in hex',
        'Pass 64 lower-case hex digits, as `sha256sum manifest.json` prints them.',
      )
    if (publicKey !== undefined && !/^[0-9a-f]{64}$/.test(publicKey))
      throw new InvalidNetworkError(
        chain.name,
        'the public key of its archive is not 32 bytes in hex',
        'Pass 64 lower-case hex digits, as `topic0 archive build --sign` prints them.',
      )
  }
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

/** Schemes written by mistake, safe to repeat in an error. Any other may be a key: `KEY://…`. */
const knownScheme = /^(?:https?|wss?|file):$/

function checkUrl(chain: Chain, url: string, protocols: readonly string[], what = 'an endpoint') {
  const protocol = URL.canParse(url) ? new URL(url).protocol : undefined
  if (protocol !== undefined && protocols.includes(protocol)) return
  const problem =
    protocol === undefined
      ? `${what} is not a URL`
      : knownScheme.test(protocol)
        ? `${what} has the scheme "${protocol}"`
        : `${what} has an unknown scheme`
  throw new InvalidNetworkError(
    chain.name,
    problem,
    `Write the full URL, beginning with ${protocols.map((one) => `${one}//`).join(' or ')}.`,
  )
}
