import { perPool } from '../../rpc/perPool.ts'
import type { Pool } from '../../rpc/Pool.ts'
import type { LogCache } from './LogCache.ts'

/** A chain that a network has had in this session. */
export interface KnownChain {
  /** Whether the network was found to have another chain since, under the same chain id. */
  isReplaced: boolean
  /** Caches that were found to be of this chain. Another set once one was found not to be. */
  caches: WeakSet<LogCache>
}

const newChain = (): KnownChain => ({ isReplaced: false, caches: new WeakSet() })
const knownChains = /* @__PURE__ */ perPool(() => ({ chain: newChain() }))

/** The chain that a network has, as far as is known. */
export function chainOf(pool: Pool): KnownChain {
  return knownChains(pool).chain
}

/** Notes that a chain was replaced, unless that is known already. Returns the chain that the network has now. */
export function replaceChain(pool: Pool, chain = chainOf(pool)): KnownChain {
  const known = knownChains(pool)
  if (!chain.isReplaced) known.chain = newChain()
  chain.isReplaced = true
  return known.chain
}
