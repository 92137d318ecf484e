import fc from 'fast-check'
import { encodeAbiParameters, parseAbiItem, toEventSelector, type AbiEvent, type Hex } from 'viem'
import { expect, test, vi } from 'vitest'
import { AbiReader } from '../../../src/logs/decode/AbiReader.ts'
import { createDecoder } from '../../../src/logs/decode/createDecoder.ts'
import { wellKnownEvents } from '../../../src/logs/decode/wellKnownEvents.ts'
import { arbitraryParameters } from '../../support/arbitraryEvent.ts'

const word = (value: number | bigint): string => value.toString(16).padStart(64, '0')
const data = (...words: readonly (number | bigint)[]): Hex => `0x${words.map(word).join('')}`

/** Decodes in all ways, and counts the work, independent of the speed of the machine. */
function work(event: AbiEvent, log: { topics: Hex[]; data: Hex }): { units: number; fits: boolean } {
  const charge = vi.spyOn(AbiReader.prototype, 'charge')
  try {
    const decoder = createDecoder([event], { strict: false })
    const fits = decoder.candidates(log).length > 0
    expect(() => decoder.decode(log)).not.toThrow()
    expect(() => decoder.decodeArgs(log)).not.toThrow()
    return { units: charge.mock.calls.length, fits }
  } finally {
    charge.mockRestore()
  }
}

const event = (type: string) => parseAbiItem(`event Bomb(${type} x)`) as AbiEvent
const bomb = (type: string, hex: Hex) =>
  work(event(type), { topics: [toEventSelector(event(type))], data: hex })

/** Each of five readings, with and without strict, may do this much more work than there are words. */
const bound = (hex: Hex) => 5 * (hex.length / 64 + 8193 + 64)

test.each([
  ['a length beyond all bounds', 'uint256[]', data(32, 2n ** 255n)],
  ['a length of a billion', 'uint256[]', data(32, 1_000_000_000)],
  ['a billion elements without width', 'uint256[0][]', data(32, 1_000_000_000)],
  ['a billion empty tuples in a fixed array', 'uint256[0][1000000000]', data(0)],
  ['a fixed array larger than any memory', 'uint256[4294967295]', data(1)],
  ['an offset beyond the end', 'string', data(2n ** 64n)],
  ['a string longer than the data', 'string', data(32, 5_000_000_000)],
])('%s is undecodable at bounded cost', (_, type, hex) => {
  const { units, fits } = bomb(type, hex)
  expect(fits).toBe(false)
  expect(units).toBeLessThan(bound(hex))
})

test('many offsets to the same large value do not multiply it', () => {
  // 300 offsets to one value of 30,000 bytes would make nine megabytes of less than forty thousand bytes.
  const offsets = Array<number>(300).fill(300 * 32)
  const value = Array<number>(938).fill(7)
  const hex = data(32, 300, ...offsets, 30_000, ...value)
  expect(bomb('bytes[]', hex).fits).toBe(false)
  // Eight of them stay within the aliasing limit.
  const few = data(32, 8, ...Array<number>(8).fill(8 * 32), 30_000, ...value)
  expect(bomb('bytes[]', few).fits).toBe(true)
})

test('exponential nesting is cut off', () => {
  // Each level is an array of two offsets to the next level: 2^30 leaves in a few hundred bytes.
  const type = `uint256${'[]'.repeat(30)}`
  const words: number[] = [32]
  for (let level = 0; level < 29; level++) words.push(2, 64, 64)
  words.push(0)
  const { units, fits } = bomb(type, data(...words))
  expect(fits).toBe(false)
  expect(units).toBeLessThan(bound(data(...words)))
})

test.each<[string, AbiEvent['inputs'][number]]>([
  ['a thousand dimensions', { name: 'x', type: `uint256${'[]'.repeat(1_000)}` }],
  ['dimensions whose product passes all numbers', { name: 'x', type: `uint8${'[4294967295]'.repeat(40)}` }],
  ['five hundred tuples in each other', nestedTuple(500)],
  ['a type of a million letters', { name: 'x', type: 'a'.repeat(1_000_000) }],
  ['a tuple without components', { name: 'x', type: 'tuple' } as AbiEvent['inputs'][number]],
])('an ABI with %s is undecodable, and breaks nothing', (_, input) => {
  const abi: AbiEvent = { type: 'event', name: 'Bomb', inputs: [input] }
  const topics = [`0x${'1'.repeat(64)}`] as Hex[]
  const decoder = createDecoder([abi, event('uint256')], { strict: false })
  expect(decoder.candidates({ topics, data: data(1, 2, 3) })).toEqual([])
  const good = { topics: [toEventSelector(event('uint256'))], data: data(7) }
  expect(decoder.decode(good)?.args.map(({ value }) => value)).toEqual([7n])
})

function nestedTuple(depth: number): AbiEvent['inputs'][number] {
  let input: AbiEvent['inputs'][number] = { name: 'x', type: 'uint256' }
  for (let level = 0; level < depth; level++) input = { name: 'x', type: 'tuple', components: [input] }
  return input
}

test('large valid data is read in full', () => {
  const tuple = parseAbiItem('event Bomb((uint8 a)[] x)') as AbiEvent
  const value = Array.from({ length: 20_000 }, (_, index) => ({ a: index % 256 }))
  const hex = encodeAbiParameters(tuple.inputs, [value])
  const args = createDecoder([tuple]).decodeArgs({ topics: [toEventSelector(tuple)], data: hex })!.args
  expect(args).toEqual({ x: value })
})

test('damaged data never throws and never costs more than its size allows', () => {
  fc.assert(
    fc.property(
      arbitraryParameters,
      fc.array(fc.tuple(fc.nat(), fc.oneof(fc.bigInt(0n, 2n ** 256n - 1n), fc.bigInt(0n, 640n))), {
        maxLength: 4,
      }),
      fc.nat({ max: 3 }),
      (typed, changes, cut) => {
        const inputs = typed.map(({ parameter }) => ({ ...parameter, indexed: false }))
        const abi = { type: 'event', name: 'E', inputs } as unknown as AbiEvent
        let hex = encodeAbiParameters(
          inputs,
          typed.map(({ value }) => value),
        )
        for (const [at, value] of changes) {
          const words = (hex.length - 2) / 64
          if (words < 1) break
          const p = 2 + (at % words) * 64
          hex = `${hex.slice(0, p)}${word(value)}${hex.slice(p + 64)}` as Hex
        }
        if (cut > 0) hex = hex.slice(0, Math.max(2, hex.length - cut * 14)) as Hex
        expect(work(abi, { topics: [toEventSelector(abi)], data: hex }).units).toBeLessThan(bound(hex))
      },
    ),
    { numRuns: 500 },
  )
})

test('data that is not hex is undecodable', () => {
  for (const hex of [
    '0x',
    '',
    'x',
    '0xzz',
    `0x${'é'.repeat(64)}`,
    `0x${'0'.repeat(63)}\u0130`,
    `0x${'g'.repeat(64)}`,
  ])
    for (const type of ['uint256', 'int8', 'string', 'bool', 'uint256[]'])
      expect(bomb(type, hex as Hex).fits).toBe(false)
})

test('well-known events decode as known, without duplicates', () => {
  const events = wellKnownEvents()
  expect(wellKnownEvents()).toBe(events)
  const shapes = events.map(
    (known) =>
      `${toEventSelector(known)}:${known.inputs.map(({ indexed }) => Number(indexed ?? false)).join('')}`,
  )
  expect(new Set(shapes).size).toBe(events.length)
  const decoder = createDecoder([], { known: events })
  const upgraded = parseAbiItem('event Upgraded(address indexed implementation)')
  const topics = [toEventSelector(upgraded), `0x${'11'.repeat(20).padStart(64, '0')}`] as Hex[]
  expect(decoder.decode({ topics, data: '0x' })).toEqual({
    name: 'Upgraded',
    signature: 'Upgraded(address)',
    source: 'known',
    args: [
      {
        name: 'implementation',
        type: 'address',
        indexed: true,
        hashed: false,
        value: '0x1111111111111111111111111111111111111111',
      },
    ],
  })
})
