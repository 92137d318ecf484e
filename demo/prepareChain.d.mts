import type { DemoContract } from './contracts.mjs'
import type { Rpc } from './createRpc.mjs'
import type { Call } from './story.mjs'

/** Seconds between two blocks of the history. */
export const blockSeconds: number

export interface AnvilFlagsOptions {
  chainId: number
  blocks: number
  /** Whether to keep the state of each block, which reorgs and calls at old blocks need. @default false */
  states?: boolean | undefined
}

/** The flags of anvil that {@link prepareChain} needs. */
export function anvilFlags(options: AnvilFlagsOptions): string[]

/** Encodes a call of a story as a transaction. */
export function toTransaction(
  contracts: readonly DemoContract[],
  call: Call,
): { to: `0x${string}`; data: `0x${string}`; gas: `0x${string}` }

/** Deploys the contracts and mines a history of `blocks` blocks that ends now. */
export function prepareChain(
  rpc: Rpc,
  options: {
    seed: number
    blocks: number
    onProgress?: (progress: { done: number; blocks: number }) => void
  },
): Promise<{ contracts: DemoContract[]; transactions: number }>
