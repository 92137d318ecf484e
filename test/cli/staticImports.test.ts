import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const source = join(import.meta.dirname, '../../src')

/** The packages that a file loads before its first line runs. Types are erased, and `import()` is left to its caller. */
function packagesOf(file: string, seen = new Set<string>()): ReadonlySet<string> {
  const packages = new Set<string>()
  if (seen.has(file)) return packages
  seen.add(file)
  const text = readFileSync(file, 'utf8')
  for (const [, clause = '', from = ''] of text.matchAll(/^(?:import|export) ([^'"]*?) from '([^']+)'$/gm)) {
    if (clause.startsWith('type ')) continue
    if (!from.startsWith('.')) packages.add(from)
    else for (const name of packagesOf(join(file, '..', from), seen)) packages.add(name)
  }
  return packages
}

// Loading viem takes several times as long as everything else that these do.
test.each([
  ...['main', 'runExplorer'],
  ...['parseExplorerOptions', 'parseLogsOptions', 'parseArchiveOptions', 'help', 'completion'].map(
    (name) => `options/${name}`,
  ),
])('help, usage errors and the explorer start without viem: %s', (name) => {
  const packages = [...packagesOf(join(source, 'cli', `${name}.ts`))]
  expect(packages.filter((one) => !one.startsWith('node:'))).toEqual([])
})

test('commands that read logs load it', () => {
  expect(packagesOf(join(source, 'cli/runLogs.ts'))).toContain('viem')
})
