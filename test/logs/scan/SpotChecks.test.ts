import { createClient } from 'viem'
import { afterEach, expect, test, vi } from 'vitest'
import { defineNetwork } from '../../../src/logs/archive/defineNetwork.ts'
import { packLogs } from '../../../src/logs/columns/packLogs.ts'
import { parseLogQuery } from '../../../src/logs/filter/parseLogQuery.ts'
import { SpotChecks } from '../../../src/logs/scan/SpotChecks.ts'
import { xone } from '../../../src/rpc/networks/xone.ts'
import { getPool } from '../../../src/rpc/pool/getPool.ts'
import { nodePool } from '../../../src/rpc/pool/nodePool.ts'
import { createFakeNode } from '../../support/fakeNode.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

test('ranges without logs are drawn as often as their blocks suggest', async () => {
  const node = createFakeNode({ blocks: 2_000, logsPerBlock: 0 })
  const archive = { url: 'https://archive.test/manifest.json', spotChecks: 4 }
  const network = defineNetwork(xone, { http: node.urls, archive })
  const transport = nodePool(network, { fetch: node.fetch, storage: null, channel: null })
  const pool = getPool(createClient({ chain: network, transport }))
  const checks = new SpotChecks(pool, parseLogQuery({}).filter)
  const selection = { segment: packLogs([]), rows: undefined }
  for (const range of [
    { from: 0n, to: 9n },
    { from: 10n, to: 1_999n },
  ])
    checks.add({ range, selection, endpoint: 'archive.test', source: 'archive' })
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
  await checks.findDifference(undefined)
  const froms = node.calls
    .filter(({ method }) => method === 'eth_getLogs')
    .map(({ params }) => Number((params as [{ fromBlock: string }])[0].fromBlock))
  expect(froms.length).toBeGreaterThanOrEqual(4)
  expect(Math.min(...froms)).toBeGreaterThanOrEqual(10)
})
