import type { SeededRandom } from '../../src/testing/SeededRandom.ts'
import type { WireLog } from '../../src/testing/WireLog.ts'

/** Ways to make a log unreadable; the last ones hide even its block. */
export const manglers: readonly ((log: WireLog) => unknown)[] = [
  (log) => ({ ...log, data: `${log.data}1` }),
  (log) => ({ ...log, topics: Array(5).fill(log.topics[0]) }),
  (log) => ({ ...log, blockHash: null }),
  (log) => ({ ...log, address: undefined }),
  (log) => ({ ...log, logIndex: '0x1p3' }),
  (log) => ({ ...log, transactionHash: log.transactionHash.slice(0, -1) }),
  (log) => ({ ...log, removed: 'no' }),
  (log) => ({ ...log, blockNumber: null }),
  (log) => ({ ...log, blockNumber: `0x${'f'.repeat(2_000)}` }),
  () => null,
  () => 'log',
  () => ({}),
]

/** Ways to make logs contradict each other: two hashes for one block, or two logs with one index. */
export const contradictions: readonly ((log: WireLog) => unknown[])[] = [
  (log) => [log, { ...log, blockHash: `0x${'b'.repeat(64)}` }],
  (log) => [{ ...log, blockHash: `0x${'0'.repeat(64)}` }, log],
  (log) => [log, { ...log, data: '0x12' }],
]

/** Mangles the same logs on every request: about one in `every`. */
export function mangleSome(random: SeededRandom, every: number): (logs: WireLog[]) => unknown[] {
  const isContradictory = random() < 0.3
  const mangle = random.pick(manglers)
  const contradict = random.pick(contradictions)
  const rest = random.below(every)
  return (logs) =>
    logs.flatMap((log) => {
      if (Number.parseInt(log.data.slice(2, 10), 16) % every !== rest) return [log]
      return isContradictory ? contradict(log) : [mangle(log)]
    })
}
