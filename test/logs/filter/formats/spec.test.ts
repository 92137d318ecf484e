import fc from 'fast-check'
import { erc20Abi, parseAbiItem, type Address } from 'viem'
import { describe, expect, test } from 'vitest'
import { InvalidQueryError } from '../../../../src/errors/InvalidQueryError.ts'
import { formatEvent } from '../../../../src/logs/filter/formats/formatEvent.ts'
import { parseCastCommand } from '../../../../src/logs/filter/formats/parseCastCommand.ts'
import { parseLogSearch } from '../../../../src/logs/filter/formats/parseLogSearch.ts'
import { parseRpcRequest } from '../../../../src/logs/filter/formats/parseRpcRequest.ts'
import { parseShareLink } from '../../../../src/logs/filter/formats/parseShareLink.ts'
import { toCastCommand } from '../../../../src/logs/filter/formats/toCastCommand.ts'
import { toRpcRequest } from '../../../../src/logs/filter/formats/toRpcRequest.ts'
import { toShareLink } from '../../../../src/logs/filter/formats/toShareLink.ts'
import { toUseLogsCode } from '../../../../src/logs/filter/formats/toUseLogsCode.ts'
import type { LogSearch } from '../../../../src/logs/filter/LogSearch.ts'
import { parseLogQuery } from '../../../../src/logs/filter/parseLogQuery.ts'
import { isRelative } from '../../../../src/logs/filter/relativeBlock.ts'
import { arbitraryQuery, arbitrarySearch } from '../arbitraryQuery.ts'

const token: Address = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
const other: Address = '0x88e6a0c2ddd26feeb64f039a2c41296fcb3f5640'
const transfer = parseAbiItem('event Transfer(address indexed from, address indexed to, uint256 value)')

const canonical = (search: LogSearch) => {
  const { events, ...rest } = parseLogSearch(search)
  return { ...rest, events: events.map(formatEvent) }
}
const issuesOf = (read: () => unknown): readonly string[] => {
  try {
    read()
  } catch (error) {
    if (error instanceof InvalidQueryError)
      return error.issues.map(({ path, message }) => `${path}: ${message}`)
    throw error
  }
  return []
}

describe('share links', () => {
  test('a query survives its link', () => {
    fc.assert(
      fc.property(arbitrarySearch, (search) => {
        const link = toShareLink(search, { page: 'https://example.org/logs' })
        expect(canonical(parseShareLink(link))).toEqual(canonical(search))
        // Written again, it is the same link.
        expect(toShareLink(parseShareLink(link), { page: 'https://example.org/logs' })).toBe(link)
      }),
      { numRuns: 500 },
    )
  })

  test('links contain only characters that chats and mail clients keep', () => {
    fc.assert(
      fc.property(arbitrarySearch, (search) => {
        expect(toShareLink(search)).toMatch(/^#[\w.~%=&-]+$/)
      }),
    )
  })

  test('a parsed query, and filters that make one, keep their arguments', () => {
    const query = { event: transfer, args: { to: other } } as const
    const { key } = parseLogQuery(query)
    for (const search of [parseLogQuery(query), { filters: [query] } as LogSearch]) {
      expect(parseLogSearch(parseShareLink(toShareLink(search))).key).toBe(key)
      expect(parseLogSearch(parseCastCommand(toCastCommand(search)!)).key).toBe(key)
      expect(toUseLogsCode(search)).toContain(other.slice(2))
    }
    // Topics that the event itself gives are not repeated.
    expect(toShareLink(parseLogQuery({ event: transfer }))).toBe(toShareLink({ events: [transfer] }))
  })

  test('an anonymous event beside the logs of others keeps its raw topics', () => {
    const shy = { ...parseAbiItem('event Shy(uint256 indexed a)'), anonymous: true } as const
    for (const query of [
      parseLogQuery({ topics: [], events: [shy] }),
      { filters: [{ address: token, event: shy }, { address: token }] } as LogSearch,
    ])
      expect(parseLogQuery(parseShareLink(toShareLink(query))).hasRawTopics).toBe(true)
  })

  test('are short, and read like their query', () => {
    const search = { address: token, events: [transfer], args: { to: other }, fromBlock: 1_000_000n } as const
    expect(toShareLink(search, { page: 'https://example.org/logs' })).toBe(
      `https://example.org/logs#a=${token}&e=Transfer~address-indexed-from.address-indexed-to.uint256-value_&x1=${other}&from=1000000&v=1`,
    )
    expect(toShareLink({})).toBe('#v=1')
  })

  test('contain only the fragment of the page URL', () => {
    const link = toShareLink(
      {},
      { page: 'https://me:secret@example.org/logs?rpc=https://node/KEY#token=KEY' },
    )
    expect(link).toBe('https://example.org/logs#v=1')
  })

  test('carry parameters of the page, and leave them to the page', () => {
    const link = toShareLink({ fromBlock: 7n }, { state: { network: '3721', columns: 'block,event' } })
    expect(link).toBe('#network=3721&columns=block.event&from=7&v=1')
    expect(parseShareLink(link)).toEqual({ fromBlock: 7n })
  })

  test('state cannot pass for a part of the query', () => {
    const query = {
      address: token,
      events: [transfer],
      topics: [`0x${'1f'.repeat(32)}` as const],
      fromBlock: 7n,
      toBlock: 9n,
      limit: 1,
    }
    const written = toShareLink({ ...query, order: 'desc', strict: false })
      .slice(1)
      .split('&')
    const keys = [...written.map((part) => part.split('=')[0]!), 'hash', 't', 't3', 'x0', 'w12']
    for (const key of keys)
      expect(issuesOf(() => toShareLink({}, { state: { [key]: '1' } }))).toEqual([
        `state.${key}: Links use “${key}” for the query: choose another name.`,
      ])
    expect(parseShareLink(toShareLink({ fromBlock: 7n }, { state: { toString: '1', tab: '2' } }))).toEqual({
      fromBlock: 7n,
    })
  })

  test.each([
    ['#from=latest%20500&to=latest%2012&v=1', { fromBlock: 'latest-500', toBlock: 'latest-12' }],
    // As people write them.
    ['#from=latest-500&to=latest-12&v=1', { fromBlock: 'latest-500', toBlock: 'latest-12' }],
  ])('relative blocks: %s', (link, search) => {
    expect(parseShareLink(link)).toEqual(search)
  })

  test('a truncated link is detected, wherever it was cut', () => {
    const link = toShareLink({
      address: [token, other],
      events: [transfer],
      args: { to: other },
      fromBlock: 123_456n,
    })
    for (let length = 0; length < link.length; length++)
      expect(() => parseShareLink(link.slice(0, length))).toThrow(InvalidQueryError)
  })

  test.each([
    ['#v=2', /^link: .* newer version/],
    ['', /^link: .* no query/],
    ['https://example.org/', /^link: .* no query/],
    ['#a=%E0%A4%A&v=1', /^link: .* broken escape/],
    ['#a=0x12&v=1', /^address: Expected 40 hex digits/],
    [`#a=${token}.0xzz&v=1`, /^address\[1\]: .* only hex digits/],
    ['#a=0x12&a=0x13&v=1', /^address: This occurs 2 times in the link/],
    ['#e=nonsense&v=1', /^events\[0\]: This is not an event signature/],
    ['#e=E~uint8-indexed-a_&x0=300&v=1', /^args\[0\]: Not a valid uint8: "300"\.$/],
    ['#e=E~uint8-a_&w0=atLeast.x&v=1', /^where\[0\]: Not a valid condition for uint8/],
    ['#e=E~uint8-a_&w0=contains.1&v=1', /^where\[0\]: Only text can contain/],
    ['#t1=0x12&v=1', /^topics\[1\]: Expected 64 hex digits/],
    ['#from=soon&v=1', /^fromBlock: Expected a block number/],
    ['#from=2026-01-01&v=1', /^fromBlock: Expected a block number.* found "2026-01-01"\.$/],
    ['#from=9&to=3&v=1', /^toBlock: The range is reversed/],
    ['#hash=0x12&v=1', /^blockHash: Expected 64 hex digits/],
    ['#order=up&v=1', /^order: /],
    ['#limit=-1&v=1', /^limit: /],
    ['#strict=maybe&v=1', /^strict: /],
    [`#e=${'('.repeat(100_000)}&v=1`, /^events\[0\]/],
    [`#a=${'0'.repeat(300_000)}&v=1`, /^link: .* too long/],
  ])('%.60s is refused', (link, reason) => {
    expect(issuesOf(() => parseShareLink(link))[0]).toMatch(reason)
  })

  test('any text is refused with our error, or yields a valid query', () => {
    const key = fc.constantFrom(
      'a',
      'e',
      'x0',
      'x1',
      't',
      't0',
      't3',
      'w0',
      'w1',
      'from',
      'to',
      'hash',
      'order',
      'limit',
      'strict',
      'v',
      '__proto__',
    )
    const value = fc.oneof(
      fc.string(),
      fc.constantFrom(
        token,
        '1',
        '7',
        'E~uint8-indexed-a.string-b_',
        'latest',
        'anyOf.x',
        '%F0',
        '{"type":"event","name":"__proto__","inputs":[]}',
      ),
    )
    const link = fc
      .array(
        fc.tuple(key, value).map(([a, b]) => `${a}=${b}`),
        { maxLength: 6 },
      )
      .map((parts) => `#${parts.join('&')}&v=1`)
    fc.assert(
      fc.property(link, (text) => {
        let search: LogSearch
        try {
          search = parseShareLink(text)
        } catch (error) {
          expect(error).toBeInstanceOf(InvalidQueryError)
          return
        }
        expect(canonical(parseShareLink(toShareLink(search)))).toEqual(canonical(search))
      }),
      { numRuns: 500 },
    )
  })
})

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

describe('lines for cast', () => {
  test('an event with its arguments', () => {
    expect(toCastCommand({ address: token, events: [transfer], args: { to: other }, fromBlock: 5n })).toBe(
      `cast logs --from-block 5 --to-block latest --address ${token} 'Transfer(address indexed from, address indexed to, uint256 value)' '' ${other}`,
    )
  })

  test('one line for each combination of alternatives, and an error for too many', () => {
    const both = toCastCommand({ events: [transfer], args: { from: [token, other], to: [token, other] } })
    expect(both?.split('\n')).toHaveLength(4)
    expect(new Set(both?.split('\n')).size).toBe(4)
    const many = Array.from(
      { length: 17 },
      (_, index) => `0x${index.toString(16).padStart(40, '0')}` as const,
    )
    expect(toCastCommand({ events: [transfer], args: { from: many } })).toBeUndefined()
  })

  test('several events, hashed arguments and unusual names by their topics', () => {
    expect(
      toCastCommand({ events: [...erc20Abi.filter((item) => item.type === 'event')] })?.split('\n'),
    ).toEqual([
      'cast logs --from-block earliest --to-block latest 0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925',
      'cast logs --from-block earliest --to-block latest 0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
    ])
    const named = parseAbiItem('event Named(string indexed name)')
    expect(toCastCommand({ events: [named], args: { name: "it's" } })).toMatch(
      /latest 0x[0-9a-f]{64} 0x[0-9a-f]{64}$/,
    )
  })

  test('blocks before the newest are computed by the shell', () => {
    expect(toCastCommand({ fromBlock: 'latest-500' }, { rpcUrl: 'https://a/?k=1' })).toBe(
      `cast logs --rpc-url 'https://a/?k=1' --from-block "$(n=$(cast block-number --rpc-url 'https://a/?k=1'); echo $((n > 500 ? n - 500 : 0)))" --to-block latest`,
    )
  })

  test('raw topics with wildcards between, one block by its hash', () => {
    const topic = `0x${'12'.repeat(32)}` as const
    expect(toCastCommand({ topics: [null, topic, null], blockHash: topic })).toBe(
      `cast logs --from-block ${topic} --to-block ${topic} '' ${topic}`,
    )
  })

  test('text that looks like an option is not one, and no text escapes its quotes', () => {
    const moved = parseAbiItem('event Moved(int8 indexed by)')
    expect(toCastCommand({ events: [moved], args: { by: -5n } })).toMatch(
      / -- 'Moved\(int8 indexed by\)' -5$/,
    )
    expect(toCastCommand({}, { rpcUrl: "https://a/'$(rm)" })).toContain(`--rpc-url 'https://a/'\\''$(rm)'`)
  })
})
