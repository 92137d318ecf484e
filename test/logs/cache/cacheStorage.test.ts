import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import type * as base from '../../../src/base/lazyModule.ts'
import { createLogCache } from '../../../src/logs/cache/createLogCache.ts'
import { indexedDbStorage } from '../../../src/logs/cache/indexedDbStorage.ts'
import type { LogCache } from '../../../src/logs/cache/LogCache.ts'
import { readSelection } from '../../../src/logs/columns/LogSelection.ts'
import { packLogs } from '../../../src/logs/columns/packLogs.ts'
import type { BlockInterval } from '../../../src/logs/Coverage.ts'
import type { Filter } from '../../../src/logs/filter/Filter.ts'
import { countBlocks, subtract, toIntervalSet } from '../../../src/logs/intervals.ts'
import { addresses, blocksOf, Chain } from './cacheChain.ts'
import { filters } from './cacheFilters.ts'
import { memoryStorage } from './cacheMemoryStorage.ts'

const network = 5
const all: Filter = { address: undefined, topics: [] }
const one: Filter = { address: [addresses[0]!], topics: [] }
const chain = new Chain()

function addFinal(cache: LogCache, filter: Filter, range: BlockInterval) {
  cache.add(network, filter, range, packLogs(chain.read(range, filter)), { final: true })
}

test('logs added while the cache is being cleared are stored', async () => {
  const storage = memoryStorage()
  let allow = () => {}
  const allowed = new Promise<void>((resolve) => (allow = resolve))
  const cache = createLogCache({
    storage: { ...storage, clear: (chainId) => allowed.then(() => storage.clear(chainId)) },
  })
  const clearing = cache.clear(network)
  addFinal(cache, all, { from: 0n, to: 9n })
  const flushing = cache.flush()
  for (let turns = 0; turns < 10; turns++) await Promise.resolve()
  allow()
  await Promise.all([clearing, flushing])
  expect([...storage.records.values()].map(({ key }) => key.range)).toEqual([{ from: 0n, to: 9n }])
})

describe('many small additions', () => {
  const blocks = Array.from({ length: 30_000 }, (_, block) => BigInt(block))
  const orders = {
    upwards: blocks,
    downwards: blocks.toReversed(),
    scattered: blocks.map((block) => (block * 7_919n) % 30_000n),
  }
  // Packing has a cost of its own; this measures how the pieces are merged.
  const empty = packLogs([])
  const segments = blocks.slice(0, 30).map((block) => packLogs(chain.read({ from: block, to: block }, all)))

  test.each(Object.entries(orders))('%s become a few large segments', (_, order) => {
    const cache = createLogCache()
    for (const block of order) {
      // Only blocks below 30 have logs of their own; the rest are empty, as most blocks of most filters are.
      const range = { from: block, to: block }
      cache.add(network, all, range, segments[Number(block)] ?? empty, { final: true })
    }
    const { cached: held, missing } = cache.lookup(network, all, { from: 0n, to: 29_999n })
    expect(missing).toEqual([])
    expect(held.length).toBeLessThan(40)
    expect(held.flatMap(({ selection }) => readSelection(selection))).toEqual(
      chain.read({ from: 0n, to: 29n }, all),
    )
  })

  test('also merge when every block has logs', () => {
    const cache = createLogCache()
    const last = 899n
    for (const block of blocksOf({ from: 0n, to: last })) addFinal(cache, all, { from: block, to: block })
    const { cached: held } = cache.lookup(network, all, { from: 0n, to: last })
    expect(held.length).toBeLessThan(12)
    expect(held.flatMap(({ selection }) => readSelection(selection))).toEqual(
      chain.read({ from: 0n, to: last }, all),
    )
  })
})

describe('with a storage', () => {
  test('a new cache finds final blocks kept by an earlier one, also for narrower filters, and no others', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.record({
            filter: filters,
            from: fc.nat({ max: 60 }),
            length: fc.nat({ max: 20 }),
            final: fc.boolean(),
          }),
          {
            maxLength: 12,
          },
        ),
        filters,
        async (adds, asked) => {
          const storage = memoryStorage()
          const before = createLogCache({ storage })
          for (const { filter, from, length, final } of adds) {
            const range = { from: BigInt(from), to: BigInt(from + length) }
            const segment = packLogs(chain.read(range, filter))
            before.add(network, filter, range, segment, { final })
          }
          await before.flush()
          const after = createLogCache({ storage })
          const range = { from: 5n, to: 70n }
          await after.load(network, asked, range)
          const found = after.lookup(network, asked, range)
          const kept = before.lookup(network, asked, range).cached.filter(({ final }) => final)
          expect(found.missing).toEqual(
            subtract([range], toIntervalSet(kept.map((interval) => interval.range))),
          )
          for (const { range, selection, final } of found.cached) {
            expect(final).toBe(true)
            expect(readSelection(selection)).toEqual(chain.read(range, asked))
          }
        },
      ),
      { numRuns: 100 },
    )
  })

  test('records merge as their pieces do, and replaced ones are deleted', async () => {
    const storage = memoryStorage()
    const cache = createLogCache({ storage })
    for (const block of blocksOf({ from: 0n, to: 299n })) {
      addFinal(cache, all, { from: block, to: block })
      if (block % 7n === 0n) await cache.flush()
    }
    await cache.flush()
    expect(storage.records.size).toBeLessThan(12)
    expect(countBlocks([...storage.records.values()].map(({ key }) => key.range))).toBe(300n)
  })

  test('reads only missing blocks, and does not rewrite records it read', async () => {
    const storage = memoryStorage()
    const first = createLogCache({ storage })
    addFinal(first, all, { from: 0n, to: 299n })
    addFinal(first, one, { from: 100n, to: 199n })
    addFinal(first, all, { from: 400n, to: 499n })
    await first.close()
    const read = vi.spyOn(storage, 'read')
    const write = vi.spyOn(storage, 'write')
    const second = createLogCache({ storage })
    await second.load(network, one, { from: 120n, to: 180n })
    expect(read.mock.calls.flat(2).map(({ filter }) => filter)).toEqual([one])
    await second.load(network, one, { from: 120n, to: 180n })
    expect(read).toHaveBeenCalledTimes(1)
    await second.flush()
    expect(write).not.toHaveBeenCalled()
  })

  test('evicted blocks are still written', async () => {
    const storage = memoryStorage()
    const cache = createLogCache({ storage, maxBytes: 3_000 })
    for (let from = 0n; from < 2_000n; from += 200n) addFinal(cache, all, { from, to: from + 99n })
    expect(cache.bytes).toBeLessThanOrEqual(3_000)
    await cache.flush()
    expect(countBlocks([...storage.records.values()].map(({ key }) => key.range))).toBe(1_000n)
  })

  test('clear empties memory and storage', async () => {
    const storage = memoryStorage()
    const cache = createLogCache({ storage })
    const range = { from: 0n, to: 9n }
    addFinal(cache, all, range)
    await cache.flush()
    addFinal(cache, all, { from: 20n, to: 29n })
    await cache.clear(network + 1)
    expect(cache.lookup(network, all, range).missing).toEqual([])
    await cache.clear(network)
    await cache.flush()
    expect(storage.records.size).toBe(0)
    await cache.load(network, all, range)
    expect(cache.lookup(network, all, { from: 0n, to: 9n }).cached).toEqual([])
    expect(cache.bytes).toBe(0)
  })
})

describe('on a server', () => {
  test('the IndexedDB storage can be created, and reports that it is unavailable', async () => {
    const onNotice = vi.fn()
    const storage = indexedDbStorage({ onNotice })
    expect(storage.getStatus()).toEqual({ state: 'idle', notice: undefined })
    const cache = createLogCache({ storage })
    addFinal(cache, all, { from: 0n, to: 9n })
    await cache.flush()
    await cache.load(network, all, { from: 0n, to: 99n })
    expect(cache.lookup(network, all, { from: 0n, to: 99n }).missing).toEqual([{ from: 10n, to: 99n }])
    expect(cache.getStorageStatus()?.state).toBe('unavailable')
    expect(onNotice).toHaveBeenCalledTimes(1)
    expect(cache.getStorageStatus()?.notice?.message).toMatchInlineSnapshot(`
      "Logs are kept in memory only: the browser has no storage for this page.
      Logs are read again after a reload. Nothing else is affected."
    `)
  })

  test('storage in a newer format is not said to be missing', async () => {
    const open = () => {
      throw new DOMException('The requested version (2) is less than the existing one (3).', 'VersionError')
    }
    const storage = indexedDbStorage({ factory: { open } as unknown as IDBFactory })
    await storage.list(network)
    expect(storage.getStatus().notice?.shortMessage).toBe(
      'Logs are kept in memory only: a newer version of this page uses its storage.',
    )
  })

  test('code that could not be loaded is tried again once other code has loaded', async () => {
    vi.useFakeTimers()
    vi.resetModules()
    let isOffline = true
    // Mocked, because a test runner has no chunks that could be missing.
    vi.doMock('../../../src/base/lazyModule.ts', async (importOriginal) => {
      const original = await importOriginal<typeof base>()
      const lazyModule: typeof original.lazyModule = (importModule) =>
        original.lazyModule(() =>
          isOffline ? Promise.reject(new TypeError('Failed to fetch')) : importModule(),
        )
      return { ...original, lazyModule }
    })
    try {
      const { lazyModule } = await import('../../../src/base/lazyModule.ts')
      const { indexedDbStorage: createStorage } = await import('../../../src/logs/cache/indexedDbStorage.ts')
      const open = vi.fn(() => {
        throw new Error('denied')
      })
      const storage = createStorage({ factory: { open } as unknown as IDBFactory })
      const listed = storage.list(network)
      await vi.advanceTimersByTimeAsync(3_000)
      expect(await listed).toEqual([])
      expect(storage.getStatus().notice?.message).toMatch(/the code that stores them has not loaded/)
      expect(open).not.toHaveBeenCalled()

      isOffline = false
      await lazyModule(async () => 'other code').load()
      vi.useRealTimers()
      await vi.waitFor(async () => {
        await storage.list(network)
        expect(open).toHaveBeenCalled()
      })
    } finally {
      vi.doUnmock('../../../src/base/lazyModule.ts')
      vi.resetModules()
      vi.useRealTimers()
    }
  })

  test('a storage that never opens blocks no scan', async () => {
    // Loads the code, so that only opening takes time.
    await indexedDbStorage().list(network)
    vi.useFakeTimers()
    // An open request that never settles, as in some browsers, is all there is of IndexedDB.
    class Request extends EventTarget {}
    const factory = { open: () => new Request() } as unknown as IDBFactory
    const Nothing = function Nothing() {}
    for (const name of ['IDBIndex', 'IDBObjectStore', 'IDBCursor', 'IDBDatabase', 'IDBTransaction'])
      vi.stubGlobal(name, Nothing)
    vi.stubGlobal('IDBRequest', Request)
    const storage = indexedDbStorage({ factory })
    const listed = storage.list(network)
    await vi.advanceTimersByTimeAsync(3_000)
    expect(await listed).toEqual([])
    expect(storage.getStatus().notice?.shortMessage).toBe(
      'Logs are kept in memory only: the browser does not open its storage.',
    )
  })
})
