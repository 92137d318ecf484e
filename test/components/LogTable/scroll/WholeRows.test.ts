import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ScrollStore } from '../../../../src/components/LogTable/scroll/ScrollStore.ts'
import { rowsInReach, WholeRows } from '../../../../src/components/LogTable/scroll/WholeRows.ts'

const items = {}
const seen = { first: 0, last: 16 }
const around = { first: 0, last: 24 }
const frames: FrameRequestCallback[] = []

beforeEach(() => {
  vi.stubGlobal('requestAnimationFrame', (callback: FrameRequestCallback) => frames.push(callback))
  vi.stubGlobal('cancelAnimationFrame', () => frames.splice(0))
})
afterEach(() => {
  frames.length = 0
})

/** The number of rows completed in each frame, with frames this many milliseconds apart. */
function growth(rows: WholeRows, gaps: Iterable<number>): number[] {
  let time = 0
  const grown: number[] = []
  for (const gap of gaps) {
    const [frame] = frames.splice(0)
    if (!frame) break
    const before = rows.drawn.last - rows.drawn.first
    frame((time += gap))
    grown.push(rows.drawn.last - rows.drawn.first - before)
  }
  return grown
}

function begun(): WholeRows {
  const rows = new WholeRows({ first: 0, last: -1, items, kept: 0 })
  rows.setTarget(items, around, seen, new ScrollStore(38))
  return rows
}

test('while frames are on time each renders one row more than the last, five at most', () => {
  const rows = begun()
  expect(growth(rows, Array<number>(20).fill(16))).toEqual([1, 2, 3, 4, 5, 5, 5])
  expect(rows.drawn).toEqual({ ...around, items, kept: 0 })
  expect(frames).toEqual([])
})

test('after a late frame, one row is rendered, and then more again', () => {
  expect(growth(begun(), [16, 16, 16, 16, 50, 16, 16])).toEqual([1, 2, 3, 4, 1, 2, 3])
})

test('if every frame is late, rows are rendered one at a time, and all of them are', () => {
  const rows = begun()
  expect(growth(rows, Array<number>(40).fill(60))).toEqual(Array<number>(25).fill(1))
  expect(rows.drawn).toEqual({ ...around, items, kept: 0 })
})

test('rows that scroll past fast are not rendered, and once they slow down it starts with one again', () => {
  const store = new ScrollStore(38)
  const rows = new WholeRows({ first: 0, last: -1, items, kept: 0 })
  rows.setTarget(items, around, seen, store)
  const [still, flung] = [16, 17]
  const gaps = function* () {
    for (const gap of [still, still, still, flung, flung, flung, still, still]) {
      if (gap === flung) store.offset += 1_000
      yield gap
    }
  }
  expect(growth(rows, gaps())).toEqual([1, 2, 3, 0, 0, 0, 1, 2])
})

test('rows that scroll into view slowly are rendered gradually, however fast the last ones were', () => {
  const rows = begun()
  growth(rows, Array<number>(20).fill(16))
  rows.setTarget(items, { first: 0, last: 26 }, { first: 2, last: 18 }, new ScrollStore(38))
  expect(growth(rows, [16, 16, 16])).toEqual([1, 1])
})

test('around the visible rows only complete ones are rendered, and none far away', () => {
  const view = { seen: { first: 100, last: 116 }, around: { first: 92, last: 124 } }
  expect(rowsInReach(view, { first: 90, last: 120 })).toEqual({ first: 92, last: 120 })
  expect(rowsInReach(view, { first: 104, last: 110 })).toEqual(view.seen)
  expect(rowsInReach(view, { first: 100, last: 99 })).toEqual(view.seen)
  expect(rowsInReach(view, { first: 0, last: 30 })).toEqual(view.seen)
})

test('rows that stay in place while others arrive above them stay whole', () => {
  const store = new ScrollStore(38)
  const rows = new WholeRows({ ...around, items, kept: 0 })
  store.keepRows(60 * 38)
  const moved = { first: 60, last: 84 }
  rows.setTarget(items, moved, moved, store)
  expect(rows.drawn).toEqual({ ...moved, items, kept: 1 })
  expect(frames).toEqual([])
})
