import { afterEach, describe, expect, test, vi } from 'vitest'
import { createLogCache } from '../../src/logs/cache/createLogCache.ts'
import { indexedDbStorage, type IndexedDbStorageOptions } from '../../src/logs/cache/indexedDbStorage.ts'
import type { LogCache } from '../../src/logs/cache/LogCache.ts'
import { countLogs, readSelection } from '../../src/logs/columns/LogSelection.ts'
import { packLogs } from '../../src/logs/columns/packLogs.ts'
import type { BlockInterval } from '../../src/logs/Coverage.ts'
import type { Filter } from '../../src/logs/filter/Filter.ts'
import { filterKey } from '../../src/logs/filter/filterKey.ts'
import { systemClock } from '../../src/rpc/Clock.ts'
import { addresses, Chain } from '../logs/cache/cacheChain.ts'
import { checkFoldStorage } from '../support/checkFoldStorage.ts'

const network = 3721
const all: Filter = { address: undefined, topics: [] }
const one: Filter = { address: [addresses[0]!], topics: [] }
const chain = new Chain()

let databases = 0
const newName = () => `topic0-test-${crypto.randomUUID()}-${databases++}`
const caches: LogCache[] = []

/** On a busy machine, opening the database may take longer than logs wait for it. */
const patient = { ...systemClock, setTimeout: () => undefined }

function open(name: string, options: IndexedDbStorageOptions = {}): LogCache {
  const cache = createLogCache({ storage: indexedDbStorage({ name, clock: patient, ...options }) })
  caches.push(cache)
  return cache
}

afterEach(async () => {
  await Promise.all(caches.splice(0).map((cache) => cache.close()))
})

function addFinal(cache: LogCache, filter: Filter, range: BlockInterval) {
  cache.add(network, filter, range, packLogs(chain.read(range, filter)), { final: true })
}

async function expectHeld(cache: LogCache, filter: Filter, range: BlockInterval) {
  await cache.load(network, filter, range)
  const { cached: held, missing } = cache.lookup(network, filter, range)
  expect(missing).toEqual([])
  expect(held.flatMap(({ selection }) => readSelection(selection))).toEqual(chain.read(range, filter))
}

function settled<result>(request: IDBRequest<result>): Promise<result> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error as Error))
  })
}

/** The database as other code may open and change it. */
async function raw<result>(name: string, work: (database: IDBDatabase) => Promise<result>): Promise<result> {
  const database = await settled(indexedDB.open(name))
  try {
    return await work(database)
  } finally {
    database.close()
  }
}

const keysOf = (name: string) =>
  raw(name, (database) => settled(database.transaction('segments').objectStore('segments').getAllKeys()))

describe('stored logs', () => {
  test('outlive the page, for the same filter and for narrower ones', async () => {
    const name = newName()
    const before = open(name)
    addFinal(before, all, { from: 0n, to: 99n })
    before.add(network, all, { from: 100n, to: 120n }, packLogs(chain.read({ from: 100n, to: 120n }, all)), {
      final: false,
    })
    await before.close()

    const after = open(name)
    await expectHeld(after, all, { from: 10n, to: 99n })
    await expectHeld(open(name), one, { from: 0n, to: 50n })
    await after.load(network, all, { from: 90n, to: 120n })
    expect(after.lookup(network, all, { from: 90n, to: 120n }).missing).toEqual([{ from: 100n, to: 120n }])
    expect(after.lookup(network + 1, all, { from: 0n, to: 99n }).cached).toEqual([])
    expect(after.getStorageStatus()).toEqual({ state: 'open', notice: undefined })
  })

  test('survive concurrent writes of two pages', async () => {
    const name = newName()
    const [a, b] = [open(name), open(name)]
    for (let round = 0n; round < 20n; round++) {
      // Each page reads other blocks, and some that both read.
      addFinal(a, all, { from: round * 20n, to: round * 20n + 9n })
      addFinal(b, all, { from: round * 20n + 5n, to: round * 20n + 19n })
      // Neither waits for the other.
      void a.flush()
      void b.flush()
    }
    await Promise.all([a.flush(), b.flush()])
    await expectHeld(open(name), all, { from: 0n, to: 399n })
    await expectHeld(a, all, { from: 0n, to: 399n })
  })

  test('of 200,000 rows are written in few records and read back', async () => {
    const name = newName()
    const before = open(name)
    const blocks = 134_000n
    let logs = 0
    for (let from = 0n; from < blocks; from += 2_000n) {
      const read = chain.read({ from, to: from + 1_999n }, all)
      logs += read.length
      before.add(network, all, { from, to: from + 1_999n }, packLogs(read), { final: true })
    }
    expect(logs).toBeGreaterThan(200_000)
    await before.close()
    expect((await keysOf(name)).length).toBeLessThan(logs / 2_000)

    const after = open(name)
    const range = { from: 0n, to: blocks - 1n }
    await after.load(network, all, range)
    const { cached: held, missing } = after.lookup(network, all, range)
    expect(missing).toEqual([])
    expect(held.reduce((sum, { selection }) => sum + countLogs(selection), 0)).toBe(logs)
    const last = { from: blocks - 10n, to: blocks - 1n }
    expect(
      after.lookup(network, all, last).cached.flatMap(({ selection }) => readSelection(selection)),
    ).toEqual(chain.read(last, all))
  })

  test('are bounded, and the least recently used are evicted first', async () => {
    const name = newName()
    let now = 1_000
    const clock = { now: () => now++, setTimeout: () => 0, clearTimeout: () => {} }
    const options = { maxBytes: 60_000, clock }
    const first = open(name, options)
    // Gaps between them, so that they are not merged.
    for (let part = 0n; part < 4n; part++) addFinal(first, all, { from: part * 200n, to: part * 200n + 99n })
    await first.flush()
    expect(await keysOf(name)).toHaveLength(4)
    await expectHeld(open(name, options), all, { from: 0n, to: 99n })
    for (let part = 4n; part < 6n; part++) {
      addFinal(first, all, { from: part * 200n, to: part * 200n + 99n })
      await first.flush()
    }
    const starts = (await keysOf(name)).map((key) => (key as unknown[])[2])
    expect(starts.length).toBeLessThan(6)
    expect(starts).toContain(0)
    expect(starts).toContain(1_000)
    expect(starts).not.toContain(200)
  })

  test('states that are written at the same time all count', async () => {
    const name = newName()
    const storage = indexedDbStorage({ name, maxBytes: 80_000 })
    const write = (block: bigint) => {
      const range = { from: block, to: block }
      return storage.write([
        { key: { chainId: network, filter: all, range }, segment: packLogs([]), replaces: [] },
      ])
    }
    await write(0n)
    const point = { version: 1, length: 10, lastId: '0xab:10' }
    const states = Array.from({ length: 12 }, (_, at) => `sums ${at}`)
    await Promise.all(states.map((state) => storage.folds!.write(network, state, point, ['x'.repeat(8_000)])))
    await write(1n)
    const kept = await Promise.all(states.map((state) => storage.folds!.list(network, state)))
    expect(kept.flat().length * 8_000).toBeLessThan(80_000)
    storage.close()
  })
})

describe('damaged data', () => {
  test('is dropped, and the rest is found', async () => {
    const name = newName()
    const writer = open(name)
    addFinal(writer, all, { from: 0n, to: 9n })
    await writer.close()
    const buffersOf = (range: BlockInterval, filter = all) => packLogs(chain.read(range, filter)).toBuffers()
    const good = buffersOf({ from: 20n, to: 29n })
    const key = (filter: Filter, from: number, to: number) => [network, filterKey(filter), from, to]
    const bad: [IDBValidKey, unknown][] = [
      [key(all, 20, 29), { format: 1, buffers: [good[0]!.slice(0, -8)] }],
      [key(all, 30, 39), { format: 2, buffers: buffersOf({ from: 30n, to: 39n }) }],
      [key(all, 40, 44), { format: 1, buffers: buffersOf({ from: 40n, to: 49n }) }],
      [key(all, 50, 59), { format: 1, buffers: [] }],
      [key(all, 60, 69), { format: 1, buffers: 'none' }],
      [key(all, 70, 79), 'nothing'],
      [key(all, 80, 89), { format: 1, buffers: [new ArrayBuffer(1_000)] }],
      [key(all, 90, 99), { format: 1, buffers: [crypto.getRandomValues(new Uint8Array(1_000)).buffer] }],
      // Logs that its filter does not match.
      [key(one, 100, 199), { format: 1, buffers: buffersOf({ from: 100n, to: 199n }) }],
    ]
    const foreign: IDBValidKey[] = [
      'foreign',
      [network],
      [network, 'no filter', 0, 500],
      [network, filterKey(all), 500, 0],
      [network, filterKey(all), -5, 500],
      [network, filterKey(all), 0.5, 500],
    ]
    await raw(name, async (database) => {
      const store = database.transaction('segments', 'readwrite').objectStore('segments')
      for (const [key, value] of bad) store.put(value, key)
      for (const key of foreign) store.put({ format: 1, buffers: good }, key)
      await settled(store.count())
    })

    const reader = open(name)
    await reader.load(network, all, { from: 0n, to: 99n })
    await reader.load(network, one, { from: 100n, to: 199n })
    expect(reader.lookup(network, one, { from: 0n, to: 199n }).missing).toEqual([{ from: 10n, to: 199n }])
    await expectHeld(reader, all, { from: 0n, to: 9n })
    expect(reader.getStorageStatus()?.state).toBe('open')
    // The next write counts the records, and deletes unknown ones.
    addFinal(reader, all, { from: 300n, to: 309n })
    await reader.flush()
    expect(await keysOf(name)).toEqual([key(all, 0, 9), key(all, 300, 309)])
  })

  test('a database with another schema is abandoned, with a notice', async () => {
    const name = newName()
    const newer = indexedDB.open(name, 7)
    ;(await settled(newer)).close()
    const onNotice = vi.fn()
    const cache = open(name, { onNotice })
    addFinal(cache, all, { from: 0n, to: 9n })
    await cache.flush()
    await expectHeld(cache, all, { from: 0n, to: 9n })
    expect(cache.getStorageStatus()?.state).toBe('unavailable')
    expect(onNotice).toHaveBeenCalledTimes(1)
  })
})

describe('where storage fails, logs are kept in memory', () => {
  const failing = (error: DOMException): IDBFactory =>
    Object.assign(Object.create(indexedDB) as IDBFactory, {
      open() {
        throw error
      },
    })

  test.each(['SecurityError', 'InvalidStateError', 'UnknownError'])('%s at opening', async (kind) => {
    const onNotice = vi.fn()
    const cache = open(newName(), { factory: failing(new DOMException('no', kind)), onNotice })
    addFinal(cache, all, { from: 0n, to: 9n })
    await cache.flush()
    await expectHeld(cache, all, { from: 0n, to: 9n })
    expect(onNotice).toHaveBeenCalledTimes(1)
    expect(cache.getStorageStatus()).toMatchObject({
      state: 'unavailable',
      notice: { cause: { name: kind } },
    })
  })

  test('a connection that Safari has closed without an event is opened again', async () => {
    const connections: IDBDatabase[] = []
    const factory = {
      open(database: string, version: number) {
        const request = indexedDB.open(database, version)
        request.addEventListener('success', () => connections.push(request.result))
        return request
      },
    } as IDBFactory
    const name = newName()
    const onNotice = vi.fn()
    const cache = open(name, { factory, onNotice })
    addFinal(cache, all, { from: 0n, to: 9n })
    await cache.flush()
    connections[0]!.close()
    addFinal(cache, all, { from: 100n, to: 109n })
    await cache.flush()
    expect(await keysOf(name)).toEqual([
      [network, filterKey(all), 0, 9],
      [network, filterKey(all), 100, 109],
    ])
    expect(cache.getStorageStatus()?.state).toBe('open')
    expect(onNotice).not.toHaveBeenCalled()
  })

  test('one that opens and then fails each time is reported once, and used once it works', async () => {
    const name = newName()
    const onNotice = vi.fn()
    const cache = open(name, { onNotice })
    const states = new Set<string | undefined>()
    cache.subscribe(() => states.add(cache.getStorageStatus()?.state))
    vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(() => {
      // No browser can be made to do this in a test.
      throw new DOMException('Connection to Indexed Database server lost.', 'UnknownError')
    })
    for (const from of [0n, 100n, 200n]) {
      addFinal(cache, all, { from, to: from + 9n })
      await cache.flush()
      expect(cache.getStorageStatus()?.state).toBe('unavailable')
      states.clear()
    }
    expect(onNotice).toHaveBeenCalledTimes(1)
    vi.restoreAllMocks()
    addFinal(cache, all, { from: 300n, to: 309n })
    await cache.flush()
    expect(await keysOf(name)).toEqual([[network, filterKey(all), 300, 309]])
    expect(states).toEqual(new Set(['open']))
  })

  test('a full disk: stored logs are still read, and nothing more is written', async () => {
    const name = newName()
    const before = open(name)
    addFinal(before, all, { from: 0n, to: 9n })
    await before.close()
    const onNotice = vi.fn()
    const cache = open(name, { onNotice })
    await expectHeld(cache, all, { from: 0n, to: 9n })
    const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      // The disk cannot be filled for a test.
      throw new DOMException('full', 'QuotaExceededError')
    })
    addFinal(cache, all, { from: 100n, to: 109n })
    await cache.flush()
    expect(cache.getStorageStatus()?.state).toBe('full')
    expect(onNotice).toHaveBeenCalledTimes(1)
    await expectHeld(cache, all, { from: 100n, to: 109n })
    const attempts = put.mock.calls.length
    addFinal(cache, all, { from: 200n, to: 209n })
    await cache.flush()
    expect(put.mock.calls.length).toBe(attempts)
  })

  test('a disk that is full once makes room for new logs', async () => {
    const name = newName()
    const cache = open(name)
    for (let part = 0n; part < 4n; part++) {
      addFinal(cache, all, { from: part * 200n, to: part * 200n + 99n })
      await cache.flush()
    }
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementationOnce(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    addFinal(cache, all, { from: 1_000n, to: 1_009n })
    await cache.flush()
    expect(cache.getStorageStatus()?.state).toBe('open')
    const starts = (await keysOf(name)).map((key) => (key as unknown[])[2])
    expect(starts).toContain(1_000)
    expect(starts.length).toBeLessThan(5)
  })
})

describe('the chain anchors', () => {
  const anchor = (number: bigint) => ({ number, hash: chain.hash(number) })
  const blocks = Array.from({ length: 40 }, (_, block) => BigInt(block)).filter(
    (block) => chain.logs(block).length > 0,
  )

  test('are stored with the logs: the lowest and the highest block of all pages together', async () => {
    const name = newName()
    const [a, b] = [open(name), open(name)]
    expect(await a.getCheckpoints(network)).toBeUndefined()
    a.addCheckpoint(network, anchor(0n))
    addFinal(a, all, { from: 0n, to: blocks[3]! })
    addFinal(b, all, { from: blocks[4]!, to: blocks[8]! })
    await Promise.all([a.flush(), b.flush()])
    await a.close()
    await b.close()
    const after = open(name)
    expect(await after.getCheckpoints(network)).toEqual([anchor(0n), anchor(blocks[8]!)])
    expect(await after.getCheckpoints(network + 1)).toBeUndefined()
    await after.clear(network)
    expect(await after.getCheckpoints(network)).toBeUndefined()
  })

  test.each([
    ['nothing', undefined],
    ['another format', { format: 0, blocks: [[1, chain.hash(1n)]] }],
    ['no list', { format: 1, blocks: 'x' }],
    ['a hash that is none', { format: 1, blocks: [[1, '0x12']] }],
    ['a height that is none', { format: 1, blocks: [[-1, chain.hash(1n)]] }],
    ['no pairs', { format: 1, blocks: [1] }],
  ])('%s instead is not an anchor', async (_, value) => {
    const name = newName()
    const before = open(name)
    addFinal(before, all, { from: 0n, to: blocks[3]! })
    await before.close()
    await raw(name, async (database) => {
      const store = database.transaction('anchors', 'readwrite').objectStore('anchors')
      if (value === undefined) await settled(store.delete(network))
      else await settled(store.put(value, network))
    })
    expect(await open(name).getCheckpoints(network)).toEqual([])
  })
})

describe('other tabs', () => {
  test('and reloads find the states of folds, each complete', async () => {
    expect.hasAssertions()
    const name = newName()
    await checkFoldStorage(() => indexedDbStorage({ name, maxBytes: 80_000 }))
  })

  test('one that needs a newer version is not blocked', async () => {
    const name = newName()
    const onNotice = vi.fn()
    const cache = open(name, { onNotice })
    addFinal(cache, all, { from: 0n, to: 9n })
    await cache.flush()
    const upgrade = indexedDB.open(name, 1_000)
    const blocked = vi.fn()
    upgrade.addEventListener('blocked', blocked)
    ;(await settled(upgrade)).close()
    expect(blocked).not.toHaveBeenCalled()
    expect(cache.getStorageStatus()?.state).toBe('unavailable')
    expect(onNotice).toHaveBeenCalledTimes(1)
    addFinal(cache, all, { from: 10n, to: 19n })
    await cache.flush()
    await expectHeld(cache, all, { from: 0n, to: 19n })
  })

  test('one that deletes the database is not blocked, and the next use starts afresh', async () => {
    const name = newName()
    const cache = open(name)
    addFinal(cache, all, { from: 0n, to: 9n })
    await cache.flush()
    await settled(indexedDB.deleteDatabase(name))
    addFinal(cache, all, { from: 100n, to: 109n })
    await cache.flush()
    expect(await keysOf(name)).toEqual([[network, filterKey(all), 100, 109]])
    expect(cache.getStorageStatus()?.state).toBe('open')
  })

  test('clear empties it, and close is final', async () => {
    const name = newName()
    const cache = open(name)
    addFinal(cache, all, { from: 0n, to: 9n })
    cache.add(1, all, { from: 0n, to: 9n }, packLogs([]), { final: true })
    await cache.flush()
    await cache.clear(network)
    expect(await keysOf(name)).toEqual([[1, filterKey(all), 0, 9]])
    await cache.clear()
    expect(await keysOf(name)).toEqual([])
    await cache.close()
    addFinal(cache, all, { from: 0n, to: 9n })
    await cache.flush()
    expect(await keysOf(name)).toEqual([])
    expect(cache.getStorageStatus()?.state).toBe('closed')
  })
})
