import type { Meta, StoryObj } from '@storybook/react-vite'
import { useState } from 'react'
import { expect, fn, userEvent, waitFor, within } from 'storybook/test'
import { LogTable } from '../src/components/LogTable/LogTable.tsx'
import { labels, seededLogs } from './support/seededLogs.ts'

const huge = seededLogs(100_000)
const million = seededLogs(1_000_000)

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
  render: function LiveArrivals(args) {
    const all = seededLogs(1_000)
    const [from, setFrom] = useState(500)
    return (
      <div className="example">
        <LogTable {...args} logs={all.slice(from)} />
        <button type="button" onClick={() => setFrom(from - 12)}>
          Twelve more
        </button>
      </div>
    )
  },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    const grid = canvas.getByRole('grid')
    const more = canvas.getByRole('button', { name: 'Twelve more' })
    grid.scrollTop = 2_000
    grid.dispatchEvent(new Event('scroll'))
    const top = grid.getBoundingClientRect().top + 60
    const shown = () =>
      document
        .elementFromPoint(grid.getBoundingClientRect().left + 100, top)
        ?.closest<HTMLElement>('[role="row"]')
    await waitFor(() => expect(shown()).toBeTruthy())
    const before = shown()!
    const place = before.getBoundingClientRect().top
    await userEvent.click(more)
    await expect(shown()).toBe(before)
    await expect(before.getBoundingClientRect().top).toBe(place)
    await userEvent.click(more)
    await expect(before.getBoundingClientRect().top).toBe(place)
    await userEvent.click(canvas.getByRole('button', { name: '24 new logs' }))
    await expect(grid.scrollTop).toBe(0)
    await expect(canvas.queryByRole('button', { name: /new log/ })).toBeNull()
    // At the top, new logs appear at once.
    await userEvent.click(more)
    await expect(canvas.queryByRole('button', { name: /new log/ })).toBeNull()
    grid.scrollTop = 2_000
    grid.dispatchEvent(new Event('scroll'))
    await userEvent.click(more)
  },
}

/** The newest thousand: each new log displaces the oldest. */
export const LiveNewest: Story = {
  args: { style: { height: '40rem' } },
  render: function LiveNewest(args) {
    const [from, setFrom] = useState(500)
    return (
      <div className="example">
        <LogTable {...args} logs={million.slice(from, from + 1_000)} />
        <button type="button" onClick={() => setFrom(from - 12)}>
          Twelve more
        </button>
      </div>
    )
  },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    const grid = canvas.getByRole('grid')
    grid.scrollTop = 2_000
    grid.dispatchEvent(new Event('scroll'))
    const { left, top } = grid.getBoundingClientRect()
    const shown = () => document.elementFromPoint(left + 100, top + 60)?.closest<HTMLElement>('[role="row"]')
    await waitFor(() => expect(shown()).toBeTruthy())
    const before = shown()!
    const place = before.getBoundingClientRect().top
    await userEvent.click(canvas.getByRole('button', { name: 'Twelve more' }))
    await userEvent.click(canvas.getByRole('button', { name: 'Twelve more' }))
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
  render: function LiveAmongMillion(args) {
    const [from, setFrom] = useState(500)
    return (
      <div className="example">
        <LogTable {...args} logs={million.slice(from)} />
        <button type="button" onClick={() => setFrom(from - 12)}>
          Twelve more
        </button>
      </div>
    )
  },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    const grid = canvas.getByRole('grid')
    grid.scrollTop = 5_000_000
    grid.dispatchEvent(new Event('scroll'))
    const { left, top } = grid.getBoundingClientRect()
    const shown = () => document.elementFromPoint(left + 100, top + 60)?.closest<HTMLElement>('[role="row"]')
    await waitFor(() => expect(shown()).toBeTruthy())
    const before = shown()!
    const place = before.getBoundingClientRect().top
    await userEvent.click(canvas.getByRole('button', { name: 'Twelve more' }))
    await expect(shown()).toBe(before)
    await expect(before.getBoundingClientRect().top).toBeCloseTo(place, 1)
    await waitFor(() => expect(canvas.getByRole('button', { name: '12 new logs' })).toBeVisible())
  },
}
