import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { createReadStream, createWriteStream } from 'node:fs'
import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { extname, join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { createBrotliDecompress } from 'node:zlib'
import { chromium, type Browser, type Page } from 'playwright'
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest'
import { chromiumArgs, findChromium } from '../../.ci/chromium.mjs'
import { installIn, npm } from '../package/installPackage.ts'
import { createFakeNode } from '../support/fakeNode.ts'
import { serveNode } from '../support/serveNode.ts'

const run = promisify(execFile)
const scratch = join(inject('consumer'), '..')
const mediaTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
}

let node: { url: string; close: () => void }
let browser: Browser
let page: Page
let server: Server | undefined
let child: ChildProcess | undefined
const problems: string[] = []

beforeAll(async () => {
  const executablePath = await findChromium()
  browser = await chromium.launch({ ...(executablePath && { executablePath }), args: chromiumArgs })
  node = await serveNode(createFakeNode({ blocks: 300, logsPerBlock: 2 }))
})
afterEach(async () => {
  await page.close()
  server?.closeAllConnections()
  server?.close()
  child?.kill()
})
afterAll(async () => {
  await browser.close()
  node.close()
})

/** Installs a copy of an example with the packed package, and builds it. */
async function build(name: string): Promise<string> {
  const folder = join(scratch, name)
  await cp(resolve('examples', name), folder, { recursive: true })
  const file = join(folder, 'package.json')
  const manifest = JSON.parse(await readFile(file, 'utf8')) as { dependencies: { topic0: string } }
  manifest.dependencies.topic0 = `file:${inject('tarball')}`
  await writeFile(file, JSON.stringify(manifest))
  const options = {
    cwd: folder,
    env: { ...process.env, NODE_ENV: undefined, VITE_RPC_URL: node.url, NEXT_PUBLIC_RPC_URL: node.url },
    maxBuffer: 2 ** 26,
  }
  await run(npm, ['install', '--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts'], options)
  await run(npm, ['run', 'build'], options)
  return folder
}

/** Serves a folder as a static host does, on a free port. */
async function serve(folder: string): Promise<string> {
  const files = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    const name = pathname === '/' ? 'index.html' : pathname
    readFile(join(folder, name)).then(
      (body) =>
        response
          .writeHead(200, { 'content-type': mediaTypes[extname(name)] ?? 'application/octet-stream' })
          .end(body),
      () => response.writeHead(404).end(),
    )
  })
  server = files
  await new Promise<void>((done) => {
    files.listen(0, '127.0.0.1', done)
  })
  return `http://localhost:${(files.address() as AddressInfo).port}/`
}

async function open(url: string, opener = browser): Promise<void> {
  problems.length = 0
  page = await opener.newPage({ viewport: { width: 1200, height: 800 } })
  page.on('pageerror', (error) => problems.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') problems.push(message.text())
  })
  await page.goto(url)
}

const cells = () => page.locator('[role="row"][data-index="0"] [role="gridcell"]')

test('Vite with wagmi 3 shows its transfers', async () => {
  const folder = join(await build('vite-wagmi'), 'dist')
  // For large archives: Vite finds the script of the Worker in the package.
  expect(await readdir(join(folder, 'assets'))).toContainEqual(expect.stringMatching(/^archiveWorker-/))
  await open(await serve(folder))
  await expect.poll(() => cells().count()).toBeGreaterThan(2)
  expect(problems).toEqual([])
})

test('Next prefetches transfers on the server, and the page takes them over', async () => {
  const folder = await build('next')
  const next = createRequire(join(folder, 'package.json')).resolve('next/dist/bin/next')
  const started = spawn(process.execPath, [next, 'start', '-p', '0'], { cwd: folder })
  child = started
  const url = await new Promise<string>((done, fail) => {
    let said = ''
    started.stdout.on('data', (text: Buffer) => {
      said += text.toString()
      const found = /http:\/\/localhost:[1-9]\d*/.exec(said)?.[0]
      if (found) done(found)
    })
    started.once('exit', () => fail(new Error(`next start ended: ${said}`)))
  })
  const html = await (await fetch(url)).text()
  const rendered = Number(/<p>(\d+)<!-- --> transfers<\/p>/.exec(html)?.[1])
  expect(rendered).toBeGreaterThan(10)
  await open(url)
  await expect.poll(() => cells().count()).toBeGreaterThan(2)
  await expect.poll(() => page.locator('p').first().textContent()).toBe(`${rendered} transfers`)
  expect(problems).toEqual([])
})

/** The plain page, built for the node. */
async function buildHtml(): Promise<string> {
  const folder = join(await build('html'), 'public')
  const file = join(folder, 'index.html')
  const html = await readFile(file, 'utf8')
  await writeFile(
    file,
    html.replace('https://rpc.xone.org', node.url).replace('connect-src', `connect-src ${node.url}`),
  )
  return folder
}

test("plain HTML shows the explorer under `default-src 'none'` and trusted types", async () => {
  await open(await serve(await buildHtml()))
  await expect.poll(() => cells().count()).toBeGreaterThan(2)
  expect(problems).toEqual([])
})

// The only package with an older Chromium has it for this platform.
test.runIf(process.platform === 'linux' && process.arch === 'x64')(
  'the explorer works in Chrome 126, the oldest that is supported',
  async () => {
    const folder = join(scratch, 'chrome')
    await mkdir(folder)
    await installIn(folder, ['@sparticuz/chromium@126.0.0'])
    const executablePath = join(folder, 'chrome')
    await pipeline(
      createReadStream(join(folder, 'node_modules/@sparticuz/chromium/bin/chromium.br')),
      createBrotliDecompress(),
      createWriteStream(executablePath, { mode: 0o755 }),
    )
    const old = await chromium.launch({ executablePath, args: chromiumArgs })
    try {
      expect(old.version()).toMatch(/^126\./)
      await open(await serve(await buildHtml()), old)
      await expect.poll(() => cells().count()).toBeGreaterThan(2)
      await cells().nth(1).click()
      await page.locator('.topic0-log-details').first().waitFor()
      expect(problems).toEqual([])
    } finally {
      await old.close()
    }
  },
)
