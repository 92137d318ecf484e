import { load } from './bundle.mjs'
import { openPage } from './openPage.mjs'
import { median } from './report.mjs'
import { startNodes } from './startNodes.mjs'

const blocks = 1_000_000
const logs = 50_000
const cap = 2_000
const seeds = [1, 2, 3]
const profiles = ['uniform', 'growing', 'bursty']

/** @returns {Promise<import('./report.mjs').Row[]>} */
export async function run() {
  const work = await load('scan.work.ts')
  const page = await openPage('scan.page.ts')
  const rows = []
  try {
    for (const hint of [false, true])
      for (const profile of profiles) {
        const chains = await Promise.all(
          seeds.map((seed) =>
            startNodes({
              seed,
              profile,
              blocks,
              logs,
              endpoints: 5,
              latency: 200,
              maxResults: cap,
              hint,
            }),
          ),
        )
        const what = `A cap of ${cap.toLocaleString('en')} results ${hint ? 'that names a range' : 'without a hint'}, ${profile} density`
        rows.push(
          ...(await measure(`${what}, in Node`, chains, (name, ...args) => work[name](...args))),
          ...(await measure(`${what}, in Chromium`, chains, page.run)),
        )
        await Promise.all(chains.map(({ stop }) => stop()))
      }
  } finally {
    await page.close()
  }
  return rows
}

async function measure(what, chains, call) {
  const read = async (name) => {
    const readings = []
    for (const { urls, takeCalls } of chains) {
      await takeCalls()
      const reading = await call(name, urls)
      if (reading.logs !== logs) throw new Error(`${name} found ${reading.logs} logs of ${logs}.`)
      readings.push({ ms: reading.ms, calls: await takeCalls() })
    }
    return {
      ms: median(readings.map(({ ms }) => ms)),
      calls: median(readings.map(({ calls }) => calls)),
    }
  }
  const peer = await read('bisect')
  const mine = await read('ours')
  return [
    {
      work: `JSON-RPC calls: ${what}`,
      unit: 'calls',
      ours: mine.calls,
      peers: { bisection: peer.calls },
      target: 'fewer than bisection from the full range',
      met: mine.calls < peer.calls,
    },
    {
      work: `Time: ${what}`,
      unit: 'ms',
      ours: mine.ms,
      peers: { bisection: peer.ms },
      target: 'less than bisection from the full range',
      met: mine.ms < peer.ms,
    },
  ]
}
