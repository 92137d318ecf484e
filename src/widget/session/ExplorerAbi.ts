import type { Abi, Address } from 'viem'

/** An ABI to decode logs with. It filters nothing. */
export interface ExplorerAbi {
  /** Its events decode logs, its functions decode calls. */
  readonly abi: Abi
  /** The contract. @default any contract */
  readonly address?: Address | undefined
  /** The contract's name, shown as the label of `address` if `contracts` has none. */
  readonly name?: string | undefined
}
