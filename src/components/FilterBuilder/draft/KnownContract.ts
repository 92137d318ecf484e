import type { Abi, Address } from 'viem'

/** A contract that can be chosen instead of typed. */
export interface KnownContract {
  readonly address: Address
  readonly label: string
  /** Offers its events and resolves their names and signatures. */
  readonly abi?: Abi | undefined
  /** Decimals of its token, to enter numbers in this unit. */
  readonly decimals?: number | undefined
  /** Symbol of the unit. @default the label */
  readonly symbol?: string | undefined
}
