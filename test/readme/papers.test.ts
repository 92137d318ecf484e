import { existsSync, readFileSync, statSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { optionAttributes } from '../../src/widget/element/elementOptions.ts'
import { findPaperBlocks, papers } from './papers.ts'
import { readEntry } from './readEntry.ts'

const read = (file: string) => readFileSync(file, 'utf8')
const everything = papers.map(read).join('\n')
const packageJson = JSON.parse(read('package.json')) as { exports: object; scripts: Record<string, string> }
const entries = Object.keys(packageJson.exports)
  .map((key) => `topic0${key.slice(1)}`)
  .filter((id) => id !== 'topic0/package.json')
const exportsOf = (entry: string) => readEntry(entry === 'topic0' ? 'index' : entry.replace('topic0/', ''))
const modules = entries.filter((id) => !/\.css$|element$/.test(id))
const values = modules.flatMap((entry) => exportsOf(entry).values)
const types = modules.flatMap((entry) => exportsOf(entry).types)

/** The text below a heading, up to the next of its rank. */
function section(file: string, title: string): string {
  const text = read(file)
    .split(/^## /m)
    .find((part) => part.startsWith(`${title}\n`))
  if (text === undefined) throw new Error(`${file} has no section "${title}".`)
  return text
}

/** What stands in code in the first column of the tables in a text. */
const named = (text: string) =>
  [...text.matchAll(/^\| (\[?`[^|]*) \|/gm)]
    .flatMap(([, cell = '']) => [...cell.matchAll(/`([^`]+)`/g)])
    .map(([, name = '']) => name)

describe('README', () => {
  test('has at most 9,000 bytes', () => {
    expect(statSync('README.md').size).toBeLessThanOrEqual(9_000)
  })

  test('shows pictures that exist', () => {
    const pictures = [...read('README.md').matchAll(/(?:src|srcset)="([^"]+)"/g)].map(([, file = '']) => file)
    const own = pictures.filter((file) => file.startsWith('docs/'))
    expect(own.length).toBeGreaterThan(1)
    expect(own.filter((file) => !existsSync(file))).toEqual([])
  })

  test('names budgets of size that are checked', () => {
    const rows = sizeRows('README.md')
    expect(rows.length).toBeGreaterThan(3)
    expect(budgets).toEqual(expect.arrayContaining(rows))
  })
})

const budgets = (JSON.parse(read('.ci/sizes.json')) as { name: string; first: number; total: number }[]).map(
  ({ name, first, total }) => ({ name, first, total }),
)
const sizeRows = (file: string) =>
  [...read(file).matchAll(/^\| ([^|]+) \| ([\d.]+) kB \| ([\d.]+) kB \|$/gm)].map(
    ([, name, first, total]) => ({ name, first: Number(first), total: Number(total) }),
  )

describe('README and docs', () => {
  test('name every value that the package exports', () => {
    expect(values.length).toBeGreaterThan(60)
    expect(values.filter((name) => !new RegExp(`\\b${name}\\b`).test(everything))).toEqual([])
  })

  test('have a page per hook, with parameters, result and three idioms', () => {
    // The hook of the parts of a table is on their page, docs/table.md.
    const hooks = values.filter((name) => /^use[A-Z]/.test(name) && name !== 'useLogTable')
    expect(hooks.length).toBeGreaterThan(10)
    expect(named(section('docs/README.md', 'Hooks')).toSorted()).toEqual(hooks.toSorted())
    for (const hook of hooks) {
      const page = read(`docs/hooks/${hook}.md`)
      expect(page).toMatch(new RegExp(`^# ${hook}\n`))
      expect([...page.matchAll(/^## (.*)$/gm)].map(([, title]) => title)).toEqual([
        'Parameters',
        'Result',
        'Idioms',
      ])
      expect([...page.matchAll(/^### /gm)], hook).toHaveLength(3)
    }
  })

  test('are all linked in the overview', () => {
    const overview = read('docs/README.md')
    const pages = papers.filter((page) => !/^README|README\.md$|docs\/errors\//.test(page))
    expect(pages.length).toBeGreaterThan(50)
    expect(pages.filter((page) => !overview.includes(`](${page.replace('docs/', '')})`))).toEqual([])
  })

  test('list components, functions and entries that exist', () => {
    const components = named(section('docs/README.md', 'Components'))
    const functions = named(section('docs/core.md', 'All exports'))
    expect(components.length).toBeGreaterThan(15)
    expect(functions.length).toBeGreaterThan(30)
    const known = [...values, ...types]
    expect([...components, ...functions].filter((name) => !known.includes(name))).toEqual([])
    const inCore = exportsOf('topic0/core').values.filter((name) => !name.endsWith('Error'))
    expect(inCore.filter((name) => !functions.includes(name))).toEqual([])
    expect(named(section('docs/README.md', 'Entry points'))).toEqual(entries)
  })

  test('list every budget of size', () => {
    expect(sizeRows('docs/limits.md')).toEqual(budgets)
  })

  test('list every variable of the theme', () => {
    const variables = named(read('docs/theming.md'))
    const inStory = read('stories/Theming.mdx').matchAll(/^\| `(--topic0-[\w-]+)`/gm)
    expect(new Set(variables)).toEqual(new Set([...inStory].map(([, name]) => name)))
    const used = findPaperBlocks('css', 'tsx').flatMap(({ code }) =>
      [...code.matchAll(/--topic0-[\w-]+/g)].map(String),
    )
    expect(used.length).toBeGreaterThan(0)
    expect(used.filter((name) => !variables.includes(name))).toEqual([])
  })

  test('list the attributes of <log-explorer> and use no other', () => {
    const observed = ['network', 'rpc', 'name', 'theme', 'lang', 'live', ...optionAttributes]
    expect(named(section('docs/explorer.md', 'On a page without a build'))).toEqual(observed)
    const used = findPaperBlocks('html')
      .flatMap(({ code }) => [...code.matchAll(/<log-explorer([^>]*)>/g)])
      .flatMap(([, text = '']) => [...text.matchAll(/([\w-]+)(?:=|(?=\s|$))/g)].map(([, name = '']) => name))
    expect(used.length).toBeGreaterThan(5)
    expect(used.filter((name) => !observed.includes(name))).toEqual([])
  })

  test('name scripts of the package', () => {
    const code = [...everything.matchAll(/^```sh\n[^]*?^```$|`[^`\n]+`/gm)].join('\n')
    const commands = [...code.matchAll(/\bnpm (?:run )?([a-z]+)/g)].map(([, name = '']) => name)
    const ofNpm = ['ci', 'install', 'pack']
    expect(commands).toEqual(expect.arrayContaining(['start', 'test', 'build', 'bench']))
    expect(commands.filter((name) => !(name in packageJson.scripts) && !ofNpm.includes(name))).toEqual([])
  })
})
