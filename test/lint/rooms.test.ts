import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { checkRooms } from '../../.ci/rooms.mjs'

/** What `checkRooms` reports for a `src` folder with these files. */
function check(files: Record<string, string>): string[] {
  const root = mkdtempSync(join(tmpdir(), 'topic0-rooms-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, 'src', file)), { recursive: true })
    writeFileSync(join(root, 'src', file), text)
  }
  return checkRooms(root)
}

test('the folders of this project obey the rules', () => {
  expect(checkRooms()).toEqual([])
})

test('a room imports rooms above it only, types included', () => {
  const files = {
    'logs/filter/a.ts': `import type { B } from '../scan/b.ts'`,
    'logs/scan/b.ts': `import { c } from '../../rpc/c.ts'\nexport interface B {}`,
    'rpc/c.ts': 'export const c = 1',
  }
  expect(check(files)).toEqual(['logs/filter/a.ts imports logs/scan/b.ts, which is in a room below it.'])
})

test('no circle, types included', () => {
  const files = {
    'logs/filter/a.ts': `import type { B } from './b.ts'\nexport interface A { b: B }`,
    'logs/filter/b.ts': `import type { A } from './a.ts'\nexport interface B { a: A }`,
  }
  expect(check(files)).toEqual(['These import each other in a circle: logs/filter/a.ts, logs/filter/b.ts.'])
})

test('no room without a place, and none over thirty files', () => {
  const many = Object.fromEntries(Array.from({ length: 31 }, (_, n) => [`logs/filter/f${n}.ts`, '']))
  expect(check({ ...many, 'utils/a.ts': '' })).toEqual([
    'utils/a.ts is in a room that .ci/rooms.mjs does not list.',
    'logs/filter has 31 files: at most 30 fit a room.',
  ])
})

test('modules of Node only in cli and node', () => {
  const line = `import { join } from 'node:path'`
  const lazy = `const { join } = await import('node:path')`
  expect(
    check({ 'cli/a.ts': line, 'cli.ts': line, 'node/a.ts': line, 'rpc/a.ts': '// from node: a reply' }),
  ).toEqual([])
  expect(check({ 'logs/cache/a.ts': line, 'core.ts': lazy })).toEqual([
    'core.ts imports a module of Node: only src/cli and src/node may.',
    'logs/cache/a.ts imports a module of Node: only src/cli and src/node may.',
  ])
})
