import { encodeAbiParameters, keccak256, parseAbiItem, stringToBytes, toEventSelector } from 'viem'
import { describe, expect, test } from 'vitest'
import { parseLogSearch } from '../../../src/logs/filter/formats/parseLogSearch.ts'
import { toFilteredSearch } from '../../../src/widget/session/toFilteredSearch.ts'
import { makeRow } from '../../components/makeRow.ts'

const transfer = parseAbiItem('event Transfer(address indexed from, address indexed to, uint256 value)')
const approval = parseAbiItem('event Approval(address indexed owner, address indexed spender, uint256 value)')
const named = parseAbiItem('event Named(string indexed name, uint8 indexed kind)')
const [a, b] = [`0x${'a'.repeat(40)}`, `0x${'b'.repeat(40)}`] as const
const wordOf = (address: typeof a) => encodeAbiParameters([{ type: 'address' }], [address])
const word = `0x${'c'.repeat(64)}` as const
const search = { address: a, events: [transfer], fromBlock: 5n, toBlock: 90n, order: 'desc' } as const
const where = [{ arg: 2, is: 'atLeast', values: [10n] }] as const
const ask = (...call: Parameters<typeof toFilteredSearch>) => toFilteredSearch(...call)!

describe('a click on a value filters by', () => {
  test('only this contract, or this one too', () => {
    const target = { field: 'address' } as const
    expect(ask(search, { mode: 'only', target, values: [b] }).address).toEqual([b])
    expect(ask(search, { mode: 'any', target, values: [b] }).address).toEqual([a, b])
  })

  test('an indexed argument, keeping the conditions on others', () => {
    const target = { field: 'topic', position: 2 } as const
    const found = ask({ ...search, where }, { mode: 'only', target, values: [wordOf(a)] })
    expect(found).toMatchObject({ events: [transfer], where })
    expect(found.topics).toBeUndefined()
    expect(parseLogSearch(found).filter.topics).toEqual([[toEventSelector(transfer)], null, [wordOf(a)]])
    const more = ask(found, { mode: 'any', target, values: [wordOf(a), wordOf(b)] })
    expect(parseLogSearch(more).filter.topics[2]).toEqual([wordOf(a), wordOf(b)])
    expect(more.where).toEqual(where)
    const other = ask(more, { mode: 'only', target: { field: 'topic', position: 1 }, values: [wordOf(b)] })
    expect(parseLogSearch(other).filter.topics.slice(1)).toEqual([[wordOf(b)], [wordOf(a), wordOf(b)]])
  })

  test('the raw value, if it is invalid for its type or only a hash', () => {
    const dirty = ask(
      { ...search, where },
      { mode: 'only', target: { field: 'topic', position: 1 }, values: [word] },
    )
    expect(parseLogSearch(dirty).filter.topics[1]).toEqual([word])
    expect(dirty.where).toEqual(where)
    const hash = keccak256(stringToBytes('name'))
    const hashed = ask(
      { events: [named] },
      { mode: 'only', target: { field: 'topic', position: 1 }, values: [hash] },
    )
    expect(parseLogSearch(hashed).filter.topics).toEqual([[toEventSelector(named)], [hash]])
  })

  test('raw topics, keeping those at other positions', () => {
    const raw = { topics: [null, word], events: [transfer] } as const
    const found = ask(raw, { mode: 'only', target: { field: 'topic', position: 3 }, values: [word] })
    expect(found.topics).toEqual([null, [word], null, [word]])
  })

  test('an event of the query’s ABI', () => {
    const abi = [transfer, approval] as const
    const log = makeRow(1, { topics: [toEventSelector(approval), wordOf(a), wordOf(b)] })
    const target = { field: 'topic', position: 0 } as const
    const found = ask({ abi }, { mode: 'only', target, values: [toEventSelector(approval)], log }, abi)
    expect(parseLogSearch(found).events).toEqual([approval])
    const named = { abi, eventName: 'Transfer' } as const
    const more = ask(named, { mode: 'any', target, values: [toEventSelector(approval)], log }, abi)
    expect(parseLogSearch(more).events).toEqual([transfer, approval])
  })

  test('the event of the clicked log, with its ABI if there is one', () => {
    const log = makeRow(1, { topics: [toEventSelector(transfer), wordOf(a), wordOf(b)] })
    const click = {
      target: { field: 'topic', position: 0 },
      values: [toEventSelector(transfer)],
      log,
    } as const
    const fourTopics = parseAbiItem(
      'event Transfer(address indexed from, address indexed to, uint256 indexed id)',
    )
    const abi = [fourTopics, transfer, approval]
    expect(ask({ fromBlock: 1n }, { mode: 'only', ...click }, abi)).toEqual({
      fromBlock: 1n,
      events: [transfer],
    })
    expect(ask({ events: [approval] }, { mode: 'any', ...click }, abi).events).toEqual([approval, transfer])
    expect(ask({ events: [approval, transfer] }, { mode: 'only', ...click }, abi).events).toEqual([transfer])
    expect(ask({ ...search, where }, { mode: 'only', ...click }, abi).where).toEqual(where)
    // In no ABI.
    expect(ask({}, { mode: 'only', ...click }, []).topics).toEqual([[toEventSelector(transfer)]])
  })

  test('an argument of its event, where any event matched', () => {
    const log = makeRow(1, { topics: [toEventSelector(transfer), wordOf(a), wordOf(b)] })
    const target = { field: 'topic', position: 2, name: 'to' } as const
    const click = { mode: 'only', target, values: [wordOf(b)], log } as const
    const found = ask({ fromBlock: 1n }, click, [approval, transfer])
    expect(found).toMatchObject({ fromBlock: 1n, events: [transfer] })
    expect(found.topics).toBeUndefined()
    expect(parseLogSearch(found).filter.topics).toEqual([[toEventSelector(transfer)], null, [wordOf(b)]])
    // Values of several logs may be of several events, without an ABI for one.
    const several = ask({}, { ...click, values: [wordOf(a), wordOf(b)] }, [transfer])
    expect(several.topics).toEqual([null, null, [wordOf(a), wordOf(b)]])
    expect(ask({}, click, []).topics).toEqual([null, null, [wordOf(b)]])
  })

  test('conditions of the event they belong to', () => {
    const target = { field: 'topic', position: 0 } as const
    const found = ask({ ...search, where }, { mode: 'any', target, values: [word] })
    expect(found.where).toBeUndefined()
    expect(() => parseLogSearch(found)).not.toThrow()
  })

  test('the block of a log; several blocks are not a range, and other fields not a filter', () => {
    const target = { field: 'block' } as const
    const found = ask(search, { mode: 'only', target, values: ['12'] })
    expect(found).toMatchObject({ fromBlock: 12n, toBlock: 12n, order: 'desc' })
    expect(toFilteredSearch(search, { mode: 'only', target, values: ['12', '40'] })).toBeUndefined()
    expect(toFilteredSearch(search, { mode: 'any', target, values: ['12'] })).toBeUndefined()
    const transaction = { field: 'transaction' } as const
    expect(toFilteredSearch(search, { mode: 'only', target: transaction, values: [word] })).toBeUndefined()
  })
})
