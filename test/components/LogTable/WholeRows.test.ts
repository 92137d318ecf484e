import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { rowsInReach } from '../../../src/components/LogTable/scroll/rowsInReach.ts'
import { ScrollStore } from '../../../src/components/LogTable/scroll/ScrollStore.ts'
import { WholeRows } from '../../../src/components/LogTable/scroll/WholeRows.ts'

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
  vi.unstubAllGlobals()
})

/** How many rows became whole in each frame, where frames come so many milliseconds after each other. */
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
  const rows = new WholeRows({ first: 0, last: -1, items })
  rows.aim(items, around, seen, new ScrollStore(38))
  return rows
}

test('while frames come in time each draws one row more than the last, five at most', () => {
  const rows = begun()
  expect(growth(rows, Array<number>(20).fill(16))).toEqual([1, 2, 3, 4, 5, 5, 5])
  expect(rows.drawn).toEqual({ ...around, items })
  expect(frames).toEqual([])
})

test('after a frame that comes late, one row is drawn, and then more again', () => {
  expect(growth(begun(), [16, 16, 16, 16, 50, 16, 16])).toEqual([1, 2, 3, 4, 1, 2, 3])
})

test('where every frame is late, rows come one at a time, and all of them come', () => {
  const rows = begun()
  expect(growth(rows, Array<number>(40).fill(60))).toEqual(Array<number>(25).fill(1))
  expect(rows.drawn).toEqual({ ...around, items })
})

test('rows that fly past are not drawn, and once they slow down it begins with one again', () => {
  const store = new ScrollStore(38)
  const rows = new WholeRows({ first: 0, last: -1, items })
  rows.aim(items, around, seen, store)
  const [still, flung] = [16, 17]
  const gaps = function* () {
    for (const gap of [still, still, still, flung, flung, flung, still, still]) {
      if (gap === flung) store.offset += 1_000
      yield gap
    }
  }
  expect(growth(rows, gaps())).toEqual([1, 2, 3, 0, 0, 0, 1, 2])
})

test('what comes into sight slowly is drawn gently, however fast the last rows were', () => {
  const rows = begun()
  growth(rows, Array<number>(20).fill(16))
  rows.aim(items, { first: 0, last: 26 }, { first: 2, last: 18 }, new ScrollStore(38))
  expect(growth(rows, [16, 16, 16])).toEqual([1, 1])
})

test('of the rows around those in sight only whole ones are drawn, and none that have gone far', () => {
  const view = { seen: { first: 100, last: 116 }, around: { first: 92, last: 124 } }
  expect(rowsInReach(view, { first: 90, last: 120 })).toEqual({ first: 92, last: 120 })
  expect(rowsInReach(view, { first: 104, last: 110 })).toEqual(view.seen)
  expect(rowsInReach(view, { first: 100, last: 99 })).toEqual(view.seen)
  expect(rowsInReach(view, { first: 0, last: 30 })).toEqual(view.seen)
})
