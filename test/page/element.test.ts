import { readFile } from 'node:fs/promises'
import { chromium, type Browser, type Page, type Route } from 'playwright'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { chromiumArgs, findShell } from '../../.ci/chromium.mjs'
import { soon } from '../support/soon.ts'

const origin = 'http://topic0.test'
let browser: Browser
let page: Page

beforeAll(async () => {
  const executablePath = await findShell()
  browser = await chromium.launch({ ...(executablePath && { executablePath }), args: chromiumArgs })
})
afterEach(() => page.close())
afterAll(() => browser?.close())

const fulfill = async (route: Route) => {
  const pathname = new URL(route.request().url()).pathname.replace('/1.0.0', '')
  const headers = { 'access-control-allow-origin': '*' }
  const body = await readFile(`dist${pathname}`, 'utf8')
  await route.fulfill({ contentType: 'text/javascript', headers, body })
}

/** Opens a page in German with the built script, served by `serve`. */
async function openPage(script: string, serve: (route: Route) => Promise<unknown> = fulfill): Promise<void> {
  page = await browser.newPage()
  page.setDefaultTimeout(soon.timeout)
  await page.route(/\.js(\?|$)/, serve)
  await page.route(`${origin}/`, (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html><html lang="de"><title>Logs</title>${script}<log-explorer network="five"></log-explorer>`,
    }),
  )
  await page.goto(`${origin}/`)
}

async function expectAlert(text: string): Promise<void> {
  // Waits until there is one.
  expect(await page.getByRole('alert').filter({ hasText: text }).textContent()).toContain(text)
}

test.each([
  ['element.js', /\/element\/de-[^/]+\.js$/],
  ['element.standalone.js', /\/strings\/de\.js$/],
])(
  'without its translation, %s speaks English, and switches when it arrives',
  async (script, translation) => {
    let release = () => {}
    const isReleased = new Promise<void>((resolve) => {
      release = resolve
    })
    await openPage(`<script src="/${script}"></script>`, async (route) => {
      if (translation.test(route.request().url())) await isReleased
      await fulfill(route)
    })
    await expectAlert('Expected a chain id')
    release()
    await expectAlert('Erwartet')
  },
)

test.each([
  ['a module', '<script type="module" src="/element.js"></script>'],
  ['a module with a version', '<script type="module" src="element.js?v=1"></script>'],
  ['an async script', '<script async src="/element.js"></script>'],
  ['a script of another origin', '<script src="http://cdn.test/1.0.0/element.js"></script>'],
])('%s finds its chunks', async (_, script) => {
  await openPage(script)
  await expectAlert('Erwartet')
})
