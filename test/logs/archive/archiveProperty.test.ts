import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { matchesFilter } from '../../../src/logs/filter/matchesFilter.ts'
import { parseLogQuery } from '../../../src/logs/filter/parseLogQuery.ts'
import { intersect, toIntervalSet } from '../../../src/logs/intervals.ts'
import { logId } from '../../../src/logs/order.ts'
import { createSeededRandom } from '../../../src/testing/SeededRandom.ts'
import { createFakeNode } from '../../support/fakeNode.ts'
import { archiveFinality, openArchive, type OpenArchive } from '../../support/openArchive.ts'
import { readAll } from '../../support/readAll.ts'
import { drawQuery } from '../../support/simulation/drawQuery.ts'

const node = createFakeNode({ seed: 7, blocks: 240, logsPerBlock: 4, timestamps: true })
const zero = `0x${'0'.repeat(64)}` as const
let archive: OpenArchive

beforeAll(async () => {
  const { contracts } = node.chain
  for (let block = 0; block < 40; block++)
    node.chain.mine(1, {
      logs: [
        { address: contracts[block % 5]!, topics: [] },
        { address: contracts[block % 3]!, topics: [zero] },
        { address: contracts[0]!, topics: [zero, zero, zero, zero], data: '0x' },
      ],
    })
  node.chain.mine(40)
  // Several files, some of them extended.
  archive = await openArchive(node, { logsPerFile: 300, toBlock: 40n })
  for (const toBlock of [50n, 110n, 200n]) await archive.build({ logsPerFile: 300, toBlock })
  node.chain.mine(20)
  await archive.build({ logsPerFile: 300 })
  expect(readdirSync(join(archive.folder, 'logs')).length).toBeGreaterThan(3)
})
afterAll(() => archive.close())

test.each([1, 2, 3, 4, 5, 6])(
  '50 filters drawn from seed %i give what the chain has, without a call for archived blocks',
  async (seed) => {
    const random = createSeededRandom(seed, 5)
    let client = archive.client('direct')
    const all = node.chain.logs()
    const covered = [{ from: 0n, to: node.chain.head - BigInt(archiveFinality) }]
    const extra = [
      { topics: [zero] },
      { topics: [null] },
      { topics: [] },
      { topics: [null, null, null, null] },
    ]
    for (let step = 0; step < 50; step++) {
      const drawn = { ...drawQuery(random, node.chain), blockHash: null }
      const query = step % 5 === 0 && !drawn.filters ? { ...drawn, ...random.pick(extra) } : drawn
      const { filter } = parseLogQuery(query)
      if (step % 10 === 0) client = archive.client('direct')
      node.clearCalls()
      const { logs, coverage, snapshot } = await readAll(client, query)
      expect(coverage.failed).toEqual([])
      expect(snapshot.isComplete || query.limit !== undefined || coverage.pending.length > 0).toBe(true)
      for (const { from, to } of coverage.verified) {
        const shown = logs.filter(({ blockNumber }) => blockNumber >= from && blockNumber <= to)
        const expected = all.filter(
          (log) => log.blockNumber >= from && log.blockNumber <= to && matchesFilter(filter, log),
        )
        expect({
          step,
          ids: query.order === 'desc' ? shown.toReversed().map(logId) : shown.map(logId),
        }).toEqual({
          step,
          ids: expected.map(logId),
        })
        expect(shown.map((log) => log.blockTimestamp)).not.toContain(undefined)
      }
      const asked = toIntervalSet(
        node.callsOf('eth_getLogs').map(({ params }) => {
          const [{ fromBlock, toBlock }] = params as [{ fromBlock: string; toBlock: string }]
          return { from: BigInt(fromBlock), to: BigInt(toBlock) }
        }),
      )
      expect({ step, asked: intersect(asked, covered) }).toEqual({ step, asked: [] })
      expect(intersect(toIntervalSet(coverage.archived ?? []), coverage.verified)).toEqual(
        intersect(covered, coverage.verified),
      )
    }
  },
)
