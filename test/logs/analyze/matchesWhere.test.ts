import { describe, expect, test } from 'vitest'
import { matchesWhere } from '../../../src/logs/analyze/matchesWhere.ts'
import type { ArgCondition } from '../../../src/logs/filter/ArgCondition.ts'
import type { AbiValue, DecodedEvent } from '../../../src/logs/Log.ts'

const event = (...args: readonly [type: string, value: AbiValue, hashed?: boolean][]): DecodedEvent => ({
  name: 'E',
  signature: '',
  source: 'given',
  args: args.map(([type, value, hashed = false]) => ({ name: '', type, value, indexed: hashed, hashed })),
})
const matches = (decoded: DecodedEvent | undefined, ...where: ArgCondition[]) => matchesWhere(decoded, where)

test('without conditions, every log matches, including undecoded ones', () => {
  expect(matches(undefined)).toBe(true)
  expect(matches(undefined, { arg: 0, is: 'anyOf', values: [1n] })).toBe(false)
})

test('all conditions must hold', () => {
  const decoded = event(['uint256', 5n], ['string', 'Hello'])
  const five: ArgCondition = { arg: 0, is: 'anyOf', values: [4n, 5n] }
  expect(matches(decoded, five, { arg: 1, is: 'contains', values: ['ELL'] })).toBe(true)
  expect(matches(decoded, five, { arg: 1, is: 'contains', values: ['x'] })).toBe(false)
  expect(matches(decoded, { arg: 2, is: 'anyOf', values: [5n] })).toBe(false)
})

describe('values', () => {
  test.each<[string, AbiValue, ArgCondition['is'], bigint | string | boolean, boolean]>([
    ['uint256', 10n ** 30n, 'atLeast', 10n ** 30n, true],
    ['uint256', 10n ** 30n - 1n, 'atLeast', 10n ** 30n, false],
    ['int8', -3, 'atMost', -3n, true],
    ['int8', -2, 'atMost', -3n, false],
    ['uint8', 7, 'anyOf', 7n, true],
    ['bool', false, 'anyOf', false, true],
    ['bool', false, 'anyOf', true, false],
    ['string', 'Abc', 'anyOf', 'abc', false],
    ['address', '0xAB', 'anyOf', '0xab', true],
    ['bytes', '0xab', 'anyOf', '0xAB', true],
    ['string', '10', 'atLeast', 5n, false],
  ])('%s %s %s %s: %s', (type, value, is, wanted, expected) => {
    expect(matches(event([type, value]), { arg: 0, is, values: [wanted] })).toBe(expected)
  })

  test('a hashed argument is neither a match nor a mismatch', () => {
    expect(matches(event(['string', '0xab', true]), { arg: 0, is: 'anyOf', values: ['0xab'] })).toBe(false)
  })
})
