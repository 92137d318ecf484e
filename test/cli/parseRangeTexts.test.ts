import { expect, test } from 'vitest'
import { parseRangeTexts } from '../../src/cli/options/parseRangeTexts.ts'

test('a day has a first and a last second', () => {
  expect(parseRangeTexts({ from: '2024-02-29', to: '2026-01-01T12:00Z' })).toEqual({
    from: { start: 1_709_164_800n, end: 1_709_251_199n },
    to: { start: 1_767_268_800n, end: 1_767_268_800n },
  })
})

test.each(['2026-02-30', '2025-02-29', '2026-04-31T12:00Z', '2026-13-01'])(
  '%s is refused: there is no such day',
  (text) => {
    expect(() => parseRangeTexts({ from: undefined, to: text })).toThrow(
      /^--to takes a block number, .*, not “/,
    )
  },
)

test('a block hash is no end of a range', () => {
  expect(() => parseRangeTexts({ from: `0x${'9b'.repeat(32)}`, to: undefined })).toThrow(
    '--from takes no block hash: pass the number of the block, or a date.',
  )
})
