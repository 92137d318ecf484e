import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { createLogCache } from '../../../src/logs/cache/createLogCache.ts'
import type { CachedBlocks, LogCache } from '../../../src/logs/cache/LogCache.ts'
import { readSelection } from '../../../src/logs/columns/LogSelection.ts'
import { packLogs } from '../../../src/logs/columns/packLogs.ts'
import type { RangeLogs } from '../../../src/logs/columns/RangeLogs.ts'
import type { BlockInterval } from '../../../src/logs/Coverage.ts'
import type { Filter } from '../../../src/logs/filter/Filter.ts'
import { toIntervalSet } from '../../../src/logs/intervals.ts'
import { addresses, Chain } from './cacheChain.ts'
import { filters } from './cacheFilters.ts'
import { memoryStorage } from './cacheMemoryStorage.ts'

const network = 5
const all: Filter = { address: undefined, topics: [] }
const one: Filter = { address: [addresses[0]!], topics: [] }
const chain = new Chain()
const range = { from: 5n, to: 70n }

function addFinal(cache: LogCache, filter: Filter, blocks: BlockInterval) {
  cache.add(network, filter, blocks, packLogs(chain.read(blocks, filter)), { final: true })
}

async function readParts({ read }: CachedBlocks): Promise<readonly RangeLogs[]> {
  const parts: RangeLogs[] = []
  for await (const part of read()) parts.push(part)
  return parts
}

/** A storage with `count` records of 100 blocks each, no two of them adjacent. */
async function fill(count: number) {
  const storage = memoryStorage()
  const before = createLogCache({ storage })
  for (let k = 0n; k < count; k++) addFinal(before, all, { from: k * 200n, to: k * 200n + 99n })
  await before.close()
  return storage
}

describe('reading part by part', () => {
  const adds = fc.array(
    fc.record({ filter: filters, from: fc.nat({ max: 60 }), length: fc.nat({ max: 20 }) }),
    { maxLength: 10 },
  )

  test('yields the same as a full load, in the requested order, from memory or storage', async () => {
    await fc.assert(
      fc.asyncProperty(
        adds,
        adds,
        filters,
        fc.constantFrom('asc' as const, 'desc' as const),
        async (stored, added, asked, order) => {
          const storage = memoryStorage()
          const before = createLogCache({ storage })
          for (const { filter, from, length } of stored)
            addFinal(before, filter, { from: BigInt(from), to: BigInt(from + length) })
          await before.flush()
          const [whole, parted] = [createLogCache({ storage }), createLogCache({ storage })]
          for (const cache of [whole, parted])
            for (const { filter, from, length } of added)
              addFinal(cache, filter, { from: BigInt(from), to: BigInt(from + length) })

          await whole.load(network, asked, range)
          const { cached: held } = whole.lookup(network, asked, range)
          const found = await parted.find(network, asked, range, order)
          const parts = await readParts(found)
          expect(found.ranges).toEqual(parts.map((part) => part.range))
          const inOrder = parts.toSorted((a, b) => (a.range.from < b.range.from ? -1 : 1))
          expect(order === 'asc' ? parts : parts.toReversed()).toEqual(inOrder)
          expect(toIntervalSet(inOrder.map((part) => part.range))).toEqual(
            toIntervalSet(held.map((interval) => interval.range)),
          )
          for (const part of parts)
            expect(readSelection(part.selection)).toEqual(chain.read(part.range, asked))
          // It is in memory from now on.
          expect(parted.lookup(network, asked, range).missing).toEqual(
            whole.lookup(network, asked, range).missing,
          )
        },
      ),
      { numRuns: 150 },
    )
  })

  test.each(['asc', 'desc'] as const)('%s: reads from storage lazily, in small steps', async (order) => {
    const storage = await fill(40)
    const read = vi.spyOn(storage, 'read')
    const cache = createLogCache({ storage })
    const { ranges, read: readHeld } = await cache.find(network, one, { from: 0n, to: 9_999n }, order)
    expect(ranges.length).toBe(40)
    expect(read).not.toHaveBeenCalled()
    const reading = readHeld()
    const first = await reading.next()
    expect(first.value?.range.from).toBe(order === 'asc' ? 0n : 7_800n)
    expect(read.mock.calls.map(([keys]) => keys.length)).toEqual([1])
    await reading.return()
    expect(read).toHaveBeenCalledTimes(1)
    // Small records are fetched together.
    await readParts(await cache.find(network, one, { from: 0n, to: 9_999n }, order))
    expect(read.mock.calls.length).toBeLessThan(6)
  })

  test('ends with the abort reason, and reads no more', async () => {
    const storage = await fill(40)
    const read = vi.spyOn(storage, 'read')
    const { read: readHeld } = await createLogCache({ storage }).find(network, all, { from: 0n, to: 9_999n })
    const abort = new AbortController()
    const reading = readHeld(abort.signal)
    await reading.next()
    const reason = new Error('enough')
    abort.abort(reason)
    await expect(reading.next()).rejects.toBe(reason)
    expect(read).toHaveBeenCalledTimes(1)
  })

  test('skips a record that storage has lost', async () => {
    const storage = await fill(3)
    const cache = createLogCache({ storage })
    const found = await cache.find(network, all, { from: 0n, to: 599n })
    storage.records.delete([...storage.records.keys()][1]!)
    const parts = await readParts(found)
    expect(parts.map((part) => part.range.from)).toEqual([0n, 400n])
    expect(cache.lookup(network, all, { from: 200n, to: 299n }).missing).toEqual([{ from: 200n, to: 299n }])
  })

  test('ends when the network is cleared during the read, and restores nothing of it', async () => {
    const storage = await fill(40)
    const cache = createLogCache({ storage })
    const { read } = await cache.find(network, all, { from: 0n, to: 9_999n })
    const reading = read()
    await reading.next()
    // Its records are still being fetched.
    const next = reading.next()
    await cache.clear(network)
    expect((await next).done).toBe(true)
    expect(cache.bytes).toBe(0)
  })

  test('yields more logs than fit into memory', async () => {
    const storage = await fill(40)
    const cache = createLogCache({ storage, maxBytes: 20_000 })
    const parts = await readParts(await cache.find(network, all, { from: 0n, to: 9_999n }))
    expect(parts.length).toBe(40)
    expect(cache.bytes).toBeLessThanOrEqual(20_000)
    for (const part of parts) expect(readSelection(part.selection)).toEqual(chain.read(part.range, all))
  })

  test('counts as use: the least recently used blocks are evicted first', async () => {
    const block = (k: bigint) => ({ from: k * 200n, to: k * 200n + 99n })
    const scratch = createLogCache()
    addFinal(scratch, all, block(0n))
    const maxBytes = 10 * scratch.bytes
    const cache = createLogCache({ maxBytes })
    let next = 0n
    while (cache.bytes < 8 * scratch.bytes) addFinal(cache, all, block(next++))
    await readParts(await cache.find(network, all, block(0n)))
    for (let k = 0; k < 4; k++) addFinal(cache, all, block(next++))
    expect(cache.bytes).toBeLessThanOrEqual(maxBytes)
    expect(cache.lookup(network, all, block(0n)).missing).toEqual([])
    expect(cache.lookup(network, all, block(1n)).missing).toEqual([block(1n)])
    expect(cache.lookup(network, all, block(next - 1n)).missing).toEqual([])
  })

  test('keeps whole segments if much of them is read, and only the read part otherwise', async () => {
    const cache = createLogCache()
    const blocks = { from: 0n, to: 299n }
    addFinal(cache, all, blocks)
    const [whole] = await readParts(await cache.find(network, all, blocks))
    const [much] = await readParts(await cache.find(network, one, blocks))
    const [little] = await readParts(await cache.find(network, one, { from: 0n, to: 9n }))
    expect(whole!.selection.rows).toBeUndefined()
    expect(much!.selection.segment).toBe(whole!.selection.segment)
    expect(little!.selection.segment.byteLength).toBeLessThan(whole!.selection.segment.byteLength / 10)
    expect(readSelection(much!.selection)).toEqual(chain.read(blocks, one))
    expect(readSelection(little!.selection)).toEqual(chain.read({ from: 0n, to: 9n }, one))
  })
})
