import type { DemoContract } from './contracts.mjs'
import type { Rpc } from './createRpc.mjs'
import type { Call } from './story.mjs'

/** Seconds between two blocks of the past. */
export const blockSeconds: number

/** The flags of an anvil on which {@link prepareChain} works. */
export function anvilFlags(options: { chainId: number; blocks: number }): string[]

/** One call of a story as a transaction. */
export function toTransaction(
  contracts: readonly DemoContract[],
  call: Call,
): { to: `0x${string}`; data: `0x${string}`; gas: `0x${string}` }

/** Deploys the contracts and fills the past with what happened: `blocks` blocks that end now. */
export function prepareChain(
  rpc: Rpc,
  options: {
    seed: number
    blocks: number
    onProgress?: (progress: { done: number; blocks: number }) => void
  },
): Promise<{ contracts: DemoContract[]; transactions: number }>
