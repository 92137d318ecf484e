import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { entries } from '../readme/readEntry.ts'
import { describeApi } from './describeApi.ts'

const tsc = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc')

let folder: string
let api: ReadonlyMap<string, string>

beforeAll(() => {
  mkdirSync('.cache', { recursive: true })
  folder = mkdtempSync(resolve('.cache/api-'))
  for (const project of ['tsconfig.node.json', 'tsconfig.build.json'])
    execFileSync(process.execPath, [
      tsc,
      '-p',
      project,
      '--singleThreaded',
      '--removeComments',
      '--outDir',
      folder,
    ])
  api = describeApi(folder, entries)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('public names and types', () => {
  /** Run with `-u` after a change that is meant, and write the change into CHANGELOG.md. */
  test.each(entries)('topic0/%s', async (entry) => {
    await expect(api.get(entry)).toMatchFileSnapshot(`api/${entry.replace('/', '-')}.txt`)
  })

  test('are described for every entry of the package', () => {
    const { exports } = JSON.parse(readFileSync('package.json', 'utf8')) as {
      exports: Record<string, string | { types: string }>
    }
    const typed = Object.values(exports).flatMap((one) => (typeof one === 'string' ? [] : one.types))
    expect(typed.toSorted()).toEqual(entries.map((entry) => `./dist/${entry}.d.ts`).toSorted())
  })

  test('describe what an app reads', () => {
    expect(api.get('index')).toContain('function useLogs<')
    expect(api.get('index')).toMatch(/type UseLogsReturnType<[^;]*LogList<row>/)
    expect(api.get('core')).toContain('class NodeError extends BaseError')
    expect(api.get('index')).toContain('NodeError: as in core')
  })
})
