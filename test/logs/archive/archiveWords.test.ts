import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Hex } from 'viem'
import { expect, onTestFinished, test } from 'vitest'
import { ArchiveHost } from '../../../src/logs/archive/ArchiveHost.ts'
import { parseKeys } from '../../../src/logs/archive/ArchiveKeys.ts'
import { blocksOf, parseManifest, type ArchiveManifest } from '../../../src/logs/archive/ArchiveManifest.ts'
import { findRows } from '../../../src/logs/archive/findRows.ts'
import { readFile } from '../../../src/logs/archive/readFile.ts'
import { readSelection } from '../../../src/logs/columns/LogSelection.ts'
import { packLogs } from '../../../src/logs/columns/packLogs.ts'
import { matchesFilter } from '../../../src/logs/filter/matchesFilter.ts'
import { parseLogQuery } from '../../../src/logs/filter/parseLogQuery.ts'
import { logId } from '../../../src/logs/order.ts'
import { encodeLogs } from '../../../src/node/archive/encodeArchiveFile.ts'
import { verifyArchive } from '../../../src/node/archive/verifyArchive.ts'
import { createSeededRandom } from '../../../src/testing/SeededRandom.ts'
import { createFakeNode, type FakeNode } from '../../support/fakeNode.ts'
import { openArchive } from '../../support/openArchive.ts'

const zero = `0x${'0'.repeat(64)}` as const

/** An archive of one file with an index of words, until the test is over. */
async function openWords(node: FakeNode) {
  const archive = await openArchive(node, { words: true, logsPerFile: 10_000 })
  onTestFinished(archive.close)
  const { folder } = archive
  const manifest = parseManifest(readFileSync(join(folder, 'manifest.json'), 'utf8')) as ArchiveManifest
  const host = new ArchiveHost(archive.manifest)
  const [keys] = (await parseKeys(await host.readWhole(manifest.keys, undefined), manifest))!
  const file = manifest.files[0]!
  return { folder, manifest, file, blocks: blocksOf(file), host, keys: keys! }
}

test('an archive keeps its index of words in a build that does not ask for it', async () => {
  const node = createFakeNode({ seed: 6, blocks: 150, logsPerBlock: 6 })
  node.chain.mine(20, { logs: [] })
  const archive = await openArchive(node, { words: true, logsPerFile: 400 })
  onTestFinished(archive.close)
  const files = () =>
    (parseManifest(readFileSync(join(archive.folder, 'manifest.json'), 'utf8')) as ArchiveManifest).files
  node.chain.mine(40)
  await archive.build({ logsPerFile: 400 })
  expect(files().at(-1)!.words).toBeDefined()
})

test('an index of words leaves out no row of 300 drawn filters, missing topics included', async () => {
  const node = createFakeNode({ seed: 6, blocks: 150, logsPerBlock: 6 })
  const { chain } = node
  const { contracts } = chain
  for (let block = 0; block < 30; block++)
    chain.mine(1, {
      logs: [
        { address: contracts[block % 5]!, topics: [] },
        { address: contracts[block % 3]!, topics: [zero] },
        { address: contracts[block % 2]!, topics: [zero, zero] },
        { address: contracts[0]!, topics: [zero, zero, zero, zero], data: '0x' },
      ],
    })
  chain.mine(30)
  const { file, blocks, host, keys } = await openWords(node)
  const keyOf = ({ address, topics }: { address: string; topics: readonly string[] }) =>
    address + (topics[0] ?? '')
  // The order of the file: by address and topic0, and in each in the order of the chain.
  const all = chain
    .logs()
    .filter(({ blockNumber }) => blockNumber <= blocks.to)
    .map((log, at) => ({ log, at }))
    .sort((a, b) => (keyOf(a.log) < keyOf(b.log) ? -1 : keyOf(a.log) > keyOf(b.log) ? 1 : a.at - b.at))
    .map(({ log }) => log)
  expect(all).toHaveLength(file.rows)
  const random = createSeededRandom(4, 5)
  let narrowed = 0
  for (let step = 0; step < 300; step++) {
    const one = () => {
      const topics: (Hex | null | readonly Hex[])[] = random
        .pick(all)
        .topics.map((topic) =>
          random() < 0.4 ? null : random() < 0.2 ? [topic, random.pick([zero, topic])] : topic,
        )
      while (random() < 0.2 && topics.length < 4) topics.push(random.pick([zero, null]))
      return { address: random() < 0.3 ? random.pick(contracts) : null, topics }
    }
    const query = random() < 0.2 ? { filters: [one(), one()] } : one()
    const { filter } = parseLogQuery(query)
    const runs = keys.select(filter, blocks)
    const rows = await findRows(host, file.words!, filter, { runs, signal: undefined })
    if (!rows) continue
    narrowed++
    const expected = [...all.keys()].filter((row) => matchesFilter(filter, all[row]!))
    const found = [...rows].filter((row) => matchesFilter(filter, all[row]!))
    expect({ step, query, found }).toEqual({ step, query, found: expected })
  }
  expect(narrowed).toBeGreaterThan(100)
})

test('an index of words finds exactly the logs of rare topics', async () => {
  const node = createFakeNode({ seed: 5, blocks: 200, logsPerBlock: 8 })
  const { chain } = node
  const { folder, manifest, file, blocks, host, keys } = await openWords(node)
  const random = createSeededRandom(3, 5)
  const all = chain.logs().filter(({ blockNumber }) => blockNumber <= blocks.to)
  let narrowed = 0
  for (let step = 0; step < 40; step++) {
    const some = random.pick(all)
    const others = [random.pick(all).topics[1] ?? null, some.topics[1] ?? null]
    const [topic0 = null, topic1 = null, topic2 = null] = some.topics
    const topics = random.pick([
      [null, topic1],
      [topic0, topic1],
      [null, null, topic2],
      [null, topic1, topic2],
      [topic0, others.filter((topic) => topic !== null)],
      // As topic1 only: the same value as topic2 does not match.
      [null, topic2],
    ])
    const query = random() < 0.3 ? { address: some.address, topics } : { topics }
    const { filter } = parseLogQuery(query)
    const runs = keys.select(filter, blocks)
    const rows = await findRows(host, file.words!, filter, { runs, signal: undefined })
    if (rows) narrowed++
    const found: string[] = []
    const reading = readFile(
      host,
      { file, runs, rows, blocks, filter, order: 'asc', limit: undefined },
      undefined,
    )
    for await (const { selection } of reading) found.push(...readSelection(selection).map(logId))
    const expected = all.filter((log) => matchesFilter(filter, log))
    expect({ step, query, found }).toEqual({ step, query, found: expected.map(logId) })
    if (rows) expect(rows.length).toBe(expected.length)
  }
  expect(narrowed).toBeGreaterThan(20)

  expect((await verifyArchive(folder)).problems).toEqual([])
  // A sound index with the right hash, but of other logs.
  const { words } = encodeLogs(packLogs(all.slice(0, 100)), { words: true })
  const { bytes, indexStart, indexSha256 } = words!
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const part = { ...file.words!, bytes: bytes.length, indexStart, indexSha256, sha256 }
  writeFileSync(join(folder, part.path), bytes)
  writeFileSync(
    join(folder, 'manifest.json'),
    JSON.stringify({ ...manifest, files: [{ ...file, words: part }] }),
  )
  expect((await verifyArchive(folder)).problems).toEqual([
    `${part.path} has other words than the logs of ${file.path}.`,
  ])
})
