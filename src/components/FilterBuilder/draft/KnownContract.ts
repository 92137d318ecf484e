import type { Abi, Address } from 'viem'

/** A contract that can be chosen instead of typed. */
export interface KnownContract {
  readonly address: Address
  readonly label: string
  /** Its events are offered, and its signatures understood. */
  readonly abi?: Abi | undefined
  /** Of its token: numbers can be written in these units. */
  readonly decimals?: number | undefined
  /** Name of these units. @default the label */
  readonly symbol?: string | undefined
}
