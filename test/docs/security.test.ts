import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

const page = readFileSync('SECURITY.md', 'utf8')
const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as {
  dependencies: Record<string, string>
  peerDependencies: Record<string, string>
}

describe('SECURITY.md', () => {
  test('gives a reason for each dependency, and names the peers', () => {
    const reasons = [...page.matchAll(/^\| `([\w@/-]+)` \| \S/gm)].map(([, name]) => name)
    expect(new Set(reasons)).toEqual(new Set(Object.keys(manifest.dependencies)))
    for (const name of Object.keys(manifest.peerDependencies)) expect(page).toContain(`\`${name}\``)
    for (const version of Object.values(manifest.dependencies)) expect(version).toMatch(/^\d/)
  })

  test('has a test for each threat', () => {
    const rows = page.split('\n').filter((line) => /^\| (?!threat|package|---|`)/.test(line))
    expect(rows.length).toBeGreaterThan(15)
    for (const row of rows) expect(row).toMatch(/\]\(test\/[\w./]+\.test\.tsx?\)/)
  })

  test('no dependency is unused', () => {
    const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file))
      .map((file) => readFileSync(`src/${file}`, 'utf8'))
    for (const name of Object.keys(manifest.dependencies))
      expect(sources.some((code) => new RegExp(`from '${name}(/[^']+)?'|import\\('${name}`).test(code))).toBe(
        true,
      )
  })
})
