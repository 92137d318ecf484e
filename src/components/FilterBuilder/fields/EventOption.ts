import type { AbiEvent } from 'viem'

/** An event that is offered, and who knows it. */
export interface EventOption {
  /** As it is taken: its signature. */
  readonly text: string
  readonly event: AbiEvent
  /** The label of a contract, or "Well-known events". */
  readonly source: string
}
