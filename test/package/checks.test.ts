import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { expect, inject, test } from 'vitest'

const run = promisify(execFile)

test('publint finds nothing', async () => {
  const tarball = await readFile(inject('tarball'))
  const { messages, pkg } = await publint({ pack: { tarball: new Uint8Array(tarball).buffer }, strict: true })
  // The element is a classic script, so that a page needs no `type="module"`; it is as good a module, with no exports.
  const others = messages.filter(
    ({ code, path }) => !(code === 'FILE_INVALID_FORMAT' && path[1] === './element'),
  )
  expect(others.map((message) => formatMessage(message, pkg))).toEqual([])
})

test('types are found from every kind of import that can load the package', async () => {
  const manifest = createRequire(import.meta.url).resolve('@arethetypeswrong/cli/package.json')
  const { bin } = JSON.parse(await readFile(manifest, 'utf8')) as { bin: { attw: string } }
  const { stdout } = await run(
    process.execPath,
    [
      join(dirname(manifest), bin.attw),
      inject('tarball'),
      '--profile',
      'esm-only',
      '--format',
      'json',
      '--exclude-entrypoints',
      './styles.css',
      './explorer.css',
    ],
    { maxBuffer: 2 ** 28 },
  ).catch((error: { stdout: string }) => error)
  const { analysis } = JSON.parse(stdout) as {
    analysis: {
      types: unknown
      problems: { kind: string; resolutionKind?: string }[]
      entrypoints: Record<string, unknown>
    }
  }
  expect(Object.keys(analysis.entrypoints)).toContain('./core')
  const problems = analysis.problems.filter(
    ({ resolutionKind }) => resolutionKind === 'node16-esm' || resolutionKind === 'bundler',
  )
  expect(problems).toEqual([])
})
