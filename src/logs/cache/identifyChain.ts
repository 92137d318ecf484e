import { numberToHex, type Hash } from 'viem'
import { NodeError, type NodeErrorKind } from '../../errors/NodeError.ts'
import { hasOtherEndpoints } from '../../rpc/endpoint/requestEndpoints.ts'
import { readQuantity } from '../../rpc/parseQuantity.ts'
import type { Pool, PoolRequestOptions } from '../../rpc/Pool.ts'
import { isBlockHash } from '../filter/ParsedLogQuery.ts'
import type { Checkpoint } from './LogStorage.ts'

/**
 * Whether known blocks are of the pool's chain: development chains restart with the same chain id.
 *
 * - `unknown`: no node can tell
 * - `misled`: an endpoint turned out to serve another network. It is no longer used, and what it has sent so far is wrong
 */
export type ChainIdentity = 'same' | 'other' | 'unknown' | 'misled'

/** Refusals that are final: the node lacks the method, or the block. */
const refusals: ReadonlySet<NodeErrorKind> = new Set([
  'invalid-input',
  'unavailable',
  'fatal',
  'pruned',
  'malformed',
  'beyond-head',
])

/**
 * Compares checkpoints with the blocks of the chain (`eth_getBlockByNumber`), the highest first: usually one call is
 * enough.
 *
 * @throws {@link NodeError} if no node could be reached, or all that can be serve another network.
 */
export async function identifyChain(
  pool: Pool,
  checkpoints: readonly Checkpoint[],
  signal: AbortSignal | undefined,
): Promise<ChainIdentity> {
  if (checkpoints.length === 0) return 'other'
  let isShorter = false
  for (const { number, hash } of checkpoints.toReversed()) {
    const shown = await readHash(pool, number, signal)
    // A shorter chain may share its first blocks with the cached one, so it is unknown whether it is the same.
    if (shown.hash === hash) return isShorter ? 'unknown' : 'same'
    if (shown.hash !== undefined)
      return recheck(pool, shown.endpoint, async (endpoint) => {
        return (await readHash(pool, number, signal, { endpoint })).hash === hash
      })
    isShorter ||= shown.isBeyond
  }
  return 'unknown'
}

/**
 * Checks that the pool's network is still served, where no block can tell (`eth_chainId`).
 *
 * @throws {@link NodeError} if no node could be reached, or all that can be serve another network.
 */
export async function checkNetwork(pool: Pool, signal: AbortSignal | undefined): Promise<ChainIdentity> {
  const id = BigInt(pool.network.id)
  const read = async (endpoint?: string) => {
    const call = { method: 'eth_chainId', params: [] }
    const { result, ...from } = await pool.request<unknown>(call, { ...readOptions, signal, endpoint })
    return { isSame: readQuantity(result) === id, endpoint: from.endpoint }
  }
  const shown = await read()
  return shown.isSame
    ? 'same'
    : recheck(pool, shown.endpoint, async (endpoint) => (await read(endpoint)).isSame)
}

/** After a mismatch: has the chain id of the endpoint checked again, and reads from it once more. */
async function recheck(
  pool: Pool,
  endpoint: string | undefined,
  isSame: (endpoint: string | undefined) => Promise<boolean>,
): Promise<ChainIdentity> {
  if (endpoint !== undefined) pool.verifyAgain(endpoint)
  try {
    return (await isSame(endpoint)) ? 'misled' : 'other'
  } catch (error) {
    const isWrong = error instanceof NodeError && error.kind === 'wrong-network'
    if (isWrong && hasOtherEndpoints(pool, [])) return 'misled'
    throw error
  }
}

export interface ShownBlock {
  /** `undefined` if the node does not return the block. */
  readonly hash: Hash | undefined
  /** Whether the block seems to be above the node's head. */
  readonly isBeyond: boolean
  /** The endpoint that answered. */
  readonly endpoint: string | undefined
}

const readOptions = { preferVerified: 'pending', reason: 'chain-check' } as const

/** Reads the hash of a block (`eth_getBlockByNumber`). */
export async function readHash(
  pool: Pool,
  number: bigint,
  signal: AbortSignal | undefined,
  endpoints: Pick<PoolRequestOptions, 'endpoint' | 'exclude'> = {},
): Promise<ShownBlock> {
  try {
    const { result, endpoint } = await pool.request<{ hash?: unknown } | null>(
      { method: 'eth_getBlockByNumber', params: [numberToHex(number), false] },
      { ...readOptions, signal, ...endpoints },
    )
    const head = pool.getStatus().find(({ name }) => name === endpoint)?.head
    const hash = isBlockHash(result?.hash) ? (result.hash.toLowerCase() as Hash) : undefined
    return { hash, isBeyond: result === null && (head === undefined || head < number), endpoint }
  } catch (error) {
    signal?.throwIfAborted()
    if (!(error instanceof NodeError) || !refusals.has(error.kind)) throw error
    return { hash: undefined, isBeyond: error.kind === 'beyond-head', endpoint: error.endpoint }
  }
}
