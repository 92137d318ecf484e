import { createServer } from 'node:http'
import { chromium } from 'playwright'
import { chromiumArgs, findChromium } from '../.ci/chromium.mjs'
import { bundle, readBundle } from './bundle.mjs'

/**
 * Opens a page in Chromium that puts its functions into `globalThis.work`.
 *
 * @param {string} entry relative to this folder
 * @param {readonly string[]} flags of Chromium, in addition to the usual ones
 */
export async function openPage(entry, flags = []) {
  const script = await bundle(entry, { browser: true })
  const server = createServer((request, response) => {
    const built = readBundle(script, request.url)
    if (built) response.setHeader('content-type', 'text/javascript').end(built)
    else
      response.setHeader('content-type', 'text/html').end('<script type="module" src="/bench.mjs"></script>')
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)))
  const browser = await chromium.launch({
    executablePath: await findChromium(),
    args: [...chromiumArgs, ...flags],
  })
  const context = await browser.newContext()
  let page

  /** Loads the page again. What it has stored on disk stays. */
  async function reopen() {
    await page?.close()
    page = await context.newPage()
    // @ts-ignore a TCP server has a port
    await page.goto(`http://127.0.0.1:${server.address().port}/`)
    await page.waitForFunction(() => 'work' in globalThis)
  }

  await reopen()
  return {
    reopen,
    /** Calls one of the page's functions. @param {string} name @param {readonly unknown[]} args */
    run: (name, ...args) =>
      // @ts-ignore put there by the page
      page.evaluate(([called, given]) => globalThis.work[called](...given), [name, args]),
    async close() {
      await browser.close()
      server.close()
    },
  }
}
