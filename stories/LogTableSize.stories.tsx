import type { Meta, StoryObj } from '@storybook/react-vite'
import { useState } from 'react'
import { expect, fn, userEvent, waitFor, within } from 'storybook/test'
import { LogTable } from '../src/components/LogTable/LogTable.tsx'
import type { LogTableProps } from '../src/components/LogTable/model/LogTableProps.ts'
import { labels, seededLogs } from './support/seededLogs.ts'

const huge = seededLogs(100_000)
const million = seededLogs(1_000_000)
const thousand = seededLogs(1_000)

const meta = {
  title: 'Components/LogTable',
  component: LogTable,
  args: {
    logs: seededLogs(120),
    labels,
    explorerUrl: 'https://etherscan.io',
    onSelect: fn(),
    onFilter: fn(),
  },
} satisfies Meta<typeof LogTable>

export default meta
type Story = StoryObj<typeof meta>

/** A table with a button that adds twelve logs at the top. */
function Arrivals({
  logs,
  ...props
}: Omit<LogTableProps, 'logs'> & { logs: (from: number) => LogTableProps['logs'] }) {
  const [from, setFrom] = useState(500)
  return (
    <div className="example">
      <LogTable {...props} logs={logs(from)} />
      <button type="button" onClick={() => setFrom(from - 12)}>
        Twelve more
      </button>
    </div>
  )
}

/** Scrolls a table of {@link Arrivals}. `before` is the row at its top then, at `place`; `shown()` is the row there now. */
async function readRow(canvasElement: HTMLElement, scrollTop: number) {
  const canvas = within(canvasElement)
  const grid = canvas.getByRole('grid')
  const scroll = () => {
    grid.scrollTop = scrollTop
    grid.dispatchEvent(new Event('scroll'))
  }
  scroll()
  const { left, top } = grid.getBoundingClientRect()
  const shown = () => document.elementFromPoint(left + 100, top + 60)?.closest<HTMLElement>('[role="row"]')
  await waitFor(() => expect(shown()).toBeTruthy())
  const before = shown()!
  const place = before.getBoundingClientRect().top
  const more = () => userEvent.click(canvas.getByRole('button', { name: 'Twelve more' }))
  return { canvas, grid, scroll, shown, before, place, more }
}

/** 100,000 rows: arrow keys, Page, Home and End reach all of them, and focus survives scrolling. */
export const Huge: Story = {
  // Not a story argument: Storybook would serialize all 100,000.
  args: { style: { height: '40rem' } },
  render: (args) => <LogTable {...args} logs={huge} />,
  play: async ({ canvasElement, args }) => {
    const canvas = within(canvasElement)
    const grid = canvas.getByRole('grid')
    await userEvent.click(canvas.getAllByRole('gridcell')[3]!)
    await userEvent.keyboard('{Control>}{End}{/Control}')
    const last = document.activeElement
    await expect(last?.parentElement).toHaveAttribute('aria-rowindex', '100001')
    grid.scrollTop = 0
    await expect(canvas.findAllByText('18,424,999')).resolves.toHaveLength(4)
    await expect(document.activeElement).toBe(last)
    await userEvent.keyboard('{Control>}{Home}{/Control}{ArrowDown}{ArrowRight}{Enter}')
    await expect(args.onSelect).toHaveBeenLastCalledWith(huge.at(1))
  },
}

/** A million rows are taller than browsers allow, so scrolling is scaled. */
export const Million: Story = {
  args: { style: { height: '40rem' } },
  render: (args) => <LogTable {...args} logs={million} />,
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    canvas.getByRole('grid').scrollTop = 1e9
    await expect(canvas.findAllByText('18,400,000')).resolves.toHaveLength(4)
  },
}

/** New logs do not move the rows being read. They are counted, and a click shows them. */
export const LiveArrivals: Story = {
  render: (args) => <Arrivals {...args} logs={(from) => thousand.slice(from)} />,
  play: async ({ canvasElement }) => {
    const { canvas, grid, scroll, shown, before, place, more } = await readRow(canvasElement, 2_000)
    await more()
    await expect(shown()).toBe(before)
    await expect(before.getBoundingClientRect().top).toBe(place)
    await more()
    await expect(before.getBoundingClientRect().top).toBe(place)
    await userEvent.click(canvas.getByRole('button', { name: '24 new logs' }))
    await expect(grid.scrollTop).toBe(0)
    await expect(canvas.queryByRole('button', { name: /new log/ })).toBeNull()
    // At the top, new logs appear at once.
    await more()
    await expect(canvas.queryByRole('button', { name: /new log/ })).toBeNull()
    scroll()
    await more()
  },
}

/** The newest thousand: each new log displaces the oldest. */
export const LiveNewest: Story = {
  args: { style: { height: '40rem' } },
  render: (args) => <Arrivals {...args} logs={(from) => million.slice(from, from + 1_000)} />,
  play: async ({ canvasElement }) => {
    const { canvas, grid, before, place, more } = await readRow(canvasElement, 2_000)
    await more()
    await more()
    await expect(before.getBoundingClientRect().top).toBeCloseTo(place, 1)
    await expect(canvas.getByRole('button', { name: '24 new logs' })).toBeVisible()
    await userEvent.click(canvas.getByRole('button', { name: '24 new logs' }))
    await expect(grid.scrollTop).toBe(0)
    await expect(canvas.queryByRole('button', { name: /new log/ })).toBeNull()
  },
}

/** The same with a million rows and scaled scrolling. */
export const LiveAmongMillion: Story = {
  args: { style: { height: '40rem' } },
  render: (args) => <Arrivals {...args} logs={(from) => million.slice(from)} />,
  play: async ({ canvasElement }) => {
    const { canvas, shown, before, place, more } = await readRow(canvasElement, 5_000_000)
    await more()
    await expect(shown()).toBe(before)
    await expect(before.getBoundingClientRect().top).toBeCloseTo(place, 1)
    await waitFor(() => expect(canvas.getByRole('button', { name: '12 new logs' })).toBeVisible())
  },
}
