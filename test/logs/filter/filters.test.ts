import { parseAbi, parseAbiItem, type Address, type Hex } from 'viem'
import { describe, expect, test } from 'vitest'
import { QueryNotReadyError, type InvalidQueryError } from '../../../src/errors/InvalidQueryError.ts'
import { toRpcRequest } from '../../../src/logs/filter/formats/toRpcRequest.ts'
import { toShareLink } from '../../../src/logs/filter/formats/toShareLink.ts'
import type { LogQuery } from '../../../src/logs/filter/LogQuery.ts'
import type { LogSearch } from '../../../src/logs/filter/LogSearch.ts'
import { parseLogQuery } from '../../../src/logs/filter/parseLogQuery.ts'

const transfer = parseAbiItem('event Transfer(address indexed from, address indexed to, uint256 value)')
const approval = parseAbiItem('event Approval(address indexed owner, address indexed spender, uint256 value)')
const me: Address = '0x00000000000000000000000000000000000000aa'
const token: Address = '0x0000000000000000000000000000000000000001'
const meTopic: Hex = `0x${'0'.repeat(62)}aa`

const errorOf = (query: LogQuery) => {
  try {
    parseLogQuery(query)
  } catch (error) {
    return error as InvalidQueryError
  }
  throw new Error('the query is valid')
}
const fromOrTo = [
  { event: transfer, args: { from: me } },
  { event: transfer, args: { to: me } },
]

describe('filters', () => {
  test('give one filter in parts, the events of all, and one key', () => {
    const query = parseLogQuery({ filters: fromOrTo, fromBlock: 5n })
    const [topic0] = query.filter.topics[0]!
    expect(query.filter.anyOf!.map(({ topics }) => topics)).toEqual([
      [[topic0], [meTopic]],
      [[topic0], null, [meTopic]],
    ])
    expect(query.events).toEqual([transfer])
    expect(query.key).toBe(parseLogQuery({ filters: fromOrTo.toReversed(), fromBlock: 5n }).key)
    expect(query.key).not.toBe(parseLogQuery({ event: transfer, fromBlock: 5n }).key)
    expect(Object.isFrozen(query.filter.anyOf![1]!.topics)).toBe(true)
  })

  test('that a node can apply together are the same query as one filter', () => {
    const filters = [
      { address: token, event: transfer },
      { address: token, event: approval },
    ]
    const query = parseLogQuery({ filters })
    expect(query.key).toBe(parseLogQuery({ address: token, events: [transfer, approval] }).key)
    expect(parseLogQuery({ filters: [{ event: transfer, args: { from: me } }] })).toEqual(
      parseLogQuery({ event: transfer, args: { from: me } }),
    )
  })

  test('keep logs of any event where one of them has no event', () => {
    expect(parseLogQuery({ filters: [{ event: transfer }, { address: token }] }).hasRawTopics).toBe(true)
    expect(parseLogQuery({ filters: fromOrTo }).hasRawTopics).toBe(false)
  })

  test('name the field of each problem', () => {
    const filters = [
      { address: '0x1' as Address },
      { event: transfer, args: { value: 1n } },
      { abi: parseAbi(['event A()']), eventName: 'B' },
      { adress: token },
      5,
    ] as unknown as LogQuery['filters']
    const { issues } = errorOf({ filters })
    expect(issues.map(({ path }) => path)).toEqual([
      'filters[0].address',
      'filters[1].args.value',
      'filters[2].eventName',
      'filters[3].adress',
      'filters[4]',
    ])
  })

  test('take the place of the fields beside them', () => {
    const { issues } = errorOf({ filters: fromOrTo, address: token, event: transfer, args: null })
    expect(issues.map(({ path, kind }) => [path, kind])).toEqual([
      ['address', 'filters-alone'],
      ['event', 'filters-alone'],
    ])
    expect(errorOf({ filters: [] }).issues).toMatchObject([{ path: 'filters', kind: 'list-empty' }])
    expect(errorOf({ filters: {} as never }).issues).toMatchObject([
      { path: 'filters', kind: 'filters-list' },
    ])
    expect(parseLogQuery({ filters: null, address: token }).key).toBe(parseLogQuery({ address: token }).key)
  })

  test('that are not known yet are named, and nothing is requested', () => {
    const error = errorOf({ filters: [{ event: transfer, args: { from: undefined } }, fromOrTo[1]!] })
    expect(error).toBeInstanceOf(QueryNotReadyError)
    expect((error as QueryNotReadyError).notReady).toEqual(['filters[0].args.from'])
    expect((errorOf({ filters: undefined }) as QueryNotReadyError).notReady).toEqual(['filters'])
  })

  test('do not fit into a link or a single request', () => {
    const query = { filters: fromOrTo } as LogSearch
    for (const write of [toRpcRequest, toShareLink])
      expect(() => write(query)).toThrow('Several filters do not fit')
    expect(toRpcRequest({ filters: [{ address: token }] } as LogSearch).params[0].address).toBe(token)
  })
})
