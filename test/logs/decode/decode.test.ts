import fc from 'fast-check'
import {
  decodeEventLog,
  encodeAbiParameters,
  keccak256,
  parseAbiItem,
  parseEventLogs,
  toEventSelector,
  type AbiEvent,
  type Hex,
} from 'viem'
import { expect, test } from 'vitest'
import { createDecoder } from '../../../src/logs/decode/createDecoder.ts'
import type { AbiField, AbiStruct, AbiValue } from '../../../src/logs/Log.ts'
import { arbitraryParameters, type TypedValue } from '../../support/arbitraryEvent.ts'
import { noteEvent, randomLogs, swapEvent, transferEvent } from '../../support/randomLogs.ts'

interface Case {
  readonly event: AbiEvent
  readonly log: { topics: Hex[]; data: Hex }
}

const isHashed = (type: string) =>
  type === 'string' || type === 'bytes' || type.startsWith('tuple') || type.endsWith(']')

function emit(typed: readonly TypedValue[], indexed: readonly boolean[], anonymous: boolean): Case {
  let left = anonymous ? 4 : 3
  const inputs = typed.map(({ parameter }, at) => ({
    ...parameter,
    indexed: Boolean(indexed[at]) && left-- > 0,
  }))
  const event = {
    type: 'event',
    name: 'Something',
    inputs,
    ...(anonymous && { anonymous }),
  } as unknown as AbiEvent
  const topics: Hex[] = anonymous ? [] : [toEventSelector(event)]
  const rest: TypedValue[] = []
  typed.forEach((one, at) => {
    if (!inputs[at]!.indexed) return void rest.push(one)
    const encoded = encodeAbiParameters([one.parameter], [one.value])
    topics.push(isHashed(one.parameter.type) ? keccak256(encoded) : encoded)
  })
  const data = encodeAbiParameters(
    rest.map((one) => one.parameter),
    rest.map((one) => one.value),
  )
  return { event, log: { topics, data } }
}

const arbitraryCase = (anonymous: boolean) =>
  fc
    .tuple(arbitraryParameters, fc.array(fc.boolean(), { minLength: 5, maxLength: 5 }))
    .map(([typed, indexed]) => emit(typed, indexed, anonymous))

/** viem also requires the topic of an anonymous event. */
function viemArgs({ event, log }: Case, strict: boolean): unknown {
  const topics = event.anonymous ? [toEventSelector(event), ...log.topics] : log.topics
  return decodeEventLog({ abi: [event], topics: topics as [Hex], data: log.data, strict }).args
}

/** Ordered fields as viem writes them. */
function asViem(value: AbiValue): unknown {
  if (Array.isArray(value)) return (value as readonly AbiValue[]).map(asViem)
  if (typeof value !== 'object') return value
  const { fields } = value as AbiStruct
  return byName(fields)
}

function byName(fields: readonly AbiField[]): unknown {
  if (fields.length === 0) return []
  return fields.some(({ name }) => name === '')
    ? fields.map(({ value }) => asViem(value))
    : Object.fromEntries(fields.map(({ name, value }) => [name, asViem(value)]))
}

test.each([false, true])('any event, anonymous %s, decodes as in viem', (anonymous) => {
  fc.assert(
    fc.property(arbitraryCase(anonymous), (one) => {
      const expected = { eventName: 'Something', args: viemArgs(one, true) }
      expect(createDecoder([one.event]).decodeArgs(one.log)).toEqual(expected)
      expect(createDecoder([one.event], { strict: false }).decodeArgs(one.log)).toEqual(expected)
    }),
    { numRuns: 500 },
  )
})

test('the ordered form holds the same values, all of them', () => {
  fc.assert(
    fc.property(arbitraryCase(false), ({ event, log }) => {
      const decoded = createDecoder([event]).decode(log)!
      const { topics } = log
      let topic = 1
      expect(decoded.args.map(({ name, indexed }) => ({ name, indexed }))).toEqual(
        event.inputs.map(({ name, indexed }) => ({ name, indexed })),
      )
      const distinct = new Set(event.inputs.map(({ name }) => name)).size === event.inputs.length
      for (const arg of decoded.args) {
        if (!arg.indexed) continue
        const own = topics[topic++]!
        expect(arg.hashed).toBe(/[\])]$|^string$|^bytes$/.test(arg.type))
        if (arg.hashed) expect(arg.value).toBe(own)
      }
      const args = viemArgs({ event, log }, true)
      // viem drops a leading byte order mark of a string; the ordered form keeps it.
      if (
        distinct &&
        args !== undefined &&
        !JSON.stringify(args, (_, v: unknown) => (typeof v === 'bigint' ? '' : v)).includes('\\ufffd')
      )
        expect(dropBom(byName(decoded.args))).toEqual(args)
    }),
    { numRuns: 500 },
  )
})

function dropBom(value: unknown): unknown {
  if (typeof value === 'string') return value.replace(/^\ufeff/, '')
  if (Array.isArray(value)) return value.map(dropBom)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, dropBom(one)]))
}

test('without strict, a log that lacks topics or data has its name, and no invented argument', () => {
  fc.assert(
    fc.property(arbitraryCase(false), fc.nat({ max: 3 }), fc.boolean(), ({ event, log }, topics, cutData) => {
      const cut = { topics: log.topics.slice(0, 1 + topics), data: cutData ? '0x' : log.data } as const
      const isWhole = cut.topics.length === log.topics.length && cut.data === log.data
      const loose = createDecoder([event], { strict: false })
      const strict = createDecoder([event])
      fc.pre(!isWhole && loose.fit(cut) === 'misfit')
      expect(strict.decodeArgs(cut)).toBeUndefined()
      expect([strict, loose].map((decoder) => decoder.decode(cut))).toEqual([undefined, undefined])
      const { eventName, args } = loose.decodeArgs(cut)!
      expect([eventName, Object.keys(args ?? {})]).toEqual(['Something', []])
      // As in viem when it cannot decode a log.
      expect(Array.isArray(args)).toBe(event.inputs.some(({ name }) => !name))
    }),
    { numRuns: 500 },
  )
})

test.each([
  ['transfer', transferEvent],
  ['swap', swapEvent],
  ['note', noteEvent],
] as const)('realistic %s logs decode as in viem', (name, event) => {
  const logs = randomLogs({ seed: 7, count: 300, event: name })
  const decoder = createDecoder([event])
  const viem = parseEventLogs({ abi: [event], logs: logs as never })
  expect(logs.map((log) => decoder.decodeArgs(log))).toEqual(
    viem.map(({ eventName, args }) => ({ eventName, args })),
  )
})

const nft = parseAbiItem('event Transfer(address indexed from, address indexed to, uint256 indexed tokenId)')

test('among events that share a topic, the one whose shape fits is chosen', () => {
  const [log] = randomLogs({ seed: 8, count: 1 })
  const token = { topics: [...log!.topics, log!.topics[1]!], data: '0x' as const }
  for (const events of [
    [transferEvent, nft],
    [nft, transferEvent],
  ]) {
    const decoder = createDecoder(events)
    expect(Object.keys(decoder.decodeArgs(log!)!.args!)).toEqual(['from', 'to', 'value'])
    expect(Object.keys(decoder.decodeArgs(token)!.args!)).toEqual(['from', 'to', 'tokenId'])
    expect(decoder.candidates(log!)).toHaveLength(1)
  }
})

test('all fitting readings are candidates, given events before known ones', () => {
  const [log] = randomLogs({ seed: 9, count: 1 })
  const other = parseAbiItem('event Transfer(address indexed src, address indexed dst, uint256 wad)')
  const decoder = createDecoder([other], { known: [transferEvent, nft] })
  expect(decoder.candidates(log!).map(({ source, args }) => [source, args[0]!.name])).toEqual([
    ['given', 'src'],
    ['known', 'from'],
  ])
  expect(decoder.decode(log!)?.source).toBe('given')
  expect(createDecoder([], { known: [transferEvent] }).decode(log!)?.source).toBe('known')
  expect(createDecoder([nft]).decode(log!)).toBeUndefined()
})

test('hostile, repeated and empty names lose nothing', () => {
  const input = (name: string) => ({ name, type: 'uint256' })
  const event = {
    type: 'event',
    name: '__proto__',
    inputs: [input('__proto__'), input('constructor'), input('toString'), input('x'), input('x')],
  } as const
  const log = {
    topics: [toEventSelector(event)],
    data: encodeAbiParameters(event.inputs, [1n, 2n, 3n, 4n, 5n]),
  }
  const decoder = createDecoder([event])
  const { eventName, args } = decoder.decodeArgs(log)!
  expect(eventName).toBe('__proto__')
  expect(Object.getPrototypeOf(args)).toBe(Object.prototype)
  expect(Object.entries(args!)).toEqual([
    ['__proto__', 1n],
    ['constructor', 2n],
    ['toString', 3n],
    ['x', 5n],
  ])
  expect(decoder.decode(log)!.args.map(({ name, value }) => [name, value])).toEqual([
    ['__proto__', 1n],
    ['constructor', 2n],
    ['toString', 3n],
    ['x', 4n],
    ['x', 5n],
  ])
})

test('a tuple with a field named __proto__ keeps its prototype', () => {
  const tuple = { name: 't', type: 'tuple', components: [{ name: '__proto__', type: 'uint256' }] } as const
  const event = { type: 'event', name: 'E', inputs: [tuple] } as const
  const log = { topics: [toEventSelector(event)], data: `0x${'1'.padStart(64, '0')}` as Hex }
  const { t } = createDecoder([event]).decodeArgs(log)!.args as unknown as { t: object }
  expect(Object.getPrototypeOf(t)).toBe(Object.prototype)
  expect(Object.entries(t)).toEqual([['__proto__', 1n]])
})

test('a byte order mark is kept in the ordered form', () => {
  const event = parseAbiItem('event Said(string text)')
  const data = encodeAbiParameters([{ type: 'string' }], ['\ufeffhi'])
  const log = { topics: [toEventSelector(event)], data }
  expect(createDecoder([event]).decode(log)!.args[0]!.value).toBe('\ufeffhi')
  expect(createDecoder([event]).decodeArgs(log)!.args).toEqual({ text: 'hi' })
})

test('types outside the ABI spec crash no decoder', () => {
  const event = (type: string) => ({ type: 'event', name: 'E', inputs: [{ name: 'x', type }] }) as never
  const types = ['uint257', 'uint7', 'int0', 'bytes33', 'fixed128x18', 'function', 'Token', '', 'uint256[-1]']
  const decoder = createDecoder([...types, `uint256${'[]'.repeat(5000)}`, 'uint8[99999999999]'].map(event))
  const [log] = randomLogs({ seed: 10, count: 1 })
  expect(decoder.decode(log!)).toBeUndefined()
  expect(decoder.fit(log!)).toBe('unknown')
})

test('upper-case hex is read like lower-case hex', () => {
  const logs = randomLogs({ seed: 11, count: 50, event: 'swap' })
  const decoder = createDecoder([swapEvent])
  const upper = (hex: Hex): Hex => `0x${hex.slice(2).toUpperCase()}`
  for (const log of logs) {
    const decoded = decoder.decodeArgs(log)
    expect(decoded?.eventName).toBe('Swap')
    expect(decoder.decodeArgs({ topics: log.topics.map(upper), data: upper(log.data) })).toEqual(decoded)
  }
})
