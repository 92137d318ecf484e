import type { Address, Hex } from 'viem'
import { createSeededRandom, type SeededRandom } from '../../src/testing/SeededRandom.ts'
import { TestChain, type TestBlock, type TestChainOptions } from '../../src/testing/TestChain.ts'

export interface SeededChainOptions extends Omit<TestChainOptions, 'makeLogs' | 'isEmpty'> {
  /** Logs per block: a number, or drawn for each block. */
  logsPerBlock: number | ((block: number, random: SeededRandom) => number)
  /** Bytes of an amount that are not zero. Fewer make amounts as long as those of real tokens. @default 32 */
  amountBytes?: number | undefined
}

/** keccak-256 of `Transfer(address,address,uint256)`, `Approval(address,address,uint256)`, `Paused(address)`. */
export const fakeEvents = [
  '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
  '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925',
  '0x62e78cea01bee320cd4e420270b5ea74000d11b0c9f74754ebdbfc544b05a258',
] as const

/** A chain whose logs, or the parts that a test does not define, are drawn from the seed. */
export class SeededChain extends TestChain {
  readonly contracts: readonly Address[]
  readonly accounts: readonly Address[]

  constructor({ logsPerBlock, amountBytes = 32, ...options }: SeededChainOptions) {
    const { seed } = options
    const addresses = createSeededRandom(seed, 0xc0ffee)
    const contracts = Array.from({ length: 5 }, () => addresses.hex(20))
    const accounts = Array.from({ length: 8 }, () => addresses.hex(20))
    const topicsOf = accounts.map((account): Hex => `0x${'0'.repeat(24)}${account.slice(2)}`)
    super({
      ...options,
      sharedBlocks: blocksSharedBy(
        logsPerBlock,
        [seed, amountBytes, options.blockTime, options.timestamps].join(),
      ),
      // Known without making the block only if the number is not drawn.
      isEmpty: (block) => countOf(logsPerBlock, block) === 0,
      makeLogs: ({ number, fork }, drafts) => {
        const random = createSeededRandom(seed, number, fork, 1)
        const count =
          drafts?.length ?? (typeof logsPerBlock === 'number' ? logsPerBlock : logsPerBlock(number, random))
        return Array.from({ length: count }, (_, index) => {
          const event = random.pick(fakeEvents)
          const topics: Hex[] =
            event === fakeEvents[2] ? [event] : [event, random.pick(topicsOf), random.pick(topicsOf)]
          const address = random.pick(contracts)
          const drawn = random.hex(32)
          const data: Hex =
            amountBytes === 32 ? drawn : `0x${drawn.slice(-2 * amountBytes).padStart(64, '0')}`
          return { address, topics, data, ...drafts?.[index], transactionHash: random.hex(32) }
        })
      },
    })
    this.contracts = contracts
    this.accounts = accounts
  }
}

/** How many logs a block has, if it is not drawn. */
function countOf(logsPerBlock: SeededChainOptions['logsPerBlock'], block: number): number | undefined {
  if (typeof logsPerBlock === 'number') return logsPerBlock
  return logsPerBlock.length < 2 ? logsPerBlock(block, undrawn) : undefined
}

const undrawn = createSeededRandom(0)

interface SharedBlocks {
  readonly logsPerBlock: SeededChainOptions['logsPerBlock']
  readonly rest: string
  readonly blocks: Map<number, TestBlock>
}

/** The blocks of the latest chains: most tests of a file read the same chain. */
const lastBlocks: SharedBlocks[] = []

function blocksSharedBy(logsPerBlock: SeededChainOptions['logsPerBlock'], rest: string) {
  // Depends on the draws of one chain: no other chain has these blocks.
  if (typeof logsPerBlock === 'function' && logsPerBlock.length > 1) return undefined
  const found = lastBlocks.find((one) => one.logsPerBlock === logsPerBlock && one.rest === rest)
  if (found) return found.blocks
  const blocks = new Map<number, TestBlock>()
  lastBlocks.push({ logsPerBlock, rest, blocks })
  if (lastBlocks.length > 4) lastBlocks.shift()
  return blocks
}
