import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { recordFormat } from '../../src/logs/cache/records.ts'
import { linkVersion } from '../../src/logs/filter/formats/toShareLink.ts'
import { createLogList } from '../../src/logs/list/LogList.ts'
import { LogsSnapshot } from '../../src/logs/snapshot/LogsSnapshot.ts'

const page = readFileSync('docs/stability.md', 'utf8')
const source = (file: string) => readFileSync(`src/${file}`, 'utf8')

/** The version that the table gives a kind of data. */
function versionOf(data: string): string | undefined {
  const rows = page.split('\n').map((line) => line.split('|').map((cell) => cell.trim()))
  return rows.find(([, first]) => first?.startsWith(data))?.[2]
}

describe('docs/stability.md', () => {
  test('has the versions of all stored data', () => {
    expect(versionOf('share links')).toBe(String(linkVersion))
    expect(versionOf('cached logs, per record')).toBe(String(recordFormat))
    expect(versionOf('dehydrated results')).toBe(String(LogsSnapshot.empty.toJSON().version))
    expect(versionOf('a list as JSON')).toBe(String(createLogList([]).toJSON().version))
    const [, database] = /^const version = (\d+)$/m.exec(source('logs/cache/openDatabase.ts')) ?? []
    expect(versionOf('cached logs, the IndexedDB database')).toBe(database)
    const [, manifest] =
      /^ {2}readonly version: (\d+)$/m.exec(source('logs/archive/ArchiveManifest.ts')) ?? []
    expect(versionOf('archives')).toBe(manifest)
    const [, fold] = /^const head = '\{"version":(\d+),'$/m.exec(source('node/FoldFile.ts')) ?? []
    expect(versionOf('files of `foldLogs`')).toBe(fold)
  })

  test.each([
    ['topic0:queries:1:', 'widget/session/QueryStore.ts'],
    ['topic0:explorer:1', 'widget/settings/useExplorerSettings.ts'],
    ['topic0:addresses:1:', 'widget/session/AddressBookStore.ts'],
    ['topic0:watch:1', 'widget/watch/WatchStore.ts'],
    ['topic0.limits.', 'rpc/endpoint/LimitStore.ts'],
    ['topic0.calls.', 'rpc/DailyBudget.ts'],
  ])('names the storage key %s', (key, file) => {
    expect(page).toContain(`\`${key}`)
    expect(source(file)).toContain(key)
  })
})
