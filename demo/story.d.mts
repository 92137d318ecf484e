import type { ContractKey } from './contracts.mjs'

/** One transaction: a contract's function that acts `count` times, with values drawn from `seed`. */
export interface Call {
  readonly contract: ContractKey
  readonly action: string
  readonly seed: number
  readonly count: number
}

/** Creates pseudo-random numbers from 0 up to, not including, 1, which depend only on the seed. */
export function createRandom(seed: number): () => number

/** Draws one transaction: mostly a few events, sometimes many. */
export function createCall(random: () => number): Call

/** The blocks with transactions, in order, counted from 0. */
export function tellStory(options: {
  seed: number
  blocks: number
}): Generator<{ readonly block: number; readonly calls: readonly Call[] }>
