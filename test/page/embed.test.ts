import { readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { chromium, type Browser, type Frame, type Page } from 'playwright'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { chromiumArgs, findShell } from '../../.ci/chromium.mjs'
import { createFakeNode } from '../support/fakeNode.ts'
import { soon } from '../support/soon.ts'

const origin = 'http://topic0.test'
const rpc = 'https://node.test/'
const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
}
const node = createFakeNode({ chainId: 9_100, blocks: 300, logsPerBlock: 1 })
const [nodeUrl = ''] = node.urls

let browser: Browser
let page: Page
let problems: string[]

beforeAll(async () => {
  const executablePath = await findShell()
  browser = await chromium.launch({ ...(executablePath && { executablePath }), args: chromiumArgs })
})
afterEach(() => page.close())
afterAll(() => browser?.close())

/** A page with a sandboxed explorer and a frame next to it, `neighbor`. */
async function openPage(script: string, neighbor = '', src = '/embed/index.html'): Promise<void> {
  problems = []
  node.clearCalls()
  page = await browser.newPage()
  page.setDefaultTimeout(soon.timeout)
  page.on('pageerror', ({ message }) => problems.push(message))
  await page.route('**/*', (route) => route.abort())
  await page.route(`${origin}/**`, async (route) => {
    const { pathname } = new URL(route.request().url())
    if (pathname === '/')
      return route.fulfill({
        contentType: 'text/html',
        body: `<!doctype html><title>Page</title><iframe name="explorer" sandbox="allow-scripts" width="1200" height="800" src="${src}"></iframe><script>${script}</script>${neighbor && '<iframe name="neighbor" sandbox="allow-scripts" src="/neighbor"></iframe>'}`,
      })
    if (pathname === '/neighbor')
      return route.fulfill({ contentType: 'text/html', body: `<script>${neighbor}</script>` })
    return route.fulfill({
      contentType: types[extname(pathname)] ?? 'text/plain',
      body: await readFile(`dist${pathname}`, 'utf8'),
    })
  })
  await page.route(rpc, async (route) => {
    const response = await node.fetch(nodeUrl, { method: 'POST', body: route.request().postData() ?? '' })
    await route.fulfill({
      status: response.status,
      contentType: 'application/json',
      headers: { 'access-control-allow-origin': '*' },
      body: await response.text(),
    })
  })
  await page.goto(`${origin}/`)
}

/** Connects as a page would, and records the messages it receives. */
const connect = (options: string) => `
  window.heard = []
  const hear = (name) => (detail) => window.heard.push([name, detail])
  import('/embed.js').then(({ embedLogExplorer }) => {
    window.explorer = embedLogExplorer(document.querySelector('iframe'), {
      network: 9100, rpc: ['${rpc}'], pollingInterval: 3_600_000, ${options}
      onQueryChange: hear('query'), onLiveChange: hear('live'), onLogSelect: hear('log'), onError: hear('error'),
    })
  })`

const explorer = () => page.frameLocator('[name=explorer]')
const grid = () => explorer().getByRole('grid')
const rowsAre = (count: number) =>
  expect.poll(() => grid().getAttribute('aria-rowcount')).toBe(String(count + 1))
const update = (options: object) =>
  page.evaluate(
    (changes) =>
      (window as unknown as { explorer: { update: (changes: object) => void } }).explorer.update(changes),
    options,
  )
const heard = () => page.evaluate(() => (window as unknown as { heard: [string, unknown][] }).heard)

test('under sandbox="allow-scripts", a page sets options and hears what the user does', async () => {
  await openPage(connect('query: { fromBlock: 0n, toBlock: 9n },'))
  await rowsAre(10)
  const frame = page.frame('explorer') as Frame
  expect(await frame.evaluate(() => globalThis.origin)).toBe('null')
  await update({ query: { fromBlock: 100n, toBlock: 104n } })
  await rowsAre(5)
  expect(await heard()).toEqual([])
  await explorer().getByRole('gridcell').nth(2).click()
  await expect.poll(async () => (await heard()).length).toBe(1)
  const [[name, log] = []] = await heard()
  expect(name).toBe('log')
  expect(log).toMatchObject({
    blockNumber: expect.any(BigInt) as bigint,
    topics: expect.any(Array) as string[],
  })
  // Only an open range can be followed.
  await update({ query: undefined })
  await rowsAre(300)
  await explorer().getByRole('switch').click()
  await expect.poll(async () => (await heard()).at(-1)).toEqual(['live', true])
  // No storage is no error: neither in the console nor on the screen.
  expect(problems).toEqual([])
  expect(await explorer().getByText('memory only').count()).toBe(0)
})

test('after the frame reloads, it is connected again', async () => {
  await openPage(connect('query: { fromBlock: 0n, toBlock: 9n },'))
  await rowsAre(10)
  await page.evaluate(() => {
    document.querySelector('iframe')!.src = '/embed/index.html?again'
  })
  await expect.poll(() => page.frame('explorer')?.url()).toContain('again')
  await rowsAre(10)
  expect(await explorer().locator('log-explorer').getAttribute('network')).toBe('9100')
})

test('a neighbor can neither connect to the frame nor pose as it', async () => {
  await openPage(
    connect('query: { fromBlock: 0n, toBlock: 9n },'),
    `
    const protocol = 'topic0:embed:1'
    const { port1, port2 } = new MessageChannel()
    window.stolen = []
    port1.onmessage = ({ data }) => window.stolen.push(data)
    addEventListener('message', ({ data, ports }) => window.stolen.push([data, ports.length]))
    const frame = parent.frames[0]
    frame.postMessage({ protocol, type: 'connect', options: { network: 1, name: 'forged' } }, '*', [port2])
    frame.postMessage({ protocol, type: 'hello' }, '*')
    parent.postMessage({ protocol, type: 'ready' }, '*')
    window.isDone = true
    `,
  )
  await rowsAre(10)
  const neighbor = page.frame('neighbor') as Frame
  await expect.poll(() => neighbor.evaluate(() => 'isDone' in window)).toBe(true)
  // A later message arrives after the forged ones.
  await update({ query: { fromBlock: 100n, toBlock: 104n } })
  await rowsAre(5)
  const element = explorer().locator('log-explorer')
  expect(await element.getAttribute('network')).toBe('9100')
  expect(await element.getAttribute('name')).toBeNull()
  expect(await neighbor.evaluate(() => (window as unknown as { stolen: unknown[] }).stolen)).toEqual([])
})

test('without its page, a frame sends nothing, unless its address has parameters', async () => {
  await openPage('')
  // Not the empty document that a frame begins with.
  await expect
    .poll(() => page.frame('explorer')?.evaluate(() => `${location.pathname} ${document.readyState}`))
    .toBe('/embed/index.html complete')
  expect(await explorer().locator('log-explorer').count()).toBe(0)
  expect(node.calls).toEqual([])
  await page.close()
  await openPage('', '', '/embed/index.html?network=five&theme=dark&rpc=https://evil.test')
  expect(await explorer().getByRole('alert').first().textContent()).toContain('Expected a chain id')
  expect(await explorer().locator('log-explorer').getAttribute('rpc')).toBeNull()
})
