import { load } from './bundle.mjs'
import { openPage } from './openPage.mjs'
import { race } from './report.mjs'

const count = 100_000
const runs = 7

/** @returns {Promise<import('./report.mjs').Row[]>} */
export async function run() {
  const { answer, ways, viemGetLogs } = await load('bytes.work.ts')
  const bytes = new TextEncoder().encode(answer(count))
  const size = `${count.toLocaleString('en')} Transfer logs, ${(bytes.length / 1e6).toFixed(0)} MB`
  const inNode = await race(
    ways(() => new Response(bytes)),
    { runs },
  )
  // viem is so slow that a twentieth of the logs is enough.
  const part = new TextEncoder().encode(answer(count / 20))
  const { viem } = await race({ viem: () => viemGetLogs(() => new Response(part)) }, { runs: 3 })
  const inChromium = await runInChromium()
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

async function runInChromium() {
  const page = await openPage('bytes.page.ts')
  try {
    return await page.run('race', count, runs)
  } finally {
    await page.close()
  }
}
