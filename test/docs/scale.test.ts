import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createFakeNode } from '../support/fakeNode.ts'
import { openArchive } from '../support/openArchive.ts'
import { openDuckDb } from '../support/openDuckDb.ts'

test("in DuckDB, the SQL of docs/scale.md counts the chain's logs", async () => {
  const page = readFileSync('docs/scale.md', 'utf8')
  const [files, contracts, days] = [...page.matchAll(/```sql\n([^]*?)```/g)].map(([, sql]) => sql!)
  const node = createFakeNode({ seed: 4, blocks: 150, logsPerBlock: 5, timestamps: true })
  const archive = await openArchive(node, { logsPerFile: 200 })
  const database = await openDuckDb()
  try {
    await database.query(files!.replace('manifest.json', join(archive.folder, 'manifest.json')))
    await database.query(
      `SET VARIABLE files = list_transform(getvariable('files'), path -> '${archive.folder}/' || path)`,
    )
    const head = node.chain.head - 12n
    const logs = node.chain.logs().filter(({ blockNumber }) => blockNumber <= head)
    const counts = new Map<string, number>()
    for (const { address } of logs) counts.set(address, (counts.get(address) ?? 0) + 1)
    const expected = [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)).slice(0, 10)
    const rows = await database.query(contracts!)
    expect(rows.map(({ contract, logs: count }) => [contract, Number(count)])).toEqual(expected)

    const { topics } = logs.find((log) => log.topics.length > 0)!
    const byDay = await database.query(
      days!.replace(/from_hex\('.*?'\)/, `from_hex('${topics[0]!.slice(2)}')`),
    )
    const total = byDay.reduce((sum, { logs: count }) => sum + Number(count), 0)
    expect(total).toBe(logs.filter((log) => log.topics[0] === topics[0]).length)
  } finally {
    database.close()
    await archive.close()
  }
})
