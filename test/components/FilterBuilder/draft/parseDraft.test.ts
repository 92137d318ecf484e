import fc from 'fast-check'
import { erc20Abi, parseAbiItem, toEventHash, type AbiEvent, type Address, type Hex } from 'viem'
import { describe, expect, test } from 'vitest'
import { emptyDraft, type FilterDraft } from '../../../../src/components/FilterBuilder/draft/FilterDraft.ts'
import { draftContext, parseDraft } from '../../../../src/components/FilterBuilder/draft/parseDraft.ts'
import { toDraft } from '../../../../src/components/FilterBuilder/draft/toDraft.ts'
import { english } from '../../../../src/components/locales/english.ts'
import { formatEvent } from '../../../../src/logs/filter/formats/formatEvent.ts'
import { parseEventSignature } from '../../../../src/logs/filter/formats/parseEventSignature.ts'
import type { LogQuery, Topic } from '../../../../src/logs/filter/LogQuery.ts'
import type { LogSearch } from '../../../../src/logs/filter/LogSearch.ts'
import { parseLogQuery } from '../../../../src/logs/filter/parseLogQuery.ts'

const token: Address = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'
const other: Address = '0x88e6a0c2ddd26feeb64f039a2c41296fcb3f5640'
const transferText = 'event Transfer(address indexed from, address indexed to, uint256 value)'
const transfer = parseAbiItem(transferText)
const context = draftContext([{ address: token, label: 'USD Coin', abi: erc20Abi }], [], english)

const parse = (changes: Partial<FilterDraft>) => parseDraft({ ...emptyDraft, ...changes }, context)
const query = (changes: Partial<FilterDraft>): LogQuery => {
  const result = parse(changes)
  if ('issues' in result) throw new Error(JSON.stringify(result.issues))
  return result.query
}
const issues = (changes: Partial<FilterDraft>) => {
  const result = parse(changes)
  return 'issues' in result ? result.issues.map(({ path, message }) => `${path}: ${message}`) : []
}
const event = (text: string, more: Partial<FilterDraft> = {}) => ({
  mode: 'event' as const,
  event: text,
  ...more,
})

test('an empty form matches everything', () => {
  expect(query({})).toEqual({})
})

describe('contracts', () => {
  test('one or many, by commas or lines, with or without 0x, by label or explorer link', () => {
    expect(query({ addresses: ` ${token} ` }).address).toBe(token)
    expect(query({ addresses: `${token},\n${other.slice(2)}` }).address).toEqual([token, other])
    expect(query({ addresses: 'usd coin' }).address).toBe(token)
    expect(query({ addresses: `https://etherscan.io/token/${token}?a=1 ${other}` }).address).toEqual([
      token,
      other,
    ])
  })

  test('an address is never the label of another contract', () => {
    const spoof = draftContext(
      [{ address: other, label: token.toUpperCase().replace('X', 'x') }],
      [],
      english,
    )
    for (const addresses of [token, token.slice(2)])
      expect(parseDraft({ ...emptyDraft, addresses }, spoof)).toEqual({ query: { address: token } })
  })

  test('explains errors', () => {
    expect(issues({ addresses: token.slice(0, -1) })).toEqual([
      'address: Expected 40 hex digits after 0x, found 39.',
    ])
    expect(issues({ addresses: `${token}, 0xzz` })[0]).toMatch(/^address: 0xzz: .*only hex digits/)
    expect(issues({ addresses: 'nobody' })[0]).toMatch(/neither an address .* nor a known label/)
    expect(issues({ addresses: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eb49' })[0]).toMatch(
      /checksum does not match/,
    )
  })
})

describe('events', () => {
  test('an anonymous event needs no word before its signature', () => {
    expect(query(event('Ping(uint256 count) anonymous'))).toEqual({
      events: [parseEventSignature('event Ping(uint256 count) anonymous')],
    })
  })

  test.each([
    ['a full signature', transferText],
    ['without the keyword', 'Transfer(address indexed from, address indexed to, uint256 value)'],
    ['the canonical signature of one that is known', 'Transfer(address,address,uint256)'],
    ['the name of one that is known', 'Transfer'],
    ['JSON of one item', JSON.stringify(transfer)],
    ['a JSON ABI with other things', JSON.stringify([{ type: 'constructor', inputs: [] }, transfer])],
    ['an artifact', JSON.stringify({ contractName: 'T', abi: [transfer] })],
    ['a human-readable ABI as JSON', JSON.stringify(['function f()', transferText])],
    ['one by lines', `function f(address to) view returns (uint256)\n${transferText}\nerror Stopped()`],
    ['an ABI of TypeScript', `export const abi = ${JSON.stringify([transfer])} as const`],
    ['an ABI of JavaScript', `[{ type: 'error', name: 'E', inputs: [] }, ${JSON.stringify(transfer)},]`],
    ['a human-readable ABI of TypeScript', `const abi = parseAbi([\n  '${transferText}',\n])`],
    ['metadata', JSON.stringify({ language: 'Solidity', output: { abi: [transfer] } })],
    ['what a compiler says', JSON.stringify({ contracts: { 'T.sol': { T: { abi: [transfer] } } } })],
    ['what an explorer answers', JSON.stringify({ status: '1', result: JSON.stringify([transfer]) })],
    [
      'a signature with more space',
      'event Transfer( address indexed from,\n  address indexed to , uint256 value )',
    ],
    ['a signature with a remark', `${transferText}; // as of ERC-20`],
    ['Solidity', `pragma solidity ^0.8.30;\n// event Old(uint256 a);\ncontract T {\n  ${transferText};\n}`],
  ])('%s', (_what, text) => {
    const [read] = query(event(text)).events ?? []
    expect(read && formatEvent(read)).toBe(transferText)
  })

  test('several, by lines or in an ABI, some of which may be left out', () => {
    expect(query(event(`${transferText};\nevent Paused()`)).events?.map(({ name }) => name)).toEqual([
      'Transfer',
      'Paused',
    ])
    const all = event(JSON.stringify(erc20Abi))
    expect(query(all).events).toHaveLength(2)
    expect(query({ ...all, leftOut: [transferText] }).events?.map(({ name }) => name)).toEqual(['Approval'])
    expect(issues({ ...all, leftOut: query(all).events!.map(formatEvent) })).toEqual([
      `events: ${english.issues.noEventChosen}`,
    ])
  })

  test('in Solidity, with the types it declares', () => {
    const source = `
      interface IToken { function f() external; }
      library Pools { struct Key { IToken token; uint24 fee; } }
      contract Exchange {
        enum Side { Buy, Sell }
        type Tick is int24;
        struct Trade { Pools.Key key; Side side; }
        /* event Gone(uint256 a); */
        event Traded(Trade trade, Tick indexed tick) anonymous;
        event Sided(
          Side indexed side, // of the book
          IToken[] tokens
        );
      }`
    expect(query(event(source)).events?.map(formatEvent)).toEqual([
      'event Traded(((address token, uint24 fee) key, uint8 side) trade, int24 indexed tick) anonymous',
      'event Sided(uint8 indexed side, address[] tokens)',
    ])
  })

  test('an unknown bare signature is matched by its hash', () => {
    expect(query(event('Moved(uint256,address)'))).toEqual({
      topics: [[toEventHash('Moved(uint256,address)')]],
    })
  })

  test.each([
    ['', /Enter a signature/],
    ['Transfer(', /not an event signature/],
    ['event Transfer(adress from)', /not an event signature/],
    ['Transfr', /No known event is named Transfr/],
    ['0xddf252ad', /Expected 64 hex digits after 0x, found 8/],
    ['{"abi": [', /JSON is invalid/],
    ['[]', /ABI has no events/],
    ['{"hello": 1}', /JSON contains no ABI/],
    [token, /This is an address/],
    ['function transfer(address to, uint256 value)', /No event declaration/],
    ['pragma solidity ^0.8.30; contract Empty {}', /No event declaration/],
    [
      'contract T { event Ok(uint256 a); event Odd(Elsewhere.Key key); }',
      /^events: Odd: some argument types/,
    ],
    ['[{"type":"event","name":"X","inputs":[{"type":"uint"}, 7]}]', /no events/],
  ])('%j is refused', (text, reason) => {
    expect(issues(event(text))[0]).toMatch(reason)
  })
})

describe('indexed arguments', () => {
  const typed = (type: string, text: string) => event(`event E(${type} indexed a)`, { args: { 0: text } })

  test('by name, one or any of several', () => {
    expect(query(event(transferText, { args: { 0: token, 1: `${token}, ${other}` } })).args).toEqual({
      from: token,
      to: [token, other],
    })
  })

  test('by position where names are missing, repeated or unusual', () => {
    expect(query(event('event E(address indexed, uint8 indexed)', { args: { 1: '7' } })).args).toEqual([
      null,
      7n,
    ])
    const strange = JSON.stringify({
      type: 'event',
      name: 'E',
      inputs: [{ name: '__proto__', type: 'uint8', indexed: true }],
    })
    expect(query(event(strange, { args: { 0: '7' } })).args).toEqual([7n])
  })

  test('addresses by label and explorer link too', () => {
    const link = `https://etherscan.io/address/${other}`
    expect(query(event(transferText, { args: { 0: `USD Coin, ${link}` } })).args).toEqual({
      from: [token, other],
    })
  })

  test.each([
    ['uint256', '0x10', 16n],
    ['int24', '-887_272', -887272n],
    ['bool', 'True', true],
    ['bytes4', '0xDEADBEEF', '0xdeadbeef'],
    ['string', 'a, b', 'a, b'],
  ])('%s %s', (type, text, value) => {
    expect(query(typed(type, text)).args).toEqual({ a: value })
  })

  test.each([
    ['uint8', '256', /must be between 0 and 255/],
    ['uint8', '-1', /must be between 0 and 255/],
    ['int8', '128', /must be between -128 and 127/],
    ['uint256', '1e300', /whole number/],
    ['uint256', '1.5', /Choose another unit/],
    ['uint8', '1.5', /whole number/],
    ['address', 'nobody', /neither an address .* nor a known label/],
    ['uint256', '9'.repeat(100_000), /whole number/],
    ['int128', (-(2n ** 127n) - 1n).toString(), /between −2\^127 and 2\^127 − 1/],
    ['bool', 'yes', /true or false/],
    ['bytes4', '0xdeadbe', /Expected 8 hex digits after 0x, found 6/],
    ['address', '0x12', /40 hex digits/],
    ['uint8', '1, two', /^args\[0\]: two: Enter a whole number/],
  ])('%s %s is refused', (type, text, reason) => {
    expect(issues(typed(type, text))[0]).toMatch(reason)
  })
})

describe('lists of numbers', () => {
  const list = (text: string, locale = 'en', decimals = 0) => {
    const changes = event('event E(uint256 indexed a)', {
      args: { 0: text },
      decimals: { 'args[0]': decimals },
    })
    const strings = { ...english, locale }
    const result = parseDraft({ ...emptyDraft, ...changes }, { ...context, strings })
    if ('issues' in result) return result.issues.map(({ message }) => message).join()
    const { a } = result.query.args as { a: bigint | bigint[] }
    return [a].flat().join(' ')
  }

  test.each([
    ['1 22;333\n4', '1 22 333 4'],
    ['1, 22, 333', '1 22 333'],
    ['5,7', '5 7'],
    ['1,000', '1000'],
    ['1,000 2,000', '1000 2000'],
    ['0x10,0x20', '16 32'],
    ['1\u202f000 7', '1000 7'],
  ])('%j in English is %s', (text, values) => expect(list(text)).toBe(values))

  test('in the language of the form', () => {
    expect(list('1.000 2.000', 'de')).toBe('1000 2000')
    expect(list('1,5 2,25', 'de', 2)).toBe('150 225')
    expect(list('1.5 2.25', 'en', 2)).toBe('150 225')
  })

  test('text that could be one number or several is refused with both readings', () => {
    expect(list('100,200')).toMatch(/^This could be 100200 or 100; 200\./)
    expect(list('1 000')).toMatch(/^This could be 1,000 or 1; 000\./)
    expect(list('1.000')).toMatch(/^This could be 1 or 1,000\./)
    expect(list('1,5', 'en', 18)).toMatch(/^This could be 1\.5 or 1; 5\./)
    expect(list('1,5', 'de')).toMatch(/^This could be 1,5 or 1; 5\./)
    expect(list('1,000', 'de')).toMatch(/^This could be 1 or 1\.000\./)
  })
})

describe('raw topics', () => {
  const [a, b]: [Hex, Hex] = [`0x${'1'.repeat(64)}`, `0x${'2'.repeat(64)}`]
  const unset = { mode: 'unset', text: '' } as const
  const any = { mode: 'any', text: '' } as const
  const values = (text: string) => ({ mode: 'values', text }) as const

  test('any, one and any of several, by position; a trailing "any" is kept', () => {
    expect(query({ mode: 'topics', topics: [values(a), any, values(`${a}, ${b}`), any] }).topics).toEqual([
      a,
      null,
      [a, b],
      null,
    ])
    expect(query({ mode: 'topics', topics: [values(a), unset, unset, unset] }).topics).toEqual([a])
    expect(query({ mode: 'topics', topics: [unset, unset, values(b), unset] }).topics).toEqual([
      null,
      null,
      b,
    ])
    expect(query({ mode: 'topics' }).topics).toEqual([])
  })

  test('an address is padded as on chain', () => {
    expect(query({ mode: 'topics', topics: [any, values(token), unset, unset] }).topics).toEqual([
      null,
      `0x${token.slice(2).padStart(64, '0')}`,
    ])
  })

  test('explains errors at their position', () => {
    expect(issues({ mode: 'topics', topics: [any, values('0x12'), values(''), values('12')] })).toEqual([
      'topics[1]: Expected 64 hex digits after 0x, found 2.',
      `topics[2]: ${english.issues.topicMissing}`,
      `topics[3]: ${english.issues.hexOnly}`,
    ])
  })
})

describe('range', () => {
  test.each([
    ['1,234,567', 1_234_567n],
    ['1_000', 1_000n],
    ['#12', 12n],
    ['0xff', 255n],
    [' Latest ', 'latest'],
    ['', undefined],
  ])('%j', (text, block) => {
    expect(query({ fromBlock: text }).fromBlock).toBe(block)
  })

  test('explains errors', () => {
    expect(issues({ fromBlock: '-1' })).toEqual([`fromBlock: ${english.issues.blockNegative}`])
    expect(issues({ toBlock: 'pending' })).toEqual([`toBlock: ${english.issues.blockUnreadable}`])
    expect(issues({ fromBlock: '12 34x' })).toEqual([`fromBlock: ${english.issues.blockUnreadable}`])
    expect(issues({ fromBlock: '20', toBlock: '10' })[0]).toMatch(/^toBlock: The range is reversed/)
    expect(issues({ fromBlock: 'latest', toBlock: 'earliest' })).toEqual([
      `toBlock: ${english.issues.blockReversed}`,
    ])
    expect(issues({ rangeMode: 'hash' })).toEqual([`blockHash: ${english.issues.blockHashMissing}`])
    expect(issues({ rangeMode: 'hash', blockHash: '0xab' })).toEqual([
      'blockHash: Expected 64 hex digits after 0x, found 2.',
    ])
  })

  test('by number or age: explains errors', () => {
    const last = (text: string, lastUnit: FilterDraft['lastUnit'] = 'blocks') =>
      issues({ rangeMode: 'last', last: text, lastUnit })
    for (const text of ['-5', 'abc', 'latest', '0', '9'.repeat(30)])
      expect(last(text)).toEqual([`last: ${english.issues.lastUnreadable}`])
    expect(last('1.000')[0]).toMatch(/^last: This could be 1 or 1,000/)
    expect(last('2', 'hours')).toEqual([`last: ${english.issues.headUnknown}`])
  })

  test('older than the epoch means from the first block on', () => {
    const draft: FilterDraft = { ...emptyDraft, rangeMode: 'last', last: '99999', lastUnit: 'days' }
    expect(parseDraft(draft, { ...context, head: 9n, now: 1_700_000_000n })).toEqual({
      issues: [],
      waiting: [0n],
      isWaiting: true,
    })
  })

  describe('on a chain with a block every 12 seconds', () => {
    // Block 0 is of 22:13:20, block 9 of 22:15:08.
    const genesis = 1_700_000_000n
    const now = genesis + 120n
    const blockAt = (time: bigint) => {
      const block = time <= genesis ? 0n : (time - genesis + 11n) / 12n
      return { state: 'found' as const, block: block > 9n ? undefined : block }
    }
    const on = (changes: Partial<FilterDraft>, more: Partial<typeof context> = {}) =>
      parseDraft({ ...emptyDraft, ...changes }, { ...context, head: 9n, now, blockAt, ...more })
    const last = (text: string, lastUnit: FilterDraft['lastUnit'], more?: Partial<typeof context>) =>
      on({ rangeMode: 'last', last: text, lastUnit }, more)
    const between = (fromTime: string, toTime: string, more?: Partial<typeof context>) => {
      const time = (text: string) => (text === '' ? '' : `2023-11-14T${text}`)
      const times = { fromTime: time(fromTime), toTime: time(toTime), zone: 'utc' as const }
      return on({ rangeMode: 'time', ...times }, more)
    }

    test.each([
      ['1', 'minutes', 'latest-4'],
      ['2', 'minutes', 'latest-9'],
      ['1', 'days', 'latest-9'],
      ['1', 'blocks', 'latest-0'],
      ['5', 'blocks', 'latest-4'],
    ] as const)('the last %s %s', (text, unit, fromBlock) => {
      expect(last(text, unit)).toEqual({ query: { fromBlock } })
    })

    test('the last minutes without a block, or with one above a head that is behind', () => {
      const late = { now: now + 60n }
      expect(last('1', 'minutes', late)).toMatchObject({
        issues: [{ path: 'last', message: english.issues.lastEmpty }],
      })
      expect(last('1', 'minutes', { head: 3n })).toEqual({ query: { fromBlock: 'latest-0' } })
    })

    test.each([
      ['22:14', '22:15', { fromBlock: 4n, toBlock: 8n }],
      ['22:14:08', '22:14:08', { fromBlock: 4n, toBlock: 4n }],
      ['22:14:08', '22:14:19', { fromBlock: 4n, toBlock: 4n }],
      ['22:14:09', '22:14:20', { fromBlock: 5n, toBlock: 5n }],
      ['', '22:15', { toBlock: 8n }],
      ['22:14', '', { fromBlock: 4n }],
      // Blocks to come are of the range as well.
      ['22:14', '23:00', { fromBlock: 4n }],
      ['', '', {}],
    ])('from %j to %j', (from, to, range) => {
      expect(between(from, to)).toEqual({ query: range })
    })

    test.each([
      ['22:15', '22:14', 'toTime', english.issues.timeReversed],
      ['22:14:09', '22:14:19', 'toTime', english.issues.timeEmpty],
      ['23:00', '', 'fromTime', english.issues.timeAhead],
      ['', '22:00', 'toTime', english.issues.timeBefore],
      ['22:99', '', 'fromTime', english.issues.timeUnreadable],
    ])('from %j to %j is an error', (from, to, path, message) => {
      expect(between(from, to)).toMatchObject({ issues: expect.arrayContaining([{ path, message }]) as [] })
    })

    test('times are looked up first; a failure is an issue', () => {
      const pending = between('22:14', '22:15', { blockAt: () => ({ state: 'pending' }) })
      const error = new Error('no')
      expect(pending).toEqual({ issues: [], waiting: [genesis + 40n, genesis + 101n], isWaiting: true })
      expect(between('22:14', '', { blockAt: () => ({ state: 'failed', error }) })).toMatchObject({
        issues: [{ path: 'fromTime', message: 'no' }],
      })
    })
  })

  test('relative to the newest block, once that is known', () => {
    const draft = { ...emptyDraft, fromBlock: 'latest', toBlock: '5' }
    expect(parseDraft(draft, context)).toHaveProperty('query')
    for (const head of [4n, 5n]) expect(parseDraft(draft, { ...context, head })).toHaveProperty('query')
    expect(parseDraft(draft, { ...context, head: 6n })).toMatchObject({
      issues: [{ path: 'toBlock', message: english.issues.blockReversed }],
    })
  })

  test('by block hash, whatever the other fields contain', () => {
    const blockHash: Hex = `0x${'ab'.repeat(32)}`
    expect(query({ rangeMode: 'hash', blockHash, fromBlock: 'x' })).toEqual({ blockHash })
  })

  test.each(['3100', ' 3,100', '#3100'])('one block by its number, %j', (blockHash) => {
    expect(query({ rangeMode: 'hash', blockHash, fromBlock: 'x' })).toEqual({
      fromBlock: 3_100n,
      toBlock: 3_100n,
    })
  })

  test.each(['latest', '-1', '3100x'])('%j is neither the number of a block nor its hash', (blockHash) => {
    expect(parseDraft({ ...emptyDraft, rangeMode: 'hash', blockHash }, context)).toMatchObject({
      issues: [{ path: 'blockHash', message: english.issues.blockHashMissing }],
    })
  })
})

describe('a query written into the form and parsed again', () => {
  const hex = (bytes: number) =>
    fc
      .uint8Array({ minLength: bytes, maxLength: bytes })
      .map((array): Hex => `0x${Buffer.from(array).toString('hex')}`)
  const anyOf = <value>(one: fc.Arbitrary<value>) =>
    fc.oneof(one, fc.array(one, { minLength: 1, maxLength: 3 }))
  const block = fc.oneof(fc.bigInt(0n, 10n ** 9n), fc.constantFrom('earliest' as const, 'latest' as const))
  const topics: fc.Arbitrary<readonly Topic[]> = fc.array(fc.oneof(fc.constant(null), anyOf(hex(32))), {
    maxLength: 4,
  })
  // Names that viem cannot hash a signature with are not here: `parseLogQuery` refuses such events.
  const name = fc.constantFrom('from', '', '__proto__', 'indexed', 'memory', 'a$1', '_')
  const input = fc.record({
    name,
    type: fc.constantFrom('address', 'uint256', 'int8', 'bool', 'bytes32', 'string', 'uint8[]'),
    indexed: fc.boolean(),
  })
  const events: fc.Arbitrary<AbiEvent[]> = fc.array(
    fc.record({
      type: fc.constant('event' as const),
      name: fc.constantFrom('Transfer', 'Weird$Name', 'E'),
      inputs: fc.array(input, { maxLength: 5 }).map((inputs) => {
        let left = 3
        return inputs.map((one) => ({ ...one, indexed: one.indexed && left-- > 0 }))
      }),
    }),
    { minLength: 1, maxLength: 3 },
  )
  const named = parseAbiItem('event Named(string indexed name, string note)')
  const text = fc.oneof(
    fc.string(),
    fc.constantFrom('', ' ', '\n', 'two\r\nlines', '"', '""', '"quoted"', '"a\u2028b"', '"a\u2028\nb"', '\\'),
  )
  const filter = fc.oneof(
    fc.record({}),
    fc.record({ events: fc.constant([named]), args: fc.record({ name: anyOf(text) }) }),
    fc.record({
      events: fc.constant([named]),
      where: fc.tuple(
        fc.record({
          arg: fc.constant(1),
          is: fc.constant('anyOf' as const),
          values: fc.array(text, { minLength: 1 }),
        }),
      ),
    }),
    fc.record({ topics }),
    fc.record({ events }),
    fc.record({
      events: fc.constant([transfer]),
      args: fc.record({ from: anyOf(hex(20)), to: anyOf(hex(20)) }, { requiredKeys: [] }),
    }),
  )
  const queries: fc.Arbitrary<LogSearch> = fc
    .tuple(
      fc.record(
        {
          address: anyOf(hex(20)),
          order: fc.constantFrom('asc' as const, 'desc' as const),
          limit: fc.nat(99).map((n) => n + 1),
        },
        { requiredKeys: [] },
      ),
      filter,
      fc.oneof(
        fc.record({ blockHash: hex(32) }),
        fc.record({ fromBlock: block, toBlock: fc.constant('latest' as const) }, { requiredKeys: [] }),
      ),
    )
    .map((parts) => Object.assign({}, ...parts) as LogSearch)

  test('conditions stay with raw topics, as long as these ask for their event', () => {
    const where = [{ arg: 2, is: 'atLeast', values: [7n] }] as const
    const given: LogSearch = { topics: [toEventHash(transfer)], events: [transfer], where }
    const draft = toDraft(given)
    expect(parseDraft(draft, context)).toEqual({ query: given })
    for (const topics of [[], [{ mode: 'values', text: `0x${'1'.repeat(64)}` } as const]]) {
      const { where: _, ...rest } = query({ ...draft, topics }) as LogSearch
      expect(query({ ...draft, topics })).toEqual(rest)
    }
    expect(query({ ...draft, mode: 'any' })).toEqual({})
  })

  test('is the same query', () => {
    fc.assert(
      fc.property(queries, (given) => {
        const again = parseDraft(toDraft(given), draftContext([], [], english))
        if ('issues' in again) throw new Error(JSON.stringify(again.issues))
        const { where, ...givenQuery } = given
        const { where: whereAgain, ...query } = again.query
        const { events: before, ...asked } = parseLogQuery(givenQuery)
        const { events: after, ...askedAgain } = parseLogQuery(query)
        expect(askedAgain).toEqual(asked)
        expect(whereAgain).toEqual(where)
        // An event that is given twice is shown once.
        expect(after.map(formatEvent)).toEqual([...new Set(before.map(formatEvent))])
      }),
      { numRuns: 300 },
    )
  })
})

test('an event reads back from its text', () => {
  const nested =
    'event Filled((address maker, uint256[] amounts)[2] indexed order, bytes32 indexed, (bool ok, (int8 a) b) rest) anonymous'
  expect(formatEvent(parseEventSignature(nested))).toBe(nested)
  expect(parseEventSignature(nested).anonymous).toBe(true)
})
