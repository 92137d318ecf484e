import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium, type Browser, type Page } from 'playwright'
import { build } from 'vite'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { chromiumArgs, findShell } from '../../.ci/chromium.mjs'
import { createFakeNode } from '../support/fakeNode.ts'
import { archiveFinality, openArchive, type OpenArchive } from '../support/openArchive.ts'
import { serveNode } from '../support/serveNode.ts'
import { soon } from '../support/soon.ts'
import type { ArchivePage, ArchiveRead } from './archiveWorker.page.ts'

// Enough logs for a Worker.
const node = createFakeNode({ seed: 5, blocks: 260, logsPerBlock: 100 })
const scripts = new Map<string, string>()
let rpc: { url: string; close: () => void }
let archive: OpenArchive
let server: Server
let browser: Browser
let page: Page
/** The Workers that the page has started: an idle one ends, on a slow machine before the test does. */
let started: string[]
let headers: Record<string, string>
/** Rows of the archive wait for it. */
let hold: Promise<void> | undefined
/** Whether rows of the archive are sent with another byte. */
let isDamaged: boolean
/** Requested ranges of the archive. */
const ranges: string[] = []
/** What a page without Workers reads and requests. */
let expected: Awaited<ReturnType<typeof readWithoutWorkers>>
let requests: readonly string[]
/** The Worker's script, if it is not the usual one; `null` if it is missing. */
let workerScript: string | null | undefined

beforeAll(async () => {
  const input = fileURLToPath(new URL('archiveWorker.page.ts', import.meta.url))
  const built = await build({
    configFile: false,
    logLevel: 'error',
    build: { write: false, minify: false, rolldownOptions: { input } },
  })
  const output = [built].flat().flatMap((one) => ('output' in one ? one.output : []))
  for (const file of output) {
    scripts.set(`/${file.fileName}`, file.type === 'chunk' ? file.code : String(file.source))
    if (file.type === 'chunk' && file.isEntry)
      scripts.set(
        '/',
        `<!doctype html><title>Page</title><script type="module" src="/${file.fileName}"></script>`,
      )
  }
  archive = await openArchive(node, { logsPerFile: 1_000_000 })
  rpc = await serveNode(node)
  server = createServer((request, response) => {
    const { url = '/' } = request
    if (url === '/')
      return response.writeHead(200, { 'content-type': 'text/html', ...headers }).end(scripts.get(url))
    if (url.startsWith('/archive/')) {
      const file = readFileSync(join(archive.folder, url.slice('/archive/'.length)))
      const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? []
      if (from === undefined) return response.end(file)
      const body = file.subarray(Number(from), Number(to) + 1)
      const sent = { 'content-range': `bytes ${from}-${to}/${file.length}` }
      if (Number(to) === file.length - 1) return response.writeHead(206, sent).end(body)
      ranges.push(`${url} ${from}-${to}`)
      if (isDamaged) body[0]! ^= 1
      return void Promise.resolve(hold).then(() => response.writeHead(206, sent).end(body))
    }
    const isWorker = url.includes('archiveWorker-') && !scripts.get('/')!.includes(url)
    const script = isWorker && workerScript !== undefined ? workerScript : scripts.get(url)
    if (script === undefined || script === null) return response.writeHead(404).end()
    return response.writeHead(200, { 'content-type': 'text/javascript' }).end(script)
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const executablePath = await findShell()
  browser = await chromium.launch({ ...(executablePath && { executablePath }), args: chromiumArgs })
  expected = await readWithoutWorkers()
  requests = ranges.toSorted()
})
beforeEach(async () => {
  headers = {}
  hold = undefined
  isDamaged = false
  workerScript = undefined
  page = await browser.newPage()
  started = []
  page.on('worker', (worker) => started.push(worker.url()))
  page.setDefaultTimeout(soon.timeout)
})
afterEach(() => page.close())
afterAll(async () => {
  await browser.close()
  server.closeAllConnections()
  server.close()
  rpc.close()
  await archive.close()
})

async function open() {
  ranges.length = 0
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  await page.waitForFunction(() => 'work' in globalThis)
}

const read = (more: Partial<ArchiveRead> = {}) =>
  page.evaluate((options) => (globalThis as unknown as { work: ArchivePage }).work.read(options), {
    node: rpc.url,
    archive: 'archive/manifest.json',
    finality: archiveFinality,
    ...more,
  })
const abort = () => page.evaluate(() => (globalThis as unknown as { work: ArchivePage }).work.abort())

async function readWithoutWorkers(more: Partial<ArchiveRead> = {}) {
  const other = await browser.newPage()
  await other.addInitScript(() => Reflect.deleteProperty(globalThis, 'Worker'))
  const before = page
  page = other
  await open()
  const found = await read(more)
  page = before
  await other.close()
  return found
}

/** Holds back rows of the archive. Returns a function that releases them. */
function holdRows() {
  let release = () => {}
  hold = new Promise((resolve) => (release = resolve))
  return release
}

test('a Worker reads the same logs as the page, with the same requests', async () => {
  expect([expected.error, expected.archived > 20_000]).toEqual([undefined, true])
  await open()
  expect(await read()).toEqual(expected)
  expect(started).toHaveLength(1)
  expect(ranges.toSorted()).toEqual(requests)
  expect(await read({ archive: undefined })).toEqual({ ...expected, archived: 0 })
})

test('few rows are read without one', async () => {
  await open()
  const found = await read({ address: node.chain.contracts[0]! })
  expect(found.archived).toBeGreaterThan(0)
  expect(started).toHaveLength(0)
})

test('two reads at once share one, which ends when it has no work', async () => {
  const [address] = node.chain.contracts
  const some = await readWithoutWorkers({ address })
  await page.clock.install()
  await open()
  expect(await Promise.all([read(), read(), read({ address })])).toEqual([expected, expected, some])
  expect(started).toHaveLength(1)
  expect(page.workers()).toHaveLength(1)
  await page.clock.fastForward(60_000)
  await vi.waitFor(() => expect(page.workers()).toHaveLength(0), soon)
  expect(await read()).toEqual(expected)
  expect(started).toHaveLength(2)
})

test.each([
  ['its policy has no Workers', { headers: { 'content-security-policy': "worker-src 'none'" } }],
  [
    'its policy demands trusted types',
    { headers: { 'content-security-policy': "require-trusted-types-for 'script'" } },
  ],
  ['the script is missing', { script: null }],
  ['the script is of another version', { script: '{' }],
  [
    'it dies at once',
    { script: `postMessage('ready'); addEventListener('message', () => { throw new Error('Dead.') })` },
  ],
])(
  'the page reads by itself if %s',
  async (_, given: { headers?: Record<string, string>; script?: string | null }) => {
    headers = given.headers ?? {}
    workerScript = given.script
    await open()
    expect(await read()).toEqual(expected)
    await vi.waitFor(() => expect(page.workers()).toHaveLength(0), soon)
  },
)

test('a Worker that dies while it reads costs no logs', async () => {
  await open()
  const release = holdRows()
  const reading = read()
  const worker = await page.waitForEvent('worker')
  await vi.waitFor(() => expect(ranges.length).toBeGreaterThan(0), soon)
  await worker.evaluate(
    () =>
      void setTimeout(() => {
        throw new Error('Dead.')
      }),
  )
  await vi.waitFor(() => expect(page.workers()).toHaveLength(0), soon)
  release()
  expect(await reading).toEqual(expected)
})

test('damage that a Worker finds sends the query to the nodes', async () => {
  isDamaged = true
  await open()
  expect(await read()).toEqual({ ...expected, archived: 0 })
  expect(started).toHaveLength(1)
})

test('an aborted read ends at once, and leaves the Worker to others', async () => {
  await open()
  const release = holdRows()
  const reading = read()
  await page.waitForEvent('worker')
  await vi.waitFor(() => expect(ranges.length).toBeGreaterThan(0), soon)
  await abort()
  expect((await reading).error).toContain('AbortError')
  release()
  hold = undefined
  expect(await read()).toEqual(expected)
  expect(started).toHaveLength(1)
})
