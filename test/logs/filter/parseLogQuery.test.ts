import fc from 'fast-check'
import {
  keccak256,
  parseAbi,
  parseAbiItem,
  toBytes,
  toEventHash,
  type AbiEvent,
  type Address,
  type Hex,
} from 'viem'
import { describe, expect, test } from 'vitest'
import { InvalidQueryError, QueryNotReadyError } from '../../../src/errors/InvalidQueryError.ts'
import { createDecoder } from '../../../src/logs/decode/createDecoder.ts'
import { partsOf } from '../../../src/logs/filter/Filter.ts'
import { parseLogSearch } from '../../../src/logs/filter/formats/parseLogSearch.ts'
import { toRpcRequest } from '../../../src/logs/filter/formats/toRpcRequest.ts'
import { toShareLink } from '../../../src/logs/filter/formats/toShareLink.ts'
import type { LogQuery } from '../../../src/logs/filter/LogQuery.ts'
import { matchesFilter } from '../../../src/logs/filter/matchesFilter.ts'
import { isParsed, withParts } from '../../../src/logs/filter/ParsedLogQuery.ts'
import { parseLogQuery } from '../../../src/logs/filter/parseLogQuery.ts'
import { splitFilter } from '../../../src/logs/filter/splitFilter.ts'
import { toRpcFilter } from '../../../src/logs/filter/toRpcFilter.ts'
import { issuesOf } from './issuesOf.ts'

const transfer = parseAbiItem('event Transfer(address indexed from, address indexed to, uint256 value)')
const approval = parseAbiItem('event Approval(address indexed owner, address indexed spender, uint256 value)')
const named = parseAbiItem('event Named(string indexed name, uint256 indexed id, uint256[] indexed list)')
const shy = { ...parseAbiItem('event Shy(uint256 indexed a, uint256 b)'), anonymous: true } as const
const abi = [
  ...parseAbi(['function transfer(address to, uint256 value)', 'error Failed()']),
  transfer,
  approval,
  ...parseAbi(['event Set(uint256 indexed id)', 'event Set(address indexed owner)']),
]
const alice = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const bob = `0x${'b0b'.padStart(40, '0')}` as const
const word = (hex: string) => `0x${hex.padStart(64, '0')}` as const

const queryIssues = (query: unknown) => issuesOf(() => parseLogQuery(query as LogQuery))

describe('canonical form', () => {
  test('is the same however the query is written', () => {
    const a = parseLogQuery({ address: [alice, bob, alice], topics: [[word('b'), word('A')], word('C')] })
    const b = parseLogQuery({
      address: [bob, alice.toLowerCase() as Address],
      topics: [[word('a'), word('b'), word('a')], [word('c')]],
    })
    expect(JSON.stringify(a.filter)).toBe(JSON.stringify(b.filter))
    expect(a.filter).toMatchInlineSnapshot(`
      {
        "address": [
          "0x0000000000000000000000000000000000000b0b",
          "0xd8da6bf26964af9d7eed9e03e53415d37aa96045",
        ],
        "topics": [
          [
            "0x000000000000000000000000000000000000000000000000000000000000000a",
            "0x000000000000000000000000000000000000000000000000000000000000000b",
          ],
          [
            "0x000000000000000000000000000000000000000000000000000000000000000c",
          ],
        ],
      }
    `)
  })

  test('keeps trailing nulls, which require that many topics', () => {
    const { filter } = parseLogQuery({ topics: [word('a'), null] })
    expect(filter.topics).toEqual([[word('a')], null])
    expect(matchesFilter(filter, { address: bob, topics: [word('a')] })).toBe(false)
    expect(matchesFilter(filter, { address: bob, topics: [word('a'), word('1')] })).toBe(true)
  })

  test('events become topic 0, arguments the following positions', () => {
    const { filter } = parseLogQuery({ events: [transfer], args: { to: [alice, bob] } })
    expect(filter.topics).toEqual([
      [toEventHash(transfer)],
      null,
      [word('b0b'), word(alice.slice(2).toLowerCase())],
    ])
    expect(parseLogQuery({ events: [transfer, approval] }).filter.topics).toEqual([
      [toEventHash(transfer), toEventHash(approval)].sort(),
    ])
    expect(parseLogQuery({ events: [transfer], args: { to: null } }).filter.topics).toEqual([
      [toEventHash(transfer)],
    ])
    expect(parseLogQuery({ events: [named], args: { name: 'x', id: 5 } }).filter.topics).toEqual([
      [toEventHash(named)],
      ['0x7521d1cadbcfa91eec65aa16715b94ffc1c9654ba57ea2ef1a2127bca1127a83'],
      [word('5')],
    ])
    expect(parseLogQuery({ events: [shy], args: [7n] }).filter.topics).toEqual([[word('7')]])
  })

  test('an event has one topic, however its types are written and its fields are named', () => {
    const tuple = (name: string) => ({ type: 'tuple', name, components: [{ type: 'uint256', name }] })
    const eventOf = (...inputs: { type: string }[]) => ({ type: 'event', name: 'Set', inputs }) as AbiEvent
    for (const [event, signature] of [
      [eventOf({ type: 'uint' }, { type: 'int[2]' }), 'Set(uint256,int256[2])'],
      [eventOf(tuple('a,b'), tuple(')'), tuple('indexed')), 'Set((uint256),(uint256),(uint256))'],
      [eventOf({ type: 'tuple[]' }), 'Set(()[])'],
    ] as const) {
      const topic = keccak256(toBytes(signature))
      expect(parseLogQuery({ event }).filter.topics).toEqual([[topic]])
      expect(createDecoder([event]).fitOf(topic, 1, 0)).not.toBe('unknown')
    }
  })

  test('an ABI may repeat an event, as those of diamonds do', () => {
    const query = { abi: [...abi, structuredClone(transfer)], eventName: 'Transfer', args: { to: bob } }
    expect(parseLogQuery(query)).toMatchObject({
      events: [transfer],
      filter: { topics: [{}, null, [word('b0b')]] },
    })
  })

  test('with a limit, queries that count other logs have other keys', () => {
    const keyOf = (query: LogQuery) => parseLogQuery({ ...query, limit: 10 }).key
    // Beside an anonymous event, nodes send logs of others: raw topics keep them.
    expect(keyOf({ events: [shy] })).not.toBe(keyOf({ events: [shy], topics: [] }))
    expect(keyOf({ events: [shy, transfer] })).not.toBe(keyOf({ events: [shy, transfer], strict: false }))
    expect(keyOf({ events: [transfer] })).toBe(keyOf({ events: [transfer], topics: [toEventHash(transfer)] }))
  })

  test.each(['bytes', 'bytes4'])('%s in upper case, 0X included, give the same topic', (type) => {
    const event = parseAbiItem(`event Seen(${type} indexed id)`) as AbiEvent
    const topicsOf = (id: string) => parseLogQuery({ event, args: { id } }).filter.topics
    expect(topicsOf('0XAABBCCDD')).toEqual(topicsOf('0xaabbccdd'))
  })

  test('topics and hashes may begin with 0X, as addresses may', () => {
    const upper = word('ab').toUpperCase() as Hex
    expect(parseLogQuery({ topics: [upper] }).key).toBe(parseLogQuery({ topics: [word('ab')] }).key)
    expect(parseLogQuery({ blockHash: upper }).key).toBe(parseLogQuery({ blockHash: word('ab') }).key)
  })

  test('blockHash wins over a range, which is not sent', () => {
    const { filter, range } = parseLogQuery({ blockHash: word('AB'), fromBlock: 1n, toBlock: 2n })
    expect(range).toEqual({ blockHash: word('ab') })
    const requests = partsOf(filter).map((part) => toRpcFilter(part, { blockHash: word('ab') }))
    expect(requests).toEqual([{ blockHash: word('ab') }])
  })
})

describe('abi and eventName', () => {
  test('filter and decode like the event itself, under the same key', () => {
    const args = { from: alice } as const
    const byName = parseLogQuery({ abi, eventName: 'Transfer', args, fromBlock: 5n })
    const byEvent = parseLogQuery({ event: transfer, args, fromBlock: 5n })
    expect(byName.key).toBe(byEvent.key)
    expect(byName).toMatchObject({ filter: byEvent.filter, events: [transfer] })
  })

  test('without a name, all events of the ABI match', () => {
    const all = parseLogQuery({ abi })
    expect(all.events.map(({ name }) => name)).toEqual(['Transfer', 'Approval', 'Set', 'Set'])
    expect(all.key).toBe(parseLogQuery({ events: all.events }).key)
  })

  test('an overloaded name matches each of its events', () => {
    expect(parseLogQuery({ abi, eventName: 'Set' }).filter.topics[0]).toHaveLength(2)
  })
})

describe('blocks before the newest', () => {
  test('have one canonical form', () => {
    expect(parseLogQuery({ fromBlock: 'latest-007' }).range).toEqual({
      fromBlock: 'latest-7',
      toBlock: 'latest',
    })
    expect(parseLogQuery({ fromBlock: 'latest-0' }).key).toBe(parseLogQuery({ fromBlock: 'latest' }).key)
    expect(parseLogQuery({ fromBlock: 'latest-7' }).key).not.toBe(
      parseLogQuery({ fromBlock: 'latest-8' }).key,
    )
  })
})

describe('undefined under a present key means "not known yet"', () => {
  const cases: [string, LogQuery, string[]][] = [
    ['address', { address: undefined }, ['address']],
    ['one of several addresses', { address: [bob, undefined] as never }, ['address[1]']],
    ['all arguments', { events: [transfer], args: undefined }, ['args']],
    ['a named argument', { events: [transfer], args: { from: undefined, to: bob } }, ['args.from']],
    ['one of several values', { events: [transfer], args: { from: [bob, undefined] } }, ['args.from[1]']],
    ['an argument by position', { events: [transfer], args: [undefined, bob] }, ['args[0]']],
    ['all topics', { topics: undefined }, ['topics']],
    ['a topic', { topics: [word('1'), undefined] as never }, ['topics[1]']],
    ['one of several topics', { topics: [[word('1'), undefined]] as never }, ['topics[0][1]']],
    ['both ends', { fromBlock: undefined, toBlock: undefined }, ['fromBlock', 'toBlock']],
    ['a block hash', { blockHash: undefined, fromBlock: 5n }, ['blockHash']],
  ]
  test.each(cases)('%s', (_, query, notReady) => {
    for (const read of [parseLogQuery, parseLogSearch, toShareLink, toRpcRequest]) {
      let error: unknown
      try {
        read(query)
      } catch (thrown) {
        error = thrown
      }
      expect(error).toBeInstanceOf(QueryNotReadyError)
      expect((error as QueryNotReadyError).notReady).toEqual(notReady)
    }
  })

  test('null or a missing key means anything', () => {
    const all = parseLogQuery({})
    const nothing = {
      address: null,
      args: null,
      topics: null,
      fromBlock: null,
      toBlock: null,
      blockHash: null,
    }
    expect(parseLogQuery(nothing).key).toBe(all.key)
    const event = parseLogQuery({ event: transfer })
    for (const args of [null, {}, { from: null }, [null], [null, null], []])
      expect(parseLogQuery({ events: [transfer], args }).key).toBe(event.key)
  })

  test('invalid input is reported first', () => {
    expect(queryIssues({ address: undefined, fromBlock: 5 })).toEqual([
      'fromBlock: Block numbers are bigint: write 5n.',
    ])
  })

  test('a range next to a block hash is ignored, whatever it holds', () => {
    const { range } = parseLogQuery({ blockHash: word('1'), fromBlock: undefined, toBlock: -1n })
    expect(range).toEqual({ blockHash: word('1') })
  })
})

test('an empty list of topics at a position matches anything there', () => {
  const { filter } = parseLogQuery({ topics: [[], [word('1')], []] })
  expect(filter.topics).toEqual([null, [word('1')], null])
})

describe('invalid input is refused with the path to the field', () => {
  test.each<[string, unknown, string[]]>([
    [
      'short address',
      { address: `0x${'1'.repeat(39)}` },
      ['address: Expected 40 hex digits after 0x, found 39.'],
    ],
    ['second address', { address: [bob, 'vitalik.eth'] }, ['address[1]: An address starts with 0x.']],
    ['no addresses', { address: [] }, ['address: An empty list matches nothing: omit it to match anything.']],
    [
      'wrong checksum',
      { address: alice.replace('d8dA', 'D8dA') },
      [
        `address: The checksum does not match: a digit may be mistyped. If the address is right, write ${alice}.`,
      ],
    ],
    ['topic length', { topics: [null, '0x12'] }, ['topics[1]: Expected 64 hex digits after 0x, found 2.']],
    [
      'topic list',
      { topics: [[word('1'), 5]] },
      ['topics[0][1]: Expected a topic, 0x and 64 hex digits, found 5.'],
    ],
    [
      'five topics',
      { topics: [null, null, null, null, null] },
      ['topics: A log has at most 4 topics, found 5 positions.'],
    ],
    [
      'reversed',
      { fromBlock: 9n, toBlock: 3n },
      ['toBlock: The range is reversed: it ends at block 3, before it starts at 9.'],
    ],
    [
      'reversed tags',
      { fromBlock: 'latest', toBlock: 'finalized' },
      ['toBlock: The range is reversed: it ends at block finalized, before it starts at latest.'],
    ],
    [
      'a range that ends with the first block',
      { fromBlock: 'latest-500', toBlock: 'earliest' },
      ['toBlock: The range is reversed: it ends at block earliest, before it starts at latest-500.'],
    ],
    ['number', { fromBlock: 5 }, ['fromBlock: Block numbers are bigint: write 5n.']],
    ['pending', { toBlock: 'pending' }, ['toBlock: Pending logs are in no block yet: use "latest".']],
    ['negative', { fromBlock: -1n }, ['fromBlock: A block number is 0 or more, found -1.']],
    ['hash', { blockHash: '0x1' }, ['blockHash: Expected 64 hex digits after 0x, found 1.']],
    ['limit', { limit: 0 }, ['limit: Expected a whole number of logs, 1 or more, found 0.']],
    ['order', { order: 'up' }, ['order: Expected "asc" or "desc", found "up".']],
    [
      'not indexed',
      { events: [transfer], args: { value: 1n } },
      ['args.value: “value” is not indexed in Transfer, so a node cannot filter by it.'],
    ],
    [
      'unknown argument',
      { events: [transfer], args: { sender: alice } },
      ['args.sender: Transfer has no indexed argument “sender”. It has: from, to.'],
    ],
    [
      'argument list',
      { events: [transfer], args: { from: [alice, '0x12'] } },
      ['args.from[1]: Expected 40 hex digits after 0x, found 2.'],
    ],
    [
      'indexed array',
      { events: [named], args: { list: [1n] } },
      ['args.list: The chain keeps only a hash of an indexed uint256[]: pass the hash in topics instead.'],
    ],
    [
      'too large',
      { events: [named], args: { id: 1n << 256n } },
      [expect.stringMatching(/^args\.id: Not a valid uint256: /) as unknown as string],
    ],
    ...['0x1234567', '0xzzzzzzzz'].map((id): [string, unknown, string[]] => [
      `${id} as bytes4`,
      { events: [parseAbiItem('event Seen(bytes4 indexed id)')], args: { id } },
      ['args.id: Expected bytes as 0x and pairs of hex digits.'],
    ]),
    [
      'bytes of another length',
      { events: [parseAbiItem('event Seen(bytes4 indexed id)')], args: { id: '0x12' } },
      ['args.id: Not a valid bytes4: "0x12".'],
    ],
    [
      'an input that is no object',
      { abi: [{ type: 'event', name: 'Seen', inputs: [null] }] },
      ['abi: Expected an ABI item of type "event": see viem’s parseAbiItem.'],
    ],
    [
      'an input without a type',
      { events: [transfer, { type: 'event', name: 'Seen', inputs: [{ name: 'id', indexed: true }] }] },
      ['events[1]: Expected an ABI item of type "event": see viem’s parseAbiItem.'],
    ],
    [
      'an event without a name',
      { event: { type: 'event', inputs: [] } },
      ['event: Expected an ABI item of type "event": see viem’s parseAbiItem.'],
    ],
    [
      'args for two events',
      { events: [transfer, approval], args: {} },
      ['args: args need exactly one event, found 2.'],
    ],
    ['no query', null, ['query: Expected an object with fields like address and fromBlock, found null.']],
    ['a list', [], ['query: Expected an object with fields like address and fromBlock, found […].']],
    [
      'no block of any chain',
      { fromBlock: 2n ** 63n },
      ['fromBlock: No chain has a block 9223372036854775808.'],
    ],
    [
      'a key with a mistake',
      { adress: bob },
      ['adress: A query has no field “adress”. Did you mean “address”?'],
    ],
    [
      'another case',
      { blockhash: word('1') },
      ['blockhash: A query has no field “blockhash”. Did you mean “blockHash”?'],
    ],
    ['a key that means nothing', { zzzzz: 1 }, ['zzzzz: A query has no field “zzzzz”.']],
    [
      'a long key that means nothing',
      { ['z'.repeat(150)]: 1 },
      [`${'z'.repeat(150)}: A query has no field “${'z'.repeat(150)}”.`],
    ],
    [
      'event and events',
      { event: transfer, events: [transfer] },
      ['event: Pass only one of event, events and abi.'],
    ],
    ['events and abi', { events: [transfer], abi }, ['events: Pass only one of event, events and abi.']],
    [
      'a name without an ABI',
      { events: [transfer], eventName: 'Transfer' },
      ['eventName: eventName names an event of abi: pass abi too.'],
    ],
    [
      'an event that the ABI does not have',
      { abi, eventName: 'Trasnfer' },
      ['eventName: The ABI has no event "Trasnfer". It has: Transfer, Approval, Set.'],
    ],
    ['an ABI without events', { abi: ['transfer(address)'] }, ['abi: This ABI has no events.']],
    ['an ABI that is no list', { abi: 'erc20' }, ['abi: Expected a list of ABI items, found "erc20".']],
    [
      'arguments of an overloaded event',
      { abi, eventName: 'Set', args: { id: 1n } },
      ['args: args need exactly one event, found 2.'],
    ],
    [
      'a date',
      { fromBlock: new Date(0) },
      ['fromBlock: A date is not a block: resolve it with findBlockByTime first.'],
    ],
    [
      'too few blocks before the newest',
      { fromBlock: 'latest-5', toBlock: 'latest-6' },
      ['toBlock: The range is reversed: it ends at block latest-6, before it starts at latest-5.'],
    ],
    [
      'a fraction of a block before the newest',
      { fromBlock: 'latest-1.5' },
      [
        'fromBlock: Expected a block number, one of earliest, latest, safe, finalized, or latest-500, found "latest-1.5".',
      ],
    ],
    [
      'a list as event',
      { event: [transfer] },
      ['event: Expected an ABI item of type "event": see viem’s parseAbiItem.'],
    ],
    ['an event as events', { events: transfer }, ['events: Expected a list of ABI items, found {…}.']],
    [
      'an empty list of values',
      { events: [transfer], args: { from: [] } },
      ['args.from: An empty list matches nothing: omit it to match anything.'],
    ],
    ['strict as text', { strict: 'false' }, ['strict: Expected true or false.']],
    [
      'several at once',
      { address: '0x', limit: -1, order: 'x' },
      [
        'address: Expected 40 hex digits after 0x, found 0.',
        'order: Expected "asc" or "desc", found "x".',
        'limit: Expected a whole number of logs, 1 or more, found -1.',
      ],
    ],
  ])('%s', (_, query, issues) => {
    expect(queryIssues(query)).toEqual(issues)
  })

  test('a number of a condition must be a bigint: no argument would equal another kind of value', () => {
    for (const value of [5, '5'])
      expect(() =>
        parseLogSearch({ events: [transfer], where: [{ arg: 2, is: 'anyOf', values: [value] }] } as never),
      ).toThrow(`where[0]. Expected a bigint such as 5n for uint256, found ${JSON.stringify(value)}.`)
  })

  test('a condition that is no object is not called a list', () => {
    expect(() => parseLogSearch({ events: [transfer], where: [7] } as never)).toThrow(
      'where[0]. Expected a condition with arg, is and values, found 7.',
    )
  })

  test('any input is accepted or refused, never broken', () => {
    fc.assert(fc.property(fc.anything(), (query) => void queryIssues(query)))
    expect(() => parseLogSearch(null as never)).toThrow(InvalidQueryError)
    const condition = fc.record(
      {
        arg: fc.oneof(fc.anything(), fc.integer({ min: -1, max: 3 })),
        is: fc.oneof(fc.anything(), fc.constantFrom('anyOf', 'atLeast', 'atMost', 'contains')),
        values: fc.oneof(fc.anything(), fc.array(fc.anything(), { minLength: 1, maxLength: 2 })),
      },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(fc.oneof(fc.anything(), fc.array(fc.oneof(fc.anything(), condition))), (where) => {
        try {
          parseLogSearch({ events: [transfer], where } as never)
        } catch (error) {
          expect(error).toBeInstanceOf(InvalidQueryError)
        }
      }),
      { numRuns: 1_000 },
    )
    fc.assert(
      fc.property(
        fc.record({
          address: fc.anything(),
          blockHash: fc.anything(),
          toBlock: fc.anything(),
          events: fc.anything(),
          args: fc.anything(),
          order: fc.anything(),
          topics: fc.anything(),
          fromBlock: fc.anything(),
          limit: fc.anything(),
        }),
        (query) => {
          queryIssues(query)
        },
      ),
    )
  })
})

describe('splitFilter', () => {
  const hex = (digits: number) =>
    fc.integer({ min: 0, max: 15 }).map((n) => `0x${n.toString(16).padStart(digits, '0')}` as Hex)
  const list = (digits: number) => fc.uniqueArray(hex(digits), { minLength: 1, maxLength: 5 })
  const filters = fc.record({
    address: fc.option(list(40), { nil: undefined }),
    topics: fc.array(fc.option(list(64)), { maxLength: 4 }),
  })

  test('each matching log belongs to exactly one half', () => {
    fc.assert(
      fc.property(filters, hex(40), fc.array(hex(64), { maxLength: 4 }), (filter, address, topics) => {
        const halves = splitFilter(filter)
        if (!halves) {
          expect(
            (filter.address?.length ?? 1) === 1 && filter.topics.every((any) => (any?.length ?? 1) === 1),
          ).toBe(true)
          return
        }
        const matches = halves.filter((half) => matchesFilter(half, { address, topics })).length
        expect(matches).toBe(matchesFilter(filter, { address, topics }) ? 1 : 0)
      }),
    )
  })
})

describe('a parsed query', () => {
  const written = { address: alice, events: [transfer], args: { to: bob }, fromBlock: 5n } as const
  const parsed = parseLogQuery(written)

  test('is not parsed again, and a copy of it is', () => {
    expect(isParsed(parsed)).toBe(true)
    expect(parseLogQuery(parsed)).toBe(parsed)
    expect(isParsed({ ...parsed })).toBe(false)
    expect(isParsed(written)).toBe(false)
    expect(isParsed(null)).toBe(false)
  })

  test('cannot be changed', () => {
    const parts = [
      parsed,
      parsed.filter,
      parsed.filter.address,
      parsed.filter.topics,
      parsed.filter.topics[2],
    ]
    for (const part of [...parts, parsed.range, parsed.json]) expect(Object.isFrozen(part)).toBe(true)
    // The objects of the caller stay mutable.
    expect(Object.isFrozen(written.events)).toBe(false)
  })

  test('has a key of JSON text, with blocks as decimal text', () => {
    expect(JSON.parse(parsed.key)).toEqual({
      address: [alice.toLowerCase()],
      topics: [[toEventHash(transfer)], null, [`0x${bob.slice(2).padStart(64, '0')}`]],
      fromBlock: '5',
      toBlock: 'latest',
      order: 'asc',
    })
    expect(parseLogQuery({ ...written, toBlock: 'latest', order: 'asc' }).key).toBe(parsed.key)
    expect(parseLogQuery({ ...written, fromBlock: 6n }).key).not.toBe(parsed.key)
  })

  test('can be narrowed to fewer blocks', () => {
    const part = withParts(parsed, { range: { fromBlock: 7n, toBlock: 8n }, limit: undefined })
    expect(isParsed(part)).toBe(true)
    expect(part.key).toBe(parseLogQuery({ ...written, fromBlock: 7n, toBlock: 8n }).key)
  })
})
