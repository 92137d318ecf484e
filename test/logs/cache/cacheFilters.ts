import fc from 'fast-check'
import type { Filter } from '../../../src/logs/filter/Filter.ts'
import { addresses, topics } from './cacheChain.ts'

const anyOf = <value extends string>(values: readonly value[]) =>
  fc.subarray([...values], { minLength: 1 }).map((list) => list.sort())

/** Canonical filters over the few addresses and topics of the test chain. */
export const filters: fc.Arbitrary<Filter> = fc.record({
  address: fc.option(anyOf(addresses), { nil: undefined }),
  topics: fc.array(fc.option(anyOf(topics), { nil: null }), { maxLength: 3 }),
})
