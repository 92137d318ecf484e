import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { ArchiveError } from '../../src/errors/ArchiveError.ts'
import { BaseError } from '../../src/errors/BaseError.ts'
import { ExportError } from '../../src/errors/ExportError.ts'
import { InvalidNetworkError } from '../../src/errors/InvalidNetworkError.ts'
import { InvalidQueryError, QueryNotReadyError } from '../../src/errors/InvalidQueryError.ts'
import { LookupError } from '../../src/errors/LookupError.ts'
import { MissingProviderError } from '../../src/errors/MissingProviderError.ts'
import { ModuleLoadError } from '../../src/errors/ModuleLoadError.ts'
import { UnreadBlocksError, type NodeErrorKind } from '../../src/errors/NodeError.ts'
import { QuotaExceededError } from '../../src/errors/QuotaExceededError.ts'
import { StorageError } from '../../src/errors/StorageError.ts'
import { packLogs } from '../../src/logs/columns/packLogs.ts'
import { parseLogQuery } from '../../src/logs/filter/parseLogQuery.ts'
import { createLogsConfig } from '../../src/query/createLogsConfig.ts'
import { classify } from '../../src/rpc/classify/classify.ts'
import { textByKind } from '../../src/rpc/classify/nodeErrorTexts.ts'
import { xone } from '../../src/rpc/networks/xone.ts'
import { elementNetworks } from '../../src/widget/element/elementNetworks.ts'

const endpoint = 'rpc.example.org'
const method = 'eth_getLogs'
const sample = (kind: NodeErrorKind) => classify({ endpoint, method, kind })
const token = '0x1111111111111111111111111111111111111111'

/** The error that `run` throws. */
function thrown(run: () => unknown): BaseError {
  try {
    run()
  } catch (error) {
    if (error instanceof BaseError) return error
  }
  throw new Error('It threw no error of ours.')
}

const ofClasses: readonly BaseError[] = [
  thrown(() => packLogs([{ address: '0x12' } as never])),
  new ExportError('Parquet', 'block_number', '1180591620717411303424'),
  thrown(() => elementNetworks({ network: 'base', rpc: null, name: null })),
  thrown(() => createLogsConfig({ networks: [xone] }).getClient(1)),
  thrown(() => parseLogQuery({ address: token, fromBlock: 7n, toBlock: 5n })),
  thrown(() => parseLogQuery({ address: undefined })),
  new ArchiveError('logs.example.org', 'belongs to another chain: its block 0 has a different hash'),
  new LookupError('api.example.org', 'answered with HTTP 503'),
  new MissingProviderError(
    'This component',
    'LogsProvider',
    'Wrap the app in <LogsProvider config={config}>, or pass `config` to the hook.',
  ),
  new ModuleLoadError(new TypeError('Failed to fetch dynamically imported module')),
  new QuotaExceededError('Xone', { used: 10_000, quota: 10_000, resetsAt: Date.UTC(2026, 0, 2) }),
  new StorageError('full', "New logs are kept in memory only: the browser's storage is full.", {
    advice: 'Free some disk space, or clear the data of this site; then reload.',
  }),
  new UnreadBlocksError({ from: 100n, to: 199n }, sample('timeout')),
]
const kinds = Object.keys(textByKind) as NodeErrorKind[]
const errors = [...ofClasses, ...kinds.map(sample)]
const fileOf = (error: BaseError) => `docs${error.docsPath}.md`

const classNames = readdirSync('src/errors')
  .flatMap((file) => [...readFileSync(`src/errors/${file}`, 'utf8').matchAll(/export class (\w+Error)\b/g)])
  .map(([, name]) => name)

describe('every error has a page', () => {
  test('each class and each kind', () => {
    const tried = new Set([...ofClasses.map((error) => error.constructor.name), 'NodeError'])
    expect(tried).toEqual(new Set(classNames))
    expect(ofClasses.find((error) => error instanceof InvalidQueryError)?.docsPath).toBe(
      '/errors/invalid-query',
    )
    expect(ofClasses.find((error) => error instanceof QueryNotReadyError)?.docsPath).toBe(
      '/errors/query-not-ready',
    )
    expect(ofClasses.find((error) => error instanceof InvalidNetworkError)?.docsPath).toBe(
      '/errors/invalid-network',
    )
  })

  test('no two errors share a page, and every page has an error', () => {
    const pages = errors.map(fileOf)
    expect(new Set(pages).size).toBe(pages.length)
    const others = ['docs/errors/README.md', 'docs/errors/node.md']
    const files = readdirSync('docs/errors').map((file) => `docs/errors/${file}`)
    expect(files.sort()).toEqual([...pages, ...others].sort())
  })

  test('the overview lists them all', () => {
    const overview = readFileSync('docs/errors/README.md', 'utf8')
    for (const error of errors) expect(overview).toContain(`(${error.docsPath.replace('/errors/', '')}.md)`)
  })

  /** Run with `-u` after a message has changed. */
  test.each(errors.map((error) => [error.docsPath, error] as const))(
    '%s shows its message',
    async (_, error) => {
      const file = fileOf(error)
      const page = readFileSync(file, 'utf8')
      expect(page).toMatch(/^# /)
      expect(page).toContain('\n## Why\n')
      expect(page).toContain('\n## What to do\n')
      const message = `${error.name}: ${error.message}`
      const current = page.replace(/^```\n[^]*?\n```$/m, () => `\`\`\`\n${message}\n\`\`\``)
      await expect(current).toMatchFileSnapshot(`../../${file}`)
    },
  )
})
