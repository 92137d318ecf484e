import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createLogList } from '../../../src/logs/list/LogList.ts'
import type { LogList } from '../../../src/logs/list/LogList.ts'
import { foldLogs, LogsFold } from '../../../src/logs/list/LogsFold.ts'
import type { RawLog } from '../../../src/logs/Log.ts'
import { logId } from '../../../src/logs/order.ts'
import { Chain } from '../cache/cacheChain.ts'

const chain = new Chain()
const all = chain.read({ from: 0n, to: 999n }, { address: undefined, topics: [] })
/** The log in a block of another chain. */
const fork = (log: RawLog, version = 1): RawLog => ({
  ...log,
  blockHash: `0x${version.toString(16).padStart(8, '0')}${log.blockHash.slice(10)}`,
})
const versionOf = (log: RawLog | undefined) => (log ? Number.parseInt(log.blockHash.slice(2, 10), 16) : 0)

/** Appends the identities, and counts how often each log is passed. */
function recorder() {
  const passed = new Map<string, number>()
  const reduce = (ids: readonly string[], logs: readonly RawLog[]) => {
    for (const log of logs) passed.set(logId(log), (passed.get(logId(log)) ?? 0) + 1)
    return Object.freeze([...ids, ...logs.map(logId)])
  }
  return { passed, reduce }
}

describe('a fold over a growing list', () => {
  test('is that of the whole list, whatever is added, removed or replaced', async () => {
    const step = fc.record({ keep: fc.nat({ max: 400 }), add: fc.nat({ max: 400 }), forks: fc.boolean() })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        const { reduce } = recorder()
        const fold = new LogsFold<RawLog, readonly string[]>([])
        let logs: readonly RawLog[] = []
        for (const [at, { keep, add, forks }] of steps.entries()) {
          const kept = logs.slice(0, Math.max(0, logs.length - keep))
          // A block's hash is that of all blocks before it.
          const version = forks ? at + 1 : versionOf(kept.at(-1))
          const added = all.slice(kept.length, kept.length + add).map((log) => fork(log, version))
          logs = [...kept, ...added]
          expect(await fold.update(createLogList(logs), reduce)).toEqual(logs.map(logId))
        }
      }),
      { numRuns: 100 },
    )
  })

  test('passes each log once while the list grows', async () => {
    const { passed, reduce } = recorder()
    const fold = new LogsFold<RawLog, readonly string[]>([])
    for (let length = 0; length <= all.length; length += 37)
      await fold.update(createLogList(all.slice(0, length)), reduce)
    expect(passed.size).toBeGreaterThan(500)
    expect(new Set(passed.values())).toEqual(new Set([1]))
  })

  test('passes few logs again after a short reorg, however long the list', async () => {
    const { passed, reduce } = recorder()
    const fold = new LogsFold<RawLog, readonly string[]>([])
    const before = all.slice(0, -10)
    await fold.update(createLogList(before), reduce)
    // One change per block, as while live.
    for (let length = before.length; length <= all.length; length++)
      await fold.update(createLogList(all.slice(0, length)), reduce)
    passed.clear()
    const logs = [...all.slice(0, -3), ...all.slice(-3).map((log) => fork(log))]
    expect(await fold.update(createLogList(logs), reduce)).toEqual(logs.map(logId))
    expect(passed.size).toBe(3)
  })

  test('ends when its signal fires, and continues from there', async () => {
    const { passed, reduce } = recorder()
    const fold = new LogsFold<RawLog, readonly string[]>([])
    const stop = new AbortController()
    const slow = (ids: readonly string[], logs: readonly RawLog[]) => {
      const until = performance.now() + 9
      while (performance.now() < until);
      if (ids.length > 0) stop.abort(new Error('enough'))
      return reduce(ids, logs)
    }
    await expect(fold.update(createLogList(all), slow, { signal: stop.signal })).rejects.toThrow('enough')
    expect(passed.size).toBeLessThan(all.length)
    expect(await fold.update(createLogList(all), reduce)).toEqual(all.map(logId))
    expect(new Set(passed.values())).toEqual(new Set([1]))
  })

  test('an error of the reducer rejects, and the next update continues before it', async () => {
    const { reduce } = recorder()
    const fold = new LogsFold<RawLog, readonly string[]>([])
    await fold.update(createLogList(all.slice(0, 100)), reduce)
    const fail = () => {
      throw new Error('no')
    }
    await expect(fold.update(createLogList(all), fail)).rejects.toThrow('no')
    expect(await fold.update(createLogList(all), reduce)).toEqual(all.map(logId))
  })

  test('a million logs are reduced in slices', async () => {
    // Rows that are made when read, as those of a packed list.
    const length = 1_000_000
    const row = (at: number) => ({ ...all[0]!, logIndex: at })
    const list: LogList = Object.assign(createLogList<RawLog>([]), {
      length,
      at: (at: number) => (at < length ? row(at) : undefined),
      slice: (from = 0, to = length) =>
        createLogList(Array.from({ length: Math.min(to, length) - from }, (_, at) => row(from + at))),
    })
    let turns = 0
    const timer = setInterval(() => turns++)
    const sum = await foldLogs(list, { initial: 0, reduce: (count, logs) => count + logs.length })
    clearInterval(timer)
    expect(sum).toBe(length)
    // Other tasks had their turns.
    expect(turns).toBeGreaterThan(0)
  })
})
