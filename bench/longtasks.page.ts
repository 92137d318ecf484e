import { createPublicClient, http } from 'viem'
import { flush, ours } from './scan.work.ts'

const row = '<p>Something to scroll past</p>'

/** Runs work while an element scrolls. Milliseconds: the longest task, and the longest time between two frames. */
async function watch(run: () => Promise<number>): Promise<{ logs: number; task: number; frame: number }> {
  const box = document.body.appendChild(document.createElement('div'))
  box.style.cssText = 'height: 300px; overflow: auto'
  box.innerHTML = row.repeat(2000)
  let task = 0
  const observer = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) task = Math.max(task, duration)
  })
  // What was before, such as making the element, is not ours.
  await settle()
  observer.observe({ type: 'longtask' })
  let frame = 0
  let last = performance.now()
  let request = requestAnimationFrame(function next(now) {
    frame = Math.max(frame, now - last)
    last = now
    box.scrollTop += 7
    request = requestAnimationFrame(next)
  })
  const logs = await run()
  await settle()
  cancelAnimationFrame(request)
  observer.disconnect()
  box.remove()
  return { logs, task, frame }
}

async function settle(): Promise<void> {
  for (let k = 0; k < 3; k++) await new Promise((resolve) => requestAnimationFrame(resolve))
}

let run = 0

const work = {
  ours: (urls: readonly string[]) =>
    watch(async () => (await ours(urls, { cache: `longtasks ${run++}` })).logs),
  /** Until everything is on disk. */
  persisted: (urls: readonly string[]) =>
    watch(async () => {
      const cache = `disk:longtasks ${run++}`
      const { logs } = await ours(urls, { cache })
      await flush(cache)
      return logs
    }),
  /** The same answers as objects, asked for as wide as ours at their widest. */
  viem: (urls: readonly string[], { blocks, size }: { blocks: number; size: number }) =>
    watch(async () => {
      const client = createPublicClient({ transport: http(urls[0], { maxResponseBodySize: 2 ** 30 }) })
      let logs = 0
      for (let at = 0; at < blocks; at += size) {
        const [fromBlock, toBlock] = [BigInt(at), BigInt(Math.min(at + size, blocks) - 1)]
        logs += (await client.getLogs({ fromBlock, toBlock })).length
      }
      return logs
    }),
}

Object.assign(globalThis, { work })
