import { load } from './bundle.mjs'
import { openPage } from './openPage.mjs'
import { median } from './report.mjs'
import { startNodes } from './startNodes.mjs'

const blocks = 1_000_000
const runs = 7

/** @returns {Promise<import('./report.mjs').Row[]>} */
export async function run() {
  const work = await load('scan.work.ts')
  const page = await openPage('scan.page.ts')
  const rows = []
  try {
    for (const latency of [0, 50, 200]) {
      // Every thousand blocks have some logs, and the limit of blocks per call is not known.
      const nodes = await startNodes({
        seed: 42,
        profile: 'uniform',
        blocks,
        logs: 50_000,
        endpoints: 1,
        latency,
        maxBlockRange: 10_000,
      })
      for (const order of ['asc', 'desc']) {
        const what = `First rows, ${order === 'asc' ? 'oldest' : 'newest'} first, ${latency} ms`
        rows.push(
          await measure(`${what}, in Node`, nodes, order, (name, ...args) => work[name](...args)),
          await measure(`${what}, in Chromium`, nodes, order, page.run),
        )
      }
      await nodes.stop()
    }
  } finally {
    await page.close()
  }
  return rows
}

async function measure(work, { urls }, order, call) {
  const times = { ours: [], viem: [] }
  // In turn, after a first run of each that does not count.
  for (let run = -1; run < runs; run++) {
    const viem = await call('viemFirst', urls, { order, width: 1_000 })
    const ours = await call('ours', urls, { order, untilFirst: true })
    if (viem.logs === 0 || ours.logs === 0) throw new Error('There are no first rows.')
    if (run < 0) continue
    times.viem.push(viem.ms)
    times.ours.push(ours.firstMs)
  }
  const [ours, viem] = [median(times.ours), median(times.viem)]
  return {
    work,
    unit: 'ms',
    ours,
    peers: { 'viem getBlockNumber, then getLogs of 1,000 blocks': viem },
    target: `at most 1.1x or 20 ms more than viem (${(ours / viem).toFixed(2)}x, ${(ours - viem).toFixed(0)} ms)`,
    met: ours <= Math.max(1.1 * viem, viem + 20),
  }
}
