import type { Chain } from 'viem'
import { lazyModule } from '../../base/lazyModule.ts'
import { createNetwork, type NetworkOptions } from '../../rpc/networks/createNetwork.ts'
import type { Network } from '../../rpc/networks/Network.ts'
import { checkArchive, type NetworkArchive } from '../../rpc/networks/NetworkArchive.ts'
import { enableArchives } from './archiveCode.ts'

export interface DefineNetworkOptions extends NetworkOptions {
  /**
   * An archive, or the URL of its manifest: final blocks as files on any static host, which are read instead of the nodes.
   * Only blocks whose hashes the nodes confirm are used, but that does not prove that the publisher left no log out. The options
   * of {@link NetworkArchive} limit how far it is trusted.
   * @default none
   */
  archive?: string | NetworkArchive | undefined
}

/** The code that reads archives, loaded when a query first needs it. */
const lazyArchive = /* @__PURE__ */ lazyModule(() => import('./Archive.ts'))

/**
 * Defines a network from any viem chain.
 *
 * @throws `InvalidNetworkError` when an endpoint is not an http(s) or ws(s) URL, or a number is out of range.
 *
 * @example
 * const base = defineNetwork(chains.base, { http: ['https://mainnet.base.org'], finality: 300 })
 */
export function defineNetwork(chain: Chain, options: DefineNetworkOptions = {}): Network {
  const { archive } = options
  const network = createNetwork(chain, options)
  if (archive === undefined) return network
  checkArchive(chain.name, archive)
  enableArchives(lazyArchive)
  return { ...network, archive }
}
