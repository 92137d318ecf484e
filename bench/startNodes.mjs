import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { bundle } from './bundle.mjs'

let file

/**
 * Starts nodes on a thread of their own, so that making answers does not slow down what is measured.
 *
 * @param {import('./nodes.ts').NodesOptions} options
 * @returns {Promise<{ urls: string[], takeCalls: () => Promise<number>, stop: () => Promise<unknown> }>} `takeCalls`
 *   resolves to the number of JSON-RPC calls since it was last called
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
