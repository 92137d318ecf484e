import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readFile } from '../../../src/logs/archive/ArchiveFileReader.ts'
import { ArchiveHost } from '../../../src/logs/archive/ArchiveHost.ts'
import { parseKeys, selectRuns } from '../../../src/logs/archive/ArchiveKeys.ts'
import { blocksOf, parseManifest } from '../../../src/logs/archive/ArchiveManifest.ts'
import type { ArchiveManifest } from '../../../src/logs/archive/ArchiveManifest.ts'
import { findRows } from '../../../src/logs/archive/ArchiveWords.ts'
import { readSelection } from '../../../src/logs/columns/LogSelection.ts'
import { packLogs } from '../../../src/logs/columns/packLogs.ts'
import { matchesFilter } from '../../../src/logs/filter/matchesFilter.ts'
import { parseLogQuery } from '../../../src/logs/filter/parseLogQuery.ts'
import { logId } from '../../../src/logs/order.ts'
import { encodeLogs } from '../../../src/node/archive/encodeArchiveFile.ts'
import { verifyArchive } from '../../../src/node/archive/verifyArchive.ts'
import { createSeededRandom } from '../../../src/testing/SeededRandom.ts'
import { createFakeNode } from '../../support/fakeNode.ts'
import { openArchive } from '../../support/openArchive.ts'

test('an index of words finds exactly the logs of rare topics', async () => {
  const node = createFakeNode({ seed: 5, blocks: 200, logsPerBlock: 8 })
  const { chain } = node
  const archive = await openArchive(node, { words: true, logsPerFile: 10_000 })
  try {
    const manifest = parseManifest(
      readFileSync(join(archive.folder, 'manifest.json'), 'utf8'),
    ) as ArchiveManifest
    const [file] = manifest.files
    const blocks = blocksOf(file!)
    const host = new ArchiveHost(archive.manifest)
    const keys = await parseKeys(await host.readWhole(manifest.keys, undefined), manifest)
    const random = createSeededRandom(3, 5)
    const all = chain.logs().filter(({ blockNumber }) => blockNumber <= blocks.to)
    let narrowed = 0
    for (let step = 0; step < 100; step++) {
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
      const runs = selectRuns(keys![0]!, filter, blocks)
      const rows = await findRows(host, file!.words!, filter, { runs, signal: undefined })
      if (rows) narrowed++
      const found: string[] = []
      const reading = readFile(
        host,
        { file: file!, runs, rows, blocks, filter, order: 'asc', limit: undefined },
        undefined,
      )
      for await (const { selection } of reading) found.push(...readSelection(selection).map(logId))
      const expected = all.filter((log) => matchesFilter(filter, log))
      expect({ step, query, found }).toEqual({ step, query, found: expected.map(logId) })
      if (rows) expect(rows.length).toBe(expected.length)
    }
    expect(narrowed).toBeGreaterThan(50)

    expect((await verifyArchive(archive.folder)).problems).toEqual([])
    // A sound index with the right hash, but of other logs.
    const { words } = encodeLogs(packLogs(all.slice(0, 100)), { words: true })
    const { bytes, indexStart, indexSha256 } = words!
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const part = { ...file!.words!, bytes: bytes.length, indexStart, indexSha256, sha256 }
    writeFileSync(join(archive.folder, part.path), bytes)
    writeFileSync(
      join(archive.folder, 'manifest.json'),
      JSON.stringify({ ...manifest, files: [{ ...file!, words: part }] }),
    )
    expect((await verifyArchive(archive.folder)).problems).toEqual([
      `${part.path} has other words than the logs of ${file!.path}.`,
    ])
  } finally {
    await archive.close()
  }
})
