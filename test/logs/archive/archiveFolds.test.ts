import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Client, Hex } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { ArchiveError } from '../../../src/errors/ArchiveError.ts'
import { getArchive } from '../../../src/logs/archive/Archive.ts'
import { FoldFile } from '../../../src/node/FoldFile.ts'
import { foldLogs } from '../../../src/node/foldLogs.ts'
import { writeLogs } from '../../../src/node/writeLogs.ts'
import { getPool } from '../../../src/rpc/pool/getPool.ts'
import { createFakeNode } from '../../support/fakeNode.ts'
import { openArchive, type OpenArchive } from '../../support/openArchive.ts'

const node = createFakeNode({ seed: 11, blocks: 120, logsPerBlock: 3 })
const [address] = node.chain.contracts
const query = { address: address!, fromBlock: 0n }
let archive: OpenArchive
let folder: string
beforeAll(async () => {
  archive = await openArchive(node, { logsPerFile: 10_000 })
})
afterAll(() => archive.close())
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'topic0-fold-'))
})
afterEach(async () => {
  node.faults = {}
  node.clearCalls()
  await rm(folder, { recursive: true })
})

const wrongData: Hex = `0x${'7'.repeat(64)}`

/** Nodes have other data in all logs than the archive: of the same blocks, in the same places. */
function contradict() {
  node.faults.tamper = (logs) => logs.map((log) => ({ ...log, data: wrongData }))
}

const checks = () =>
  node
    .callsOf('eth_getLogs')
    .filter(({ params }) => Number((params as [{ toBlock: string }])[0].toBlock) <= 107)

/** Counts logs by their data. */
function count(
  client: Client,
  storage: string,
  { mutates = false, onReduce = (): unknown => undefined } = {},
) {
  const initial = new Map<Hex, number>()
  const result = foldLogs(client, query, {
    initial,
    mutates,
    storage,
    reduce(before, logs) {
      onReduce()
      const counts = mutates ? before : new Map(before)
      for (const { data } of logs) counts.set(data, (counts.get(data) ?? 0) + 1)
      return counts
    },
  })
  return { result, initial }
}

test('a fold of an archive that nodes contradict starts over, and stores nothing of it', async () => {
  contradict()
  const storage = join(folder, 'counts.json')
  const client = archive.client({ spotChecks: true })
  const { state } = await count(client, storage).result
  expect(getArchive(getPool(client))!.isRejected).toBe(true)
  const logs = node.chain.logs({ address: address! }).length
  expect([...state]).toEqual([[wrongData, logs]])
  const next = await count(archive.client({ spotChecks: true }), storage).result
  expect([...next.state]).toEqual([[wrongData, logs]])
})

test('a state with logs of an archive that is being checked is stored after the check', async () => {
  const now = performance.now.bind(performance)
  let passed = 0
  // A state is due to be stored after each call of `reduce`.
  vi.spyOn(performance, 'now').mockImplementation(() => now() + passed)
  const { add } = FoldFile.prototype
  const checked: number[] = []
  vi.spyOn(FoldFile.prototype, 'add').mockImplementation(function (this: FoldFile, point) {
    checked.push(checks().length)
    return add.call(this, point)
  })
  const onReduce = () => (passed += 10_000)
  const client = archive.client({ spotChecks: true })
  const { storedTo } = await count(client, join(folder, 'counts.json'), { onReduce }).result
  expect(storedTo).toBe(107n)
  expect(checked).toEqual([2])
})

test('the coverage of a written file says which blocks come from the archive', async () => {
  const { coverage } = await writeLogs(archive.client(), query, join(folder, 'logs.csv'))
  expect(coverage.archived).toEqual([{ from: 0n, to: 107n }])
  expect(coverage.verified[0]).toMatchObject({ from: 0n })
  const direct = await writeLogs(archive.client(), { ...query, fromBlock: 110n }, join(folder, 'newest.csv'))
  expect(direct.coverage).not.toHaveProperty('archived')
})

test('a file with logs of an archive that nodes contradict is an error, and is not continued', async () => {
  contradict()
  const file = join(folder, 'logs.csv')
  const written = writeLogs(archive.client({ spotChecks: true }), query, file)
  await expect(written).rejects.toThrow(ArchiveError)
  expect((await readdir(folder)).sort()).toEqual(['logs.csv.part', 'logs.csv.part.json'])
  // It says who wrote the file, and not how far.
  const state: unknown = JSON.parse(await readFile(`${file}.part.json`, 'utf8'))
  expect(state).toEqual({ writer: expect.any(String) as string })
})

test('mutates changes a state of its own, and stores that of final blocks only', async () => {
  const storage = join(folder, 'counts.json')
  const [mutated, plain] = [
    count(archive.client(), storage, { mutates: true }),
    count(archive.client(), join(folder, 'plain.json')),
  ]
  const [{ state, storedTo }, expected] = await Promise.all([mutated.result, plain.result])
  expect(state).toEqual(expected.state)
  expect(mutated.initial.size).toBe(0)
  expect(storedTo).toBe(expected.storedTo)
  // Goes on from the file, with the blocks that are not final.
  expect((await count(archive.client(), storage, { mutates: true }).result).state).toEqual(expected.state)
})
