import { fireEvent } from '@testing-library/react'
import fc from 'fast-check'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { findLog } from '../../../src/components/LogTable/model/TableItems.ts'
import { rowWindow } from '../../../src/components/LogTable/scroll/rowWindow.ts'
import { scrollScale } from '../../../src/components/LogTable/scroll/scrollScale.ts'
import { ScrollStore } from '../../../src/components/LogTable/scroll/ScrollStore.ts'
import { makeRow } from '../makeRow.ts'

describe('rowWindow', () => {
  const options = fc.record({
    count: fc.integer({ min: 1, max: 20_000_000 }),
    rowHeight: fc.integer({ min: 20, max: 100 }),
    height: fc.integer({ min: 100, max: 4_000 }),
    share: fc.double({ min: 0, max: 1, noNaN: true }),
    topShare: fc.double({ min: 0, max: 1, noNaN: true }),
  })

  test('visible rows are rendered without gaps, in a size that browsers support', () => {
    fc.assert(
      fc.property(options, ({ share, topShare, ...given }) => {
        const { count, rowHeight, height } = given
        const { scaled, maxOffset, maxTop } = scrollScale(given)
        const offset = maxOffset * share
        // Where rows are scaled, the scrollbar may be anywhere.
        const top = scaled ? maxTop * topShare : offset
        const { around, ...view } = rowWindow({ ...given, offset })
        const shift = view.base - (offset - top)
        expect(view.size).toBeLessThanOrEqual(16_000_000)
        expect(shift + view.y(around.first)).toBeLessThanOrEqual(top + 1e-3)
        if (around.last < count - 1)
          expect(shift + view.y(around.last) + rowHeight).toBeGreaterThanOrEqual(top + height - 1e-3)
        for (let row = around.first; row < around.last; row++)
          expect(view.y(row + 1) - view.y(row)).toBeCloseTo(rowHeight, 6)
        expect(around.last - around.first).toBeLessThan(height / rowHeight + 20)
      }),
    )
  })

  test('no rows need no space', () => {
    const view = rowWindow({ count: 0, rowHeight: 30, offset: 0, height: 500 })
    expect([view.size, view.seen.last, view.around.last]).toEqual([0, -1, -1])
  })

  test('an element without a bounded height does not render every row', () => {
    const view = rowWindow({ count: 1_000_000, rowHeight: 30, offset: 0, height: 3e7 })
    expect(view.around.last).toBeLessThan(300)
  })
})

describe('scrolling', () => {
  beforeEach(() => void vi.useFakeTimers())

  const header = 36
  const height = 600
  const rowHeight = 38

  /** An element of a given size, whose scrollbar stops at whole pixels and at its ends, like that of a browser. */
  function scroller(count: number) {
    const element = document.createElement('div')
    const store = new ScrollStore(header)
    const { size } = scrollScale({ count, rowHeight, height })
    let top = 0
    Object.defineProperties(element, {
      clientHeight: { value: height + header },
      scrollTop: {
        get: () => top,
        set: (wanted: number) => {
          top = Math.max(0, Math.min(Math.round(wanted), size - height))
        },
      },
    })
    store.attach(element)
    store.setRows(count, rowHeight, 'start')
    const scroll = (by: number) => {
      element.scrollTop += by
      fireEvent.scroll(element)
    }
    const rest = () => {
      fireEvent(element, new Event('scrollend'))
      vi.runAllTimers()
    }
    return { store, scroll, rest, top: () => top, max: count * rowHeight - height }
  }

  test.each([5_000, 1_000_000, 50_000_000])('a wheel moves %i rows by its own pixels', (count) => {
    const { store, scroll, rest, max } = scroller(count)
    const start = max / 2
    store.scrollTo(start)
    for (let turn = 1; turn <= 50; turn++) {
      scroll(120)
      if (turn % 7 === 0) rest()
      expect(store.offset).toBeCloseTo(start + turn * 120, 6)
    }
    for (let turn = 49; turn >= 0; turn--) {
      scroll(-120)
      if (turn % 7 === 0) rest()
      expect(store.offset).toBeCloseTo(start + turn * 120, 6)
    }
  })

  test.each([5_000, 1_000_000, 50_000_000])(
    'both ends of %i rows can be reached, by hand and by wheel',
    (count) => {
      const { store, scroll, rest, max } = scroller(count)
      scroll(1e9)
      expect(store.offset).toBe(max)
      scroll(-1e9)
      expect(store.offset).toBe(0)
      store.scrollTo(max - 20_000)
      for (let turn = 0; turn < 400; turn++) scroll(120)
      expect(store.offset).toBe(max)
      rest()
      expect(store.offset).toBe(max)
      store.scrollTo(20_000)
      for (let turn = 0; turn < 400; turn++) scroll(-120)
      expect(store.offset).toBe(0)
    },
  )

  test('the scrollbar spans all rows: dragging it to the middle shows the middle', () => {
    const { store, scroll, max } = scroller(1_000_000)
    scroll(8_000_000 - height / 2)
    expect(store.offset / max).toBeCloseTo(0.5, 4)
  })

  test('every row can be scrolled to, and is then fully visible', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 20, max: 20_000_000 }),
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 5 }),
        (count, shares) => {
          const { store, rest } = scroller(count)
          for (const share of shares) {
            const row = Math.min(count - 1, Math.floor(count * share))
            store.reveal(row)
            rest()
            expect(store.offset).toBeLessThanOrEqual(row * rowHeight)
            expect(store.offset + height).toBeGreaterThanOrEqual((row + 1) * rowHeight)
          }
        },
      ),
    )
  })

  test('rows inserted or removed below do not move the visible ones', () => {
    const { store, top } = scroller(1_000_000)
    store.scrollTo(12_345_678.5)
    const { drift } = store
    store.setRows(1_000_500, rowHeight, 'start')
    expect(store.offset).toBe(12_345_678.5)
    expect(store.drift).toBe(drift)
    expect(store.offset - store.drift).toBe(top())
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
