import { load } from './bundle.mjs'
import { prepareAlone } from './runAlone.mjs'
import { startArchive } from './startArchive.mjs'

const logs = 1_000_000
const blocks = 2_000_000
const latency = 50

/** `--only=small,nodes,large,page,manifest` runs some parts. @returns {Promise<import('./report.mjs').Row[]>} */
export async function run({ only = ['small', 'nodes', 'large', 'page', 'manifest'] } = {}) {
  const work = await load('archive.work.ts')
  const rows = []
  if (['small', 'nodes', 'page'].some((part) => only.includes(part))) {
    const archive = await startArchive({ seed: 42, logs, blocks, logsPerFile: logs })
    try {
      if (only.includes('small')) rows.push(...(await measureQueries(work, archive)))
      if (only.includes('nodes')) rows.push(...(await measureNodes(work, archive)))
      if (only.includes('page')) rows.push(...(await measurePage(archive)))
    } finally {
      await archive.stop()
    }
  }
  if (only.includes('large')) rows.push(...(await measureLarge(work)))
  if (only.includes('manifest')) {
    const { files, bytes, ms } = work.simulateManifest({ logs: 1e10, logsPerFile: 5e6 })
    const what = `manifest of 10,000,000,000 logs in ${files.toLocaleString('en')} files`
    rows.push(
      atMost(`Bytes: ${what}`, 'kB', bytes / 1000, 8_388),
      atMost(`Time to parse: ${what}`, 'ms', ms, 50),
    )
  }
  return rows
}

/** Reads with a latency, and counts the traffic. */
function reader(work, archive) {
  return async (name, given, ms = latency, again) => {
    await archive.setLatency(ms)
    const reading = await work[name](given, again)
    return { ...reading, ...(await archive.takeTraffic(0)) }
  }
}

async function measureQueries(work, archive) {
  const { node, manifest, contract, event, transfer, rare, bytes } = archive
  const read = reader(work, archive)
  const head = { head: blocks - 1 }
  const rows = []
  const compare = async (what, query, { requests, bytes: most, faster }) => {
    const given = { node, ...query }
    // Once for the code to be compiled.
    await read('ours', { ...given, manifest }, 0)
    const cold = await read('ours', { ...given, manifest })
    const rpc = await read('loop', given, latency, head)
    const slow = await read('loop', given, 200, head)
    if (cold.digest !== rpc.digest) throw new Error(`${what}: the archive has other logs than the node.`)
    rows.push(
      atMost(
        `Requests: ${what} (${cold.logs.toLocaleString('en')} logs)`,
        'requests',
        cold.requests,
        requests,
        {
          'by RPC': rpc.calls,
          'eth_getLogs of ours': cold.logCalls,
        },
      ),
      atMost(`Bytes: ${what}`, 'kB', cold.bytes / 1000, most / 1000),
      {
        work: `Time: ${what}, ${latency} ms a request`,
        unit: 'ms',
        ours: cold.ms,
        peers: { 'by RPC, 6 at a time': rpc.ms, 'by RPC at 200 ms': slow.ms },
        target: `${faster}x RPC (${(rpc.ms / cold.ms).toFixed(1)}x), 12x at 200 ms (${(slow.ms / cold.ms).toFixed(1)}x)`,
        met: rpc.ms >= faster * cold.ms && slow.ms >= 12 * cold.ms,
      },
    )
  }
  const one = { address: contract, topics: [event] }
  await compare('one contract and event', one, { requests: 50, bytes: 2_500_000, faster: 4 })
  await compare(
    'one rare topic1',
    { topics: [transfer, rare] },
    { requests: 45, bytes: 2_000_000, faster: 4 },
  )

  await read('ours', { node, manifest, ...one }, 0, 'cached')
  const again = await read('ours', { node, manifest, ...one }, latency, 'cached')
  rows.push(atMost('Requests: the same again', 'requests', again.requests + again.logCalls, 0))

  const counted = await read('count', { node, manifest, ...one })
  const known = await read('ours', { node, ...one }, 0)
  if (counted.logs !== known.logs) throw new Error(`It counts ${counted.logs} logs of ${known.logs}.`)
  rows.push(
    atMost(`Requests: count of a filter (${counted.ms.toFixed(0)} ms)`, 'requests', counted.requests, 5),
    atMost('Bytes: count of a filter', 'kB', counted.bytes / 1000, 250),
    atMost('Size of a log', 'bytes', bytes.logs / logs, 140),
    atMost('Size of the keys of a log', 'bytes', bytes.keys / logs, 0.3),
    atMost('Size of the words of a log', 'bytes', bytes.words / logs, 9),
  )
  return rows
}

/** Queries for which nodes are cheaper. */
async function measureNodes(work, archive) {
  const { node, manifest, transfer } = archive
  const read = reader(work, archive)
  const rows = []
  for (const { what, ...query } of [
    {
      what: 'newest 1,000 of an event with a third of all logs',
      topics: [transfer],
      order: 'desc',
      limit: 1000,
    },
    { what: 'all logs of 1% of the blocks', from: 1_000_000, to: 1_019_999 },
  ]) {
    await read('ours', { node, manifest, ...query }, 0)
    const both = { ours: [], rpc: [] }
    for (let k = 0; k < 7; k++) {
      both.ours.push(await read('ours', { node, manifest, ...query }))
      both.rpc.push(await read('ours', { node, ...query }))
    }
    const [ours, rpc] = [both.ours, both.rpc].map((list) => list.toSorted((a, b) => a.ms - b.ms)[3])
    if (ours.digest !== rpc.digest) throw new Error(`${what}: the archive has other logs than the node.`)
    rows.push({
      work: `Time: ${what}`,
      unit: 'ms',
      ours: ours.ms,
      peers: { 'the same without an archive': rpc.ms },
      target: `no slower than by RPC, within a tenth (${ours.requests} requests to the archive, ${ours.logCalls} calls; ${rpc.logCalls} without)`,
      met: ours.ms <= 1.1 * rpc.ms,
    })
  }
  return rows
}

async function measurePage(archive) {
  const runAlone = await prepareAlone('archive.page.ts')
  await archive.setLatency(0)
  const { node, manifest } = archive
  const rounds = []
  // Each in a Chromium of its own, in turn.
  for (let k = 0; k < 5; k++)
    for (const hasWorkers of [true, false]) {
      const one = await runAlone('everything', { node, manifest, compare: false }, { hasWorkers })
      if (one.logs !== logs) throw new Error(`It found ${one.logs} logs of ${logs}.`)
      rounds.push({ ...one, hasWorkers })
    }
  const [ours, page] = [true, false].map(
    (has) => rounds.filter(({ hasWorkers }) => hasWorkers === has).toSorted((a, b) => a.ms - b.ms)[2],
  )
  const rate = ({ ms }) => logs / (ms / 1000)
  const peer = 'without a Worker'
  return [
    {
      work: 'Everything, in Chromium',
      unit: 'logs/s',
      ours: rate(ours),
      peers: { [peer]: rate(page) },
      target: '500,000 logs/s',
      met: rate(ours) >= 500_000,
    },
    atMost('Longest task: everything, in Chromium', 'ms', ours.task, 50, { [peer]: page.task }),
    {
      work: 'Main thread free meanwhile',
      unit: '% of the time',
      ours: 100 * ours.free,
      peers: { [peer]: 100 * page.free },
      target: 'more than without a Worker: that is what it is for',
      met: ours.free > page.free,
    },
  ]
}

/** Large files, as after compaction. */
async function measureLarge(work) {
  const archive = await startArchive({
    seed: 43,
    logs: 5 * logs,
    blocks: 5 * blocks,
    logsPerFile: 2.5 * logs,
  })
  const { node, manifest, contract, event } = archive
  const read = reader(work, archive)
  const rows = []
  try {
    for (const { what, range, ...limits } of [
      {
        what: 'a small filter in a fifth of the blocks',
        range: { from: 1_000_000, to: 2_999_999 },
        requests: 40,
        bytes: 2_000,
      },
      { what: 'a small filter over everything', range: {}, requests: 80, bytes: 6_000 },
    ]) {
      const query = { node, address: contract, topics: [event], ...range }
      const cold = await read('ours', { ...query, manifest })
      const rpc = await read('loop', query, latency, { head: 5 * blocks - 1 })
      if (cold.digest !== rpc.digest) throw new Error('The archive has other logs than the node.')
      const name = `5,000,000 logs in 2 files, ${what} (${cold.logs.toLocaleString('en')} logs)`
      rows.push(
        atMost(`Requests: ${name}`, 'requests', cold.requests, limits.requests, {
          'by RPC': rpc.calls,
          'eth_getLogs of ours': cold.logCalls,
        }),
        atMost(`Bytes: ${name}`, 'kB', cold.bytes / 1000, limits.bytes),
        atMost(`Time: ${name}, ${latency} ms a request`, 'ms', cold.ms, rpc.ms, {
          'by RPC, 6 at a time': rpc.ms,
        }),
      )
    }
    return rows
  } finally {
    await archive.stop()
  }
}

function atMost(work, unit, ours, most, peers = {}) {
  return {
    work,
    unit,
    ours,
    peers,
    target: `at most ${most.toLocaleString('en')} ${unit}`,
    met: ours <= most,
  }
}
