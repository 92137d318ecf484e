import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findLog } from '../../src/components/LogTable/findLog.ts'
import { rowWindow } from '../../src/components/LogTable/rowWindow.ts'
import { makeRow } from './makeRow.ts'

describe('rowWindow', () => {
  const options = fc.record({
    count: fc.integer({ min: 1, max: 20_000_000 }),
    rowHeight: fc.integer({ min: 20, max: 100 }),
    height: fc.integer({ min: 100, max: 4_000 }),
    share: fc.double({ min: 0, max: 1, noNaN: true }),
  })
  const at = ({
    count,
    rowHeight,
    height,
    share,
  }: {
    count: number
    rowHeight: number
    height: number
    share: number
  }) => {
    const { size } = rowWindow({ count, rowHeight, height, top: 0 })
    const top = Math.max(0, size - height) * share
    return { top, view: rowWindow({ count, rowHeight, height, top }) }
  }

  test('what can be seen is drawn, without gaps, in a size that browsers can draw', () => {
    fc.assert(
      fc.property(options, (given) => {
        const { top, view } = at(given)
        const { count, rowHeight, height } = given
        expect(view.size).toBeLessThanOrEqual(16_000_000)
        expect(view.shift + view.y(view.first)).toBeLessThanOrEqual(Math.max(0, top) + 1e-3)
        if (view.last < count - 1)
          expect(view.shift + view.y(view.last) + rowHeight).toBeGreaterThanOrEqual(top + height - 1e-3)
        const middle = Math.floor((view.first + view.last) / 2)
        if (middle < view.last) expect(view.y(middle + 1) - view.y(middle)).toBeCloseTo(rowHeight, 3)
        expect(view.last - view.first).toBeLessThan(height / rowHeight + 20)
      }),
    )
  })

  test('every row can be scrolled to, and is then seen whole', () => {
    fc.assert(
      fc.property(options, fc.double({ min: 0, max: 1, noNaN: true }), (given, share) => {
        const { view } = at(given)
        const { count, rowHeight, height } = given
        const row = Math.min(count - 1, Math.floor(count * share))
        const top = view.reveal(row)
        const after = rowWindow({ count, rowHeight, height, top })
        expect(after.first).toBeLessThanOrEqual(row)
        expect(after.last).toBeGreaterThanOrEqual(row)
        expect(after.shift + after.y(row)).toBeGreaterThanOrEqual(top - 1e-2)
        expect(after.shift + after.y(row) + rowHeight).toBeLessThanOrEqual(
          top + Math.max(height, rowHeight) + 1e-2,
        )
      }),
    )
  })

  test('no rows need no room', () => {
    const view = rowWindow({ count: 0, rowHeight: 30, top: 0, height: 500 })
    expect([view.size, view.last]).toEqual([0, -1])
  })

  test('an element without a bounded height does not draw every row', () => {
    const view = rowWindow({ count: 1_000_000, rowHeight: 30, top: 0, height: 3e7 })
    expect(view.last).toBeLessThan(300)
  })
})

describe('findLog', () => {
  test('finds each log in a list ordered either way, from any hint', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.integer({ min: 0, max: 500 }), { minLength: 1, maxLength: 60 }),
        fc.boolean(),
        fc.nat(100),
        (numbers, newestFirst, hint) => {
          const logs = numbers.sort((a, b) => (newestFirst ? b - a : a - b)).map((number) => makeRow(number))
          for (const [index, log] of logs.entries()) expect(findLog(logs, { ...log }, hint)).toBe(index)
          expect(findLog(logs, makeRow(900), hint)).toBeUndefined()
        },
      ),
    )
  })
})
