import { fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { LogTable } from '../../../src/components/LogTable/LogTable.tsx'
import { lazyTools } from '../../../src/components/LogTable/useTableTools.ts'
import { ModuleLoadError } from '../../../src/errors/ModuleLoadError.ts'
import { button, cell, grid, item, named, rows } from './logGrid.ts'

// The module is loaded already, and an import cannot be made to fail here: both are replaced.
beforeEach(() => {
  vi.spyOn(lazyTools, 'loaded').mockReturnValue(undefined)
  vi.spyOn(lazyTools, 'load').mockReturnValue(new Promise(() => {}))
})
afterEach(() => vi.restoreAllMocks())

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

test('a sorted table shows its rows in their order, never in another one first', () => {
  const { rerender } = render(<LogTable logs={rows} view={sorted} />)
  expect(grid()).toHaveAttribute('aria-busy', 'true')
  expect(shown()).toBe(0)
  vi.mocked(lazyTools.loaded).mockRestore()
  rerender(<LogTable logs={rows} view={sorted} />)
  expect(grid()).toHaveAttribute('aria-busy', 'false')
  expect(shown()).toBeGreaterThan(0)
})

test('what cannot be loaded is reported, tried again on request, and hides no rows', async () => {
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
