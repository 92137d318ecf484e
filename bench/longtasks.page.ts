import { createPublicClient, http } from 'viem'
import { flush, ours } from './scan.work.ts'
import { watch } from './watch.ts'

/** Logs found, and how the page fared. */
async function find(run: () => Promise<number>) {
  const { result: logs, task, frame } = await watch(run)
  return { logs, task, frame }
}

let run = 0

const work = {
  ours: (urls: readonly string[]) =>
    find(async () => (await ours(urls, { cache: `longtasks ${run++}` })).logs),
  /** Until everything is on disk. */
  persisted: (urls: readonly string[]) =>
    find(async () => {
      const cache = `disk:longtasks ${run++}`
      const { logs } = await ours(urls, { cache })
      await flush(cache)
      return logs
    }),
  /** The same answers as objects, asked for as wide as ours at their widest. */
  viem: (urls: readonly string[], { blocks, size }: { blocks: number; size: number }) =>
    find(async () => {
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
