import { act, fireEvent, render, renderHook, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { lazyTools, type TableTools } from '../../../src/components/LogTable/lazyTools.ts'
import { LogTable } from '../../../src/components/LogTable/LogTable.tsx'
import { withResult } from '../../../src/components/LogTable/model/withResult.ts'
import { useLogTable, type LogTableFinder } from '../../../src/components/LogTable/useLogTable.ts'
import { useLogTableState } from '../../../src/components/LogTable/useLogTableState.ts'
import { ModuleLoadError } from '../../../src/errors/ModuleLoadError.ts'
import { button, cell, focus, grid, item, named, press, rows } from './logGrid.ts'

// The module is loaded already, and an import cannot be made to fail here: both are replaced.
beforeEach(() => {
  vi.spyOn(lazyTools, 'loaded').mockReturnValue(undefined)
  vi.spyOn(lazyTools, 'load').mockReturnValue(new Promise(() => {}))
})

const writeText = vi.fn<(text: string) => Promise<void>>()
beforeEach(() => {
  writeText.mockReset().mockResolvedValue(undefined)
  Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true })
})

const shown = () => grid().querySelectorAll('[role="gridcell"][data-column="block"]').length
const sorted = { sort: { column: 'contract', direction: 'desc' } } as const

test('a table shows its rows before its menus are loaded, which then open', () => {
  const { rerender } = render(<LogTable logs={rows} />)
  expect(cell(0, 'block')).toBeVisible()
  fireEvent.click(button('View'))
  expect(named('[role^="menuitem"]', 'Reset view')).toBeUndefined()
  vi.mocked(lazyTools.loaded).mockRestore()
  rerender(<LogTable logs={rows} />)
  expect(item('Reset view')).toBeInTheDocument()
})

test('rows in chain order stay as they are when menus are loaded', () => {
  const { result, rerender } = renderHook(() => useLogTableState(withResult({ logs: rows })))
  const { items } = result.current
  vi.mocked(lazyTools.loaded).mockRestore()
  rerender()
  expect(result.current.tools).toBeDefined()
  expect(result.current.items).toBe(items)
})

test('a sorted table shows its rows in their order, never in another one first', () => {
  const { rerender } = render(<LogTable logs={rows} view={sorted} />)
  expect(grid()).toHaveAttribute('aria-busy', 'true')
  expect(shown()).toBe(0)
  vi.mocked(lazyTools.loaded).mockRestore()
  rerender(<LogTable logs={rows} view={sorted} />)
  expect(grid()).toHaveAttribute('aria-busy', 'false')
  expect(shown()).toBeGreaterThan(0)
})

test('a search that waits for that code has not found nothing: it is busy', async () => {
  let find!: LogTableFinder
  function Field() {
    find = useLogTable().find
    return null
  }
  const parts = () => (
    <LogTable.Root logs={rows}>
      <Field />
      <LogTable.Grid />
    </LogTable.Root>
  )
  const { rerender } = render(parts())
  act(() => find.search('sent'))
  expect(find).toMatchObject({ count: 0, isBusy: true })
  vi.mocked(lazyTools.loaded).mockRestore()
  rerender(parts())
  await waitFor(() => expect(find).toMatchObject({ count: rows.length, isBusy: false }))
  act(() => find.search(' '))
  expect(find).toMatchObject({ count: 0, isBusy: false })
})

test('a block is revealed as soon as that code is loaded', async () => {
  const reveal = { block: rows[40]!.blockNumber }
  const { rerender } = render(<LogTable logs={rows} reveal={reveal} />)
  expect(grid()).not.toContainElement(document.activeElement as HTMLElement | null)
  vi.mocked(lazyTools.loaded).mockRestore()
  rerender(<LogTable logs={rows} reveal={reveal} />)
  await waitFor(() =>
    expect(document.activeElement?.closest('[data-index]')).toHaveAttribute('data-index', '40'),
  )
})

test('a failed load is reported, retried on request, and hides no rows', async () => {
  vi.mocked(lazyTools.load).mockRejectedValue(new ModuleLoadError(new TypeError('Failed to fetch')))
  render(<LogTable logs={rows} view={sorted} />)
  expect(await screen.findByRole('alert')).toHaveTextContent('A part of this page could not be loaded.')
  expect(screen.getByRole('alert')).not.toHaveTextContent('Could not read the logs')
  expect(shown()).toBeGreaterThan(0)
  vi.mocked(lazyTools.loaded).mockRestore()
  vi.mocked(lazyTools.load).mockRestore()
  fireEvent.click(button('Try again'))
  await vi.waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
})

test('a cell copied before that is loaded is copied afterwards', async () => {
  let arrive!: () => void
  const loading = new Promise<TableTools>((resolve) => {
    arrive = () => resolve(lazyTools.loaded()!)
  })
  vi.mocked(lazyTools.load).mockReturnValue(loading)
  render(<LogTable logs={rows} />)
  focus(cell(0, 'block'))
  press('c', { ctrlKey: true })
  expect(writeText).not.toHaveBeenCalled()
  vi.mocked(lazyTools.loaded).mockRestore()
  await act(async () => arrive())
  expect(writeText).toHaveBeenCalledExactlyOnceWith(String(rows[0]!.blockNumber))
})

test("without that code, copying reports a failure; search and context menu are the browser's", async () => {
  vi.mocked(lazyTools.load).mockRejectedValue(new ModuleLoadError(new TypeError('Failed to fetch')))
  render(<LogTable logs={rows} />)
  await screen.findByRole('alert')
  focus(cell(0, 'block'))
  await act(async () => press('c', { ctrlKey: true }))
  expect(document.querySelector('output')).toHaveTextContent('Could not copy')
  expect(writeText).not.toHaveBeenCalled()
  // `fireEvent` returns false if the browser's own action is prevented.
  expect(fireEvent.keyDown(grid(), { key: 'f', ctrlKey: true })).toBe(true)
  expect(fireEvent.contextMenu(cell(0, 'block'))).toBe(true)
})
