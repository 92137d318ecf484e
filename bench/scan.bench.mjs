import { load } from './bundle.mjs'
import { openPage } from './openPage.mjs'
import { median } from './report.mjs'
import { startNodes } from './startNodes.mjs'

const blocks = 1_000_000
const size = 10_000
const logs = 50_000
const runs = 5

/** @returns {Promise<import('./report.mjs').Row[]>} */
export async function run() {
  const nodes = await startNodes({
    seed: 42,
    profile: 'bursty',
    blocks,
    logs,
    endpoints: 5,
    latency: 200,
    maxBlockRange: size,
  })
  const work = await load('scan.work.ts')
  const page = await openPage('scan.page.ts')
  try {
    return [
      ...(await measure('Node', nodes, (name, ...args) => work[name](...args))),
      ...(await measure('Chromium', nodes, page.run)),
    ]
  } finally {
    await page.close()
    await nodes.stop()
  }
}

async function measure(where, nodes, call) {
  const read = async (name, options, times) => {
    const readings = []
    for (let k = 0; k < times; k++) {
      await nodes.takeCalls()
      const reading = await call(name, nodes.urls, options)
      if (reading.logs !== logs) throw new Error(`${name} found ${reading.logs} logs of ${logs}.`)
      readings.push({ ms: reading.ms, calls: await nodes.takeCalls() })
    }
    return {
      ms: median(readings.map(({ ms }) => ms)),
      calls: median(readings.map(({ calls }) => calls)),
    }
  }
  // Once: it waits for 101 answers, one after the other, so that runs hardly differ.
  const loop = await read('viemLoop', { size }, 1)
  const cold = await read('ours', {}, runs)
  // The first run learns the limits.
  await read('ours', { warm: true }, 1)
  const warm = await read('ours', { warm: true }, runs)
  const what = `${blocks.toLocaleString('en')} blocks, ${size.toLocaleString('en')} a call, 200 ms, 5 endpoints, ${logs.toLocaleString('en')} logs, in ${where}`
  const ideal = blocks / size
  return [
    { title: 'limit to be learned', ...cold },
    { title: 'limit known', ...warm },
  ].flatMap(({ title, ms, calls }) => [
    {
      work: `Time: ${what}, ${title}`,
      unit: 'ms',
      ours: ms,
      peers: { 'viem getLogs, one after the other': loop.ms },
      target: `15x viem (${(loop.ms / ms).toFixed(1)}x)`,
      met: loop.ms >= 15 * ms,
    },
    {
      work: `JSON-RPC calls: ${what}, ${title}`,
      unit: 'calls',
      ours: calls,
      peers: { 'viem getLogs, one after the other': loop.calls },
      target: `at most 7% more than ${ideal}, of which two calls compare the heads of two endpoints (${((calls / ideal - 1) * 100).toFixed(0)}%)`,
      met: calls <= 1.07 * ideal,
    },
  ])
}
