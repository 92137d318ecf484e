import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, extname, join } from 'node:path'
import { promisify } from 'node:util'
import { chromium, type Browser, type Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chromiumArgs, findShell } from '../../.ci/chromium.mjs'
import * as hooks from '../../src/index.ts'
import { soon } from '../support/soon.ts'

const run = promisify(execFile)
const storybook = join(
  dirname(createRequire(import.meta.url).resolve('storybook/package.json')),
  'dist/bin/dispatcher.js',
)
const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
}

interface Entry {
  readonly id: string
  readonly title: string
  readonly type: 'docs' | 'story'
}

let folder: string
let server: Server
let base: string
let browser: Browser
let page: Page
let entries: readonly Entry[]
const problems: string[] = []

/** The built site from a plain file server, as any static host would serve it. */
async function serve(root: string): Promise<Server> {
  const files = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    const name = pathname.endsWith('/') ? `${pathname}index.html` : pathname
    readFile(join(root, decodeURIComponent(name))).then(
      (body) =>
        response
          .writeHead(200, { 'content-type': types[extname(name)] ?? 'application/octet-stream' })
          .end(body),
      () => response.writeHead(404).end(),
    )
  })
  await new Promise<void>((done) => {
    files.listen(0, '127.0.0.1', done)
  })
  return files
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'topic0-site-'))
  await run(process.execPath, [storybook, 'build', '--quiet', '--output-dir', folder], {
    env: { ...process.env, CI: 'true', VITEST: undefined, NODE_ENV: 'production' },
    maxBuffer: 2 ** 26,
  })
  const index = JSON.parse(await readFile(join(folder, 'index.json'), 'utf8')) as {
    entries: Record<string, Entry>
  }
  entries = Object.values(index.entries)
  server = await serve(folder)
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const executablePath = await findShell()
  browser = await chromium.launch({ ...(executablePath && { executablePath }), args: chromiumArgs })
  page = await browser.newPage()
  page.setDefaultTimeout(soon.timeout)
  page.on('pageerror', (error) => problems.push(error.message))
})
afterAll(async () => {
  await browser?.close()
  server?.close()
  await rm(folder, { recursive: true, force: true })
})

const open = async (id: string) => {
  await page.goto(`${base}?path=/docs/${id}`)
  return page.frameLocator('#storybook-preview-iframe').locator('#storybook-docs')
}

describe('the site that `npm run build-storybook` builds', () => {
  test('starts with a live table and links to its rooms', async () => {
    const content = await open('introduction--docs')
    await content.getByRole('heading', { name: 'Topic0', level: 1 }).waitFor()
    await content.locator('[role="gridcell"]').first().waitFor()
    const links = await content
      .locator('.cards a')
      .evaluateAll((all) => all.map((link) => link.getAttribute('href')!.replace('?path=/docs/', '')))
    expect(links.length).toBeGreaterThan(5)
    expect(links.filter((id) => !entries.some((entry) => entry.id === id))).toEqual([])
  })

  test('shows the Markdown pages, and their links lead to each other', async () => {
    const content = await open('errors-overview--docs')
    await content.getByRole('table').first().waitFor()
    await content.getByRole('link', { name: 'InvalidQueryError' }).click()
    await content.getByRole('heading', { name: 'InvalidQueryError', level: 1 }).waitFor()
    const guide = await open('guides-architecture--docs')
    await guide.getByRole('heading', { name: 'What must always hold' }).waitFor()
    expect(await guide.locator('a[href$=".ts"]').count()).toBe(0)
  })

  test('has a live example of each hook', async () => {
    const names = Object.keys(hooks).filter((name) => /^use[A-Z]/.test(name))
    expect(names.length).toBeGreaterThan(10)
    // Its reference page has the same title: only a story shows that the hook has a live example.
    const titles = new Set(entries.filter(({ type }) => type === 'story').map(({ title }) => title))
    expect(names.filter((name) => !titles.has(`Hooks/${name}`))).toEqual([])
    const content = await open('hooks-uselogs--docs')
    await content.locator('[role="gridcell"]').first().waitFor()
    // The code is colored by a chunk that may arrive after the table.
    await content.filter({ hasText: "from 'topic0'" }).waitFor()
    expect(await content.textContent()).toContain("from 'topic0'")
  })

  test('shows components by room, with their props', async () => {
    const content = await open('components-values-address--docs')
    await content.getByRole('heading', { name: 'Address', exact: true }).waitFor()
    await content.getByText('copyable').first().waitFor()
    const rooms = ['status', 'values', 'ui', 'strings'].map((room) => `Components/${room}/`)
    for (const room of rooms) expect(entries.some(({ title }) => title.startsWith(room))).toBe(true)
  })

  test('shows recipes with their code', async () => {
    const content = await open('recipes--docs')
    await content.getByText('WagmiProvider').first().waitFor()
    await content.filter({ hasText: "from 'topic0/components'" }).waitFor()
    expect(await content.textContent()).toContain("from 'topic0/components'")
  })

  test('can be searched', async () => {
    await open('introduction--docs')
    await page.locator('#storybook-explorer-searchfield').fill('rate-limited')
    await page
      .getByRole('option', { name: /rate-limited/ })
      .first()
      .click()
    await page.waitForURL(/errors-nodeerror-rate-limited/)
    expect(page.url()).toContain('rate-limited')
  })

  test('uses the theme of the project, and no page fails', async () => {
    await open('introduction--docs')
    expect(await page.getByRole('img', { name: 'topic0' }).getAttribute('src')).toContain('data:image/svg')
    expect(problems).toEqual([])
  })
})
