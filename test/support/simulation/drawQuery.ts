import type { Hex } from 'viem'
import type { LogQuery } from '../../../src/logs/filter/LogQuery.ts'
import type { SeededRandom } from '../../../src/testing/SeededRandom.ts'
import { fakeEvents, type SeededChain } from '../SeededChain.ts'

type Draft = { -readonly [key in keyof LogQuery]: LogQuery[key] }

/** Draws a query: mostly wide, with or without a filter, an order and a limit. */
export function drawQuery(random: SeededRandom, chain: SeededChain): LogQuery {
  const query: Draft = {}
  const { contracts } = chain
  if (random() < 0.4)
    query.address = random() < 0.5 ? random.pick(contracts) : contracts.slice(0, 1 + random.below(4))
  const topics = random.pick<NonNullable<LogQuery['topics']>>([
    [],
    [],
    [fakeEvents[0]],
    [[fakeEvents[0], fakeEvents[1]]],
    [null, [accountTopic(chain, 0), accountTopic(chain, 1), accountTopic(chain, 2)]],
    [fakeEvents[1], null],
    [[...fakeEvents], null, null],
  ])
  if (topics.length > 0) query.topics = topics
  // Not drawn, so that all other queries stay what they were.
  if (chain.head % 4n === 1n) {
    const { address = null } = query
    delete query.address
    delete query.topics
    query.filters = [
      { address, topics },
      { address, topics: [null, null, accountTopic(chain, 0)] },
      { address: contracts[0], topics: [fakeEvents[1]] },
    ].slice(0, chain.head % 8n === 1n ? 2 : 3)
  }
  if (random() < 0.5) query.order = 'desc'
  if (random() < 0.25) query.limit = 1 + random.below(60)
  const head = Number(chain.head)
  if (random() < 0.04) {
    const block = chain.block(random.below(head + 1))
    return { ...query, blockHash: random() < 0.8 && block ? block.hash : random.hex(32) }
  }
  const from = random.below(head + 5)
  if (random() < 0.7) query.fromBlock = BigInt(random() < 0.6 ? random.below(20) : from)
  if (random() < 0.5) query.toBlock = BigInt(from + random.below(head + 10))
  else if (random() < 0.3) query.toBlock = random.pick(['safe', 'finalized', 'latest'] as const)
  if (
    typeof query.toBlock === 'bigint' &&
    typeof query.fromBlock === 'bigint' &&
    query.fromBlock > query.toBlock
  )
    [query.fromBlock, query.toBlock] = [query.toBlock, query.fromBlock]
  return query
}

function accountTopic({ accounts }: SeededChain, at: number): Hex {
  return `0x${'0'.repeat(24)}${accounts[at]!.slice(2)}`
}
