import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { chromium, type Browser, type Locator, type Page } from 'playwright'
import { build } from 'vite'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { chromiumArgs, findShell } from '../../.ci/chromium.mjs'
import { soon } from '../support/soon.ts'

const input = fileURLToPath(new URL('lazyModules.page.tsx', import.meta.url))

/** Builds the page as an app, in chunks. */
async function buildApp() {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    oxc: { jsx: { runtime: 'automatic', development: false } },
    build: { write: false, minify: false, rolldownOptions: { input } },
  })
  return [built].flat().flatMap((one) => ('output' in one ? one.output : []))
}

let server: Server
let browser: Browser
let page: Page
/** Files that the server says it does not have, as after a deployment. */
let isGone: (file: string) => boolean = () => false
/** Files that were requested. */
const requested = new Set<string>()
/** Scripts that are loaded on demand. */
let lazyScripts: readonly string[]
/** Whether the browser requests a script again that has failed. */
let canImportAgain: boolean

beforeAll(async () => {
  const output = await buildApp()
  const files = new Map(output.map((file) => [`/${file.fileName}`, file]))
  const entry = `/${output.find((file) => file.type === 'chunk' && file.isEntry)?.fileName}`
  lazyScripts = output.flatMap((file) =>
    file.type === 'chunk' && file.isDynamicEntry ? [`/${file.fileName}`] : [],
  )
  const style = output.find(({ fileName }) => fileName.endsWith('.css'))?.fileName
  const html = `<!doctype html><html lang="en"><title>App</title><link rel="icon" href="data:,">
    <link rel="stylesheet" href="/${style}"><div id="root"></div><script type="module" src="${entry}"></script></html>`
  server = createServer(({ url = '/' }, response) => {
    if (url === '/') return response.setHeader('content-type', 'text/html').end(html)
    const isProbe = url === '/probe.js'
    if (isProbe && requested.has(url)) return response.setHeader('content-type', 'text/javascript').end()
    requested.add(url)
    const file = files.get(url)
    if (!file || isGone(url)) return response.writeHead(404).end()
    response.setHeader('content-type', url.endsWith('.css') ? 'text/css' : 'text/javascript')
    return response.end(file.type === 'chunk' ? file.code : file.source)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const executablePath = await findShell()
  browser = await chromium.launch({ ...(executablePath && { executablePath }), args: chromiumArgs })
  const probe = await browser.newPage()
  await probe.goto(address())
  // As text: the probe is a file of the page, not of the test.
  const load = () => probe.evaluate("import('/probe.js').then(() => true, () => false)")
  expect(await load()).toBe(false)
  canImportAgain = (await load()) === true
  await probe.close()
})
beforeEach(async () => {
  isGone = () => false
  requested.clear()
  page = await browser.newPage({ viewport: { width: 1_280, height: 800 } })
  page.setDefaultTimeout(soon.timeout)
})
afterEach(() => page.close())
afterAll(async () => {
  await browser.close()
  await new Promise((resolve) => server.close(resolve))
})

const address = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
const open = (hash = '') => page.goto(`${address()}${hash}`)
const rows = () => page.getByRole('row', { name: /0x/ })
const tryAgain = () => page.getByRole('button', { name: 'Try again' })
const failure = (within: Page | Locator = page) =>
  within.getByText('A part of this page could not be loaded.')
/** Loads what has failed: by `again`, or, if the browser does not request it again, by reloading the page as the error says. */
async function recover(again?: () => Promise<unknown>, afterReload?: () => Promise<unknown>) {
  isGone = () => false
  await again?.()
  if (canImportAgain) return
  await page
    .getByText(/If that does not help, reload the page/)
    .first()
    .waitFor()
  await page.reload()
  await afterReload?.()
}
const isLazyScript = (file: string) => lazyScripts.includes(file)
const isPanels = (file: string) => file.includes('/panels-')

test('logs are read by code that is loaded after the page', async () => {
  await open()
  await rows().first().waitFor()
  expect([...requested].some((file) => file.includes('/engine-'))).toBe(true)
})

test('code that cannot be loaded is an error, and "Try again" loads it', async () => {
  isGone = isLazyScript
  await open()
  await failure().waitFor()
  await recover(() => tryAgain().click())
  await rows().first().waitFor()
  await vi.waitFor(async () => expect(await failure().count()).toBe(0), soon)
})

test('a live query loads it again by itself', async () => {
  isGone = isLazyScript
  await open('#live')
  await failure().waitFor()
  await recover()
  await rows().first().waitFor()
  await vi.waitFor(async () => expect(await failure().count()).toBe(0), soon)
})

test('panels of the explorer are loaded before they are opened', async () => {
  await open('#explorer')
  await rows().first().waitFor()
  await vi.waitFor(() => expect([...requested].some(isPanels)).toBe(true), soon)
})

test('a panel that cannot be loaded shows the error in its place, can be closed, and is loaded again', async () => {
  isGone = isPanels
  await open('#explorer')
  const cell = rows().first().getByRole('gridcell').first()
  const openDetails = async () => {
    await cell.click()
    await page.keyboard.press('Enter')
  }
  await openDetails()
  const details = page.getByRole('article')
  await failure(details).waitFor()
  await details.getByRole('button', { name: 'Close' }).click()
  await vi.waitFor(async () => expect(await details.count()).toBe(0), soon)

  await openDetails()
  await failure(details).waitFor()
  await recover(() => details.getByRole('button', { name: 'Try again' }).click(), openDetails)
  await details.getByText('JSON', { exact: true }).first().waitFor()
  await vi.waitFor(async () => expect(await failure().count()).toBe(0), soon)
})
