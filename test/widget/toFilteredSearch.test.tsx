import { parseAbiItem, toEventSelector } from 'viem'
import { describe, expect, test } from 'vitest'
import { parseLogQuery } from '../../src/logs/parseLogQuery.ts'
import { toFilteredSearch } from '../../src/widget/toFilteredSearch.ts'

const transfer = parseAbiItem('event Transfer(address indexed from, address indexed to, uint256 value)')
const [a, b] = [`0x${'a'.repeat(40)}`, `0x${'b'.repeat(40)}`] as const
const word = `0x${'c'.repeat(64)}` as const
const search = { address: a, events: [transfer], fromBlock: 5n, toBlock: 90n, order: 'desc' } as const

describe('what a click on a value asks for', () => {
  test('only this contract, or this one as well', () => {
    const target = { field: 'address' } as const
    expect(toFilteredSearch(search, { mode: 'only', target, values: [b] }).address).toEqual([b])
    expect(toFilteredSearch(search, { mode: 'any', target, values: [b] }).address).toEqual([a, b])
  })

  test('a topic beside what the events ask for already', () => {
    const target = { field: 'topic', position: 2 } as const
    const found = toFilteredSearch(search, { mode: 'only', target, values: [word] })
    expect(parseLogQuery(found).filter.topics).toEqual([[toEventSelector(transfer)], null, [word]])
    expect(found.events).toEqual([transfer])
    const more = toFilteredSearch(found, { mode: 'any', target, values: [word, `0x${'d'.repeat(64)}`] })
    expect(parseLogQuery(more).filter.topics[2]).toEqual([word, `0x${'d'.repeat(64)}`])
  })

  test('the block of a log', () => {
    const found = toFilteredSearch(search, { mode: 'only', target: { field: 'block' }, values: ['12'] })
    expect(found).toMatchObject({ fromBlock: 12n, toBlock: 12n, order: 'desc' })
  })
})
