import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { chromium } from 'playwright'
import { chromiumArgs, findChromium } from '../.ci/chromium.mjs'
import { bundle, load } from './bundle.mjs'
import { race } from './report.mjs'

const count = 100_000
const runs = 7

/** @returns {Promise<import('./report.mjs').Row[]>} */
export async function run() {
  const { answer, ways, viemGetLogs } = await load('bytes.work.ts')
  const text = answer(count)
  const bytes = new TextEncoder().encode(text)
  const size = `${count.toLocaleString('en')} Transfer logs, ${(bytes.length / 1e6).toFixed(0)} MB`
  const inNode = await race(
    ways(() => new Response(bytes)),
    { runs },
  )
  // viem is so slow that a twentieth of the logs is enough.
  const part = new TextEncoder().encode(answer(count / 20))
  const { viem } = await race({ viem: () => viemGetLogs(() => new Response(part)) }, { runs: 3 })
  const inChromium = await runInChromium(text)
  return [
    row(`Response bytes to a LogList: ${size}, in Node`, inNode),
    row(`Response bytes to a LogList: ${size}, in Chromium`, inChromium),
    {
      work: `Response bytes to logs: ${size}, in Node, against viem getLogs with event`,
      unit: 'ms',
      ours: inNode.ours,
      peers: { 'viem getLogs': viem * 20 },
      target: `15x viem (${((viem * 20) / inNode.ours).toFixed(1)}x)`,
      met: viem * 20 >= 15 * inNode.ours,
    },
  ]
}

/** @param {string} work @param {Record<string, number>} times */
function row(work, { ours, ...peers }) {
  const json = peers['response.json()']
  return {
    work,
    unit: 'ms',
    ours,
    peers,
    target: `no slower than response.json() alone (${(json / ours).toFixed(2)}x)`,
    met: ours <= json,
  }
}

/** @param {string} text */
async function runInChromium(text) {
  const script = readFileSync(await bundle('bytes.page.ts', { browser: true }))
  const server = createServer((request, response) => {
    if (request.url === '/answer') response.setHeader('content-type', 'application/json').end(text)
    else if (request.url === '/bench.mjs') response.setHeader('content-type', 'text/javascript').end(script)
    else
      response.setHeader('content-type', 'text/html').end('<script type="module" src="/bench.mjs"></script>')
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)))
  const browser = await chromium.launch({ executablePath: await findChromium(), args: chromiumArgs })
  try {
    const page = await browser.newPage()
    // @ts-ignore a TCP server has a port
    await page.goto(`http://127.0.0.1:${server.address().port}/`)
    await page.waitForFunction(() => 'raceInPage' in globalThis)
    // @ts-ignore defined by bytes.page.ts
    return await page.evaluate(([n, r]) => globalThis.raceInPage('/answer', n, r), [count, runs])
  } finally {
    await browser.close()
    server.close()
  }
}
