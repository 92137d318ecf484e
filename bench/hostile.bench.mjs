import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import { load } from './bundle.mjs'
import { bodies, methods } from './hostileNode.mjs'
import { prepareAlone } from './runAlone.mjs'

/** Other load on the machine delays a task, but does not shorten one. */
const runs = 3

/** @returns {Promise<import('./report.mjs').Row[]>} */
export async function run({ only = Object.keys(bodies) } = {}) {
  const node = new Worker(new URL('hostileNode.mjs', import.meta.url))
  const [origin] = await once(node, 'message')
  const { read } = await load('hostile.work.ts')
  const runAlone = await prepareAlone('hostile.page.ts')
  /** @type {Record<string, (url: string) => Promise<number>>} */
  const places = { Node: (url) => longestTurn(() => read(url)), Chromium: (url) => runAlone('read', url) }
  const rows = []
  try {
    for (const [place, measure] of Object.entries(places))
      for (const body of only)
        for (const method of methods) {
          const url = `${origin}/?body=${encodeURIComponent(body)}&method=${method}`
          const times = []
          for (let k = 0; k < runs && !(Math.min(...times) <= 50); k++) times.push(await measure(url))
          const ours = Math.min(...times)
          rows.push({
            work: `Longest task, in ${place}: ${body} for ${method}`,
            unit: 'ms',
            ours,
            peers: {},
            target: 'no task over 50 ms (in Chromium, 0 stands for less than 50)',
            met: ours <= 50,
          })
        }
  } finally {
    await node.terminate()
  }
  return rows
}

/** Milliseconds that the main thread worked in the longest turn of the event loop. @param {() => Promise<unknown>} work */
async function longestTurn(work) {
  let longest = 0
  let isOver = false
  let last = threadTime()
  const turn = () => {
    const now = threadTime()
    longest = Math.max(longest, now - last)
    last = now
    if (!isOver) setImmediate(turn)
  }
  setImmediate(turn)
  await work()
  isOver = true
  return longest
}

/** Milliseconds for which the main thread has had a processor, where the system tells; else the time. */
function threadTime() {
  try {
    return Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6
  } catch {
    return performance.now()
  }
}
