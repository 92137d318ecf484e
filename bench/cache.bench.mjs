import { load } from './bundle.mjs'
import { openPage } from './openPage.mjs'
import { readTopics } from './readTopics.mjs'
import { startNodes } from './startNodes.mjs'

const blocks = 1_000_000
const size = 10_000
const logs = 50_000
/** The range that is read first, and one that is a sixth longer at either end. */
const held = { from: 200_000, to: 799_999 }
const wide = { from: 100_000, to: 899_999 }
const missing = held.from - wide.from + wide.to - held.to

/** @returns {Promise<import('./report.mjs').Row[]>} */
export async function run() {
  const options = {
    seed: 42,
    profile: 'bursty',
    blocks,
    logs,
    endpoints: 5,
    latency: 20,
    maxBlockRange: size,
  }
  const nodes = await startNodes(options)
  const work = await load('cache.work.ts')
  const page = await openPage('cache.page.ts')
  try {
    const topics = await readTopics(nodes.urls[0])
    return [
      ...(await measure('Node', nodes, topics, (name, ...args) => work[name](...args))),
      ...(await measure('Chromium', nodes, topics, page.run)),
    ]
  } finally {
    await page.close()
    await nodes.stop()
  }
}

async function measure(where, nodes, topics, call) {
  const questions = { first: held, again: held, narrower: { ...held, topics }, wider: wide }
  const seen = {}
  const found = {}
  for (const reader of ['ours', 'keyedQuery', 'viemLoop'])
    for (const [name, question] of Object.entries(questions)) {
      const answer = await call(reader, nodes.urls, { ...question, size })
      found[name] ??= answer.logs
      if (answer.logs !== found[name])
        throw new Error(`${reader} found ${answer.logs} logs of ${found[name]}.`)
      seen[name] = { ...seen[name], [reader]: answer }
    }
  return [
    { name: 'again', title: 'the same query again', blocks: 0, calls: 0 },
    { name: 'narrower', title: 'a narrower filter over it', blocks: 0, calls: 0 },
    // Besides the logs: the head, and the chain id of each endpoint.
    { name: 'wider', title: 'a range that overlaps it', blocks: missing, calls: missing / size + 6 },
  ].flatMap(({ name, title, ...most }) => {
    const { ours, keyedQuery, viemLoop } = seen[name]
    const what = `${title}, ${found[name].toLocaleString('en')} logs, in ${where}`
    const rows = [
      {
        figure: 'calls',
        label: 'JSON-RPC calls',
        target: most.calls === 0 ? 'none' : `at most ${most.calls}`,
      },
      {
        figure: 'blocks',
        label: 'Blocks asked for',
        target: most.blocks === 0 ? 'none' : `only the ${most.blocks.toLocaleString('en')} that are missing`,
      },
      { figure: 'ms', label: 'Time', target: 'less than to ask again' },
    ]
    return rows.map(({ figure, label, target }) => ({
      work: `${label}: ${what}`,
      unit: figure,
      ours: ours[figure],
      peers: {
        'viem under a react-query key of all parameters': keyedQuery[figure],
        'viem, one call after the other': viemLoop[figure],
      },
      target,
      met: ours[figure] <= (most[figure] ?? viemLoop.ms),
    }))
  })
}
