import { beforeEach, describe, expect, test, vi } from 'vitest'
import { defineNetwork } from '../../../src/logs/archive/defineNetwork.ts'
import type { BudgetStorage } from '../../../src/rpc/Budget.ts'
import { xone } from '../../../src/rpc/networks/xone.ts'
import type { EndpointLimits, Pool } from '../../../src/rpc/Pool.ts'
import { createPool } from '../../../src/rpc/pool/createPool.ts'
import { createFakeNode } from '../../support/fakeNode.ts'

const day = 86_400_000

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 0, 1, 12) })
})

function createStorage() {
  const stored = new Map<string, string>()
  const storage: BudgetStorage = {
    get length() {
      return stored.size
    },
    key: (index) => [...stored.keys()][index] ?? null,
    getItem: (key) => stored.get(key) ?? null,
    setItem: (key, value) => void stored.set(key, value),
    removeItem: (key) => void stored.delete(key),
  }
  return { stored, storage }
}

/** Pages of one origin that use the same endpoint. */
function setUp() {
  const node = createFakeNode()
  const network = defineNetwork(xone, { http: node.urls })
  const { stored, storage } = createStorage()
  const open = () => createPool(network, { fetch: node.fetch, storage, channel: null, random: () => 0 })
  return { node, stored, storage, open }
}

const readBlocks = (pool: Pool, blocks: number) =>
  pool.request({
    method: 'eth_getLogs',
    params: [{ fromBlock: '0x0', toBlock: `0x${(blocks - 1).toString(16)}` }],
  })
const limitsOf = (pool: Pool) => pool.getStatus()[0]!.limits

/** Makes the endpoint state that it accepts this many blocks. */
async function learnBlocks({ node }: ReturnType<typeof setUp>, pool: Pool, limit: number) {
  node.faults = { maxBlockRange: limit }
  await expect(readBlocks(pool, limit + 40)).rejects.toMatchObject({ maxBlockRange: limit })
  node.faults = {}
}

/** Refuses this many blocks without stating a limit. */
async function guessBlocks({ node }: ReturnType<typeof setUp>, pool: Pool, guess: number, asked = 2 * guess) {
  const error = { code: -32600, message: 'block range is too wide' }
  node.faults = { respond: ({ method }) => (method === 'eth_getLogs' ? { error } : undefined) }
  await expect(readBlocks(pool, asked)).rejects.toMatchObject({ kind: 'range-too-wide' })
  node.faults = {}
  expect(limitsOf(pool).blockRange).toBe(guess)
}

async function learnResults({ node }: ReturnType<typeof setUp>, pool: Pool, limit: number) {
  node.faults = { maxResults: limit }
  await expect(readBlocks(pool, 10)).rejects.toMatchObject({ maxResults: limit })
  node.faults = {}
}

/** Resolves once the calls that are already queued have been sent and answered. */
const flush = async <value>(promise: Promise<value>) => {
  const [settled] = await Promise.all([promise, vi.advanceTimersByTimeAsync(1)])
  return settled
}

describe('a learned limit', () => {
  test('is stored with its message, survives a reload, and is dropped when exceeded', async () => {
    const world = setUp()
    const pool = world.open()
    await flush(learnBlocks(world, pool, 10))
    const learned = { limit: 'blockRange', value: 10, details: 'query exceeds max block range 10' }
    expect(pool.getStatus()[0]).toMatchObject({ limits: { blockRange: 10 }, learnedLimits: [learned] })
    const reopened = world.open()
    expect(reopened.getStatus()[0]).toMatchObject({ limits: { blockRange: 10 }, learnedLimits: [learned] })
    await flush(readBlocks(reopened, 20))
    expect(limitsOf(reopened)).toEqual({})
    expect(limitsOf(world.open())).toEqual({})
  })

  test('expires after a day, after an hour if guessed, and after ten minutes for a rate, also in an open page', async () => {
    const world = setUp()
    const pool = world.open()
    const [minute, hour] = [60_000, 3_600_000]
    await flush(learnResults(world, pool, 4))
    await flush(guessBlocks(world, pool, 20))
    world.node.faults = {
      respond: () => ({ error: { code: -32007, message: '15/second request limit reached' } }),
    }
    void pool.request({ method: 'eth_blockNumber', params: [] })
    await vi.advanceTimersByTimeAsync(1)
    world.node.faults = {}
    const expectLimits = (limits: EndpointLimits, expired: EndpointLimits) => {
      for (const one of [pool, world.open()])
        expect(one.getStatus()[0]).toMatchObject({ limits, expiredLimits: expired })
      expect(limitsOf(pool)).toEqual(limits)
      expect(pool.getStatus()[0]!.learnedLimits).toHaveLength(Object.keys(limits).length)
    }
    const wait = (time: number) => vi.advanceTimersByTimeAsync(time)
    expectLimits({ results: 4, blockRange: 20, rate: 15 }, {})
    await wait(10 * minute)
    expectLimits({ results: 4, blockRange: 20 }, { rate: 15 })
    await wait(50 * minute - 2_000)
    expectLimits({ results: 4, blockRange: 20 }, { rate: 15 })
    await wait(2_000)
    expectLimits({ results: 4 }, { blockRange: 20, rate: 15 })
    await wait(23 * hour - 2_000)
    expectLimits({ results: 4 }, { blockRange: 20, rate: 15 })
    await wait(2_000)
    expectLimits({}, { results: 4, blockRange: 20, rate: 15 })
    // A larger answer still shows that it no longer holds.
    await flush(readBlocks(pool, 21))
    expectLimits({}, { rate: 15 })
  })

  test('rises to an answered width while a wider one is refused, and is a guess then', async () => {
    const world = setUp()
    const pool = world.open()
    await flush(learnBlocks(world, pool, 10))
    await flush(readBlocks(pool, 20))
    expect(limitsOf(pool)).toEqual({ blockRange: 20 })
    expect(pool.getStatus()[0]!.learnedLimits).toMatchObject([{ value: 20, stated: false }])
    // The refused width is known, and is not sent.
    world.node.clearCalls()
    await expect(flush(readBlocks(pool, 50))).rejects.toMatchObject({ kind: 'range-too-wide' })
    expect(world.node.calls).toEqual([])
  })

  test('is below the narrowest width that is refused, also if backends of the endpoint differ', async () => {
    const world = setUp()
    const pool = world.open()
    const refuse = (limit: number) => ({
      error: { code: -32000, message: `query exceeds max block range ${limit}` },
    })
    const limits = new Map([
      ['0x2c', 10],
      ['0x45', 60],
    ])
    world.node.faults = {
      respond: ({ params }) => {
        const limit = limits.get((params[0] as { toBlock?: string } | undefined)?.toBlock ?? '')
        return limit === undefined ? undefined : refuse(limit)
      },
    }
    const both = Promise.allSettled([readBlocks(pool, 45), readBlocks(pool, 70)])
    expect((await flush(both)).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(limitsOf(pool)).toEqual({ blockRange: 60 })
    await flush(readBlocks(pool, 55))
    expect(limitsOf(pool)).toEqual({ blockRange: 60 })
  })

  test('that was guessed is kept when a wider range is refused without a number, and lowered when a narrower one is', async () => {
    const world = setUp()
    const pool = world.open()
    await flush(learnBlocks(world, pool, 10))
    await vi.advanceTimersByTimeAsync(day)
    await flush(guessBlocks(world, pool, 10, 50))
    expect(pool.getStatus()[0]!.learnedLimits).toMatchObject([{ value: 10, stated: false }])
    await flush(guessBlocks(world, pool, 4, 8))
    await flush(guessBlocks(world, pool, 2, 4))
  })

  test('for batches expires after a week, as finding it again costs every call of a batch', () => {
    const { stored, open } = setUp()
    const key = 'topic0.limits.3721.node-1.test.batch'
    const learn = (age: number) =>
      stored.set(key, JSON.stringify({ value: 4, learnedAt: Date.now() - age, stated: true }))
    learn(7 * day - 1)
    expect(open().getStatus()[0]).toMatchObject({ limits: { batch: 4 }, expiredLimits: {} })
    learn(7 * day)
    expect(open().getStatus()[0]).toMatchObject({ limits: {}, expiredLimits: { batch: 4 } })
  })

  test('stored by an earlier version counts as guessed', async () => {
    const { stored, open } = setUp()
    const key = 'topic0.limits.3721.node-1.test.blockRange'
    stored.set(key, JSON.stringify({ value: 7, learnedAt: Date.now() - 1_000, details: 'so many' }))
    expect(open().getStatus()[0]!.learnedLimits).toMatchObject([
      { value: 7, stated: false, details: 'so many' },
    ])
  })

  test('stored with a time in the future is dropped', async () => {
    const { stored, open } = setUp()
    stored.set(
      'topic0.limits.3721.node-1.test.blockRange',
      JSON.stringify({ value: 7, learnedAt: Date.now() + 800 * day }),
    )
    expect(limitsOf(open())).toEqual({})
    expect(stored.size).toBe(0)
  })

  test.each([
    'null',
    '{',
    '[]',
    '{"value":-4,"learnedAt":1}',
    '{"value":4}',
    '{"value":"4","learnedAt":99999999999999}',
  ])('stored as %s is ignored', (text) => {
    const { stored, open } = setUp()
    stored.set('topic0.limits.3721.node-1.test.blockRange', text)
    expect(limitsOf(open())).toEqual({})
  })

  test('that cannot be stored applies on this page', async () => {
    const world = setUp()
    const fails = () => {
      throw new DOMException('no', 'QuotaExceededError')
    }
    Object.assign(world.storage, { getItem: fails, setItem: fails, removeItem: fails })
    const pool = world.open()
    await flush(learnBlocks(world, pool, 10))
    expect(limitsOf(pool)).toEqual({ blockRange: 10 })
    await vi.advanceTimersByTimeAsync(60_000)
    await flush(readBlocks(pool, 20))
    expect(limitsOf(pool)).toEqual({})
  })
})

describe('pages of one origin', () => {
  test('keep the limits that each of them learned', async () => {
    const world = setUp()
    const [one, two] = [world.open(), world.open()]
    await flush(learnBlocks(world, one, 10))
    await flush(learnResults(world, two, 4))
    expect(limitsOf(world.open())).toEqual({ blockRange: 10, results: 4 })
  })

  test('keep the newest value of a limit', async () => {
    const world = setUp()
    const [one, two] = [world.open(), world.open()]
    await flush(learnBlocks(world, one, 30))
    await vi.advanceTimersByTimeAsync(1_000)
    await flush(learnBlocks(world, two, 20))
    await flush(learnResults(world, one, 4))
    expect(limitsOf(world.open())).toEqual({ blockRange: 20, results: 4 })
  })

  test('do not restore a limit that another page has dropped', async () => {
    const world = setUp()
    const one = world.open()
    await flush(learnBlocks(world, one, 10))
    const two = world.open()
    await vi.advanceTimersByTimeAsync(60_000)
    await flush(readBlocks(one, 20))
    await flush(learnResults(world, two, 4))
    expect(limitsOf(two)).toEqual({ blockRange: 10, results: 4 })
    expect(limitsOf(world.open())).toEqual({ results: 4 })
  })

  test('do not drop a limit that another page has learned since and that still holds', async () => {
    const world = setUp()
    const one = world.open()
    await flush(learnBlocks(world, one, 10))
    const two = world.open()
    await flush(readBlocks(two, 20))
    await flush(learnBlocks(world, two, 30))
    await flush(readBlocks(one, 20))
    expect(limitsOf(one)).toEqual({ blockRange: 30 })
    expect(limitsOf(world.open())).toEqual({ blockRange: 30 })
    // More than any learned limit went through, a minute after wider ranges were refused.
    await vi.advanceTimersByTimeAsync(60_000)
    await flush(learnBlocks(world, one, 15))
    await flush(learnBlocks(world, two, 16))
    await vi.advanceTimersByTimeAsync(60_000)
    await flush(readBlocks(one, 40))
    expect(limitsOf(world.open())).toEqual({})
  })

  test('a limit that expired in one page is kept if another learned it again', async () => {
    const world = setUp()
    const one = world.open()
    await flush(learnBlocks(world, one, 10))
    await vi.advanceTimersByTimeAsync(day - 60_000)
    await flush(learnBlocks(world, world.open(), 10))
    await vi.advanceTimersByTimeAsync(120_000)
    expect(limitsOf(one)).toEqual({})
    expect(limitsOf(world.open())).toEqual({ blockRange: 10 })
  })

  describe('open at the same time', () => {
    /** As in a browser: the other pages receive storage events for each write. */
    function setUpPages() {
      const world = setUp()
      const { stored, storage } = world
      const open = () => {
        const page = new EventTarget()
        const own: BudgetStorage = Object.create(storage, {
          length: { get: () => stored.size },
          setItem: { value: (key: string, value: string) => tell(page, key, () => stored.set(key, value)) },
          removeItem: { value: (key: string) => tell(page, key, () => stored.delete(key)) },
        })
        areas.set(page, own)
        vi.stubGlobal('window', page)
        const { node } = world
        const network = defineNetwork(xone, { http: node.urls })
        return createPool(network, { fetch: node.fetch, storage: own, channel: null, random: () => 0 })
      }
      const areas = new Map<EventTarget, BudgetStorage>()
      const tell = (from: EventTarget, key: string, write: () => unknown) => {
        write()
        for (const [page, storageArea] of areas)
          if (page !== from) page.dispatchEvent(Object.assign(new Event('storage'), { key, storageArea }))
      }
      return { ...world, open, areas }
    }

    test('learn and forget limits together', async () => {
      const world = setUpPages()
      const [one, two] = [world.open(), world.open()]
      const onChange = vi.fn<() => void>()
      two.subscribe(onChange)
      await flush(learnBlocks(world, one, 10))
      expect(two.getStatus()[0]).toMatchObject({
        limits: { blockRange: 10 },
        learnedLimits: [{ value: 10, details: 'query exceeds max block range 10' }],
      })
      expect(onChange).toHaveBeenCalled()
      await flush(readBlocks(two, 20))
      expect(limitsOf(one)).toEqual({})
      // Without a limit, the pool sends the whole range.
      await flush(readBlocks(one, 50))
    })

    test('slow down together', async () => {
      const world = setUpPages()
      const [one, two] = [world.open(), world.open()]
      world.node.faults = {
        respond: () => ({ error: { code: -32007, message: '15/second request limit reached' } }),
      }
      void readBlocks(one, 5).catch(() => {})
      await vi.advanceTimersByTimeAsync(1)
      world.node.faults = {}
      expect(limitsOf(two)).toEqual({ rate: 15 })
      world.node.clearCalls()
      for (let call = 0; call < 40; call++) void two.request({ method: 'eth_blockNumber', params: [] })
      await vi.advanceTimersByTimeAsync(500)
      expect(world.node.callsOf('eth_blockNumber').length).toBeLessThanOrEqual(15)
      await vi.advanceTimersByTimeAsync(3_000)
      expect(world.node.callsOf('eth_blockNumber')).toHaveLength(40)
    })

    test('ignore events of other keys or storages, and all events once closed', async () => {
      const { stored, areas, open } = setUpPages()
      const pool = open()
      const [[page, storageArea]] = areas as unknown as [[EventTarget, BudgetStorage]]
      const key = 'topic0.limits.3721.node-1.test.blockRange'
      stored.set(key, JSON.stringify({ value: 7, learnedAt: Date.now() }))
      const tell = (given: object) => page.dispatchEvent(Object.assign(new Event('storage'), given))
      tell({ key: null, storageArea })
      tell({ key, storageArea: null })
      tell({ key: 'topic0.limits.3721.node-1.test.other', storageArea })
      tell({ key: key.replace('3721', '1'), storageArea })
      expect(limitsOf(pool)).toEqual({})
      tell({ key, storageArea })
      expect(limitsOf(pool)).toEqual({ blockRange: 7 })
      pool.close()
      stored.delete(key)
      tell({ key, storageArea })
      expect(limitsOf(pool)).toEqual({ blockRange: 7 })
    })
  })
})
