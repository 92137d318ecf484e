import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { bundle } from './bundle.mjs'

let file

/**
 * Starts nodes on a thread of their own, so that making answers takes no time from whoever is measured.
 *
 * @param {import('./nodes.ts').NodesOptions} options
 * @returns {Promise<{ urls: string[], takeCalls: () => Promise<number>, stop: () => Promise<unknown> }>} `takeCalls`
 *   tells how many JSON-RPC calls came since it was last asked
 */
export async function startNodes(options) {
  file ??= await bundle('nodes.ts')
  const worker = new Worker(file, { workerData: options })
  const [urls] = await once(worker, 'message')
  return {
    urls,
    async takeCalls() {
      worker.postMessage('take')
      const [calls] = await once(worker, 'message')
      return calls
    },
    stop: () => worker.terminate(),
  }
}
