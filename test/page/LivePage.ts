import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium, type Browser, type BrowserContext, type CDPSession, type Page } from 'playwright'
import type { Hex } from 'viem'
import { build } from 'vite'
import { vi } from 'vitest'
import { chromiumArgs, findChromium } from '../../.ci/chromium.mjs'
import type { DemoContract } from '../../demo/contracts.mjs'

/** What a page follows. */
export interface LivePageOptions {
  readonly chainId: number
  readonly http: string
  readonly webSocket?: string | undefined
  readonly contract: DemoContract
  readonly topic: Hex
}

/** What the hook returned. */
export interface SeenLive {
  /** The logs it shows, by identity. */
  rows: readonly string[]
  /** Every state in order: the live status, and the number of rows and of distinct rows. */
  readonly states: { readonly status: string; readonly count: number; readonly distinct: number }[]
}

/** A page in its own browser, which can be taken offline, hidden and frozen without affecting the test. */
export interface LivePage {
  /** Shared by all pages of the browser. */
  readonly context: BrowserContext
  readonly page: Page
  readonly cdp: CDPSession
  seen(): Promise<SeenLive>
  /** Clears the recorded states. */
  forget(): Promise<void>
  /** The live status that the explorer shows. */
  status(): Promise<string | null>
}

/** Builds a page, as users do, and serves it. */
export async function startLivePages(name = 'liveExplorer.page.tsx') {
  const entry = fileURLToPath(new URL(name, import.meta.url))
  const built = await build({
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    // Under test, Vite would use the development runtime.
    oxc: { jsx: { runtime: 'automatic', development: false } },
    build: {
      write: false,
      target: 'es2022',
      minify: false,
      cssCodeSplit: false,
      lib: { entry, formats: ['es'], fileName: 'page' },
      rolldownOptions: { output: { codeSplitting: false } },
    },
  })
  const files = new Map<string, string | Uint8Array>(
    [built].flat().flatMap((one) =>
      'output' in one
        ? one.output.map((file) => {
            const content = file.type === 'chunk' ? file.code : file.source
            return [file.type === 'chunk' ? '/page.js' : '/page.css', content]
          })
        : [],
    ),
  )
  files.set(
    '/',
    `<!doctype html><html lang="en"><title>Live</title><link rel="icon" href="data:,"><link rel="stylesheet" href="/page.css">
    <body style="margin: 0"><div id="root"></div><script type="module" src="/page.js"></script></body></html>`,
  )
  const types: Record<string, string> = { '/page.js': 'text/javascript', '/page.css': 'text/css' }
  const server = createServer(({ url = '/' }, response) => {
    const content = files.get(url)
    response.writeHead(content === undefined ? 404 : 200, { 'content-type': types[url] ?? 'text/html' })
    response.end(content)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const { browser, stop } = await startBrowser()
  const [context] = browser.contexts()
  if (!context) throw new Error('The browser has no window.')

  return {
    async open(options: LivePageOptions): Promise<LivePage> {
      const page = await context.newPage()
      const cdp = await context.newCDPSession(page)
      await page.goto(`http://127.0.0.1:${port}/#${encodeURIComponent(JSON.stringify(options))}`)
      return {
        context,
        page,
        cdp,
        seen: () => page.evaluate(() => (globalThis as unknown as { seen: SeenLive }).seen),
        forget: () =>
          page.evaluate(() => {
            ;(globalThis as unknown as { seen: SeenLive }).seen.states.length = 0
          }),
        status: () => page.locator('.topic0-live-status').getAttribute('data-state'),
      }
    },
    async close() {
      await stop()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Starts Chromium outside of Playwright: pages that Playwright starts report as visible even when hidden. */
async function startBrowser(): Promise<{ browser: Browser; stop: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'topic0-page-'))
  const args = ['--headless', '--remote-debugging-port=0', `--user-data-dir=${folder}`, '--no-first-run']
  const file = (await findChromium()) ?? chromium.executablePath()
  const child = spawn(file, [...args, ...chromiumArgs, '--window-size=1280,800', 'about:blank'], {
    stdio: 'ignore',
  })
  const portFile = join(folder, 'DevToolsActivePort')
  await vi.waitUntil(() => existsSync(portFile), { timeout: 60_000 })
  const [port] = await vi.waitUntil(
    async () => {
      const lines = (await readFile(portFile, 'utf8')).split('\n')
      return lines.length > 1 && lines
    },
    { timeout: 60_000 },
  )
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`, { noDefaults: true })
  return {
    browser,
    async stop() {
      await browser.close()
      const isOver = child.exitCode !== null || child.signalCode !== null
      const ended = isOver ? undefined : once(child, 'exit')
      child.kill()
      await ended
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
