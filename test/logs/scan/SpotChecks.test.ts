import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test, vi } from 'vitest'
import { packLogs } from '../../../src/logs/columns/packLogs.ts'
import { parseLogQuery } from '../../../src/logs/filter/parseLogQuery.ts'
import { SpotChecks } from '../../../src/logs/scan/SpotChecks.ts'
import { getPool } from '../../../src/rpc/pool/getPool.ts'
import { clientOf } from '../../support/clientOf.ts'
import { createFakeNode } from '../../support/fakeNode.ts'

function setUp() {
  const node = createFakeNode({ blocks: 2_000, logsPerBlock: 0 })
  const archive = { url: 'https://archive.test/manifest.json', spotChecks: 4 }
  const pool = getPool(clientOf(node, { archive }))
  return { node, checks: new SpotChecks(pool, parseLogQuery({}).filter) }
}

test('ranges without logs are drawn as often as their blocks suggest', async () => {
  const { node, checks } = setUp()
  const selection = { segment: packLogs([]), rows: undefined }
  vi.spyOn(Math, 'random').mockReturnValue(0.9)
  for (const range of [
    { from: 0n, to: 9n },
    { from: 10n, to: 1_999n },
  ])
    checks.add({ range, selection, endpoint: 'archive.test', source: 'archive' })
  await checks.findDifference(undefined)
  const froms = node.calls
    .filter(({ method }) => method === 'eth_getLogs')
    .map(({ params }) => Number((params as [{ fromBlock: string }])[0].fromBlock))
  expect(froms.length).toBeGreaterThanOrEqual(4)
  expect(Math.min(...froms)).toBeGreaterThanOrEqual(10)
})

test('of a long archive, only the ranges to compare stay in memory', async () => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const { checks } = setUp()
  const segments = Array.from({ length: 100 }, (_, at) => {
    const segment = packLogs([])
    const range = { from: BigInt(10 * at), to: BigInt(10 * at + 9) }
    const selection = { segment, rows: undefined }
    checks.add({ range, selection, endpoint: 'archive.test', source: 'archive' })
    return new WeakRef(segment)
  })
  await new Promise(setImmediate)
  collect()
  expect(segments.filter((one) => one.deref()).length).toBeLessThanOrEqual(4)
  await checks.findDifference(undefined)
})
