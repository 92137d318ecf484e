import fc from 'fast-check'
import type { AbiValue, DecodedArg, LogRow } from '../../src/logs/Log.ts'
import { anyText } from './anyText.ts'
import { arbitraryLog } from './arbitraryLog.ts'

const nested: fc.Arbitrary<AbiValue> = fc.letrec<{ value: AbiValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    anyText(),
    fc.bigInt(),
    fc.boolean(),
    fc.integer(),
    fc.array(tie('value'), { maxLength: 3 }),
    fc
      .array(fc.record({ name: fc.string(), type: fc.constant('t'), value: tie('value') }), { maxLength: 3 })
      .map((fields) => ({ fields })),
  ),
})).value

const name = fc.oneof(
  fc.constantFrom('__proto__', 'constructor', '', 'value', 'value_2', '=1+1', 'x_hash', '0'),
  anyText(),
)

const typed: fc.Arbitrary<Pick<DecodedArg, 'type' | 'value'>> = fc.oneof(
  fc.bigInt(0n, 2n ** 256n - 1n).map((value) => ({ type: 'uint256', value })),
  fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }).map((value) => ({ type: 'int32', value })),
  fc.bigInt(-(2n ** 63n), 2n ** 63n - 1n).map((value) => ({ type: 'int64', value })),
  fc.boolean().map((value) => ({ type: 'bool', value })),
  anyText().map((value) => ({ type: 'string', value })),
  nested.map((value) => ({ type: '(t)', value })),
)

/** A log with any decoding, or none: odd and repeated names, values of every shape. */
export const arbitraryRow: fc.Arbitrary<LogRow> = fc
  .record({
    log: arbitraryLog,
    event: fc.string(),
    args: fc.option(
      fc.array(fc.record({ name, typed, indexed: fc.boolean(), hashed: fc.boolean() }), { maxLength: 4 }),
      { nil: undefined },
    ),
  })
  .map(({ log, event, args }) => ({
    ...log,
    decoded: args && {
      name: event,
      signature: `${event}()`,
      source: 'given',
      args: args.map(({ name, typed, indexed, hashed }) => ({
        name,
        indexed,
        hashed: indexed && hashed,
        ...(indexed && hashed ? { type: 'string', value: `0x${'ab'.repeat(32)}` } : typed),
      })),
    },
  }))
