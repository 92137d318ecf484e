import fc from 'fast-check'
import { parseAbiItem, type Address } from 'viem'
import { describe, expect, test } from 'vitest'
import { InvalidQueryError } from '../../../../src/errors/InvalidQueryError.ts'
import { formatEvent } from '../../../../src/logs/filter/formats/formatEvent.ts'
import { parseCastCommand } from '../../../../src/logs/filter/formats/parseCastCommand.ts'
import { parseLogSearch } from '../../../../src/logs/filter/formats/parseLogSearch.ts'
import { parseShareLink } from '../../../../src/logs/filter/formats/parseShareLink.ts'
import { toCastCommand } from '../../../../src/logs/filter/formats/toCastCommand.ts'
import { toShareLink } from '../../../../src/logs/filter/formats/toShareLink.ts'
import { toUseLogsCode } from '../../../../src/logs/filter/formats/toUseLogsCode.ts'
import type { LogSearch } from '../../../../src/logs/filter/LogSearch.ts'
import { parseLogQuery } from '../../../../src/logs/filter/parseLogQuery.ts'
import { arbitrarySearch } from '../arbitraryQuery.ts'
import { issuesOf } from '../issuesOf.ts'

const token: Address = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
const other: Address = '0x88e6a0c2ddd26feeb64f039a2c41296fcb3f5640'
const transfer = parseAbiItem('event Transfer(address indexed from, address indexed to, uint256 value)')

const canonical = (search: LogSearch) => {
  const { events, ...rest } = parseLogSearch(search)
  return { ...rest, events: events.map(formatEvent) }
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
