import * as fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { createLogList, type LogList } from '../../../src/logs/list/LogList.ts'
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

  test('is the same when the reducer changes the state it gets, and earlier results stay as they were', async () => {
    interface State {
      readonly ids: Set<string>
      readonly byBlock: Map<bigint, { count: number; indexes: number[] }>
    }
    const step = fc.record({
      keep: fc.nat({ max: 60 }),
      add: fc.nat({ max: 90 }),
      stopsAfter: fc.nat({ max: 3 }),
    })
    const expected = (logs: readonly RawLog[]): State => reduce({ ids: new Set(), byBlock: new Map() }, logs)
    function reduce(state: State, logs: readonly RawLog[]) {
      for (const log of logs) {
        state.ids.add(logId(log))
        const block = state.byBlock.get(log.blockNumber) ?? { count: 0, indexes: [] }
        block.count++
        block.indexes.push(log.logIndex)
        state.byBlock.set(log.blockNumber, block)
      }
      return state
    }
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 10 }), async (steps) => {
        const initial = expected([])
        const fold = new LogsFold<RawLog, State>(initial, { mutates: true })
        const results: { state: State; logs: readonly RawLog[] }[] = []
        let logs: readonly RawLog[] = []
        for (const [at, { keep, add, stopsAfter }] of steps.entries()) {
          const kept = logs.slice(0, Math.max(0, logs.length - keep))
          logs = [...kept, ...all.slice(kept.length, kept.length + add).map((log) => fork(log, at + 1))]
          const stop = new AbortController()
          let calls = 0
          const stopping = (state: State, some: readonly RawLog[]) => {
            if (++calls > stopsAfter) stop.abort()
            if (calls > stopsAfter + 1) throw new Error('called after the signal')
            return reduce(state, some)
          }
          await fold.update(createLogList(logs), stopping, { signal: stop.signal }).catch(() => undefined)
          const fail = (state: State, some: readonly RawLog[]) => {
            reduce(state, some)
            throw new Error('half done')
          }
          if (at % 3 === 0) await fold.update(createLogList(logs), fail).catch(() => undefined)
          results.push({ state: await fold.update(createLogList(logs), reduce), logs })
        }
        for (const result of results) expect(result.state).toEqual(expected(result.logs))
        expect(initial).toEqual(expected([]))
      }),
      { numRuns: 60 },
    )
  })

  test('a state that cannot be copied is an error', async () => {
    const fold = new LogsFold<RawLog, URL>(new URL('http://localhost'), { mutates: true })
    await expect(fold.update(createLogList(all), (url) => url)).rejects.toThrow('cannot be copied')
  })

  test('a slow call of reduce gets many logs', async () => {
    let now = 0
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now)
    const logs = Array.from({ length: 40 }, () => all.slice(0, 500)).flat()
    const calls: number[] = []
    await foldLogs(createLogList(logs), {
      initial: 0,
      reduce(count, some) {
        calls.push(some.length)
        // As the copy of a map with 50,000 holders does.
        now += 20 + some.length / 100
        return count + some.length
      },
    })
    clock.mockRestore()
    expect(calls.reduce((sum, count) => sum + count)).toBe(20_000)
    expect(calls.length).toBeLessThan(40)
    // And not too many.
    expect(Math.max(...calls)).toBeLessThan(3_000)
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
