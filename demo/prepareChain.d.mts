import type { DemoContract } from './contracts.mjs'
import type { Rpc } from './createRpc.mjs'
import type { Call } from './story.mjs'

/** Seconds between two blocks of the past. */
export const blockSeconds: number

export interface AnvilFlagsOptions {
  chainId: number
  blocks: number
  /** Keep the state of each block, which reorgs and calls into the past need. @default false */
  states?: boolean | undefined
}

/** The flags of an anvil on which {@link prepareChain} works. */
export function anvilFlags(options: AnvilFlagsOptions): string[]

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
