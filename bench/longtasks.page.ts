import { createPublicClient, http, type Address } from 'viem'
import { foldLogs } from '../src/logs/list/LogsFold.ts'
import { packedLogs } from './packedLogs.ts'
import { flush, ours } from './scan.work.ts'
import { watch } from './watch.ts'

/** Counts the logs that are found, and measures the page meanwhile. */
async function find(run: () => Promise<number>) {
  const { result: logs, task, frame } = await watch(run)
  return { logs, task, frame }
}

let run = 0

const work = {
  ours: (urls: readonly string[]) =>
    find(async () => (await ours(urls, { cache: `longtasks ${run++}` })).logs),
  /** Like `ours`, until everything is on disk. */
  persisted: (urls: readonly string[]) =>
    find(async () => {
      const cache = `disk:longtasks ${run++}`
      const { logs } = await ours(urls, { cache })
      await flush(cache)
      return logs
    }),
  /** Reads the same logs as objects, in calls as wide as our widest ones. */
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
  /** Sums up the balances of all holders, one per five logs, in a map that `reduce` changes or copies. */
  fold: async (_urls: readonly string[], { count, mutates }: { count: number; mutates: boolean }) => {
    const list = await packedLogs(count, 'asc', 5)
    return find(async () => {
      const balances = await foldLogs(list, {
        initial: new Map<Address, bigint>(),
        mutates,
        reduce: (before, some) => {
          const next = mutates ? before : new Map(before)
          for (const { decoded } of some) {
            const [from, to, value] = decoded!.args.map((arg) => arg.value) as [Address, Address, bigint]
            next.set(from, (next.get(from) ?? 0n) - value)
            next.set(to, (next.get(to) ?? 0n) + value)
          }
          return next
        },
      })
      let sum = 0n
      for (const balance of balances.values()) sum += balance
      if (sum !== 0n) throw new Error('The balances do not add up.')
      return list.length
    })
  },
}

Object.assign(globalThis, { work })
