import { act, fireEvent, render, renderHook, screen } from '@testing-library/react'
import { StrictMode, type ComponentProps, type ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { describe, expect, test, vi } from 'vitest'
import * as entry from '../../../src/components.ts'
import { LogTable } from '../../../src/components/LogTable/LogTable.tsx'
import { useLogTable, type UseLogTableReturnType } from '../../../src/components/LogTable/useLogTable.ts'
import { MissingProviderError } from '../../../src/errors/MissingProviderError.ts'
import { button, cell, focus, grid, named, press, rows } from './logGrid.ts'

const { Root: _root, ...inner } = LogTable
const parts = Object.entries(inner).filter(([name]) => /^[A-Z]/.test(name))
const allParts = (
  <>
    <LogTable.Toolbar />
    <LogTable.Find />
    <LogTable.Notices />
    <LogTable.Grid />
    <LogTable.Placeholder />
  </>
)
const error = new Error('It timed out.')
const states: Record<string, ComponentProps<typeof LogTable>> = {
  rows: { logs: rows },
  loading: {},
  empty: { logs: [] },
  failed: { error },
  'failed with rows': { logs: rows.slice(0, 3), error, onRetry: () => {} },
}
/** Without the ids that React makes for each table. */
const htmlOf = (node: ReactNode) => renderToString(node).replaceAll(/"_R_\w*_"/g, '"id"')

test.each(Object.entries(states))('LogTable is its parts: %s', (_name, props) => {
  const html = htmlOf(<LogTable {...props} />)
  expect(htmlOf(<LogTable.Root {...props}>{allParts}</LogTable.Root>)).toBe(html)
  const { container } = render(
    <StrictMode>
      <LogTable.Root {...props}>{allParts}</LogTable.Root>
    </StrictMode>,
  )
  expect(container.firstElementChild).toHaveAttribute('data-state', /data-state="([a-z]+)"/.exec(html)![1])
})

describe.each(parts)('%s', (name, Part) => {
  test('is exported by its own name', () => {
    expect(Object.entries(entry)).toContainEqual([`LogTable${name}`, Part])
  })

  test('outside of a root names itself', () => {
    expect(() => renderToString(<Part />)).toThrow(
      `LogTable.${name} is not inside a <LogTable.Root>.\nUse <LogTable>, which has all parts, or <LogTable.Root>.`,
    )
  })
})

test.each([
  ['Toolbar', '.topic0-log-table-bar', LogTable.Toolbar],
  ['Summary', '.topic0-log-table-facts', LogTable.Summary],
  ['Notices', '.topic0-notices', LogTable.Notices],
  ['Grid', '.topic0-log-table-grid', LogTable.Grid],
] as const)('%s passes the ref, class, style and other props to its element', (_name, selector, Part) => {
  const ref = vi.fn<(element: HTMLElement | null) => void>()
  const { container } = render(
    <LogTable.Root logs={rows.slice(0, 2)} error={error}>
      <Part ref={ref} className="own" style={{ margin: 3 }} data-host="page" />
    </LogTable.Root>,
  )
  const element = container.querySelector<HTMLElement>(selector)!
  expect(ref).toHaveBeenCalledExactlyOnceWith(element)
  expect(element).toHaveClass('own')
  expect(element).toHaveStyle({ margin: '3px' })
  expect(element).toHaveAttribute('data-host', 'page')
})

test('a button calls the handler of the app first, which may keep it from acting', () => {
  const onClick = vi.fn((event: { preventDefault: () => void }) => event.preventDefault())
  render(
    <LogTable.Root logs={rows.slice(0, 2)}>
      <LogTable.OrderButton onClick={onClick} />
      <LogTable.FindButton />
      <LogTable.Find />
    </LogTable.Root>,
  )
  fireEvent.click(button('Newest first'))
  expect(onClick).toHaveBeenCalledOnce()
  expect(button('Newest first')).toBeVisible()
  fireEvent.click(button('Find in loaded logs'))
  expect(screen.getByRole('search')).toBeVisible()
})

describe('the search', () => {
  const find = () => fireEvent.keyDown(grid(), { key: 'f', ctrlKey: true })

  test("without its part, it is the browser's", () => {
    const { rerender } = render(
      <LogTable.Root logs={rows}>
        <LogTable.Grid />
      </LogTable.Root>,
    )
    // `true`: no handler prevented the browser's own search.
    expect(find()).toBe(true)
    rerender(
      <LogTable.Root logs={rows}>
        <LogTable.Grid />
        <LogTable.Find />
      </LogTable.Root>,
    )
    expect(find()).toBe(false)
    expect(screen.getByRole('search')).toBeVisible()
  })

  test('may have a field of the app, with the same keys', () => {
    function Field() {
      const { text, search } = useLogTable().find
      return <input aria-label="Mine" value={text} onChange={(event) => search(event.currentTarget.value)} />
    }
    render(
      <LogTable.Root logs={rows}>
        <LogTable.Grid />
        <LogTable.Find>
          <Field />
        </LogTable.Find>
      </LogTable.Root>,
    )
    expect(named('input', 'Mine')).toBeUndefined()
    find()
    fireEvent.change(named('input', 'Mine')!, { target: { value: 'sent' } })
    expect(named('input', 'Mine')).toHaveValue('sent')
    fireEvent.keyDown(named('input', 'Mine')!, { key: 'Escape' })
    expect(named('input', 'Mine')).toBeUndefined()
    expect(grid()).toContainElement(document.activeElement as HTMLElement)
  })
})

describe('useLogTable', () => {
  let table: UseLogTableReturnType
  function Probe() {
    const now = useLogTable()
    // Read by the tests, after rendering.
    table = now
    return null
  }
  const renderTable = (props: ComponentProps<typeof LogTable.Root> = { logs: rows }) =>
    render(
      <StrictMode>
        <LogTable.Root {...props}>
          <LogTable.Grid />
          <Probe />
        </LogTable.Root>
      </StrictMode>,
    )

  test('reads and changes what the table shows', () => {
    const onViewChange = vi.fn()
    renderTable({ logs: rows, onViewChange })
    expect(table).toMatchObject({ state: 'success', loadedCount: 60, isComplete: true, isBusy: false })
    expect([table.rows.length, table.rows.at(0)?.blockNumber]).toEqual([60, rows[0]!.blockNumber])
    expect(table.view.sort).toEqual({ column: 'block', direction: 'desc' })
    expect([table.rows.at(60), table.rows.at(-1)]).toEqual([undefined, rows.at(-1)])
    act(() => table.setView({ sort: { column: 'block', direction: 'asc' } }))
    expect(table.rows.at(0)?.blockNumber).toBe(rows.at(-1)!.blockNumber)
    expect([table.rows.at(60), table.rows.at(-1)]).toEqual([undefined, rows[0]])
    act(() => table.setView({ filters: [{ mode: 'only', field: 'address', values: [rows[0]!.address] }] }))
    expect([table.rows.length, table.loadedCount]).toEqual([30, 60])
    expect(onViewChange).toHaveBeenCalledTimes(2)
    const block = table.columns.find(({ id }) => id === 'block')
    expect(block).toEqual({ id: 'block', name: 'Block', isVisible: true })
    act(() => table.setView({ columns: [{ id: 'event' }] }))
    expect(table.columns.filter(({ isVisible }) => isVisible).map(({ id }) => id)).toEqual(['event'])
    act(() => table.resetView())
    expect(table.rows.length).toBe(60)
    act(() => {
      table.setView({ density: 'compact' })
      table.setView({ time: 'age' })
    })
    expect(table.view).toMatchObject({ density: 'compact', time: 'age' })
    expect(onViewChange).toHaveBeenLastCalledWith({ density: 'compact', time: 'age' })
  })

  test('has the marked logs, and copies them', async () => {
    const writeText = vi.fn(() => Promise.resolve())
    vi.stubGlobal('navigator', { clipboard: { writeText } })
    renderTable()
    focus(cell(1, 'block'))
    press(' ')
    expect([table.selection.count, table.selection.getLogs()]).toEqual([1, [rows[1]]])
    await act(async () => table.selection.copy('json'))
    expect(writeText).toHaveBeenCalledExactlyOnceWith(expect.stringContaining(rows[1]!.transactionHash))
    act(() => table.selection.clear())
    expect(table.selection.count).toBe(0)
  })

  test('says why there are no rows', () => {
    const { rerender } = renderTable({ logs: [] })
    expect(table.state).toBe('empty')
    rerender(
      <LogTable.Root error={error}>
        <Probe />
        <LogTable.Placeholder>Mine</LogTable.Placeholder>
      </LogTable.Root>,
    )
    expect(table.state).toBe('error')
    expect(screen.getByText('Mine')).toBeVisible()
  })

  test('screen readers hear the text of the app where there are no rows, and no other', () => {
    const show = (props: ComponentProps<typeof LogTable.Root>) => (
      <LogTable.Root {...props}>
        <LogTable.Grid />
        <LogTable.Placeholder>Mine</LogTable.Placeholder>
      </LogTable.Root>
    )
    const { rerender } = render(show({ status: 'loading' }))
    const regions = [...document.querySelectorAll('output, [role="status"]')]
    const said = () => regions.map((region) => region.isConnected && region.textContent).filter(Boolean)
    expect(said()).toEqual(['Reading logs…'])
    rerender(show({ logs: [] }))
    expect(said()).toEqual(['Mine'])
    rerender(show({ logs: rows }))
    expect(said()).toEqual(['60 logs'])
  })

  test('outside of a root throws', () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    expect(() => renderHook(() => useLogTable())).toThrow(MissingProviderError)
  })
})
