import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { getArchive } from '../../../src/logs/archive/Archive.ts'
import type { ArchiveManifest } from '../../../src/logs/archive/ArchiveManifest.ts'
import { logId } from '../../../src/logs/order.ts'
import { verifyArchive } from '../../../src/node/archive/verifyArchive.ts'
import { getPool } from '../../../src/rpc/pool/getPool.ts'
import { createFakeNode, type FakeNode } from '../../support/fakeNode.ts'
import { openArchive, type OpenArchive } from '../../support/openArchive.ts'
import { readAll } from '../../support/readAll.ts'

// Levels of 20, 80 and 320 logs.
const logsPerFile = 320

let node: FakeNode
let archive: OpenArchive
beforeEach(async () => {
  node = createFakeNode({ seed: 5, blocks: 320, logsPerBlock: 3 })
  archive = await openArchive(node, { toBlock: 3n, logsPerFile })
})
afterEach(async () => {
  await archive.close()
})

const manifest = () =>
  JSON.parse(readFileSync(join(archive.folder, 'manifest.json'), 'utf8')) as ArchiveManifest
const append = async (from: number, to: number) => {
  for (let block = from; block <= to; block += 12)
    await archive.build({ toBlock: BigInt(block), logsPerFile })
}
const filesOnDisk = () =>
  ['logs', 'index'].flatMap((folder) =>
    readdirSync(join(archive.folder, folder)).map((name) => `${folder}/${name}`),
  )
const truth = (to: bigint) => node.chain.logs({}, 0n, to).map(logId)

test('small additions are merged into larger files, level by level', async () => {
  // Additions of 24 logs.
  node.faults.maxBlockRange = 4
  await archive.build({ toBlock: 143n, logsPerFile })
  const { files } = manifest()
  const rows = files.map((file) => file.rows)
  // Older files are larger, and few are small.
  expect(rows.filter((count) => count >= 320).length).toBeGreaterThan(0)
  expect(rows.filter((count) => count < 80).length).toBeLessThanOrEqual(5)
  expect(rows.filter((count) => count >= 80 && count < 320).length).toBeLessThanOrEqual(4)
  expect(rows.findLastIndex((count) => count >= 320)).toBeLessThan(rows.findIndex((count) => count < 320))
  expect((await verifyArchive(archive.folder, { client: archive.client() })).problems).toEqual([])
  node.faults.maxBlockRange = undefined
  node.clearCalls()
  const { logs, coverage } = await readAll(archive.client(), { fromBlock: 0n, toBlock: 143n })
  expect(logs.map(logId)).toEqual(truth(143n))
  expect(coverage.archived).toEqual([{ from: 0n, to: 143n }])
  expect(node.callsOf('eth_getLogs')).toEqual([])
})

test('a reader of an older manifest goes on while its files are merged; an hour later they are removed', async () => {
  await append(7, 19)
  const client = archive.client()
  await readAll(client, { fromBlock: 0n, toBlock: 1n })
  const old = manifest().files.map(({ path }) => path)
  await append(31, 115)
  expect(manifest().files.filter(({ path }) => old.includes(path))).toEqual([])
  node.clearCalls()
  const { logs } = await readAll(client, { fromBlock: 0n, toBlock: 19n })
  expect(logs.map(logId)).toEqual(truth(19n))
  expect(node.callsOf('eth_getLogs')).toEqual([])
  expect(getArchive(getPool(client))!.getStatus().state).toBe('ok')
  expect(filesOnDisk()).toEqual(expect.arrayContaining(old))

  // The folder may have others.
  const foreign = join(archive.folder, 'logs', 'server.log')
  writeFileSync(foreign, 'started')
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3 * 3_600_000 })
  await archive.build({ toBlock: 119n, logsPerFile })
  const { files, keys, replaced = [] } = manifest()
  await archive.build({ toBlock: 119n, logsPerFile })
  expect(readFileSync(foreign, 'utf8')).toBe('started')
  rmSync(foreign)
  expect(filesOnDisk().sort()).toEqual([...files, keys, ...replaced].map(({ path }) => path).sort())
  expect(filesOnDisk().filter((path) => old.includes(path))).toEqual([])
})

test('of two builds at once, one changes the archive, and the other one fails', async () => {
  const results = await Promise.allSettled([
    archive.build({ toBlock: 50n, logsPerFile }),
    archive.build({ toBlock: 60n, logsPerFile }),
  ])
  const failed = results.flatMap((result) => (result.status === 'rejected' ? [String(result.reason)] : []))
  expect(failed).toEqual([expect.stringMatching(/changed by another process/)])
  expect((await verifyArchive(archive.folder, { client: archive.client() })).problems).toEqual([])
})
