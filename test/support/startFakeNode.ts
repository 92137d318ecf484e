import { TestNode, type TestNodeOptions } from '../../src/testing/TestNode.ts'
import { SeededChain, type SeededChainOptions } from './SeededChain.ts'

export type FakeNodeOptions = Partial<SeededChainOptions> & Omit<TestNodeOptions, 'chain'>
export type FakeNode = TestNode<SeededChain>

/** Starts a node with a seeded chain outside a test. Tests use `createFakeNode`, which also prints the seed of a failure. */
export function startFakeNode({
  chainId = 3721,
  blocks = 100,
  logsPerBlock = 3,
  amountBytes,
  blockTime = 2,
  timestamps = false,
  finalized,
  ...options
}: FakeNodeOptions = {}): FakeNode {
  const { seed = 1 } = options
  const chain = new SeededChain({
    ...{ seed, chainId, blocks, logsPerBlock, amountBytes, blockTime, timestamps, finalized },
  })
  return new TestNode({ ...options, chain })
}
