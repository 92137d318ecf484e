import { describe, expect, test, vi } from 'vitest'
import { QuotaExceededError } from '../../src/errors/QuotaExceededError.ts'
import { defineNetwork } from '../../src/logs/archive/defineNetwork.ts'
import type { BudgetStorage } from '../../src/rpc/Budget.ts'
import { systemClock } from '../../src/rpc/Clock.ts'
import { DailyBudget, type BudgetOptions } from '../../src/rpc/DailyBudget.ts'
import { xone } from '../../src/rpc/networks/xone.ts'
import { type BudgetChannel } from '../../src/rpc/openPageChannel.ts'
import { createPool } from '../../src/rpc/pool/createPool.ts'

const noon = Date.UTC(2026, 10, 21, 12)

function createWorld() {
  const stored = new Map<string, string>()
  const channels = new Set<BudgetChannel>()
  let now = noon
  const storage: BudgetStorage = {
    get length() {
      return stored.size
    },
    key: (index) => [...stored.keys()][index] ?? null,
    getItem: (key) => stored.get(key) ?? null,
    setItem: (key, value) => void stored.set(key, value),
    removeItem: (key) => void stored.delete(key),
  }
  function openChannel(): BudgetChannel {
    const channel: BudgetChannel = {
      onmessage: null,
      postMessage(data: unknown) {
        for (const other of channels)
          if (other !== channel)
            other.onmessage?.call(other as BroadcastChannel, new MessageEvent('message', { data }))
      },
      close() {
        channels.delete(channel)
      },
    }
    channels.add(channel)
    return channel
  }
  const open = (page: string, options: Partial<BudgetOptions> = {}) =>
    new DailyBudget({
      network: { id: 3721, name: 'Xone' },
      quota: 10,
      clock: { now: () => now, setTimeout, clearTimeout: () => {} },
      storage,
      channel: openChannel(),
      page,
      ...options,
    })
  return {
    stored,
    channels,
    open,
    pass: (milliseconds: number) => {
      now += milliseconds
    },
  }
}

describe('a count that another process keeps', () => {
  test('is the one that applies, and notifies of its changes', () => {
    let count = '4'
    let changed = () => {}
    const stop = vi.fn<() => void>()
    const storage: BudgetStorage = {
      length: 1,
      key: () => 'topic0.calls.3721.2026-11-21.shared',
      getItem: () => count,
      setItem: (_, value) => (count = value),
      removeItem() {},
      transaction: (work) => work(),
      subscribe(listener) {
        changed = listener
        return stop
      },
    }
    const budget = createWorld().open('', { storage, channel: null, page: undefined })
    const seen: number[] = []
    budget.subscribe(() => seen.push(budget.getStatus().used))
    budget.spend(2)
    expect(count).toBe('6')
    count = '9'
    changed()
    expect(seen).toEqual([6, 9])
    expect(() => budget.spend(2)).toThrow(QuotaExceededError)
    budget.close()
    expect(stop).toHaveBeenCalledOnce()
  })

  test('is not one of localStorage, whatever items a page has stored there', () => {
    const { open, stored } = createWorld()
    const items = { transaction: 'a', subscribe: 'b' } as object
    const storage = Object.assign(
      { getItem: () => null, setItem: (key: string, value: string) => void stored.set(key, value) },
      { removeItem() {}, key: () => null, length: 2 },
      items,
    )
    const budget = open('one', { storage: storage as unknown as BudgetStorage, channel: null })
    budget.spend(3)
    expect(budget.getStatus().used).toBe(3)
    expect([...stored.values()]).toEqual(['3'])
    budget.close()
  })
})

describe('the budget', () => {
  test("'counts calls per UTC day and refuses those above the cap without counting them", () => {
    const { open } = createWorld()
    const budget = open('a')
    budget.spend(8)
    expect(() => {
      budget.spend(3)
    }).toThrowErrorMatchingInlineSnapshot(`
      [QuotaExceededError: Today's budget of 10 calls to Xone is spent.
      Wait until 2026-11-22T00:00:00.000Z, or exceed the budget.]
    `)
    budget.spend(2)
    expect(budget.getStatus()).toEqual({
      day: '2026-11-21',
      used: 10,
      quota: 10,
      remaining: 0,
      resetsAt: Date.UTC(2026, 10, 22),
      ignored: false,
    })
  })

  test('can be ignored for one call or for the day', () => {
    const world = createWorld()
    const budget = world.open('a')
    budget.spend(10)
    budget.spend(1, { force: true })
    budget.ignore()
    budget.spend(5)
    expect(budget.getStatus()).toMatchObject({ used: 16, remaining: 0, ignored: true })
    budget.ignore(false)
    expect(() => {
      budget.spend(1)
    }).toThrow(QuotaExceededError)
    budget.ignore()
    world.pass(86_400_000)
    expect(budget.getStatus()).toMatchObject({ used: 0, ignored: false, day: '2026-11-22' })
  })

  test('is shared by open tabs, which notify each other', () => {
    const { open } = createWorld()
    const [one, two] = [open('a'), open('b')]
    const heard = vi.fn()
    two.subscribe(heard)
    one.spend(6)
    expect(heard).toHaveBeenCalledTimes(1)
    expect(two.getStatus().used).toBe(6)
    two.spend(4)
    expect(() => {
      one.spend(1)
    }).toThrow(QuotaExceededError)
  })

  test('survives a reload and drops earlier days', () => {
    const world = createWorld()
    world.open('a').spend(4)
    world.open('b').spend(3)
    expect(world.open('c').getStatus().used).toBe(7)
    world.stored.set('topic0.calls.1.2020-01-01.x', '9')
    world.stored.set('topic0.calls.3721.garbage', '9')
    world.pass(86_400_000)
    expect(world.open('d').getStatus().used).toBe(0)
    world.pass(86_400_000)
    const later = world.open('e')
    expect(later.getStatus().used).toBe(0)
    expect([...world.stored.keys()]).toEqual(['topic0.calls.1.2020-01-01.x'])
  })

  test('resets at midnight UTC and no earlier, also in tabs that stay open', () => {
    const world = createWorld()
    const [one, two] = [world.open('a'), world.open('b')]
    one.spend(10)
    world.pass(12 * 3_600_000 - 1)
    expect(() => two.spend(1)).toThrow(QuotaExceededError)
    world.pass(1)
    two.spend(4)
    expect(one.getStatus()).toMatchObject({ day: '2026-11-22', used: 4, resetsAt: Date.UTC(2026, 10, 23) })
    expect(two.getStatus().used).toBe(4)
    one.spend(6)
    expect(() => two.spend(1)).toThrow(QuotaExceededError)
    expect(world.open('c').getStatus().used).toBe(10)
  })

  test('keeps the count of the day when the clock is a day off and then corrected', () => {
    for (const off of [86_400_000, -86_400_000]) {
      const world = createWorld()
      world.open('a').spend(7)
      world.pass(off)
      expect(world.open('b').getStatus().used).toBe(0)
      world.pass(-off)
      const back = world.open('c')
      expect(back.getStatus().used).toBe(7)
      expect(() => back.spend(4)).toThrow(QuotaExceededError)
    }
  })

  test('of a pool does not reset when the clock is set back', () => {
    let now = noon
    const fetch = () => Promise.reject(new TypeError('unreachable'))
    const clock = { now: () => now, setTimeout, clearTimeout: () => {} }
    const network = defineNetwork(xone, { http: ['https://node.test'], dailyQuota: 10 })
    const { budget } = createPool(network, { fetch, clock, storage: null, channel: null })
    budget.spend(8)
    now -= 86_400_000
    expect(budget.getStatus()).toMatchObject({ used: 8, day: '2026-11-21' })
    expect(() => budget.spend(3)).toThrow(QuotaExceededError)
  })

  test('ignores forged and broken records and messages', () => {
    const world = createWorld()
    const prefix = 'topic0.calls.3721.2026-11-21.'
    for (const [page, count] of Object.entries({ x: 'NaN', y: '-5', z: '1.5', w: '{}' }))
      world.stored.set(prefix + page, count)
    const budget = world.open('a')
    budget.spend(1)
    for (const data of [
      null,
      'x',
      7,
      { day: '2026-11-21' },
      { day: '2026-11-21', page: 'f', count: -3 },
      { day: '1999-01-01', page: 'f', count: 5 },
      { day: '2026-11-21', page: 'a', count: 99 },
    ])
      for (const { onmessage } of world.channels)
        onmessage?.call({} as BroadcastChannel, new MessageEvent('message', { data }))
    expect(budget.getStatus().used).toBe(1)
  })

  test('works without storage, without a channel and with a storage that throws', () => {
    const { open } = createWorld()
    const broken = {
      get length(): number {
        throw new Error('denied')
      },
      key: () => null,
      getItem: () => null,
      setItem: () => {
        throw new Error('full')
      },
      removeItem: () => {},
    }
    for (const storage of [null, broken]) {
      const budget = open('a', { storage, channel: null })
      budget.spend(3)
      expect(budget.getStatus().used).toBe(3)
    }
  })

  test.each<[string, object]>([
    ['no storage', { localStorage: null }],
    [
      'a storage that it may not use',
      {
        get localStorage() {
          throw new DOMException('denied', 'SecurityError')
        },
      },
    ],
    [
      'a full storage',
      {
        localStorage: {
          length: 0,
          setItem() {
            throw new DOMException('full', 'QuotaExceededError')
          },
        },
      },
    ],
  ])('is shared by the pools of a page with %s, whenever they open', (name, page) => {
    vi.stubGlobal('window', page)
    const network = { id: 1_000 + name.length, name: 'Xone' }
    const open = () => new DailyBudget({ network, quota: 10, clock: { ...systemClock, now: () => noon } })
    const first = open()
    first.spend(6)
    const second = open()
    expect(second.getStatus().used).toBe(6)
    second.spend(2)
    first.spend(1)
    expect([first, second, open()].map((budget) => budget.getStatus().used)).toEqual([9, 9, 9])
    expect(() => second.spend(2)).toThrow(QuotaExceededError)
  })

  test('without a quota counts but never refuses; the status object changes only with its content', () => {
    const { open } = createWorld()
    const budget = open('a', { quota: undefined })
    budget.spend(1_000_000)
    const status = budget.getStatus()
    expect(status).toMatchObject({ used: 1_000_000, remaining: undefined })
    expect(budget.getStatus()).toBe(status)
  })

  test('cannot be ignored where a server refuses what exceeds it', () => {
    const { open } = createWorld()
    const counted = { length: 0, key: () => null, getItem: () => null, setItem() {}, removeItem() {} }
    const budget = open('a', { quota: 2, channel: null, storage: { ...counted, enforced: true } })
    budget.spend(2)
    budget.ignore()
    expect(budget.getStatus()).toMatchObject({ remaining: 0, ignored: false, enforced: true })
    expect(() => budget.spend(1)).toThrow(QuotaExceededError)
  })
})

test('counts in this page alone where Firefox blocks site data, and with it the channel', () => {
  vi.stubGlobal('window', {})
  vi.stubGlobal('BroadcastChannel', function refuse() {
    throw new DOMException('The operation is insecure.', 'SecurityError')
  })
  const budget = new DailyBudget({ network: xone, quota: 2, storage: null })
  vi.unstubAllGlobals()
  budget.spend(2)
  expect(budget.getStatus().remaining).toBe(0)
  budget.close()
})
