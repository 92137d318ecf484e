import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { build } from 'vite'
import { expect, test } from 'vitest'

/** What a page that imports a file loads, built with Vite's default configuration: its styles, or its scripts. */
async function builtByPage(file: string, extension: '.css' | '.js'): Promise<string> {
  const entry = '\0page.js'
  const output = await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [
      {
        name: 'page',
        resolveId: (id) => (id === 'page' ? entry : undefined),
        load: (id) =>
          id === entry
            ? `import * as used from ${JSON.stringify(resolve(file))}\nglobalThis.used = used`
            : undefined,
      },
    ],
    build: {
      write: false,
      minify: false,
      cssMinify: false,
      rolldownOptions: { input: 'page', external: [/^(react|viem|@tanstack)/] },
    },
  })
  const [first] = Array.isArray(output) ? output : [output]
  if (!first || !('output' in first)) throw new Error('The bundler watched instead of building.')
  return first.output
    .filter(({ fileName }) => fileName.endsWith(extension))
    .map((file) => (file.type === 'asset' ? String(file.source) : file.code))
    .join('\n')
}

test('a build of a page that rewrites CSS for older browsers leaves colors and directions as they are', async () => {
  const css = await builtByPage('src/styles.css', '.css')
  expect(css).toContain('.topic0-log-table')
  // Of text that runs from right to left it would know by its language only.
  expect(css).not.toMatch(/:lang\(/)
  expect(css).toContain('inset-inline-start')
  expect(css).toContain('border-inline-start')
  // What it makes of `light-dark()` elsewhere is no color where it does not see the page's `color-scheme`.
  expect(css).toMatch(/--t0-background: var\(--topic0-background, light-dark\(/)
  expect(css).not.toMatch(/var\(--lightningcss-/)
})

test('devtools bring the styles of their own that pages without them do not load', async () => {
  expect(await builtByPage('src/styles.css', '.css')).not.toContain('.topic0-request-log')
  expect(await builtByPage('src/devtools.ts', '.js')).toContain('.topic0-request-log')
})

/** The text of all files of `src` with one of these extensions. */
const source = (...extensions: string[]) =>
  readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((file) => extensions.some((extension) => file.endsWith(extension)))
    .map((file) => readFileSync(`src/${file}`, 'utf8'))
    .join('\n')

test('there is no rule for a class or attribute that no element has', () => {
  const sheets = source('.css').replaceAll(/\/\*.*?\*\//gs, '')
  const code = source('.ts', '.tsx')
  const names = [...sheets.matchAll(/\.(topic0-[\w-]+)|\[(data-[\w-]+)/g)].map(
    ([, className, attribute]) => className ?? attribute ?? '',
  )
  expect(names.length).toBeGreaterThan(500)
  const isUsed = (name: string) => new RegExp(`(?<![\\w-])${name}(?![\\w-])`).test(code)
  expect([...new Set(names)].filter((name) => !isUsed(name))).toEqual([])
})
