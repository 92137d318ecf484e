import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { BudgetStorage } from '../../src/rpc/createBudget.ts'
import { createPool } from '../../src/rpc/createPool.ts'
import { defineNetwork } from '../../src/rpc/defineNetwork.ts'
import type { Pool } from '../../src/rpc/Pool.ts'
import { xone } from '../../src/rpc/xone.ts'
import { createFakeNode } from '../support/fakeNode.ts'

const day = 86_400_000

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 0, 1, 12) })
})
afterEach(() => {
  vi.useRealTimers()
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

/** Pages of one origin, on the same endpoint. */
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

/** Lets the endpoint teach that it takes so many blocks. */
async function learnBlocks({ node }: ReturnType<typeof setUp>, pool: Pool, limit: number) {
  node.faults = { maxBlockRange: limit }
  await expect(readBlocks(pool, limit + 40)).rejects.toMatchObject({ maxBlockRange: limit })
  node.faults = {}
}

async function learnResults({ node }: ReturnType<typeof setUp>, pool: Pool, limit: number) {
  node.faults = { maxResults: limit }
  await expect(readBlocks(pool, 10)).rejects.toMatchObject({ maxResults: limit })
  node.faults = {}
}

/** Lets what waits for its turn only be done. */
const settle = async <value>(promise: Promise<value>) => {
  const [settled] = await Promise.all([promise, vi.advanceTimersByTimeAsync(1)])
  return settled
}

describe('a lesson', () => {
  test('is noted with its words, kept over a reload, and forgotten when passed', async () => {
    const world = setUp()
    const pool = world.open()
    await settle(learnBlocks(world, pool, 10))
    const lesson = { limit: 'blockRange', value: 10, words: 'query exceeds max block range 10' }
    expect(pool.getStatus()[0]).toMatchObject({ limits: { blockRange: 10 }, lessons: [lesson] })
    const reopened = world.open()
    expect(reopened.getStatus()[0]).toMatchObject({ limits: { blockRange: 10 }, lessons: [lesson] })
    await settle(readBlocks(reopened, 20))
    expect(limitsOf(reopened)).toEqual({})
    expect(limitsOf(world.open())).toEqual({})
  })

  test('is believed for a week, and one of a rate for ten minutes, in a page that stays open too', async () => {
    const world = setUp()
    const pool = world.open()
    await settle(learnBlocks(world, pool, 10))
    world.node.faults = {
      respond: () => ({ error: { code: -32007, message: '15/second request limit reached' } }),
    }
    void readBlocks(pool, 5).catch(() => {})
    await vi.advanceTimersByTimeAsync(1)
    world.node.faults = {}
    expect(limitsOf(pool)).toEqual({ blockRange: 10, rate: 15 })
    expect(limitsOf(world.open())).toEqual({ blockRange: 10, rate: 15 })
    await vi.advanceTimersByTimeAsync(600_000)
    expect(limitsOf(pool)).toEqual({ blockRange: 10 })
    expect(limitsOf(world.open())).toEqual({ blockRange: 10 })
    await vi.advanceTimersByTimeAsync(7 * day - 600_000 - 2_000)
    expect(limitsOf(pool)).toEqual({ blockRange: 10 })
    await vi.advanceTimersByTimeAsync(2_000)
    expect(pool.getStatus()[0]).toMatchObject({ limits: {}, lessons: [] })
    expect([...world.stored.keys()].filter((key) => key.startsWith('topic0.limits'))).toEqual([])
    expect(limitsOf(world.open())).toEqual({})
  })

  test('from a clock that was wrong is not believed for years', async () => {
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
  ])('stored as %s is none', (text) => {
    const { stored, open } = setUp()
    stored.set('topic0.limits.3721.node-1.test.blockRange', text)
    expect(limitsOf(open())).toEqual({})
  })

  test('that cannot be stored holds for this page', async () => {
    const world = setUp()
    const fails = () => {
      throw new DOMException('no', 'QuotaExceededError')
    }
    Object.assign(world.storage, { getItem: fails, setItem: fails, removeItem: fails })
    const pool = world.open()
    await settle(learnBlocks(world, pool, 10))
    expect(limitsOf(pool)).toEqual({ blockRange: 10 })
    await settle(readBlocks(pool, 20))
    expect(limitsOf(pool)).toEqual({})
  })
})

describe('pages of one origin', () => {
  test('keep what each of them learned', async () => {
    const world = setUp()
    const [one, two] = [world.open(), world.open()]
    await settle(learnBlocks(world, one, 10))
    await settle(learnResults(world, two, 4))
    expect(limitsOf(world.open())).toEqual({ blockRange: 10, results: 4 })
  })

  test('of two lessons of one limit keep the newest', async () => {
    const world = setUp()
    const [one, two] = [world.open(), world.open()]
    await settle(learnBlocks(world, one, 30))
    await vi.advanceTimersByTimeAsync(1_000)
    await settle(learnBlocks(world, two, 20))
    await settle(learnResults(world, one, 4))
    expect(limitsOf(world.open())).toEqual({ blockRange: 20, results: 4 })
  })

  test('bring nothing back that another found to be over', async () => {
    const world = setUp()
    const one = world.open()
    await settle(learnBlocks(world, one, 10))
    const two = world.open()
    await settle(readBlocks(one, 20))
    await settle(learnResults(world, two, 4))
    expect(limitsOf(two)).toEqual({ blockRange: 10, results: 4 })
    expect(limitsOf(world.open())).toEqual({ results: 4 })
  })

  test('take nothing away that another has learned since and that still holds', async () => {
    const world = setUp()
    const one = world.open()
    await settle(learnBlocks(world, one, 10))
    const two = world.open()
    await settle(readBlocks(two, 20))
    await settle(learnBlocks(world, two, 30))
    await settle(readBlocks(one, 20))
    expect(limitsOf(one)).toEqual({})
    expect(limitsOf(world.open())).toEqual({ blockRange: 30 })
    // More than anybody has learned went through. (What was refused is not tried again for a minute.)
    await vi.advanceTimersByTimeAsync(60_000)
    await settle(learnBlocks(world, one, 15))
    await settle(learnBlocks(world, two, 16))
    await settle(readBlocks(one, 40))
    expect(limitsOf(world.open())).toEqual({})
  })

  test('a lesson that grew old in one is kept if another learned it anew', async () => {
    const world = setUp()
    const one = world.open()
    await settle(learnBlocks(world, one, 10))
    await vi.advanceTimersByTimeAsync(6 * day)
    await settle(learnBlocks(world, world.open(), 10))
    await vi.advanceTimersByTimeAsync(2 * day)
    expect(limitsOf(one)).toEqual({})
    expect(limitsOf(world.open())).toEqual({ blockRange: 10 })
  })
})
