import { createPublicClient, http, type Log } from 'viem'
import { flush, ours, type OursOptions, type Reading } from './scan.work.ts'
import { settle } from './watch.ts'

export interface Opening extends Reading {
  /** Requests sent before the first rows were there. */
  requestsBefore: number
  /** Milliseconds of the longest task; 0 stands for less than 50. */
  task: number
}

let requests = 0
const { fetch } = globalThis
globalThis.fetch = (...given) => {
  requests++
  return fetch(...given)
}

async function watch(run: (onFirst: () => void) => Promise<Reading>): Promise<Opening> {
  let task = 0
  const observer = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) task = Math.max(task, duration)
  })
  await settle()
  observer.observe({ type: 'longtask' })
  requests = 0
  let requestsBefore: number | undefined
  const reading = await run(() => (requestsBefore ??= requests))
  await settle()
  observer.disconnect()
  return { ...reading, requestsBefore: requestsBefore ?? requests, task }
}

function settled<result>(request: IDBRequest<result>): Promise<result> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error as Error))
  })
}

async function openStore(name: string): Promise<IDBDatabase> {
  const request = indexedDB.open(name)
  request.addEventListener('upgradeneeded', () => request.result.createObjectStore('answers'))
  return settled(request)
}

const work = {
  flush,

  ours: (urls: readonly string[], options: OursOptions) =>
    watch((onFirst) => ours(urls, { ...options, onFirst })),

  /** Reads with viem, and stores each answer unchanged under its first block. */
  viemCold: (
    urls: readonly string[],
    { blocks, size, name }: { blocks: number; size: number; name: string },
  ) =>
    watch(async (onFirst) => {
      const client = createPublicClient({ transport: http(urls[0], { maxResponseBodySize: 2 ** 30 }) })
      const database = await openStore(name)
      const start = performance.now()
      let [firstMs, logs] = [0, 0]
      for (let at = 0; at < blocks; at += size) {
        const read = await client.getLogs({ fromBlock: BigInt(at), toBlock: BigInt(at + size - 1) })
        onFirst()
        if (firstMs === 0) firstMs = performance.now() - start
        logs += read.length
        const step = database.transaction('answers', 'readwrite')
        await settled(step.objectStore('answers').put(read, at))
      }
      database.close()
      return { ms: performance.now() - start, firstMs, logs }
    }),

  /** Reads the stored answers. */
  viemAgain: ({ blocks, size, name }: { blocks: number; size: number; name: string }) =>
    watch(async (onFirst) => {
      const start = performance.now()
      const database = await openStore(name)
      let firstMs = 0
      const logs: Log[] = []
      for (let at = 0; at < blocks; at += size) {
        const step = database.transaction('answers')
        const kept = (await settled(step.objectStore('answers').get(at))) as Log[]
        onFirst()
        if (firstMs === 0) firstMs = performance.now() - start
        for (const log of kept) logs.push(log)
      }
      database.close()
      return { ms: performance.now() - start, firstMs, logs: logs.length }
    }),
}

Object.assign(globalThis, { work })
