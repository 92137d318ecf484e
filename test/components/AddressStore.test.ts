import { beforeEach, describe, expect, test, vi } from 'vitest'
import { AddressStore } from '../../src/components/values/AddressStore.ts'
import { AddressStores } from '../../src/components/values/AddressStores.ts'

beforeEach(() => {
  vi.useFakeTimers()
})

const wait = () => vi.advanceTimersByTimeAsync(100)
const set = (...addresses: string[]) => new Set(addresses)
const create = () => new AddressStore<string>((label) => label !== '')

test('labels and symbols of any length, as contracts may return, are not shown', async () => {
  const stores = new AddressStores()
  const keys = set('a', 'b')
  const long = (address: string, room: number) => 'x'.repeat(address === 'a' ? room : room + 1)
  stores.lookUpOnly(
    { labels: keys, tokens: keys },
    {
      resolveLabel: (address) => long(address, 255),
      resolveToken: (address) => ({ symbol: long(address, 40), decimals: 6 }),
    },
  )
  await wait()
  expect([...stores.labels.getKnown().keys()]).toEqual(['a'])
  expect([...stores.tokens.getKnown().keys()]).toEqual(['a'])
})

describe('AddressStore', () => {
  test('looks up each address once, even if nothing is known', async () => {
    const store = create()
    const resolve = vi.fn((address: string) =>
      address === 'b' ? null : address === 'c' ? '' : `label of ${address}`,
    )
    for (let round = 0; round < 3; round++) {
      store.lookUpOnly(set('a', 'b', 'c'), resolve)
      await wait()
    }
    expect(resolve).toHaveBeenCalledTimes(3)
    expect([...store.getKnown()]).toEqual([['a', 'label of a']])
  })

  test('answers that arrive together are published once', async () => {
    const store = create()
    const listener = vi.fn()
    const stop = store.subscribe(listener)
    store.lookUpOnly(set('a', 'b'), (address) => Promise.resolve(address))
    await wait()
    expect(listener).toHaveBeenCalledOnce()
    stop()
    store.lookUpOnly(set('c'), (address) => address)
    await wait()
    expect(listener).toHaveBeenCalledOnce()
  })

  test('aborts lookups that are no longer wanted, and ignores their results', async () => {
    const store = create()
    const pending = new Map<string, { signal: AbortSignal; answer: (label: string) => void }>()
    const resolve = (address: string, { signal }: { signal: AbortSignal }) =>
      new Promise<string>((answer) => pending.set(address, { signal, answer }))
    store.lookUpOnly(set('a', 'b'), resolve)
    store.lookUpOnly(set('b', 'c'), resolve)
    expect(['a', 'b', 'c'].map((one) => pending.get(one)!.signal.aborted)).toEqual([true, false, false])
    for (const [address, { answer }] of pending) answer(address)
    await wait()
    expect([...store.getKnown().keys()]).toEqual(['b', 'c'])
    // Wanted again, it is looked up again.
    store.lookUpOnly(set('a'), (address) => address)
    await wait()
    expect(store.getKnown().get('a')).toBe('a')
  })

  test('a failure is repeated only after its address was out of sight', async () => {
    const store = create()
    let isDown = true
    const resolve = vi.fn((address: string) => (isDown ? Promise.reject(new Error('down')) : address))
    store.lookUpOnly(set('a'), resolve)
    await wait()
    store.lookUpOnly(set('a'), resolve)
    await wait()
    expect(resolve).toHaveBeenCalledOnce()
    isDown = false
    store.lookUpOnly(set('b'), resolve)
    store.lookUpOnly(set('a', 'b'), resolve)
    await wait()
    expect(store.getKnown().get('a')).toBe('a')
  })

  test('remembers a bounded number of addresses', async () => {
    const store = create()
    for (let page = 0; page < 7; page++) {
      const addresses = Array.from({ length: 1_000 }, (_, at) => `${page}:${at}`)
      store.lookUpOnly(new Set(addresses), (address) => (page % 2 ? null : address))
      await wait()
    }
    expect(store.getKnown().size).toBe(4_000)
    store.lookUpOnly(new Set(Array.from({ length: 2_000 }, (_, at) => `more:${at}`)), (address) => address)
    await wait()
    expect(store.getKnown().size).toBe(5_000)
    expect(store.getKnown().has('more:1999')).toBe(true)
  })
})
