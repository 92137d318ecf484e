import type { TestProject } from 'vitest/node'
import type { DemoContract } from '../../demo/contracts.mjs'
import { startTestChain } from './anvil.ts'

/** The chain that browser tests share: `inject('chain')`. It has 1,200 blocks of history and mines only on request. */
export interface ProvidedChain {
  readonly chainId: number
  readonly http: string
  readonly webSocket: string
  readonly contracts: readonly DemoContract[]
}

declare module 'vitest' {
  export interface ProvidedContext {
    chain: ProvidedChain
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { chainId, http, webSocket, contracts, stop } = await startTestChain({ blocks: 1200, seed: 5 })
  project.provide('chain', { chainId, http, webSocket, contracts })
  return stop
}
