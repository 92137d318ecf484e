import { decodeAbiParameters, encodeAbiParameters, parseAbiParameters } from 'viem'
import { expect, test } from 'vitest'
import { decodeParameters } from '../../../src/logs/decode/decodeParameters.ts'

const address = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'

const parameters = parseAbiParameters(
  'address to, uint256[] amounts, (bool on, string name, int24 tick) settings, bytes4 kind, uint8 small',
)
const data = encodeAbiParameters(parameters, [
  address,
  [1n, 2n ** 255n],
  { on: true, name: 'naïve 🦊', tick: -3 },
  '0xdeadbeef',
  7,
])

test('parameters decode as with viem', () => {
  expect(decodeParameters(parameters, data)).toEqual(decodeAbiParameters(parameters, data))
  expect(decodeParameters([], '0x')).toEqual([])
})

test('data that does not fit has no values', () => {
  expect(decodeParameters(parameters, data.slice(0, -64) as `0x${string}`)).toBeUndefined()
  expect(decodeParameters([{ type: 'address' }], `0x${'c'.repeat(64)}`)).toBeUndefined()
  expect(decodeParameters([{ type: 'bool' }], `0x${'2'.padStart(64, '0')}`)).toBeUndefined()
  expect(decodeParameters([{ type: 'function?' }], `0x${'0'.repeat(64)}`)).toBeUndefined()
  expect(decodeParameters([{ type: 'uint8' }], '0x')).toBeUndefined()
})
