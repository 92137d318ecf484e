import fc from 'fast-check'
import {
  encodeAbiParameters,
  getAddress,
  keccak256,
  parseAbiItem,
  toEventSelector,
  zeroAddress,
  type AbiEvent,
  type AbiParameter,
  type Hex,
} from 'viem'
import { describe, expect, test } from 'vitest'
import { createDecoder } from '../../../src/logs/decode/createDecoder.ts'
import { identicalReadings } from '../../../src/logs/decode/identicalReadings.ts'
import { wellKnownEvents } from '../../../src/logs/decode/wellKnownEvents.ts'
import type { AbiStruct, AbiValue, DecodedEvent } from '../../../src/logs/Log.ts'
import { arbitraryParameters, type TypedValue } from '../../support/arbitraryEvent.ts'

interface EventData {
  readonly topics: Hex[]
  readonly data: Hex
}

const isHashed = ({ type }: AbiParameter) =>
  type === 'string' || type === 'bytes' || type.startsWith('tuple') || type.endsWith(']')

const word = (value: bigint | number): string =>
  BigInt.asUintN(256, BigInt(value)).toString(16).padStart(64, '0')
const data = (...words: readonly (bigint | number)[]): Hex => `0x${words.map(word).join('')}`
const topic = (value: bigint | number): Hex => `0x${word(value)}`

/** The log that a contract emits: encoded by viem. */
function emit(event: AbiEvent, values: readonly unknown[]): EventData {
  const topics: Hex[] = event.anonymous ? [] : [toEventSelector(event)]
  const rest: number[] = []
  event.inputs.forEach((input, at) => {
    if (!input.indexed) return void rest.push(at)
    const encoded = encodeAbiParameters([input], [values[at]])
    topics.push(isHashed(input) ? keccak256(encoded) : encoded)
  })
  const encoded = encodeAbiParameters(
    rest.map((at) => event.inputs[at]!),
    rest.map((at) => values[at]),
  )
  return { topics, data: encoded }
}

/** The decoded log, encoded again by viem. */
function encodeAgain(event: AbiEvent, decoded: DecodedEvent): EventData {
  const topics: Hex[] = event.anonymous ? [] : [toEventSelector(event)]
  const rest: number[] = []
  decoded.args.forEach((arg, at) => {
    if (!arg.indexed) rest.push(at)
    else if (arg.hashed) topics.push(arg.value as Hex)
    else topics.push(encodeAbiParameters([event.inputs[at]!], [asViem(event.inputs[at]!, arg.value)]))
  })
  const encoded = encodeAbiParameters(
    rest.map((at) => event.inputs[at]!),
    rest.map((at) => asViem(event.inputs[at]!, decoded.args[at]!.value)),
  )
  return { topics, data: encoded }
}

function asViem(parameter: AbiParameter, value: AbiValue): unknown {
  if (Array.isArray(value)) {
    const item = { ...parameter, type: parameter.type.replace(/\[\d*\]$/, '') } as AbiParameter
    return (value as readonly AbiValue[]).map((one) => asViem(item, one))
  }
  if (typeof value !== 'object') return value
  const { components } = parameter as { components: readonly AbiParameter[] }
  const values = (value as AbiStruct).fields.map((field, at) => asViem(components[at]!, field.value))
  if (components.some(({ name }) => !name)) return values
  return Object.fromEntries(components.map(({ name }, at) => [name, values[at]]))
}

function eventOf(typed: readonly TypedValue[], indexed: readonly boolean[], anonymous = false): AbiEvent {
  let left = anonymous ? 4 : 3
  const inputs = typed.map(({ parameter }, at) => ({
    ...parameter,
    indexed: Boolean(indexed[at]) && left-- > 0,
  }))
  return { type: 'event', name: 'Something', inputs, anonymous } as unknown as AbiEvent
}

const flags = fc.array(fc.boolean(), { minLength: 5, maxLength: 5 })

type Change =
  | { readonly kind: 'word'; readonly at: number; readonly to: bigint }
  | { readonly kind: 'byte'; readonly at: number; readonly to: number }
  | { readonly kind: 'cut'; readonly at: number }
  | { readonly kind: 'more'; readonly hex: string }

const change: fc.Arbitrary<Change> = fc.oneof(
  fc.record({
    kind: fc.constant('word' as const),
    at: fc.nat({ max: 60 }),
    to: fc.oneof(
      fc.nat({ max: 30 }).map((words) => BigInt(words * 32)),
      fc.constantFrom(1n, 255n, 256n, 2n ** 160n, 2n ** 255n, 2n ** 256n - 1n),
      fc.bigInt(0n, 2n ** 256n - 1n),
    ),
  }),
  fc.record({
    kind: fc.constant('byte' as const),
    at: fc.nat({ max: 2_000 }),
    to: fc.constantFrom(0, 1, 0x7f, 0x80, 0xc3, 0xff),
  }),
  fc.record({ kind: fc.constant('cut' as const), at: fc.nat({ max: 64 }) }),
  fc.record({ kind: fc.constant('more' as const), hex: fc.constantFrom('00', word(0), word(1), word(64)) }),
)

function changed({ topics, data }: EventData, changes: readonly Change[]): EventData {
  let all = `${topics.map((one) => one.slice(2)).join('')}${data.slice(2)}`
  const first = topics.length > 0 ? 64 : 0
  for (const one of changes) {
    const room = all.length - first
    if (one.kind === 'more') all += one.hex
    else if (one.kind === 'cut') {
      const kept = Math.max(64 * topics.length, all.length - one.at * 2)
      all = all.slice(0, kept)
    } else if (room >= 64) {
      const [width, text] =
        one.kind === 'word' ? [64, word(one.to)] : [2, one.to.toString(16).padStart(2, '0')]
      const at = first + ((one.at * width) % (room - (room % width)))
      all = all.slice(0, at) + text + all.slice(at + width)
    }
  }
  const split = topics.length * 64
  return {
    topics: topics.map((_, at): Hex => `0x${all.slice(at * 64, at * 64 + 64)}`),
    data: `0x${all.slice(split)}`,
  }
}

test.each([false, true])(
  'a decoded log encodes to the same topics and data, or is marked; anonymous %s',
  (anonymous) => {
    const seen = { exact: 0, unusual: 0, misfit: 0 }
    fc.assert(
      fc.property(
        arbitraryParameters,
        flags,
        fc.array(change, { maxLength: 3 }),
        (typed, indexed, changes) => {
          const event = eventOf(typed, indexed, anonymous)
          const emitted = emit(
            event,
            typed.map(({ value }) => value),
          )
          const log = changed(emitted, changes)
          const decoder = createDecoder([event])
          const decoded = decoder.decode(log)
          expect(decoder.decodeArgs(log) === undefined).toBe(decoded === undefined)
          expect(decoder.fit(log) === 'fits').toBe(decoded !== undefined)
          if (log.data === emitted.data && log.topics.join() === emitted.topics.join())
            expect(decoded?.unusual).toBeUndefined()
          if (!decoded) seen.misfit++
          else {
            const isSame = JSON.stringify(encodeAgain(event, decoded)) === JSON.stringify(log)
            expect(decoded.unusual ?? false).toBe(!isSame)
            seen[isSame ? 'exact' : 'unusual']++
          }
        },
      ),
      { numRuns: 1_500 },
    )
    // Each is drawn often, or this test proves nothing.
    expect(Math.min(...Object.values(seen))).toBeGreaterThan(50)
  },
)

test('an ABI with other arguments indexed is refused or equivalent, and the actual event is offered', () => {
  let refused = 0
  fc.assert(
    fc.property(arbitraryParameters, flags, flags, (typed, indexed, wrongly) => {
      const event = eventOf(typed, indexed)
      const wrong = eventOf(typed, wrongly)
      const values = typed.map(({ value }) => value)
      const log = emit(event, values)
      const decoder = createDecoder([wrong], { strict: false })
      const decoded = decoder.decode(log)
      const misfit = decoder.misfit(log)
      expect(decoded === undefined).toBe(misfit !== undefined)
      if (decoded) {
        // Both have the same bits and are indistinguishable.
        expect(decoded.unusual).toBeUndefined()
        expect(encodeAgain(wrong, decoded)).toEqual(log)
        return
      }
      refused++
      expect(decoder.decodeArgs(log)?.args ?? {}).toEqual(wrong.inputs.some(({ name }) => !name) ? [] : {})
      const truth = createDecoder([event]).decode(log)!
      expect(misfit!.splits).toContainEqual({ ...truth, source: 'guessed' })
      for (const split of misfit!.splits) expect(split.unusual).toBeUndefined()
      expect(misfit).toMatchObject({
        name: 'Something',
        topics: 1 + wrong.inputs.filter((input) => input.indexed).length,
      })
    }),
    { numRuns: 500 },
  )
  expect(refused).toBeGreaterThan(100)
})

const deposit = (text: string) =>
  parseAbiItem(`event Deposit(${text})` as 'event Deposit(address who)') as AbiEvent
const who = 0xabcdef_0123456789n

test('a misfit reports what a log of the event has, and which value is invalid for its type', () => {
  // An offset, a length and a text are neither an address nor a number.
  const emitted = emit(deposit('address indexed who, string note, uint64 indexed id'), [
    `0x${'11'.repeat(20)}`,
    'hi',
    7n,
  ])
  const of = (text: string, log: EventData = emitted) => createDecoder([deposit(text)]).misfit(log)
  expect(emitted.topics).toHaveLength(3)
  expect((emitted.data.length - 2) / 2).toBe(96)
  expect(of('address who, string indexed note, uint64 indexed id')).toMatchObject({
    name: 'Deposit',
    topics: 3,
    bytes: 32,
    isLeast: false,
    unsound: undefined,
    args: [
      { name: 'who', type: 'address', indexed: false },
      { name: 'note', type: 'string', indexed: true },
      { name: 'id', type: 'uint64', indexed: true },
    ],
  })
  expect(of('address who, string note, uint64 indexed id')).toMatchObject({
    topics: 2,
    bytes: 64,
    isLeast: true,
  })
  expect(of('address indexed who, string note, uint64 indexed id')).toBeUndefined()
  const text = 'uint8 a, address b, bool c, bytes4 d, int24 e'
  const good = [200, who, 1, BigInt('0x12345678') << 224n, -5]
  const topics = [toEventSelector(deposit(text))]
  expect(of(text, { topics, data: data(...good) })).toBeUndefined()
  const bad = [256, 1n << 160n, 2, 1, 1 << 23]
  bad.forEach((value, at) => {
    const log = { topics, data: data(...good.with(at, value)) }
    expect(of(text, log)?.unsound?.name).toBe('abcde'[at])
    expect(createDecoder([deposit(text)]).decode(log)).toBeUndefined()
  })
})

test('hand-packed data is read and marked', () => {
  const read = (event: AbiEvent, log: EventData) => {
    const { args, unusual } = createDecoder([event]).decode(log)!
    return [args.map(({ value }) => value), unusual]
  }
  const two = deposit('string a, string b')
  const topics = [toEventSelector(two)]
  const a = 0x61n << 248n
  // Both texts share one place; the second comes first; unreferenced bytes lie in between.
  expect(read(two, { topics, data: data(64, 64, 1, a) })).toEqual([['a', 'a'], true])
  expect(read(two, { topics, data: data(128, 64, 1, a, 1, a) })).toEqual([['a', 'a'], true])
  expect(read(two, { topics, data: data(64, 160, 1, a, 7, 1, a) })).toEqual([['a', 'a'], true])
  expect(read(two, { topics, data: data(64, 128, 1, a, 1, a) })).toEqual([['a', 'a'], undefined])
  // Trailing bytes after a text, invalid text, and text without padding.
  expect(read(two, { topics, data: data(64, 128, 1, a | 1n, 1, a) })).toEqual([['a', 'a'], true])
  expect(read(two, { topics, data: data(64, 128, 1, 0xffn << 248n, 1, a) })).toEqual([['\ufffd', 'a'], true])
  expect(read(two, { topics, data: `${data(64, 128, 1, a, 1)}61` })).toEqual([['a', 'a'], true])
  // The replacement character itself is ordinary text.
  expect(read(two, { topics, data: data(64, 128, 3, 0xefbfbdn << 232n, 1, a) })).toEqual([
    ['\ufffd', 'a'],
    undefined,
  ])
  // More than the event has, where no other argument can be indexed.
  const one = deposit('uint256 a')
  expect(read(one, { topics: [toEventSelector(one)], data: data(1, 2) })).toEqual([[1n], true])

  // As in the notes of Maker contracts: always 288 bytes, of which the call takes as many as needed.
  const text =
    'bytes4 indexed sig, address indexed usr, bytes32 indexed arg1, bytes32 indexed arg2, bytes data'
  const note: AbiEvent = { ...deposit(text), anonymous: true }
  const log = {
    topics: [topic(0x65fae35en << 224n), topic(who), topic(1), topic(2)],
    data: data(32, 36, (0x65fae35en << 224n) | 1n, 0, 0, 0, 0, 0, 0),
  }
  const [values, unusual] = read(note, log)
  expect(unusual).toBe(true)
  expect(values).toHaveLength(5)
})

test('an exact reading comes before an unusual one, whatever its source', () => {
  const text = deposit('string a')
  const topics = [toEventSelector(text)]
  const nameless = { ...deposit('bytes32 indexed a, uint256 b'), anonymous: true } as AbiEvent
  const log = { topics, data: data(32, 1, 0x61n << 248n) }
  const decoder = createDecoder([nameless], { known: [text] })
  expect(decoder.decode(log)).toMatchObject({ source: 'known', args: [{ value: 'a' }] })
  expect(decoder.candidates(log)).toHaveLength(1)
  expect(createDecoder([nameless]).decode(log)?.unusual).toBe(true)
})

test('an unusual log with many arguments is tried in only a few ways', () => {
  const inputs = Array.from({ length: 17 }, (_, at) => ({
    name: `a${at}`,
    type: at % 2 ? 'uint256' : 'string',
    indexed: at < 3,
  }))
  const event = { type: 'event', name: 'E', inputs } as unknown as AbiEvent
  const log = emit(
    event,
    inputs.map(({ type }) => (type === 'string' ? 'x' : 1n)),
  )
  const decoder = createDecoder([event])
  expect(decoder.decode({ ...log, data: `${log.data}${word(0)}` })?.unusual).toBe(true)
  expect(decoder.misfit({ ...log, data: '0x' })?.splits).toEqual([])
})

test('indistinguishable readings are reported with the values they would have', () => {
  const named = (text: string, values: readonly unknown[]) => {
    const event = deposit(text)
    const readings = identicalReadings(createDecoder([event]).decode(emit(event, values))!)
    return readings.map(({ args }) => args.map(({ indexed, value }) => [indexed, value]))
  }
  const a = `0x${'11'.repeat(20)}`
  expect(named('address indexed user, uint256 indexed pid, uint256 amount', [a, 1n, 2n])).toEqual([
    [
      [true, a],
      [false, 2n],
      [true, 1n],
    ],
  ])
  expect(named('address indexed from, address indexed to, uint256 value', [a, a, 2n])).toEqual([])
  expect(named('uint256 a, uint256 b', [1n, 2n])).toEqual([])
  // Where one of three is indexed, it can be any; hashed values stay hashed.
  const hashes = named('string indexed a, string b, string c', ['x', 'y', 'z'])
  const hash = keccak256(encodeAbiParameters([{ type: 'string' }], ['x']))
  expect(hashes).toEqual([
    [
      [false, 'y'],
      [true, hash],
      [false, 'z'],
    ],
    [
      [false, 'y'],
      [false, 'z'],
      [true, hash],
    ],
  ])
})

test('readings reported as indistinguishable yield the same log', () => {
  let found = 0
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom('address', 'uint256', 'string'), { maxLength: 5 }),
      flags,
      (types, indexed) => {
        const event = eventOf(
          types.map((type, at) => ({ parameter: { type, name: `a${at}` }, value: undefined })),
          indexed,
        )
        const log = emit(
          event,
          types.map((type, at) =>
            type === 'string' ? `${at}` : type === 'address' ? `0x${`${at}`.repeat(40)}` : BigInt(at),
          ),
        )
        const decoded = createDecoder([event]).decode(log)!
        const readings = identicalReadings(decoded)
        expect(decoded.ambiguous ?? false).toBe(readings.length > 0)
        for (const reading of readings) {
          found++
          const other = {
            ...event,
            inputs: event.inputs.map((input, at) => ({ ...input, indexed: reading.args[at]!.indexed })),
          } as AbiEvent
          expect(encodeAgain(other, reading)).toEqual(log)
          expect(reading.args.map((arg) => arg.indexed)).not.toEqual(
            event.inputs.map((input) => input.indexed),
          )
        }
      },
    ),
    { numRuns: 500 },
  )
  expect(found).toBeGreaterThan(20)
  // Tokens leave nothing ambiguous.
  const transfers = wellKnownEvents().filter(({ name }) => name === 'Transfer' || name === 'Approval')
  for (const event of transfers) {
    const log = emit(
      event,
      event.inputs.map(({ type }) => (type === 'address' ? `0x${'22'.repeat(20)}` : 1n)),
    )
    expect(identicalReadings(createDecoder([event]).decode(log)!)).toEqual([])
  }
})

describe('an event whose number of indexed arguments is right, and their choice wrong', () => {
  const given = parseAbiItem('event Paid(address indexed from, address indexed to, uint256 value)')
  const emitted = parseAbiItem('event Paid(address indexed from, address to, uint256 indexed value)')
  const [from, to] = [getAddress(`0x${'1a'.repeat(20)}`), getAddress(`0x${'c0'.repeat(20)}`)]
  const decoder = createDecoder([given], { known: [] })

  test.each([1n, 1_000_000n, 10n ** 18n])(
    'is ambiguous, and its candidates have the right one, value %s',
    (value) => {
      const log = emit(emitted, [from, to, value])
      expect(decoder.decode(log)).toMatchObject({ source: 'given', ambiguous: true })
      const [first, second, ...rest] = decoder.candidates(log)
      expect(first).toEqual(decoder.decode(log))
      expect(second).toMatchObject({
        source: 'guessed',
        args: [{ value: from }, { value: to, indexed: false }, { value, indexed: true }],
      })
      // The address in the topic may as well be the other one.
      expect(rest).toMatchObject([{ args: [{ value: to }, { value: from }, { value }] }])
    },
  )

  const wide = BigInt(to)
  const burned = '0x000000000000000000000000000000000000dEaD'
  const precompile = '0x0000000000000000000000000000000000001010'
  const id = (5n << 128n) | 7n

  test.each([
    ['small', given, [from, to, 10n ** 24n]],
    ['to the zero address', given, [from, zeroAddress, wide]],
    ['burned', given, [from, burned, wide]],
    ['with an id of two numbers', given, [from, precompile, id]],
    [
      'with a number as wide as an address',
      parseAbiItem('event Paid(address indexed to, uint160 value)'),
      [precompile, wide],
    ],
    [
      'with all arguments indexed',
      parseAbiItem('event Paid(address indexed to, uint256 indexed id)'),
      [precompile, wide],
    ],
  ] as const)('logs of the given event are not: %s', (_, event, values) => {
    const log = emit(event, values)
    const own = createDecoder([event], { known: [] })
    expect(own.decode(log)).toMatchObject({ source: 'given' })
    expect(own.decode(log)!.ambiguous).toBeUndefined()
    expect(own.candidates(log)).toHaveLength(1)
  })

  test('an address and a number that look like each other are', () => {
    expect(decoder.decode(emit(given, [from, precompile, wide]))).toMatchObject({ ambiguous: true })
  })
})
