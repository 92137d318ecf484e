import fc from 'fast-check'
import { formatUnits as formatUnitsOfViem } from 'viem'
import { expect, test } from 'vitest'
import { formatUnits } from '../../../src/logs/decode/formatUnits.ts'

test('writes units as viem does', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -(2n ** 255n), max: 2n ** 256n }), fc.nat(80), (value, decimals) => {
      expect(formatUnits(value, decimals)).toBe(formatUnitsOfViem(value, decimals))
    }),
  )
  expect(formatUnits(1_500_000n, 6)).toBe('1.5')
})
