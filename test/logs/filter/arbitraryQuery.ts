import fc from 'fast-check'
import { parseAbiItem, type AbiEvent, type Hex } from 'viem'
import type { LogQuery, Topic } from '../../../src/logs/filter/LogQuery.ts'
import type { LogSearch } from '../../../src/logs/filter/LogSearch.ts'
import type { RelativeBlock } from '../../../src/logs/filter/relativeBlock.ts'
import { anyText } from '../../support/anyText.ts'

const hex = (bytes: number) =>
  fc
    .uint8Array({ minLength: bytes, maxLength: bytes })
    .map((array): Hex => `0x${Buffer.from(array).toString('hex')}`)
const anyOf = <value>(one: fc.Arbitrary<value>) =>
  fc.oneof(one, fc.array(one, { minLength: 1, maxLength: 3 }))
const block = fc.oneof(fc.bigInt(0n, 10n ** 9n), fc.constantFrom('earliest' as const, 'latest' as const))
const relative = fc.bigInt(0n, 10n ** 9n).map((before): RelativeBlock => `latest-${before}`)
const topics: fc.Arbitrary<readonly Topic[]> = fc.array(fc.oneof(fc.constant(null), anyOf(hex(32))), {
  maxLength: 4,
})
const text = fc.oneof(fc.string(), anyText(), fc.constantFrom('a, b', "it's", '#&=%', ' -_.~'))

// Names that viem cannot hash a signature with are not here: `parseLogQuery` refuses such events.
const name = fc.constantFrom('from', '', '__proto__', 'indexed', 'memory', 'a$1', '_', 'a, b', '(x) ; y')
const types = [
  'address',
  'uint256',
  'int8',
  'bool',
  'bytes32',
  'bytes',
  'string',
  'uint8[]',
  'tuple',
] as const

/** A value that an indexed argument of the type can be filtered by; `undefined` where the chain has only its hash. */
const valueOf: Record<string, fc.Arbitrary<bigint | string | boolean> | undefined> = {
  address: hex(20),
  uint256: fc.bigInt(0n, 2n ** 256n - 1n),
  int8: fc.bigInt(-128n, 127n),
  bool: fc.boolean(),
  bytes32: hex(32),
  bytes: hex(5),
  string: text,
}

const event: fc.Arbitrary<AbiEvent> = fc
  .record({
    name: fc.constantFrom('Transfer', 'Weird$Name', 'E', 'class', 'logs', 'Wei-rd'),
    anonymous: fc.boolean(),
    inputs: fc.array(fc.record({ name, type: fc.constantFrom(...types), indexed: fc.boolean() }), {
      maxLength: 5,
    }),
  })
  .map(({ name, anonymous, inputs }) => {
    let left = 3
    return {
      type: 'event' as const,
      name,
      ...(anonymous && { anonymous }),
      inputs: inputs.map((input) => ({
        ...input,
        indexed: input.indexed && left-- > 0,
        ...(input.type === 'tuple' && { components: [{ name: 'ok', type: 'bool' }] }),
      })),
    }
  })

const withArgs: fc.Arbitrary<LogSearch> = event.chain((one) => {
  const indexed = one.inputs.filter((input) => input.indexed)
  const args = fc.tuple(
    ...indexed.map(({ type }) => {
      const value = valueOf[type]
      return value ? fc.oneof(fc.constant(null), anyOf(value)) : fc.constant(null)
    }),
  )
  const conditions = fc.tuple(
    ...one.inputs.map(({ type }, arg) => {
      const value = valueOf[type]
      if (!value) return fc.constant([])
      const is = type.includes('int')
        ? fc.constantFrom('atLeast' as const, 'atMost' as const)
        : fc.constant('anyOf' as const)
      return fc.oneof(
        fc.constant([]),
        fc.tuple(is, value).map(([is, value]) => [{ arg, is, values: [value] }]),
        fc
          .array(value, { minLength: 1, maxLength: 3 })
          .map((values) => [{ arg, is: 'anyOf' as const, values }]),
      )
    }),
  )
  return fc.record({
    events: fc.constant([one]),
    args,
    where: conditions.map((all) => all.flat()),
  })
})

const filter: fc.Arbitrary<LogSearch> = fc.oneof(
  fc.record({}),
  fc.record({ topics }),
  fc.record({ events: fc.array(event, { minLength: 1, maxLength: 3 }) }),
  fc.record({ events: fc.array(event, { minLength: 1, maxLength: 3 }), topics }),
  withArgs,
  fc.record({
    events: fc.constant([
      parseAbiItem('event Transfer(address indexed from, address indexed to, uint256 value)'),
    ]),
    args: fc.record({ from: anyOf(hex(20)), to: anyOf(hex(20)) }, { requiredKeys: [] }),
  }),
)

/** Valid queries of every kind, with conditions, strange names and values of every type. */
export const arbitrarySearch: fc.Arbitrary<LogSearch> = fc
  .tuple(
    fc.record(
      {
        address: anyOf(hex(20)),
        order: fc.constantFrom('asc' as const, 'desc' as const),
        limit: fc.integer({ min: 1 }),
        strict: fc.boolean(),
      },
      { requiredKeys: [] },
    ),
    filter,
    fc.oneof(
      fc.record({ blockHash: hex(32) }),
      // Not all zeros: a request would read those as a number.
      fc.record({ fromBlock: block, toBlock: hex(31).map((rest): Hex => `0x9a${rest.slice(2)}`) }),
      fc.record({ fromBlock: block, toBlock: fc.constant('latest' as const) }, { requiredKeys: [] }),
      fc.record({ fromBlock: relative }),
      fc.record({ fromBlock: block, toBlock: relative }).filter(({ fromBlock }) => fromBlock !== 'latest'),
      fc
        .tuple(fc.bigInt(0n, 10n ** 9n), fc.bigInt(0n, 10n ** 9n))
        .map(([fromBlock, more]) => ({ fromBlock, toBlock: fromBlock + more })),
    ),
  )
  .map((parts) => Object.assign({}, ...parts) as LogSearch)

/** The same without conditions. */
export const arbitraryQuery: fc.Arbitrary<LogQuery> = arbitrarySearch.map(
  ({ where: _where, ...query }) => query,
)
