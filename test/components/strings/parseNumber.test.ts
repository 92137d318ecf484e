import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatNumber } from '../../../src/components/strings/formatNumber.ts'
import { parseNumber } from '../../../src/components/strings/parseNumber.ts'

describe('a number in the language of the form', () => {
  test.each([
    ['1,000', 'en', 0, 1_000n],
    ['1.000', 'de', 0, 1_000n],
    ['1,234,567', 'de', 0, 1_234_567n],
    ['1.234.567', 'en', 0, 1_234_567n],
    ['1 234 567', 'fr', 0, 1_234_567n],
    ['1\u202f234\u00a0567', 'en', 0, 1_234_567n],
    ['1_000', 'en', 0, 1_000n],
    ['1’000', 'de-CH', 0, 1_000n],
    ['1e18', 'en', 0, 10n ** 18n],
    ['1.5e18', 'en', 0, 15n * 10n ** 17n],
    ['1,5e18', 'de', 0, 15n * 10n ** 17n],
    ['5n', 'en', 0, 5n],
    ['−7', 'en', 0, -7n],
    ['0x10', 'de', 0, 16n],
    ['1.5', 'en', 18, 15n * 10n ** 17n],
    ['1,5', 'de', 18, 15n * 10n ** 17n],
    ['1.234', 'en', 18, 1_234n * 10n ** 15n],
    ['1.234', 'de', 18, 1_234n * 10n ** 18n],
    ['1.234,5', 'de', 1, 12_345n],
    ['1,234.5', 'en', 1, 12_345n],
    ['.5', 'en', 1, 5n],
    ['1.0', 'en', 0, 1n],
  ])('%s in %s with %i decimals', (text, locale, decimals, value) => {
    const plain = text.replaceAll(/(?<=\d) (?=\d)/g, '\u00a0')
    expect(parseNumber(plain, locale, decimals)).toEqual({ value })
  })

  test.each([
    ['1.000', 'en', ['1', '1,000']],
    ['1,234', 'de', ['1,234', '1.234']],
  ])('%s in %s is ambiguous where only whole numbers fit', (text, locale, readings) => {
    expect(parseNumber(text, locale)).toEqual({ readings })
  })

  test.each(['', '-', '1,2,3', '12,34,567', '1.2.3', '1e', '1e300', '0x', 'ten', '9'.repeat(200), '1.2,3.4'])(
    '%j is no number',
    (text) => expect(parseNumber(text, 'en', 18)).toEqual({ problem: 'unreadable' }),
  )

  test('fractions below the smallest unit are refused', () => {
    expect(parseNumber('1.5', 'en')).toEqual({ problem: 'too-precise' })
    expect(parseNumber('1.23', 'en', 1)).toEqual({ problem: 'too-precise' })
    expect(parseNumber('1e-2', 'en', 1)).toEqual({ problem: 'too-precise' })
  })
})

test('numbers are read back as they are shown', () => {
  const language = fc.constantFrom('en', 'de', 'fr', 'de-CH', 'en-IN', 'es', 'pt-BR')
  fc.assert(
    fc.property(fc.bigInt(-(2n ** 255n), 2n ** 255n), language, (value, locale) => {
      // Groups of two digits, as in India, are no thousands.
      fc.pre(locale !== 'en-IN' || (value < 100_000n && value > -100_000n))
      expect(parseNumber(formatNumber(value, locale), locale)).toEqual({ value })
    }),
    { seed: 14, numRuns: 300 },
  )
})
