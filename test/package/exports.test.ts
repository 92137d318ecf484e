import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, inject, test } from 'vitest'
import { entries } from '../readme/readEntry.ts'

const run = promisify(execFile)
const consumer = inject('consumer')

/** Runs a module in a Node of its own, in the project that has the package installed: no DOM, no bundler, no test runner. */
async function evaluate(code: string): Promise<unknown> {
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', code], { cwd: consumer })
  return JSON.parse(stdout)
}

describe('in Node, without a DOM', () => {
  test.each([
    'topic0',
    'topic0/core',
    'topic0/node',
    'topic0/components',
    'topic0/widget',
    'topic0/embed',
    'topic0/devtools',
    'topic0/tanstack-db',
    'topic0/testing',
    'topic0/strings/de',
    'topic0/element',
  ])('%s loads, and exports these', async (entry) => {
    const code = `
        if (typeof document !== 'undefined') throw new Error('there is a DOM')
        const names = Object.keys(await import('${entry}'))
        console.log(JSON.stringify(names.sort()))`
    expect(await evaluate(code)).toMatchSnapshot()
  })

  test.each(['core', 'node', 'cli'])('%s imports nothing of React', async (entry) => {
    const code = `
      import { readFileSync } from 'node:fs'
      const seen = new Set()
      const reach = (url) => {
        if (seen.has(url)) return
        seen.add(url)
        if (!url.includes('/topic0/dist/')) return
        for (const [, id] of readFileSync(new URL(url), 'utf8').matchAll(/(?:from|import)\\s*\\(?"([^"]+)"/g))
          reach(id.startsWith('.') ? new URL(id, url).href : id)
      }
      reach(import.meta.resolve('topic0/package.json').replace('package.json', 'dist/${entry}.js'))
      console.log(JSON.stringify([...seen].filter((id) => /^(react|@tanstack)/.test(id))))`
    expect(await evaluate(code)).toEqual([])
  })

  test.each(['styles', 'explorer'])('topic0/package.json and topic0/%s.css are there', async (sheet) => {
    const code = `console.log(JSON.stringify(['topic0/package.json', 'topic0/${sheet}.css'].map((id) => import.meta.resolve(id))))`
    const [manifest, styles] = (await evaluate(code)) as [string, string]
    expect(JSON.parse(await readFile(new URL(manifest), 'utf8'))).toMatchObject({
      name: 'topic0',
      type: 'module',
    })
    const css = await readFile(new URL(styles), 'utf8')
    expect(css, 'pages may declare no encoding').toMatch(/^@charset "utf-8";/)
    expect(css).toContain('@layer topic0')
    expect(css, 'light-dark() is shipped as written').toContain('light-dark(')
  })
})

describe('the tarball', () => {
  test('contains the build and the documents, and nothing else', () => {
    const others = inject('packedFiles').filter(
      (path) => !/^(dist\/.+|package\.json|README\.md|LICENSE|CHANGELOG\.md)$/.test(path),
    )
    expect(others).toEqual([])
  })

  test('is no larger than this: look for what came in before raising it', async () => {
    expect(inject('packedFiles').length).toBeLessThan(2_312)
    expect((await stat(inject('tarball'))).size).toBeLessThan(3_330_000)
  })

  test('has maps that hold their sources', async () => {
    const maps = inject('packedFiles').filter((path) => path.endsWith('.map'))
    expect(maps.length).toBeGreaterThan(100)
    const lost: string[] = []
    for (const map of maps) {
      const { sources, sourcesContent = [] } = JSON.parse(await readFile(resolve(map), 'utf8')) as {
        sources: string[]
        sourcesContent?: (string | null)[]
      }
      for (const [at, source] of sources.entries()) if (!sourcesContent[at]) lost.push(`${map}: ${source}`)
    }
    expect(lost).toEqual([])
  })

  test('has declarations of the entries and of what they import, and no others', async () => {
    const declarations = inject('packedFiles').filter((path) => path.endsWith('.d.ts'))
    const named = new Set(entries.map((entry) => `dist/${entry}.d.ts`))
    for (const path of declarations)
      for (const [, specifier] of (await readFile(resolve(path), 'utf8')).matchAll(
        /["'](\.{1,2}\/[^"']+)\.tsx?["']/g,
      ))
        named.add(`${join(path, '..', specifier!).replaceAll('\\', '/')}.d.ts`)
    expect(declarations.length).toBeGreaterThan(50)
    expect(new Set(declarations)).toEqual(named)
  })

  test('has no side-effect imports, which bundlers would have to keep', async () => {
    const scripts = inject('packedFiles').filter(
      (path) =>
        path.startsWith('dist/') &&
        path.endsWith('.js') &&
        !/^dist\/(element(\.standalone|\/.+)?|embed\/page)\.js$/.test(path),
    )
    const bare: string[] = []
    for (const path of scripts)
      for (const [statement] of (await readFile(resolve(path), 'utf8')).matchAll(/^import ["'].*$/gm))
        bare.push(`${path}: ${statement}`)
    expect(scripts.length).toBeGreaterThan(100)
    expect(bare).toEqual([])
  })

  test('brings its dependencies with it', () => {
    expect(existsSync(join(consumer, 'node_modules/idb/package.json'))).toBe(true)
  })
})

describe("'use client'", () => {
  const built = inject('packedFiles').filter(
    (path) =>
      /^dist\/.+\.js$/.test(path) && !/^dist\/(element(\.standalone|\/.+)?|embed\/page)\.js$/.test(path),
  )
  const marked = async (path: string) =>
    /^(\s|\/\/.*\n)*["']use client["']/.test(await readFile(resolve(path), 'utf8'))

  test('stands in each file that uses React state, and in no file that a server runs', async () => {
    const wrong: string[] = []
    for (const path of built) {
      const code = await readFile(resolve(path), 'utf8')
      const usesHooks = /\buse[A-Z]\w*\(|\bcreateContext\(|\buse\(/.test(
        code.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/g, ''),
      )
      const server =
        /^dist\/(errors|core|node|cli|tanstack-db|testing|(rpc|logs|query|node|cli|testing)\/.+)\.js$/.test(
          path,
        )
      if (server ? await marked(path) : usesHooks && !(await marked(path))) wrong.push(path)
    }
    expect(wrong).toEqual([])
  })

  test('is kept by the build wherever the source says it', async () => {
    const lost: string[] = []
    let kept = 0
    for (const path of built) {
      const source = ['.ts', '.tsx']
        .map((ext) => path.replace(/^dist/, 'src').replace(/\.js$/, ext))
        .find((file) => existsSync(file))
      if (!source || !(await marked(source))) continue
      if (await marked(path)) kept += 1
      else lost.push(path)
    }
    expect(lost).toEqual([])
    expect(kept).toBeGreaterThan(0)
  })
})
