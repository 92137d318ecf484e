import fc from 'fast-check'
import { encodeAbiParameters, toEventSelector, type AbiEvent, type Hex } from 'viem'
import { describe, expect, test } from 'vitest'
import { argWords } from '../../../src/logs/decode/argWords.ts'
import { createDecoder } from '../../../src/logs/decode/createDecoder.ts'
import { typeName } from '../../../src/logs/filter/eventTopic.ts'
import type { DecodedEvent } from '../../../src/logs/Log.ts'
import { arbitraryParameters } from '../../support/arbitraryEvent.ts'

describe('argWords', () => {
  test('finds an argument for each word that an encoder wrote, in the order of the heads', () => {
    fc.assert(
      fc.property(arbitraryParameters, (typed) => {
        const inputs = typed.map(({ parameter }) => parameter)
        const event = { type: 'event', name: 'E', inputs } as unknown as AbiEvent
        const data = encodeAbiParameters(
          inputs,
          typed.map(({ value }) => value),
        )
        const topics: [Hex] = [toEventSelector(`E(${inputs.map(typeName).join(',')})`)]
        const decoded = createDecoder([event]).decode({ topics, data })
        if (!decoded) return expect(data).toBe('0x')
        const words = argWords(decoded, { topics, data })
        expect(words.topics).toEqual([undefined])
        const all = Array.from({ length: (data.length - 2) / 64 }, (_, at) => words.data.get(at))
        expect(all).not.toContain(undefined)
        // Dynamic parts follow in the same order.
        const heads = all.findIndex((word, at) => at > 0 && word!.arg < all[at - 1]!.arg)
        const order = all.slice(0, heads < 0 ? undefined : heads).map((word) => word!.arg)
        expect(order).toEqual([...order].sort((a, b) => a - b))
      }),
    )
  })

  const event = (args: readonly (readonly [type: string, indexed: boolean])[]): DecodedEvent => ({
    name: 'E',
    signature: 'E()',
    source: 'given',
    args: args.map(([type, indexed]) => ({ name: '', type, indexed, hashed: false, value: 0n })),
  })
  const word = (value: bigint) => value.toString(16).padStart(64, '0')

  test('a list has an offset, a length and items', () => {
    const data: Hex = `0x${[0x40n, 7n, 2n, 5n, 6n].map(word).join('')}`
    const topics: Hex[] = [`0x${word(1n)}`, `0x${word(2n)}`]
    const log = { topics, data }
    const words = argWords(
      event([
        ['uint8[]', false],
        ['address', true],
        ['uint8', false],
      ]),
      log,
    )
    expect(words.topics).toEqual([undefined, { arg: 1, role: 'value' }])
    expect([...words.data].sort(([a], [b]) => a - b)).toEqual([
      [0, { arg: 0, role: 'offset' }],
      [1, { arg: 2, role: 'value' }],
      [2, { arg: 0, role: 'length' }],
      [3, { arg: 0, role: 'value' }],
      [4, { arg: 0, role: 'value' }],
    ])
  })

  test('all topics of an anonymous event are arguments', () => {
    const topics: Hex[] = [`0x${word(2n)}`]
    expect(argWords(event([['address', true]]), { topics, data: '0x' }).topics).toEqual([
      { arg: 0, role: 'value' },
    ])
  })

  test.each([
    ['an offset out of the data', '(string)[]', [2n ** 200n]],
    ['a length out of the data', 'string', [0x20n, 2n ** 255n]],
    ['an array of nothing, without end', '()[99999999999]', []],
    ['a list that is its own item', 'uint8[][][][][][][][][][]', [0x20n, 32n, 0n]],
    ['a type that is none', '((((', [1n]],
  ])('%s neither throws nor takes long', (_, type, values) => {
    const data: Hex = `0x${values.map(word).join('')}`
    const { data: found } = argWords(event([[type, false]]), { topics: [], data })
    expect(found.size).toBeLessThanOrEqual(values.length)
  })

  test('data that is not hex has an offset that leads nowhere', () => {
    const words = argWords(event([['string', false]]), { topics: [], data: `0x${'zz'.repeat(64)}` })
    expect([...words.data]).toEqual([[0, { arg: 0, role: 'offset' }]])
  })
})
