import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { isSameQuery } from '../../../src/components/FilterBuilder/draft/isSameQuery.ts'
import { parseLogSearch } from '../../../src/logs/filter/formats/parseLogSearch.ts'
import { toShareLink } from '../../../src/logs/filter/formats/toShareLink.ts'
import type { LogSearch } from '../../../src/logs/filter/LogSearch.ts'
import { QueryStore } from '../../../src/widget/session/QueryStore.ts'
import { arbitraryQuery } from '../../logs/filter/arbitraryQuery.ts'
import { anyText } from '../../support/anyText.ts'

const query = (block: number): LogSearch => ({ fromBlock: BigInt(block) })
const key = 'topic0:queries:1:3721'

describe('stored queries', () => {
  test('persist until the next visit, separately for each network', () => {
    const store = new QueryStore(3721)
    store.save({ name: 'One', query: query(1) })
    store.save({ name: 'Two', query: query(2) })
    store.save({ name: 'One', query: query(3) })
    store.remember(query(4))
    store.remember(query(5))
    store.remember(query(4))
    const kept = {
      saved: [
        { name: 'One', query: query(3) },
        { name: 'Two', query: query(2) },
      ],
      recent: [query(4), query(5)],
    }
    expect(store.get()).toEqual(kept)
    expect(new QueryStore(3721).get()).toEqual(kept)
    expect(new QueryStore(1).get()).toEqual({ saved: [], recent: [] })
  })

  test('survive a round trip, whatever their filter', () => {
    fc.assert(
      fc.property(arbitraryQuery, (one) => {
        localStorage.clear()
        new QueryStore(1).save({ name: 'It', query: one })
        new QueryStore(1).remember(one)
        const { saved, recent } = new QueryStore(1).get()
        const again = new QueryStore(1)
        again.remember(saved[0]!.query)
        expect(again.get().recent).toHaveLength(1)
        expect(isSameQuery(saved[0]!.query, recent[0]!)).toBe(true)
      }),
      { numRuns: 60 },
    )
  })

  test('can be renamed and deleted', () => {
    const store = new QueryStore(3721)
    for (const name of ['One', 'Two', 'Three']) store.save({ name, query: query(1) })
    const [one, two] = store.get().saved
    store.rename(two!, 'Second')
    store.forget(one!)
    expect(store.get().saved.map(({ name }) => name)).toEqual(['Second', 'Three'])
    store.rename(store.get().saved[0]!, 'Three')
    expect(new QueryStore(3721).get().saved.map(({ name }) => name)).toEqual(['Three'])
  })

  test('are limited to a manageable number', () => {
    const store = new QueryStore(3721)
    for (let block = 0; block < 120; block++) {
      store.save({ name: `${block}${'x'.repeat(100)}`, query: query(block) })
      store.remember(query(block))
    }
    const { saved, recent } = new QueryStore(3721).get()
    expect(saved).toHaveLength(100)
    expect(saved.at(-1)!.name).toHaveLength(80)
    expect(recent).toEqual(Array.from({ length: 10 }, (_, at) => query(119 - at)))
  })

  test('make room by dropping the oldest one that is not watched', () => {
    const store = new QueryStore(3721)
    const save = (name: string, watched?: readonly string[]) =>
      store.save({ name, query: query(1) }, watched)?.name
    const names = Array.from({ length: 100 }, (_, at) => `${at}`)
    expect(names.map((name) => save(name))).toEqual(names.map(() => undefined))
    expect(save('0', ['0'])).toBeUndefined()
    expect(save('New', ['0', '1', '3'])).toBe('2')
    expect(save('Newer', names)).toBe('New')
    expect(save('Newest', [...names, 'Newer'])).toBe('0')
    const saved = store.get().saved.map(({ name }) => name)
    expect(saved).toEqual(['1', ...names.slice(3), 'Newer', 'Newest'])
  })

  test('drop invalid queries, and ignore foreign text', () => {
    for (const text of [
      '',
      'null',
      '7',
      '{',
      '[]',
      '{"saved":7,"recent":{}}',
      '{"saved":[[]],"recent":[[]]}',
    ]) {
      localStorage.setItem(key, text)
      expect(new QueryStore(3721).get()).toEqual({ saved: [], recent: [] })
    }
    const saved = [
      ['Good', '#from=9&v=1'],
      ['Bad', '#from=x&v=1'],
      ['Good', '#from=8&v=1'],
      ['', '#from=7&v=1'],
      [7, '#from=7&v=1'],
      ['Later', '#from=7&v=99'],
    ]
    localStorage.setItem(key, JSON.stringify({ saved, recent: ['javascript:alert(1)', '#from=6&v=1', null] }))
    expect(new QueryStore(3721).get()).toEqual({
      saved: [{ name: 'Good', query: query(9) }],
      recent: [query(6)],
    })
  })

  test('from any stored text each have a unique name and can be run, or are dropped', () => {
    const link = fc.oneof(
      fc.anything(),
      arbitraryQuery.map((one) => toShareLink(one)),
      fc.string().map((text) => `#v=1&${text}`),
      fc.constantFrom('#where=0.anyOf.x&v=1', `#address=${'0x11,'.repeat(9_000)}&v=1`),
    )
    const name = fc.oneof(anyText(), fc.constantFrom('a', 'x'.repeat(90), 'x'.repeat(100)))
    const text = fc.oneof(
      fc.string(),
      fc.json(),
      fc
        .record({
          saved: fc.oneof(fc.anything(), fc.array(fc.oneof(fc.anything(), fc.tuple(name, link)))),
          recent: fc.oneof(fc.anything(), fc.array(link)),
        })
        .map((value) =>
          JSON.stringify(value, (_, part: unknown) => (typeof part === 'bigint' ? `${part}` : part)),
        ),
    )
    let kept = 0
    fc.assert(
      fc.property(text, (written) => {
        const store = new QueryStore(3721, () => ({ getItem: () => written, setItem: () => {} }))
        const { saved, recent } = store.get()
        kept += saved.length + recent.length
        expect(new Set(saved.map((one) => one.name)).size).toBe(saved.length)
        for (const one of saved) expect(one.name.length).toBeLessThanOrEqual(80)
        for (const one of [...saved.map((given) => given.query), ...recent])
          expect(() => parseLogSearch(one)).not.toThrow()
        store.remember(query(1))
        expect(store.get().recent[0]).toEqual(query(1))
      }),
      { numRuns: 500 },
    )
    // Enough of them are readable, or this test proves nothing.
    expect(kept).toBeGreaterThan(50)
  })

  test.each([
    ['there is no storage', () => undefined],
    [
      'storage is forbidden',
      () => {
        throw new DOMException('The operation is insecure.', 'SecurityError')
      },
    ],
    [
      'it is full',
      () => ({
        getItem: () => null,
        setItem: () => {
          throw new DOMException('Quota exceeded.', 'QuotaExceededError')
        },
      }),
    ],
  ])('last for the visit where %s', (_, storage) => {
    const store = new QueryStore(3721, storage)
    store.save({ name: 'One', query: query(1) })
    store.remember(query(2))
    store.subscribe(() => {})
    expect(store.get()).toEqual({ saved: [{ name: 'One', query: query(1) }], recent: [query(2)] })
  })

  test('keep and show those of another tab', () => {
    const here = new QueryStore(3721)
    const there = new QueryStore(3721)
    const listener = vi.fn()
    const stop = here.subscribe(listener)
    there.save({ name: 'There', query: query(1) })
    globalThis.dispatchEvent(new StorageEvent('storage', { key }))
    expect(listener).toHaveBeenCalledOnce()
    expect(here.get().saved.map(({ name }) => name)).toEqual(['There'])
    here.save({ name: 'Here', query: query(2) })
    there.remember(query(3))
    expect(new QueryStore(3721).get().saved.map(({ name }) => name)).toEqual(['There', 'Here'])
    stop()
    globalThis.dispatchEvent(new StorageEvent('storage', { key }))
    expect(listener).toHaveBeenCalledTimes(2)
  })

  test('never include an invalid one', () => {
    const store = new QueryStore(3721)
    store.remember({ fromBlock: 9n, toBlock: 1n })
    expect(store.get().recent).toEqual([])
  })
})
