import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { bundle } from './bundle.mjs'

let file

/**
 * Starts a node and an archive of its chain, on a thread of their own.
 *
 * @param {import('./archiveNodes.ts').ArchiveNodesOptions} options
 */
export async function startArchive(options) {
  file ??= await bundle('archiveNodes.ts')
  const worker = new Worker(file, { workerData: options })
  const ask = async (message) => {
    const answer = once(worker, 'message')
    worker.postMessage(message)
    const [value] = await answer
    return value
  }
  /** @type {import('./archiveNodes.ts').ArchiveNodes} */
  const nodes = (await once(worker, 'message'))[0]
  return {
    ...nodes,
    /** Sets the latency in milliseconds, and resets the counters. */
    setLatency: (latency) => ask(latency),
    /** Returns what was counted since then, and sets the latency. @returns {Promise<import('./archiveNodes.ts').Traffic>} */
    takeTraffic: (latency) => ask(latency),
    async stop() {
      await ask('stop')
      await worker.terminate()
    },
  }
}
