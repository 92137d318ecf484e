import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromiumArgs, findChromium } from '../.ci/chromium.mjs'
import { bundle, readBundle } from './bundle.mjs'

/**
 * Prepares to call functions that a page puts into `globalThis.work`, each in a new Chromium without its debugging protocol,
 * which copies and decodes every answer on the page's main thread.
 *
 * @param {string} entry relative to this folder
 */
export async function prepareAlone(entry) {
  const script = await bundle(entry, { browser: true })
  const executable = await findChromium()
  if (!executable) throw new Error('There is no Chromium. Set CHROMIUM_PATH.')

  /** Calls one of the page's functions. @param {string} name @param {readonly unknown[]} args */
  return async function runAlone(name, ...args) {
    const call = `globalThis.work[${JSON.stringify(name)}](...${JSON.stringify(args)})`
    const page = `<script type="module">
      import '/bench.mjs'
      const result = await ${call}.catch((error) => ({ error: String(error) }))
      await fetch('/result', { method: 'POST', body: JSON.stringify(result) })
    </script>`
    let resolve
    const answered = new Promise((done) => (resolve = done))
    const server = createServer((request, response) => {
      const built = readBundle(script, request.url)
      if (built) response.setHeader('content-type', 'text/javascript').end(built)
      else if (request.url === '/result') {
        let body = ''
        request.on('data', (part) => (body += part))
        request.on('end', () => {
          response.end()
          resolve(JSON.parse(body))
        })
      } else response.setHeader('content-type', 'text/html').end(page)
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const profile = mkdtempSync(join(tmpdir(), 'bench-'))
    // @ts-ignore a TCP server has a port
    const url = `http://127.0.0.1:${server.address().port}/`
    const flags = ['--headless=new', '--no-first-run', `--user-data-dir=${profile}`]
    const browser = spawn(executable, [...chromiumArgs, ...flags, url], { stdio: 'ignore' })
    const exit = once(browser, 'exit')
    try {
      const result = await Promise.race([answered, exit.then(() => ({ error: 'Chromium ended.' }))])
      if (result.error) throw new Error(result.error)
      return result
    } finally {
      browser.kill()
      await exit
      server.close()
      // Its processes may still write for a moment.
      await rm(profile, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 })
    }
  }
}
