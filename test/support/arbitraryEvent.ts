import fc from 'fast-check'
import type { AbiParameter, Hex } from 'viem'
import { anyText } from './anyText.ts'

/** A parameter and a value of it, as viem takes it. */
export interface TypedValue {
  readonly parameter: AbiParameter
  readonly value: unknown
}

const hex = (array: Uint8Array): Hex => `0x${Buffer.from(array).toString('hex')}`

const word: fc.Arbitrary<{ type: string; value: fc.Arbitrary<unknown> }> = fc.oneof(
  fc.constant({
    type: 'address',
    value: fc.uint8Array({ minLength: 20, maxLength: 20 }).map(hex),
  }),
  fc.constant({ type: 'bool', value: fc.boolean() }),
  fc.constant({
    type: 'string',
    value: fc.oneof(fc.string(), anyText({ maxLength: 100 })),
  }),
  fc.constant({ type: 'bytes', value: fc.uint8Array({ maxLength: 100 }).map(hex) }),
  fc.integer({ min: 1, max: 32 }).map((length) => ({
    type: `bytes${length}`,
    value: fc.uint8Array({ minLength: length, maxLength: length }).map(hex),
  })),
  fc.integer({ min: 1, max: 32 }).map((bytes) => ({
    type: `uint${bytes * 8}`,
    value: number(fc.bigInt(0n, 2n ** BigInt(bytes * 8) - 1n), bytes),
  })),
  fc.integer({ min: 1, max: 32 }).map((bytes) => ({
    type: `int${bytes * 8}`,
    value: number(fc.bigInt(-(2n ** BigInt(bytes * 8 - 1)), 2n ** BigInt(bytes * 8 - 1) - 1n), bytes),
  })),
)

function number(values: fc.Arbitrary<bigint>, bytes: number): fc.Arbitrary<unknown> {
  return bytes <= 6 ? values.map(Number) : values
}

interface Shape {
  readonly parameter: AbiParameter
  readonly value: fc.Arbitrary<unknown>
}

const name = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom('from', 'to', 'value', 'a', 'b', 'c', 'd', 'e') },
  { weight: 1, arbitrary: fc.constant('') },
)

const { shape } = fc.letrec<{ shape: Shape; leaf: Shape; array: Shape; tuple: Shape }>((tie) => ({
  shape: fc.oneof({ maxDepth: 3, withCrossShrink: true }, tie('leaf'), tie('array'), tie('tuple')),
  leaf: fc
    .tuple(word, name)
    .map(([{ type, value }, name]) => ({ parameter: { type, name } as AbiParameter, value })),
  array: fc.tuple(tie('shape'), fc.option(fc.integer({ min: 1, max: 3 }))).map(([item, length]) => ({
    parameter: { ...item.parameter, type: `${item.parameter.type}[${length ?? ''}]` } as AbiParameter,
    value: fc.array(item.value, { minLength: length ?? 0, maxLength: length ?? 3 }),
  })),
  tuple: fc
    .tuple(fc.array(tie('shape'), { minLength: 1, maxLength: 4 }), name)
    .map(([shapes, name]) => tupleOf(shapes, name)),
}))

function tupleOf(shapes: readonly Shape[], name: string): Shape {
  const unnamed = shapes.some(({ parameter }) => !parameter.name)
  // viem cannot encode a tuple whose fields share a name: they get different ones.
  const components = shapes.map(({ parameter }, at) => ({
    ...parameter,
    name: parameter.name && !unnamed ? `${parameter.name}${at}` : (parameter.name ?? ''),
  }))
  const values = fc.tuple(...shapes.map(({ value }) => value))
  return {
    parameter: { type: 'tuple', name, components } as unknown as AbiParameter,
    value: unnamed
      ? values
      : values.map((list) => Object.fromEntries(list.map((value, at) => [components[at]!.name, value]))),
  }
}

/** Parameters of any type, with a value each. */
export const arbitraryParameters: fc.Arbitrary<readonly TypedValue[]> = fc
  .array(shape, { maxLength: 5 })
  .chain((shapes) =>
    fc
      .tuple(...shapes.map(({ value }) => value))
      .map((values) => shapes.map(({ parameter }, at) => ({ parameter, value: values[at] }))),
  )
