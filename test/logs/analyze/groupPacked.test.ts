import fc from 'fast-check'
import { parseAbiItem, toEventSelector, type AbiEvent, type Hex } from 'viem'
import { expect, test } from 'vitest'
import { groupLogs } from '../../../src/logs/analyze/groupLogs.ts'
import { WordSums } from '../../../src/logs/analyze/groupPacked.ts'
import { localTest } from '../../../src/logs/analyze/localTest.ts'
import type { EventArgument, GroupLogsOptions, LogGroupBy } from '../../../src/logs/analyze/LogGroup.ts'
import { matchesLocal } from '../../../src/logs/analyze/matchesLocal.ts'
import { matchesWhere } from '../../../src/logs/analyze/matchesWhere.ts'
import { matchingLogs } from '../../../src/logs/analyze/matchingLogs.ts'
import { PackedArgs } from '../../../src/logs/analyze/PackedArgs.ts'
import type { LogSegment } from '../../../src/logs/columns/LogSegment.ts'
import { packLogs } from '../../../src/logs/columns/packLogs.ts'
import { createDecoder, type EventFit } from '../../../src/logs/decode/createDecoder.ts'
import type { LocalFilter } from '../../../src/logs/filter/LocalFilter.ts'
import { createPackedLogList } from '../../../src/logs/list/createPackedLogList.ts'
import { createLogList, type LogList } from '../../../src/logs/list/LogList.ts'
import type { LogRow, RawLog } from '../../../src/logs/Log.ts'
import { randomLogs } from '../../support/randomLogs.ts'

/** One or more words, static and dynamic, signed and unsigned; and pairs with the same topic but different shapes. */
const events = [
  'event Transfer(address indexed from, address indexed to, uint256 value)',
  'event Transfer(address indexed from, address indexed to, uint256 indexed id)',
  'event Mixed(uint8 a, int24 b, bool c, address d, bytes4 e, int256 f)',
  'event Mixed(uint8 indexed a, int24 b, bool indexed c, address d, bytes4 e, int256 f)',
  'event Text(uint256 amount, string memo)',
  'event Hashed(string indexed text, int128 a, uint48 b, int48 c, bytes32 d)',
  'event Fixed(uint256[2] pair, int256 value)',
].map((text) => parseAbiItem(text as 'event Transfer(address indexed from)') as AbiEvent)
/** How many topics besides topic 0 and words of data the logs of an event have; the minimum for events with text. */
const places = events.map(({ inputs }) => {
  const rest = inputs.filter(({ indexed }) => !indexed)
  return {
    topics: inputs.length - rest.length,
    words: rest.length + (rest.some(({ type }) => type.endsWith('[2]')) ? 1 : 0),
  }
})
const topics0 = [...new Set(events.map((event) => toEventSelector(event)))]
const nameless: AbiEvent = {
  ...(parseAbiItem('event Nameless(uint64 indexed a, uint64 indexed b, int64 c)') as AbiEvent),
  anonymous: true,
}

const word = fc
  .oneof(
    { weight: 4, arbitrary: fc.bigInt(-3n, 40n) },
    fc.constantFrom(
      2n ** 53n - 1n,
      2n ** 53n,
      1n - 2n ** 53n,
      -(2n ** 53n),
      2n ** 48n,
      2n ** 64n,
      2n ** 128n,
    ),
    fc.constantFrom(2n ** 255n, 2n ** 255n - 1n, 2n ** 256n - 1n, 2n ** 160n + 5n, 2n ** 224n, -(2n ** 128n)),
    fc.bigInt(0n, 2n ** 256n - 1n),
  )
  .map((value) => BigInt.asUintN(256, value).toString(16).padStart(64, '0'))
const shape = fc.record({
  event: fc.nat({ max: events.length - 1 }),
  /** Most have the shape of their event, and many of these hold words valid for any type. */
  kind: fc.constantFrom('any', 'shaped', 'sound'),
  others: fc.array(word, { maxLength: 3 }),
  isBare: fc.integer({ max: 12, min: 0 }).map((value) => value === 0),
  words: fc.array(word, { maxLength: 7 }),
  tail: fc.constantFrom('', '', '', '00', 'ff01'),
  contract: fc.integer({ min: 1, max: 3 }),
})
const [base] = randomLogs({ seed: 1, count: 1 })
const logsOf = fc.array(shape, { minLength: 1, maxLength: 40 }).map((shapes) =>
  shapes.map(({ event, kind, others, isBare, words, tail, contract }, at): RawLog => {
    const fill = (from: readonly string[], count: number) =>
      Array.from({ length: count }, (_, k) =>
        kind === 'sound' || !from[k] ? `${k & 1}`.padStart(64, '0') : from[k],
      )
    const place = places[event]!
    const topics = kind === 'any' ? others : fill(others, place.topics)
    return {
      ...base!,
      address: `0x${contract.toString(16).padStart(40, '0')}`,
      topics: isBare ? [] : [toEventSelector(events[event]!), ...topics.map((text): Hex => `0x${text}`)],
      data: `0x${kind === 'any' ? words.join('') + tail : fill(words, place.words).join('')}`,
      blockNumber: BigInt(at >> 2),
      logIndex: at & 3,
    }
  }),
)
const decoders = fc
  .tuple(
    fc.shuffledSubarray([...events, nameless], { minLength: 2 }),
    fc.shuffledSubarray(events),
    fc.boolean(),
  )
  .map(([given, known, strict]) => createDecoder(given, { known, strict }))
const argument: fc.Arbitrary<EventArgument> = fc.record(
  {
    topic0: fc.constantFrom(...topics0),
    position: fc.integer({ min: 0, max: 5 }),
    topicCount: fc.integer({ min: 1, max: 4 }),
  },
  { requiredKeys: ['topic0', 'position'] },
)
const grouped: fc.Arbitrary<LogGroupBy> = fc.oneof(
  fc.constantFrom<LogGroupBy>(
    { field: 'address' },
    { field: 'event' },
    { field: 'event', byTopicCount: true },
    { field: 'topic', position: 1 },
  ),
  argument.map(({ topic0, position }) => ({ field: 'topic' as const, position: position % 4, topic0 })),
  argument.map((arg) => ({ field: 'arg' as const, ...arg })),
)

function finish(logs: LogList<LogRow> | readonly LogRow[], options: GroupLogsOptions) {
  return end(groupLogs(logs, options))
}

function end<value>(steps: Generator<void, value>): value {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

test('an argument read alone equals that of the row, for any log of any event', () => {
  let found = 0
  fc.assert(
    fc.property(logsOf, decoders, (logs, decoder) => {
      const segment = packLogs(logs)
      const args = new PackedArgs(segment, decoder)
      for (let row = 0; row < segment.length; row++)
        for (let position = 0; position < 6; position++) {
          const expected = decoder.decode(segment.get(row))?.args[position]
          const read = args.read(row, position)
          expect(read && { type: read.type, hashed: read.hashed, value: read.value }).toEqual(
            expected && { type: expected.type, hashed: expected.hashed, value: expected.value },
          )
          if (args.find(row, position)) found++
        }
    }),
    { numRuns: 300 },
  )
  // Many are read without decoding, or this test proves nothing.
  expect(found).toBeGreaterThan(200)
})

test('lists keep, drop and count packed logs by whether each fits its event', () => {
  let fitting = 0
  fc.assert(
    fc.property(logsOf, decoders, fc.constantFrom('keep', 'drop'), (logs, decoder, unknown) => {
      const list = createPackedLogList({ segments: [packLogs(logs)], decoder, unknown })
      const fits = logs.map((log) => decoder.fit(log))
      const isKept = (fit: EventFit) =>
        fit === 'fits' || (fit === 'misfit' ? !decoder.strict : unknown === 'keep')
      expect(list.map((row) => [row.topics, row.data])).toEqual(
        logs.filter((_, at) => isKept(fits[at]!)).map((log) => [log.topics, log.data]),
      )
      expect(list.undecodable).toBe(decoder.strict ? fits.filter((fit) => fit === 'misfit').length : 0)
      fitting += fits.filter((fit) => fit === 'fits').length
    }),
    { numRuns: 300 },
  )
  expect(fitting).toBeGreaterThan(200)
})

test('packed logs are grouped, summed and filtered like their rows', () => {
  fc.assert(
    fc.property(
      logsOf,
      decoders,
      grouped,
      fc.option(argument, { nil: undefined }),
      fc.array(fc.tuple(argument, fc.constantFrom('only', 'not'), fc.nat(), fc.nat(4)), { maxLength: 2 }),
      fc.constantFrom('asc', 'desc'),
      fc.nat(40),
      fc.nat(6),
      (logs, decoder, by, sum, wanted, order, cut, maxGroups) => {
        const whole = packLogs(logs)
        const from = Math.min(cut, logs.length)
        const packed = createPackedLogList({
          segments: [
            packLogs(logs.slice(0, from)),
            { segment: whole, rows: Uint32Array.from({ length: logs.length - from }, (_, k) => from + k) },
          ],
          decoder,
          order,
          strict: false,
        })
        const rows = createLogList<LogRow>(packed.toArray())
        const filters = wanted.map(([{ topic0, position }, mode, pick, kind]): LocalFilter => {
          const row = rows.at(pick % rows.length)!
          if (kind === 0) return { field: 'address', mode, values: [row.address] }
          if (kind === 1) return { field: 'block', mode, values: [row.blockNumber.toString()] }
          if (kind === 2) return { field: 'transaction', mode, values: [row.transactionHash] }
          const value = row.topics[position % 4]
          if (kind === 3)
            return { field: 'topic', position: position % 4, mode, values: value ? [value] : [] }
          const own = row.decoded?.args[position]?.value
          const values = typeof own === 'bigint' || typeof own === 'number' ? [own.toString()] : ['true', '1']
          return { field: 'arg', position, name: '', topic0: row.topics[0] ?? topic0, mode, values }
        })
        const options = { by, sum, filters, order: sum ? 'sum' : 'count', maxGroups: maxGroups + 1 } as const
        expect(finish(packed, options)).toEqual(finish(rows, options))
      },
    ),
    { numRuns: 600 },
  )
})

test('sums of words are exact, whatever their size and sign', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(word, fc.nat(99)), { maxLength: 200 }),
      fc.integer({ min: 1, max: 200 }),
      fc.boolean(),
      (words, times, isSigned) => {
        const sums = new WordSums()
        const expected = new Map<number, bigint>()
        for (let time = 0; time < times; time += 20)
          for (const [text, sum] of words) {
            const parts = Uint32Array.from({ length: 8 }, (_, k) =>
              Number.parseInt(text.slice(k * 8, k * 8 + 8), 16),
            )
            sums.add(sum, parts, isSigned)
            const value = BigInt(`0x${text}`)
            expected.set(sum, (expected.get(sum) ?? 0n) + (isSigned ? BigInt.asIntN(256, value) : value))
          }
        for (let sum = 0; sum < 100; sum++) expect(sums.get(sum)).toBe(expected.get(sum))
      },
    ),
    { numRuns: 50 },
  )
})

test('amounts are summed without decoding any log', () => {
  const decoder = createDecoder(events, { strict: false })
  const transfers = packLogs(randomLogs({ seed: 5, count: 300 }))
  let decoded = 0
  const counting = {
    ...decoder,
    decode: (log: Parameters<typeof decoder.decode>[0]) => {
      decoded++
      return decoder.decode(log)
    },
  }
  const packed = createPackedLogList({ segments: [transfers], decoder: counting })
  const sum = { topic0: topics0[0]!, position: 2, topicCount: 3 }
  const { groups } = finish(packed, { by: { field: 'address' }, sum })
  expect(groups[0]!.sum).toBeGreaterThan(0n)
  expect(decoded).toBe(0)
})

test('conditions on arguments select the same packed logs as rows, in order, also in growing lists', () => {
  const values = fc.array(fc.bigInt(-3n, 40n), { minLength: 1, maxLength: 3 })
  const large = fc.constantFrom(
    2n ** 53n,
    2n ** 255n - 1n,
    2n ** 255n,
    2n ** 256n,
    -(2n ** 255n),
    -(2n ** 255n) - 1n,
  )
  const accounts = fc.constantFrom(
    ...[3n, 40n, 2n ** 160n - 3n].map((one) => `0x${one.toString(16).padStart(40, '0')}`),
  )
  const condition = fc.record({
    arg: fc.nat(5),
    is: fc.constantFrom('anyOf' as const, 'atLeast' as const, 'atMost' as const),
    values: fc.oneof(
      values,
      large.map((one) => [one]),
      accounts.map((one) => [one.toUpperCase().replace('X', 'x')]),
    ),
  })
  const filter = fc.oneof(
    fc.record({
      field: fc.constant('address' as const),
      values: fc.constant([`0x${'1'.padStart(40, '0')}`]),
    }),
    fc.record({
      field: fc.constant('topic' as const),
      position: fc.nat(3),
      values: fc.constant([`0x${'0'.repeat(64)}`]),
    }),
  )
  const filters = fc.array(fc.tuple(filter, fc.constantFrom('only' as const, 'not' as const)), {
    maxLength: 2,
  })
  fc.assert(
    fc.property(
      logsOf,
      decoders,
      fc.array(condition, { maxLength: 2 }),
      filters.map((pairs) => pairs.map(([one, mode]): LocalFilter => ({ ...one, mode }))),
      fc.constantFrom('asc', 'desc'),
      fc.nat(40),
      (logs, decoder, where, local, order, cut) => {
        const segments = [packLogs(logs.slice(0, cut)), packLogs(logs.slice(cut))]
        const match = matchingLogs({ where, filters: local })
        for (const count of [1, 2]) {
          const packed = createPackedLogList({ segments: segments.slice(0, count), decoder, order })
          const isShown = matchesLocal(local)
          const expected = packed.filter((log) => matchesWhere(log.decoded, where) && isShown(log))
          const found = end(match(packed))
          expect(found.toArray()).toEqual(expected)
          expect(found.undecodable).toBe(packed.undecodable)
          expect(end(match(createLogList(packed.toArray()))).toArray()).toEqual(expected)
          const isKept = localTest(packed, local)
          expect(packed.toArray().map((_, at) => isKept(at))).toEqual(packed.map(isShown))
        }
      },
    ),
    { numRuns: 300 },
  )
})

test('logs are matched in slices, and a longer list does not read shared logs again', () => {
  const decoder = createDecoder(events, { strict: false })
  const [first, second] = [5, 6].map((seed) => packLogs(randomLogs({ seed, count: 9_000 })))
  const match = matchingLogs({ where: [{ arg: 2, is: 'atLeast', values: [1n] }] })
  const portions = (segments: readonly LogSegment[]) =>
    [...match(createPackedLogList({ segments, decoder }))].length
  const one = portions([first!])
  expect(one).toBeGreaterThan(1)
  expect(portions([first!])).toBe(0)
  expect(portions([first!, second!])).toBe(one)
})
