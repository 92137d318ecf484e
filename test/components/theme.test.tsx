import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const folder = 'src/components'
const entries = ['src/styles.css', 'src/explorer.css']
const files = [
  ...entries,
  ...[folder, 'src/widget'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      // The page in a frame has no styles but the element's.
      .filter((file) => file.endsWith('.css') && !file.startsWith('embed/'))
      .map((file) => join(folder, file)),
  ),
]
const css = files
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n')
  .replaceAll(/\/\*[^]*?\*\//g, '')
const documented = [...readFileSync('stories/Theming.mdx', 'utf8').matchAll(/^\| `(--topic0-[\w-]+)`/gm)].map(
  (match) => match[1],
)

describe('variables', () => {
  test('all variables in use are documented, and no others', () => {
    const read = new Set([...css.matchAll(/var\(\s*(--topic0-[\w-]+)/g)].map((match) => match[1]))
    expect(new Set(documented)).toEqual(read)
    expect(documented).toHaveLength(read.size)
  })

  test('each is read with a fallback, and none is set', () => {
    expect(css).not.toMatch(/var\(\s*--topic0-[\w-]+\s*\)/)
    expect(css).not.toMatch(/(^|[{;\s])--topic0-[\w-]+\s*:/)
  })

  test('our own are all defined', () => {
    const set = new Set([...css.matchAll(/(--t0-[\w-]+)\s*:/g)].map((match) => match[1]))
    const used = new Set([...css.matchAll(/var\((--t0-[\w-]+)/g)].map((match) => match[1]))
    expect([...used].filter((name) => !set.has(name))).toEqual([])
    expect([...set].filter((name) => !used.has(name))).toEqual([])
  })
})

test('every rule is in a layer, every file is imported, and nothing is fetched', () => {
  for (const file of files.slice(entries.length)) {
    expect(css).toContain(`@import './${file.slice('src/'.length)}'`)
    const outside = readFileSync(file, 'utf8')
      .replaceAll(/\/\*[^]*?\*\//g, '')
      .split('\n')
      .filter((line) => /^[^\s}]/.test(line))
    expect(outside.filter((line) => !/^@layer topic0\.(reset|tokens|components) \{$/.test(line))).toEqual([])
  }
  expect(css).not.toMatch(/url\(|https?:|@font-face/)
})

test('no rule is about siblings of any kind: browsers would style all rows again at each change of one', () => {
  expect(css).not.toMatch(/:has\(\s*~/)
  expect(css).not.toMatch(/[^*\s]\s*[+~]\s*\*/)
})

test('directions are logical: right-to-left text is mirrored', () => {
  const physical = [
    /(?<![\w-])(left|right|top|bottom|width|height|(min|max)-(width|height))\s*:/,
    /(?<![\w-])(margin|padding|border|inset|scroll-(margin|padding))-(left|right|top|bottom)/,
    /(text-align|float|clear|caption-side)\s*:\s*(left|right)/,
  ]
  // Container and media queries have no direction.
  const rules = css.replaceAll(/@(media|container)[^{]*\{/g, '')
  for (const pattern of physical)
    expect([...rules.matchAll(new RegExp(pattern, 'g'))].map(([text]) => text)).toEqual([])
  // Builds for browsers without `:dir()` look at the language instead; attributes may be outside of a shadow root.
  expect(css).not.toMatch(/:dir\(|:lang\(|\[dir\b/)
})

test('components bring no CSS of their own and are client components', () => {
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.tsx'),
  )
  for (const file of sources) {
    const text = readFileSync(join(folder, file), 'utf8')
    expect(text.startsWith("'use client'\n"), file).toBe(true)
    expect(text, file).not.toMatch(/\.css'|dangerouslySetInnerHTML|<style/)
  }
})
