import { expect, test } from 'vitest'
import { createLogCache } from '../../../src/logs/cache/createLogCache.ts'
import { containsFilter } from '../../../src/logs/filter/containsFilter.ts'
import type { Filter } from '../../../src/logs/filter/Filter.ts'
import { parseLogQuery } from '../../../src/logs/filter/parseLogQuery.ts'
import { intersect, toIntervalSet, type IntervalSet } from '../../../src/logs/intervals.ts'
import { logId } from '../../../src/logs/order.ts'
import type { WireFilter } from '../../../src/testing/logMatcher.ts'
import { createSeededRandom } from '../../../src/testing/SeededRandom.ts'
import { clientOf } from '../../support/clientOf.ts'
import { createFakeNode } from '../../support/fakeNode.ts'
import { readAll } from '../../support/readAll.ts'
import { drawQuery } from '../../support/simulation/drawQuery.ts'
import { memoryStorage } from '../cache/cacheMemoryStorage.ts'

const seeds = Array.from({ length: 40 }, (_, index) => index + 1)
const finality = 12

/** The verified blocks of a scan that could no longer change. */
interface Settled {
  readonly filter: Filter
  readonly blocks: IntervalSet
}

test.each(seeds)(
  'seed %i: over a chain that grows and reorganizes, answers are correct and no final block is requested twice',
  async (seed) => {
    const random = createSeededRandom(seed, 77)
    const blocks = 150 + random.below(150)
    const node = createFakeNode({ seed, blocks, logsPerBlock: random.below(4), plainReplies: true })
    if (random() < 0.5) node.faults.maxBlockRange = 20 + random.below(100)
    const storage = random() < 0.6 ? memoryStorage() : undefined
    const openPage = () => ({
      client: clientOf(node, { finality }),
      cache: createLogCache({ storage }),
    })
    let page = openPage()
    const settled: Settled[] = []

    for (let step = 0; step < 20; step++) {
      const chance = random()
      if (chance < 0.2) node.chain.mine(1 + random.below(8))
      else if (chance < 0.4) {
        const depth = 1 + random.below(finality)
        node.chain.reorg(depth, { blocks: depth + random.below(4) })
      } else if (chance < 0.5 && storage) {
        await page.cache.close()
        page = openPage()
      }
      // A block requested by its hash bypasses the cache.
      const query = { ...drawQuery(random, node.chain), blockHash: null }
      const { filter } = parseLogQuery(query)
      node.clearCalls()
      const { logs, coverage } = await readAll(page.client, query, { cache: page.cache })
      expect(coverage.failed).toEqual([])

      for (const { from, to } of coverage.verified) {
        const told = logs.filter(({ blockNumber }) => blockNumber >= from && blockNumber <= to)
        const ids = told.map(logId)
        expect(query.order === 'desc' ? ids.toReversed() : ids).toEqual(
          node.chain.logs(filter as WireFilter, from, to).map(logId),
        )
      }

      const asked = toIntervalSet(
        node.callsOf('eth_getLogs').map(({ params }) => {
          const [{ fromBlock, toBlock }] = params as [{ fromBlock: string; toBlock: string }]
          return { from: BigInt(fromBlock), to: BigInt(toBlock) }
        }),
      )
      for (const earlier of settled)
        if (containsFilter(earlier.filter, filter))
          expect({ step, twice: intersect(earlier.blocks, asked) }).toEqual({ step, twice: [] })

      const final = [{ from: 0n, to: node.chain.head - BigInt(finality) }]
      settled.push({ filter, blocks: intersect(coverage.verified, final) })
    }
  },
)
