import fc from 'fast-check'
import { parseAbiItem, type Address } from 'viem'
import { describe, expect, test } from 'vitest'
import { InvalidQueryError } from '../../../../src/errors/InvalidQueryError.ts'
import { parseRpcRequest } from '../../../../src/logs/filter/formats/parseRpcRequest.ts'
import { toRpcRequest } from '../../../../src/logs/filter/formats/toRpcRequest.ts'
import { parseLogQuery } from '../../../../src/logs/filter/parseLogQuery.ts'
import { isRelative } from '../../../../src/logs/filter/relativeBlock.ts'
import { arbitraryQuery } from '../arbitraryQuery.ts'
import { issuesOf } from '../issuesOf.ts'

const token: Address = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
const other: Address = '0x88e6a0c2ddd26feeb64f039a2c41296fcb3f5640'
const transfer = parseAbiItem('event Transfer(address indexed from, address indexed to, uint256 value)')

describe('JSON-RPC requests', () => {
  test('filter and range survive a request', () => {
    fc.assert(
      fc.property(arbitraryQuery, (query) => {
        const { filter, range } = parseLogQuery(query)
        fc.pre(!isRelative(query))
        const request = toRpcRequest(query)
        for (const body of [request, JSON.stringify(request), request.params, request.params[0], [request]])
          expect(parseLogQuery(parseRpcRequest(body))).toMatchObject({ filter, range })
      }),
      { numRuns: 300 },
    )
  })

  test('count blocks back from a head, and are refused without one', () => {
    const query = { fromBlock: 'latest-500', toBlock: 'latest-12' } as const
    expect(issuesOf(() => toRpcRequest(query))).toEqual([
      'fromBlock: JSON-RPC cannot count blocks back from the newest one: pass its number as head, or write a block number.',
    ])
    expect(toRpcRequest(query, { head: 0x1000n }).params).toEqual([{ fromBlock: '0xe0c', toBlock: '0xff4' }])
    expect(toRpcRequest(query, { head: 100n }).params).toEqual([{ fromBlock: '0x0', toBlock: '0x58' }])
  })

  test('are valid for nodes', () => {
    expect(
      toRpcRequest({ address: token, events: [transfer], args: { to: other }, fromBlock: 255n }),
    ).toEqual({
      jsonrpc: '2.0',
      id: 1,
      method: 'eth_getLogs',
      params: [
        {
          address: token,
          topics: [
            '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
            null,
            `0x${other.slice(2).padStart(64, '0')}`,
          ],
          fromBlock: '0xff',
          toBlock: 'latest',
        },
      ],
    })
  })

  const hash = `0x${'ab'.repeat(32)}` as const

  test('a block hash wins over any range', () => {
    for (const range of ['"toBlock":"0x1"', '"fromBlock":100', '"fromBlock":"0x9","toBlock":"0x1"'])
      expect(parseRpcRequest(`{"blockHash":"${hash}",${range}}`)).toEqual({ blockHash: hash })
  })

  test('a range may end with a block hash; leading zeros do not make a number a hash', () => {
    expect(parseRpcRequest(`{"fromBlock":"0x5","toBlock":"${hash}"}`)).toEqual({
      fromBlock: 5n,
      toBlock: hash,
    })
    expect(parseRpcRequest(`{"fromBlock":"0x5","toBlock":"0x${'9'.padStart(64, '0')}"}`)).toEqual({
      fromBlock: 5n,
      toBlock: 9n,
    })
  })

  test('an empty list matches anything, as in nodes', () => {
    expect(parseRpcRequest({ address: [], blockHash: hash })).toEqual({ blockHash: hash })
    const topics = [[], [`0x${'11'.repeat(32)}`]]
    expect(parseLogQuery(parseRpcRequest({ topics })).filter.topics).toEqual([null, topics[1]])
  })

  test('without blocks, the newest are used, as in nodes', () => {
    expect(parseRpcRequest({ address: token })).toEqual({
      address: token,
      fromBlock: 'latest',
      toBlock: 'latest',
    })
  })

  test.each([
    ['{', /^body: This is not JSON/],
    ['7', /^body: Expected a JSON-RPC request/],
    ['null', /^body: Expected a JSON-RPC request/],
    ['[[{}]]', /^body: Expected a JSON-RPC request/],
    [`${'['.repeat(100_000)}${']'.repeat(100_000)}`, /^body: Expected a JSON-RPC request/],
    ['[{}, {}]', /^body: Expected one request, found a list of 2/],
    ['{"method":"eth_call","params":[{}]}', /^method: /],
    ['{"method":"eth_getLogs"}', /^params\[0\]: Expected a filter/],
    ['{"method":"eth_getLogs","params":["0x1"]}', /^params\[0\]: Expected a filter/],
    ['{"fromBlock":100}', /^fromBlock: Expected a block number in hex/],
    ['{"fromBlock":"100x"}', /^fromBlock: Expected a block number in hex/],
    ['{"toBlock":"pending"}', /^toBlock: Pending logs/],
    ['{"fromBlock":"0x9","toBlock":"0x1"}', /^toBlock: The range is reversed/],
    [`{"fromBlock":"0x${'ab'.repeat(32)}"}`, /^fromBlock: No chain has a block \d{77}/],
    ['{"toBlock":"0x8000000000000000"}', /^toBlock: No chain has a block/],
    ['{"address":["0x12"]}', /^address\[0\]: Expected 40 hex digits/],
    ['{"topics":{}}', /^topics: /],
    ['{"topics":[["0x12"]]}', /^topics\[0\]\[0\]: Expected 64 hex digits/],
  ])('%.60s is refused', (body, reason) => {
    expect(issuesOf(() => parseRpcRequest(body))[0]).toMatch(reason)
  })

  test('any JSON is refused with our error, or yields a valid query', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        for (const body of [
          value,
          { method: 'eth_getLogs', params: [value] },
          { address: value },
          { topics: value },
          { fromBlock: value },
        ])
          try {
            parseLogQuery(parseRpcRequest(body))
          } catch (error) {
            expect(error).toBeInstanceOf(InvalidQueryError)
          }
      }),
    )
  })
})
