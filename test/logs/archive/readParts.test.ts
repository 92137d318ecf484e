import { expect, onTestFinished, test } from 'vitest'
import { getArchive } from '../../../src/logs/archive/Archive.ts'
import { ArchiveHost } from '../../../src/logs/archive/ArchiveHost.ts'
import { readParts } from '../../../src/logs/archive/readParts.ts'
import { countLogs } from '../../../src/logs/columns/LogSelection.ts'
import { parseLogQuery } from '../../../src/logs/filter/parseLogQuery.ts'
import { getPool } from '../../../src/rpc/pool/getPool.ts'
import { collectGarbage } from '../../support/collectGarbage.ts'
import { createFakeNode } from '../../support/fakeNode.ts'
import { openArchive } from '../../support/openArchive.ts'

test('logs that the caller has dropped are not kept until the last file is read', async () => {
  const node = createFakeNode({ seed: 11, blocks: 120, logsPerBlock: 3 })
  const logsPerFile = 40
  const archive = await openArchive(node, { toBlock: 14n, logsPerFile })
  onTestFinished(archive.close)
  for (const toBlock of [29n, 44n, 59n, 74n, 107n]) await archive.build({ toBlock, logsPerFile })
  const pool = getPool(archive.client('direct'))
  const [address] = node.chain.contracts
  const query = {
    filter: parseLogQuery({ address }).filter,
    blocks: [{ from: 0n, to: 107n }],
    order: 'asc',
    limit: undefined,
  } as const
  const parts = await getArchive(pool)!.plan(pool, query)
  expect(parts.length).toBeGreaterThan(4)
  const reading = readParts(query, parts, {
    host: new ArchiveHost(archive.manifest),
    signal: undefined,
    onRead: () => {},
    onDamage: () => false,
  })
  const read: WeakRef<object>[] = []
  let count = 0
  for await (const { selection } of reading) {
    read.push(new WeakRef(selection.segment))
    count += countLogs(selection)
    if (read.length === parts.length) collectGarbage()
  }
  expect(count).toBe(node.chain.logs({ address }).filter(({ blockNumber }) => blockNumber <= 107n).length)
  expect(read.slice(0, -2).map((segment) => segment.deref())).toEqual(read.slice(0, -2).map(() => undefined))
})
