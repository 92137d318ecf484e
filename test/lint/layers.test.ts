import { execFile } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const oxlint = join(dirname(createRequire(import.meta.url).resolve('oxlint/package.json')), 'bin/oxlint')

const rules = [
  'no-restricted-imports',
  'no-barrel-file',
  'no-console',
  'no-cycle',
  'no-explicit-any',
  'no-floating-promises',
  'exhaustive-deps',
  'refs',
  'immutability',
]

interface Diagnostic {
  filename: string
  code: string
  labels: { span: { line: number } }[]
}

interface Case {
  /** The importing file. */
  from: string
  line: string
}

const wrong: Case[] = [
  { from: 'src/errors/a.ts', line: `import { xone } from '../rpc/networks/xone.ts'` },
  { from: 'src/errors/a.ts', line: `import { useState } from 'react'` },
  { from: 'src/rpc/a.ts', line: `import { scan } from '../logs/scan/scan.ts'` },
  { from: 'src/rpc/a.ts', line: `import type { Log } from '../logs/Log.ts'` },
  { from: 'src/rpc/a.ts', line: `import { blockNumberOptions } from '../query/blocks.ts'` },
  { from: 'src/rpc/a.ts', line: `import { useLogs } from '../hooks/useLogs.ts'` },
  { from: 'src/rpc/a.ts', line: `import { useState } from 'react'` },
  { from: 'src/logs/a.ts', line: `import { logsQueryOptions } from '../query/logs.ts'` },
  { from: 'src/logs/cache/a.ts', line: `import { logsQueryOptions } from '../../query/logs.ts'` },
  { from: 'src/logs/a.ts', line: `import { useLogs } from '../hooks/useLogs.ts'` },
  { from: 'src/logs/a.ts', line: `import { useLatest } from '../react/useLatest.ts'` },
  { from: 'src/logs/a.ts', line: `import { LogTable } from '../components/LogTable/LogTable.tsx'` },
  { from: 'src/logs/a.ts', line: `import { QueryClient } from '@tanstack/react-query'` },
  { from: 'src/logs/a.ts', line: `export { useLogs } from '../hooks/useLogs.ts'` },
  { from: 'src/query/a.ts', line: `import { useLogs } from '../hooks/useLogs.ts'` },
  { from: 'src/query/a.ts', line: `import { LogTable } from '../components/LogTable/LogTable.tsx'` },
  { from: 'src/query/a.ts', line: `import { useState } from 'react'` },
  { from: 'src/hooks/a.ts', line: `import { LogTable } from '../components/LogTable/LogTable.tsx'` },
  { from: 'src/hooks/a.ts', line: `import { LogExplorer } from '../widget/LogExplorer.tsx'` },
  { from: 'src/hooks/a.ts', line: `import { createConfig } from 'wagmi'` },
  { from: 'src/components/LogTable/a.tsx', line: `import { nodePool } from '../../rpc/pool/nodePool.ts'` },
  { from: 'src/components/LogTable/a.tsx', line: `import type { Pool } from '../../rpc/Pool.ts'` },
  { from: 'src/components/LogTable/a.tsx', line: `import { logsQueryOptions } from '../../query/logs.ts'` },
  { from: 'src/components/LogTable/a.tsx', line: `import { useLogs } from '../../hooks/useLogs.ts'` },
  {
    from: 'src/components/LogTable/a.tsx',
    line: `import { LogExplorer } from '../../widget/LogExplorer.tsx'`,
  },
  { from: 'src/components/LogTable/a.tsx', line: `import { scan } from '../../logs/scan/scan.ts'` },
  {
    from: 'src/components/LogTable/a.tsx',
    line: `import { openDatabase } from '../../logs/cache/openDatabase.ts'`,
  },
  { from: 'src/components/LogTable/a.tsx', line: `import { useQuery } from '@tanstack/react-query'` },
  { from: 'src/widget/a.tsx', line: `import { useLogs } from '../index.ts'` },
  { from: 'src/hooks/a.ts', line: `import { xone } from '../core.ts'` },
  { from: 'src/components/LogTable/a.tsx', line: `import { Address } from '../../components.ts'` },
  { from: 'src/components/LogTable/a.tsx', line: `import { Address } from '../Address/index.ts'` },
  { from: 'src/hooks/a.ts', line: `import { LogsDevtools } from '../devtools/LogsDevtools.tsx'` },
  { from: 'src/widget/a.tsx', line: `import { LogsDevtools } from '../devtools/LogsDevtools.tsx'` },
  { from: 'src/widget/a.tsx', line: `import { embedLogExplorer } from '../embed.ts'` },
  { from: 'src/testing/a.ts', line: `import { writeLogs } from '../node.ts'` },
  { from: 'src/core.ts', line: `import { useState } from 'react'` },
  { from: 'src/core.ts', line: `export { logsQueryOptions } from './query/logs.ts'` },
  { from: 'src/core.ts', line: `export { useLogs } from './hooks/useLogs.ts'` },
  { from: 'src/components.ts', line: `export { useLogs } from './hooks/useLogs.ts'` },
  { from: 'src/index.ts', line: `export { LogTable } from './components/LogTable/LogTable.tsx'` },
  { from: 'src/hooks/barrel.ts', line: `export * from './useLogs.ts'` },
  { from: 'src/logs/a.ts', line: `console.log('a')` },
  { from: 'src/logs/a.ts', line: `export const a: any = 1` },
  { from: 'src/logs/a.ts', line: `Promise.resolve(1)` },
  {
    from: 'src/hooks/a.ts',
    line: `import { useEffect } from 'react'; export function useTitle(title: string) { useEffect(() => { document.title = title }, []) }`,
  },
  {
    from: 'src/hooks/a.ts',
    line: `import { useRef } from 'react'; export function useCount() { const count = useRef(0); count.current += 1; return count.current }`,
  },
  {
    from: 'src/components/LogTable/a.tsx',
    line: `export function List(props: { items: string[] }) { props.items.length = 1; return <ul>{props.items}</ul> }`,
  },
]

const right: Case[] = [
  { from: 'src/rpc/b.ts', line: `import { BaseError } from '../errors/BaseError.ts'` },
  { from: 'src/rpc/b.ts', line: `import { xone } from './networks/xone.ts'` },
  { from: 'src/logs/b.ts', line: `import { nodePool } from '../rpc/pool/nodePool.ts'` },
  { from: 'src/logs/cache/b.ts', line: `import type { Log } from '../Log.ts'` },
  { from: 'src/query/b.ts', line: `import { scan } from '../logs/scan/scan.ts'` },
  { from: 'src/query/b.ts', line: `import { queryOptions } from '@tanstack/react-query'` },
  { from: 'src/hooks/b.ts', line: `import { logsQueryOptions } from '../query/logs.ts'` },
  { from: 'src/hooks/b.ts', line: `import { useContext } from 'react'` },
  {
    from: 'src/hooks/b.ts',
    line: `import { useEffect } from 'react'; export function useTitle(title: string) { useEffect(() => { document.title = title }, [title]) }`,
  },
  { from: 'src/components/LogTable/b.tsx', line: `import { compareLogs } from '../../logs/order.ts'` },
  { from: 'src/components/LogTable/b.tsx', line: `import { useLatest } from '../../react/useLatest.ts'` },
  {
    from: 'src/components/LogTable/b.tsx',
    line: `import type { ScanEvent } from '../../logs/scan/ScanEvent.ts'`,
  },
  { from: 'src/components/LogTable/b.tsx', line: `import { Address } from '../Address/Address.tsx'` },
  { from: 'src/components/LogTable/b.tsx', line: `import { BaseError } from '../../errors/BaseError.ts'` },
  { from: 'src/widget/b.tsx', line: `import { useLogs } from '../hooks/useLogs.ts'` },
  { from: 'src/widget/b.tsx', line: `import { LogTable } from '../components/LogTable/LogTable.tsx'` },
  { from: 'src/core.ts', line: `export { scan } from './logs/scan/scan.ts'` },
  { from: 'src/index.ts', line: `export { useLogs } from './hooks/useLogs.ts'` },
  { from: 'src/components.ts', line: `export { LogTable } from './components/LogTable/LogTable.tsx'` },
  { from: 'src/element.ts', line: `import { LogExplorer } from './widget/LogExplorer.tsx'` },
]

/** A project with the same folders and a line for every case, linted in one run with our configuration. */
let house: string
let complaints: string[]
const at = new Map<Case, string>()

beforeAll(async () => {
  house = await realpath(await mkdtemp(join(tmpdir(), 'topic0-lint-')))
  const files = new Map<string, string[]>()
  for (const [index, one] of [...wrong, ...right].entries()) {
    // The entries are what they are; any other file is there once per case, so that no two cases declare one name.
    const file = one.from.replace(/\/[ab](\.tsx?)$/, `/case${index}$1`)
    const lines = files.get(file) ?? []
    lines.push(one.line)
    files.set(file, lines)
    at.set(one, `${file}:${lines.length}`)
  }
  files.set('src/logs/cycle.ts', [`export { a } from './cycleBack.ts'`, 'export const b = 1'])
  files.set('src/logs/cycleBack.ts', [`import { b } from './cycle.ts'`, 'export const a = b'])
  files.set('src/query/cycle.ts', [`import type { A } from './cycleBack.ts'`, 'export interface B { a?: A }'])
  files.set('src/query/cycleBack.ts', [`import type { B } from './cycle.ts'`, 'export interface A { b?: B }'])
  for (const [file, lines] of files) {
    await mkdir(dirname(join(house, file)), { recursive: true })
    await writeFile(join(house, file), `${lines.join('\n')}\n`)
  }
  await copyFile('.oxlintrc.json', join(house, '.oxlintrc.json'))
  await writeFile(
    join(house, 'tsconfig.json'),
    '{ "compilerOptions": { "strict": true }, "include": ["src"] }',
  )
  complaints = await lint()
})

afterAll(() => rm(house, { recursive: true, force: true }))

/** Each complaint of the rules in question, as `file:line`. */
async function lint(): Promise<string[]> {
  // oxlint looks for its type-aware part where it runs and on the path, and the temporary project has none.
  const path = `${resolve('node_modules/.bin')}${delimiter}${process.env['PATH'] ?? ''}`
  const output = await new Promise<string>((done, fail) => {
    execFile(
      process.execPath,
      [oxlint, '--format=json', 'src'],
      { cwd: house, maxBuffer: 2 ** 26, env: { ...process.env, PATH: path } },
      (error, out) => {
        // oxlint ends with 1 where it found something, which it must here.
        if (error?.code === 1) done(out)
        else fail(error ?? new Error('oxlint found nothing wrong.'))
      },
    )
  })
  const { diagnostics } = JSON.parse(output) as { diagnostics: Diagnostic[] }
  return diagnostics
    .filter(({ code }) => rules.some((rule) => code.includes(`(${rule})`)))
    .map(({ filename, labels }) => `${filename}:${labels[0]?.span.line}`)
}

describe('the linter refuses', () => {
  test.each(wrong)('$from: $line', (one) => {
    expect(complaints).toContain(at.get(one))
  })

  test('a cycle of imports', () => {
    expect(complaints.some((place) => place.startsWith('src/logs/cycle'))).toBe(true)
  })

  test('a cycle of types alone', () => {
    expect(complaints.some((place) => place.startsWith('src/query/cycle'))).toBe(true)
  })
})

describe('the linter allows', () => {
  test.each(right)('$from: $line', (one) => {
    expect(complaints).not.toContain(at.get(one))
  })
})
