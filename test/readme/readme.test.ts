import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { textByKind } from '../../src/rpc/classify/nodeErrorTexts.ts'
import { optionAttributes } from '../../src/widget/element/elementOptions.ts'
import { findBlocks } from './findExamples.ts'
import { readEntry } from './readEntry.ts'

const readme = readFileSync('README.md', 'utf8')
const entries = Object.fromEntries(
  ['index', 'core', 'components', 'widget'].map((name) => [name, readEntry(name)] as const),
)
const all = Object.values(entries).flatMap(({ values, types }) => [...values, ...types])

/** The text below a heading, up to the next of its rank. */
function section(title: string): string {
  const text = readme.split(/^## /m).find((part) => part.startsWith(`${title}\n`))
  if (text === undefined) throw new Error(`README.md has no section "${title}".`)
  return text
}

/** What stands in code in the first column of a section's tables. */
function named(title: string): string[] {
  return [...section(title).matchAll(/^\| (`[^|]*) \|/gm)]
    .flatMap(([, cell = '']) => [...cell.matchAll(/`([^`]+)`/g)])
    .map(([, name = '']) => name)
}

describe('what the README names', () => {
  test.each(['Hooks', 'Without React', 'Components'])('%s: every name of its tables is exported', (title) => {
    const names = named(title)
    expect(names.length).toBeGreaterThan(5)
    expect(names.filter((name) => !all.includes(name))).toEqual([])
  })

  test('every hook, component and function that is exported is there', () => {
    const hooks = entries['index']!.values.filter((name) => /^use[A-Z]/.test(name))
    expect(named('Hooks').toSorted()).toEqual(hooks.toSorted())
    const components = entries['components']!.values.filter((name) => /^[A-Z]/.test(name))
    expect(named('Components').toSorted()).toEqual(components.toSorted())
    const values = Object.values(entries).flatMap((entry) => entry.values)
    expect(values.filter((name) => !new RegExp(`\`<?${name}>?\``).test(readme))).toEqual([])
  })

  test('every entry of the package is there', () => {
    const { exports } = JSON.parse(readFileSync('package.json', 'utf8')) as { exports: object }
    const ids = Object.keys(exports).map((key) => `topic0${key.slice(1)}`)
    expect(named('Install')).toEqual(ids.filter((id) => id !== 'topic0/package.json'))
  })

  test('every kind of a node error is there, and no other', () => {
    const kinds = [...section('Errors').matchAll(/^\| `([a-z-]+)` \|/gm)].map(([, kind]) => kind)
    expect(kinds).toEqual([...Object.keys(textByKind)])
  })

  test('every variable of the theme is there, and no other', () => {
    const documented = readFileSync('stories/Theming.mdx', 'utf8').matchAll(/^\| `(--topic0-[\w-]+)`/gm)
    expect(new Set(named('Theming'))).toEqual(new Set([...documented].map(([, name]) => name)))
    const used = findBlocks('README.md').flatMap(({ code }) =>
      [...code.matchAll(/--topic0-[\w-]+/g)].map(String),
    )
    expect(used.length).toBeGreaterThan(0)
    expect(used.filter((name) => !named('Theming').includes(name))).toEqual([])
  })

  test('the attributes of <log-explorer> are those it observes', () => {
    const observed = ['network', 'rpc', 'name', 'theme', 'lang', ...optionAttributes]
    const html = findBlocks('README.md').filter(({ language }) => language === 'html')
    const used = html
      .flatMap(({ code }) => [...code.matchAll(/<log-explorer([^>]*)>/g)])
      .flatMap(([, text = '']) => [...text.matchAll(/([\w-]+)(?:=|(?=\s|$))/g)].map(([, name = '']) => name))
    expect(new Set(used)).toEqual(new Set(observed))
    const [, sentence = ''] = /^Attributes: (.*)/m.exec(section('The explorer, ready made')) ?? []
    expect([...sentence.matchAll(/`([\w-]+)`/g)].map(([, name]) => name)).toEqual(observed)
  })

  test('the budgets of size are those that are checked', () => {
    const budgets = JSON.parse(readFileSync('.size-limit.json', 'utf8')) as { name: string; limit: string }[]
    const rows = [...section('Limits and sizes').matchAll(/^\| ([^|]+) \| ([\d.]+ k?B) \|$/gm)]
    expect(rows.map(([, name = '', limit]) => ({ name: name.replaceAll('`', ''), limit }))).toEqual(
      budgets.map(({ name, limit }) => ({ name, limit })),
    )
  })

  test('every file and every heading it points at is there', () => {
    const targets = [...readme.matchAll(/\]\(([^)]+)\)|(?:src|srcset)="(docs[^"]+)"/g)].map(
      ([, link, image]) => link ?? image ?? '',
    )
    const headings = [...readme.matchAll(/^##+ (.*)$/gm)].map(
      ([, title = '']) =>
        `#${title
          .toLowerCase()
          .replaceAll(/[^\w -]/g, '')
          .replaceAll(' ', '-')}`,
    )
    expect(targets.length).toBeGreaterThan(20)
    const isThere = (target: string) =>
      target.startsWith('#') ? headings.includes(target) : existsSync(target)
    expect(targets.filter((target) => !isThere(target))).toEqual([])
  })

  test('the commands of a clone are scripts of the package', () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
      scripts: Record<string, string>
    }
    const code = [...readme.matchAll(/^```sh\n[^]*?^```$|`[^`\n]+`/gm)].join('\n')
    const commands = [...code.matchAll(/\bnpm (?:run )?([a-z]+)/g)].map(([, name = '']) => name)
    const ofNpm = ['ci', 'install', 'pack']
    expect(commands).toEqual(expect.arrayContaining(['start', 'test', 'build', 'bench']))
    expect(commands.filter((name) => !(name in scripts) && !ofNpm.includes(name))).toEqual([])
  })
})
