import type { ContractKey } from './contracts.mjs'

/** One transaction: an action of a contract, done `count` times over with what follows from `seed`. */
export interface Call {
  readonly contract: ContractKey
  readonly action: string
  readonly seed: number
  readonly count: number
}

/** Numbers from 0 up to 1, the same for the same seed. */
export function createRandom(seed: number): () => number

/** One transaction: mostly a few events, now and then many. */
export function createCall(random: () => number): Call

/** The blocks in which something happens, in order, counted from 0. */
export function tellStory(options: {
  seed: number
  blocks: number
}): Generator<{ readonly block: number; readonly calls: readonly Call[] }>
