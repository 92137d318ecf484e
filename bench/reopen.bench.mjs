import { openPage } from './openPage.mjs'
import { readTopics } from './readTopics.mjs'
import { median } from './report.mjs'
import { startNodes } from './startNodes.mjs'

const logs = 500_000
const blocks = 1_000_000
const size = 10_000
const runs = 3
const kept = 'viem logs in IndexedDB, a record per answer'

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
  const page = await openPage('reopen.page.ts')
  const check = (name, reading, expected = logs) => {
    if (reading.logs !== expected) throw new Error(`${name} found ${reading.logs} logs of ${expected}.`)
    return reading
  }
  try {
    const cache = 'disk:reopen'
    // Final blocks are persisted: here, all of them.
    const cold = check('ours', await page.run('ours', nodes.urls, { cache, to: blocks - 1 }))
    await page.run('flush', cache)
    await page.reopen()
    // Once only: with this latency, one call after the other takes minutes.
    const peer = { blocks, size, name: 'viem' }
    const coldPeer = check('viem', await page.run('viemCold', nodes.urls, peer))

    const topics = await readTopics(nodes.urls[0])
    const seen = { asc: [], desc: [], latest: [], narrow: [], peer: [] }
    let narrow
    for (let k = 0; k < runs; k++) {
      await page.reopen()
      seen.asc.push(check('ours', await page.run('ours', nodes.urls, { cache, to: blocks - 1 })))
      await page.reopen()
      const newest = { cache, to: blocks - 1, order: 'desc' }
      seen.desc.push(check('ours, newest first', await page.run('ours', nodes.urls, newest)))
      await page.reopen()
      seen.latest.push(
        check('ours, to the head', await page.run('ours', nodes.urls, { cache, order: 'desc' })),
      )
      await page.reopen()
      const one = await page.run('ours', nodes.urls, { cache, to: blocks - 1, topics })
      seen.narrow.push(check('ours, narrower', one, (narrow ??= one.logs)))
      await page.reopen()
      seen.peer.push(check('viem', await page.run('viemAgain', peer)))
    }
    const of = (name, what) => median(seen[name].map((one) => one[what]))
    const title = `reopening a page with ${logs.toLocaleString('en')} logs persisted, in Chromium`
    const peers = (what) => ({
      [kept]: of('peer', what),
      'ours, the first time': cold[what],
      'viem getLogs, one after the other, the first time': coldPeer[what],
    })
    return [
      ['asc', 'oldest first'],
      ['desc', 'newest first'],
      ['latest', 'newest first, up to the head'],
      ['narrow', `a narrower filter (${narrow.toLocaleString('en')} logs)`],
    ].flatMap(([name, order]) => [
      {
        work: `Time to first rows: ${title}, ${order}`,
        unit: 'ms',
        ours: of(name, 'firstMs'),
        peers: peers('firstMs'),
        target: `a tenth of the cold time to all rows (${((100 * of(name, 'firstMs')) / cold.ms).toFixed(1)}%)`,
        met: of(name, 'firstMs') <= cold.ms / 10,
      },
      {
        work: `Requests before first rows: ${title}, ${order}`,
        unit: 'requests',
        ours: of(name, 'requestsBefore'),
        peers: peers('requestsBefore'),
        target: 'none',
        met: of(name, 'requestsBefore') === 0,
      },
      {
        work: `Time to all rows: ${title}, ${order}`,
        unit: 'ms',
        ours: of(name, 'ms'),
        peers: peers('ms'),
        target: `less than the cold time (${((100 * of(name, 'ms')) / cold.ms).toFixed(1)}%)`,
        met: of(name, 'ms') < cold.ms,
      },
      {
        work: `Longest task of the page: ${title}, ${order}`,
        unit: 'ms',
        ours: of(name, 'task'),
        // Not the first time: an automated browser copies each answer on its main thread. `longtasks` measures that.
        peers: { [kept]: of('peer', 'task') },
        target: 'no task over 50 ms (0 stands for less than 50)',
        met: of(name, 'task') <= 50,
      },
    ])
  } finally {
    await page.close()
    await nodes.stop()
  }
}
