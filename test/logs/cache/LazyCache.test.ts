import { expect, test } from 'vitest'
import { lazyModule } from '../../../src/base/lazyModule.ts'
import { createLogCache } from '../../../src/logs/cache/createLogCache.ts'
import { LazyCache } from '../../../src/logs/cache/LazyCache.ts'
import { packLogs } from '../../../src/logs/columns/packLogs.ts'
import type { Filter } from '../../../src/logs/filter/Filter.ts'

const filter: Filter = { address: undefined, topics: [] }
const range = { from: 1n, to: 9n }

test('is empty until its code is loaded, and a cache in memory from then on', async () => {
  const code = lazyModule(async () => ({ createLogCache }))
  const cache = new LazyCache(code)
  cache.add(1, filter, range, packLogs([]), { final: true })
  expect(cache.lookup(1, filter, range)).toEqual({ cached: [], missing: [range] })
  expect([cache.bytes, cache.getFinalTop(1), cache.getRanges(1)]).toEqual([0, undefined, []])
  expect(cache.conflictsWith(1, new Map())).toBe(false)
  expect(code.loaded()).toBeUndefined()

  // Every read looks for cached blocks first, which loads the code.
  expect((await cache.find(1, filter, range)).ranges).toEqual([])
  cache.add(1, filter, range, packLogs([]), { final: true })
  expect(cache.lookup(1, filter, range).missing).toEqual([])
  expect(cache.getFinalTop(1)).toBe(9n)
  expect((await cache.find(1, filter, range)).ranges).toEqual([range])
  expect(await cache.getCheckpoints(1)).toEqual([])
  await cache.clear(1)
  expect(cache.bytes).toBe(0)
})

test('stays empty, and never rejects, if its code cannot be loaded', async () => {
  const cache = new LazyCache({
    loaded: () => undefined,
    load: () => Promise.reject(new Error('offline')),
    subscribe: () => () => {},
  })
  const { ranges, read } = await cache.find(1, filter, range)
  expect(ranges).toEqual([])
  expect((await read().next()).done).toBe(true)
  expect(await cache.getCheckpoints(1)).toBeUndefined()
  await Promise.all([cache.load(1, filter, range), cache.clear(), cache.flush(), cache.close()])
})
