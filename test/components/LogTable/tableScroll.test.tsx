import { fireEvent, render } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { LogTable } from '../../../src/components/LogTable/LogTable.tsx'
import type { LogRow } from '../../../src/logs/Log.ts'
import { grid, row, rows, transfer } from './logGrid.ts'

// jsdom has no layout: a table has this size.
beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1280)
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(638)
})

test('rows sorted anew are shown from the top', () => {
  const sort = { column: 'contract', direction: 'asc' } as const
  const { rerender } = render(<LogTable logs={rows} view={{ sort }} />)
  grid().scrollTop = 400
  fireEvent.scroll(grid())
  rerender(<LogTable logs={rows} view={{ sort: { ...sort, direction: 'desc' } }} />)
  expect(grid().scrollTop).toBe(0)
})

test('among a million, scrolling moves rendered rows and rerenders none', () => {
  const at = (index: number) => transfer(index < 0 ? 1_000_000 + index : index)
  const million = { length: 1_000_000, at } as readonly LogRow[]
  render(<LogTable logs={million} />)
  const box = document.querySelector<HTMLElement>('.topic0-log-table-window')!
  const scrollTo = (top: number) => {
    grid().scrollTop = top
    fireEvent.scroll(grid())
  }
  scrollTo(5_000_007)
  const shift = () => Number(/translateY\((.*)px\)/.exec(box.style.transform)![1])
  /** The position of a row, in pixels from the top of the viewport. */
  const place = (index: number) =>
    shift() + Number(/translateY\((.*)px\)/.exec(row(index).style.transform)![1]) - grid().scrollTop
  const drawn = [...box.querySelectorAll<HTMLElement>('[role="row"]')].map(({ dataset }) =>
    Number(dataset['index']),
  )
  const first = drawn.filter((index) => index > 1_000)[8]!
  const before = place(first)
  const transforms = new Set<string>()
  for (let by = 1; by <= 40; by++) {
    scrollTo(5_000_007 + by)
    transforms.add(box.style.transform)
  }
  expect(place(first)).toBeCloseTo(before - 40, 1)
  expect(transforms.size).toBe(1)
})
