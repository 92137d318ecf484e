import type { Meta, StoryObj } from '@storybook/react-vite'
import { useState } from 'react'
import { expect, fireEvent, fn, userEvent, waitFor, within } from 'storybook/test'
import { LogTable } from '../src/components/LogTable/LogTable.tsx'
import { NodeError } from '../src/errors.ts'
import { logId } from '../src/logs/order.ts'
import { hostileLogs } from './support/hostileLogs.ts'
import { labels, pool, seededLogs } from './support/seededLogs.ts'
import { ShadowRoot } from './support/ShadowRoot.tsx'

const logs = seededLogs(120)
const huge = seededLogs(100_000)
const million = seededLogs(1_000_000)
const withoutTimes = logs.toArray().map((log) => ({ ...log, blockTimestamp: undefined }))
const error = new NodeError('rpc.example.org answers too slowly for this range.', {
  kind: 'timeout',
  method: 'eth_getLogs',
  endpoint: 'rpc.example.org',
  advice: 'Narrow the range, or add an endpoint.',
  details: 'query timeout exceeded',
})

const meta = {
  component: LogTable,
  args: {
    logs,
    labels,
    explorerUrl: 'https://etherscan.io',
    onSelect: fn(),
    onRetry: fn(),
    onRetryRange: fn(),
    onFilter: fn(),
  },
} satisfies Meta<typeof LogTable>

export default meta
type Story = StoryObj<typeof meta>

export const Default: Story = {}

export const Compact: Story = { args: { density: 'compact' } }

export const Selected: Story = { args: { selected: logs.at(2) } }

export const Idle: Story = { args: { logs: [], status: 'idle' } }

export const Loading: Story = { args: { logs: [], status: 'loading' } }

export const LoadingWithRows: Story = {
  args: {
    logs: seededLogs(6),
    status: 'loading',
    coverage: {
      verified: [{ from: 18_400_000n, to: 18_400_001n }],
      pending: [{ from: 18_000_000n, to: 18_399_999n }],
      failed: [],
    },
  },
}

export const Empty: Story = {
  args: {
    logs: [],
    coverage: { verified: [{ from: 18_000_000n, to: 18_400_000n }], pending: [], failed: [] },
  },
}

export const NotKnown: Story = {
  args: {
    logs: [],
    coverage: {
      verified: [{ from: 18_000_000n, to: 18_099_999n }],
      pending: [],
      failed: [{ range: { from: 18_100_000n, to: 18_400_000n }, error }],
    },
  },
}

export const Partial: Story = {
  args: {
    coverage: {
      verified: [{ from: 18_300_000n, to: 18_400_000n }],
      pending: [],
      failed: [
        { range: { from: 18_000_000n, to: 18_099_999n }, error },
        {
          range: { from: 18_250_000n, to: 18_250_000n },
          error: new Error('This block holds too many logs.'),
        },
      ],
    },
  },
  play: async ({ canvasElement, args }) => {
    const [first] = within(canvasElement).getAllByRole('button', { name: /^Try again/ })
    await userEvent.click(first!)
    await expect(args.onRetryRange).toHaveBeenCalledWith({ from: 18_000_000n, to: 18_099_999n })
  },
}

export const Failed: Story = {
  args: { logs: [], status: 'error', error },
  play: async ({ canvasElement, args }) => {
    await userEvent.click(within(canvasElement).getByRole('button', { name: 'Try again' }))
    await expect(args.onRetry).toHaveBeenCalled()
  },
}

export const FailedWithRows: Story = { args: { status: 'error', error } }

/** Taken back by a reorganisation: some say so themselves, one is named. */
export const Removed: Story = {
  args: {
    logs: logs.toArray().map((log, index) => (index % 3 === 1 ? { ...log, removed: true } : log)),
    removed: new Set([logId(logs.at(2)!)]),
  },
}

/** What is not known stands between the rows where it would be: failed, still to be read, never asked for. */
export const GapsInPlace: Story = {
  args: {
    logs: logs.toArray().filter(({ blockNumber }) => blockNumber % 10n !== 7n),
    coverage: {
      verified: [
        { from: 18_400_024n, to: 18_400_026n },
        { from: 18_400_028n, to: 18_400_031n },
      ],
      pending: [{ from: 18_000_000n, to: 18_400_009n }],
      failed: [
        { range: { from: 18_400_027n, to: 18_400_027n }, error },
        {
          range: { from: 18_400_017n, to: 18_400_017n },
          error: new Error('This block holds too many logs.'),
        },
      ],
    },
  },
  play: async ({ canvasElement, args }) => {
    const gap = canvasElement.querySelector<HTMLElement>('.topic0-gap[data-state="failed"]')!
    await expect(gap).toHaveTextContent('Block 18,400,027 could not be read.')
    await userEvent.click(within(gap).getByRole('button'))
    await expect(args.onRetryRange).toHaveBeenCalledWith({ from: 18_400_027n, to: 18_400_027n })
    await userEvent.click(within(canvasElement).getByRole('button', { name: 'Show where' }))
  },
}

/** Rows are marked by their boxes, by Control or Shift with a click, or by Space; then they are copied. */
export const Selection: Story = {
  play: async ({ canvasElement }) => {
    const rows = () => [...canvasElement.querySelectorAll<HTMLElement>('[role="row"][data-index]')].slice(1)
    await userEvent.click(rows()[1]!.querySelector('[data-act="mark"]')!)
    await userEvent.keyboard('{Shift>}')
    await fireEvent.click(rows()[4]!.querySelector('[data-column="event"]')!, { shiftKey: true })
    await userEvent.keyboard('{/Shift}')
    await expect(within(canvasElement).getByText('4 selected')).toBeVisible()
    await userEvent.click(within(canvasElement).getByRole('button', { name: 'Copy' }))
    await expect(within(canvasElement).getByRole('menuitem', { name: 'As text' })).toHaveFocus()
  },
}

/** Chosen, put in order, pinned and made wider; raw topics and data beside what they mean. */
export const Columns: Story = {
  args: {
    defaultView: {
      columns: [
        { id: 'event', width: 380, pinned: true },
        { id: 'signature' },
        { id: 'block' },
        { id: 'topics', width: 420 },
        { id: 'data' },
        { id: 'transaction' },
      ],
    },
  },
}

export const ViewMenu: Story = {
  play: async ({ canvasElement }) => {
    await userEvent.click(within(canvasElement).getByRole('button', { name: 'View' }))
    await userEvent.click(within(canvasElement).getByRole('menuitemcheckbox', { name: 'Topics' }))
    await expect(within(canvasElement).getByRole('columnheader', { name: 'Topics' })).toBeVisible()
  },
}

/** A value becomes a filter: of the node's answer, or of what is loaded. */
export const ValueMenu: Story = {
  play: async ({ canvasElement, args }) => {
    const value = () => canvasElement.querySelector<HTMLElement>('[data-index="1"] [data-arg="1"]')!
    await fireEvent.contextMenu(value(), { clientX: 600, clientY: 150 })
    await userEvent.click(within(canvasElement).getByRole('menuitem', { name: 'Look for only this' }))
    await expect(args.onFilter).toHaveBeenCalledWith(
      expect.objectContaining({ mode: 'only', target: { field: 'topic', position: 2, name: 'to' } }),
    )
    await fireEvent.contextMenu(value(), { clientX: 600, clientY: 150 })
  },
}

/** Sorted and filtered in the browser, which is said. */
export const WithinWhatIsLoaded: Story = {
  args: {
    defaultView: {
      sort: { column: 'contract', direction: 'asc' },
      filters: [{ mode: 'not', field: 'address', values: [pool], label: 'Contract Pool USDC/WETH' }],
    },
  },
}

/** The times of what is in sight alone are asked for, and shown as ages. */
export const Ages: Story = {
  args: { defaultView: { time: 'age' } },
  render: function Ages(args) {
    const [timestamps, setTimestamps] = useState<ReadonlyMap<bigint, bigint>>(new Map())
    return (
      <LogTable
        {...args}
        logs={withoutTimes}
        timestamps={timestamps}
        onTimesNeeded={(blocks) =>
          setTimestamps(
            new Map([
              ...timestamps,
              ...blocks.map((block) => [block, 1_700_000_000n + block - 18_400_000n] as const),
            ]),
          )
        }
      />
    )
  },
  play: async ({ canvasElement }) => {
    await expect(within(canvasElement).findAllByText(/ago/)).resolves.not.toHaveLength(0)
  },
}

export const RightToLeft: Story = {
  args: { selected: logs.at(2) },
  render: (args) => (
    <div dir="rtl">
      <LogTable {...args} />
    </div>
  ),
}

export const HostileData: Story = {
  args: { logs: hostileLogs },
  play: async ({ canvasElement }) => {
    await expect(canvasElement.querySelector('img, a[href^="javascript:"]')).toBeNull()
    for (const hidden of ['\u200b', '\u202e', '\u0000'])
      await expect(canvasElement.textContent).not.toContain(hidden)
  },
}

export const WithoutTimes: Story = {
  args: { logs: withoutTimes },
}

/** 100,000 rows: arrows, Page, Home and End reach them all, and focus stays while one scrolls. */
export const Huge: Story = {
  // Not as an argument: Storybook writes those as JSON, all 100,000 of them.
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

/** A million rows are taller than a browser draws: scrolling changes its scale, and still reaches them all. */
export const Million: Story = {
  args: { style: { height: '40rem' } },
  render: (args) => <LogTable {...args} logs={million} />,
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    canvas.getByRole('grid').scrollTop = 1e9
    await expect(canvas.findAllByText('18,400,000')).resolves.toHaveLength(4)
  },
}

/** Logs that arrive do not move what one reads; they are counted, and one click leads to them. */
export const LiveArrivals: Story = {
  render: function LiveArrivals(args) {
    const all = seededLogs(1_000)
    const [from, setFrom] = useState(500)
    return (
      <>
        <LogTable {...args} logs={all.slice(from)} />
        <button type="button" onClick={() => setFrom(from - 12)}>
          Twelve more
        </button>
      </>
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
    // At the top, one sees them come.
    await userEvent.click(more)
    await expect(canvas.queryByRole('button', { name: /new log/ })).toBeNull()
    grid.scrollTop = 2_000
    grid.dispatchEvent(new Event('scroll'))
    await userEvent.click(more)
  },
}

/** The same among a million, where scrolling has changed its scale. */
export const LiveAmongMillion: Story = {
  args: { style: { height: '40rem' } },
  render: function LiveAmongMillion(args) {
    const [from, setFrom] = useState(500)
    return (
      <>
        <LogTable {...args} logs={million.slice(from)} />
        <button type="button" onClick={() => setFrom(from - 12)}>
          Twelve more
        </button>
      </>
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

export const Narrow: Story = { parameters: { width: 360 } }

export const InShadowRoot: Story = {
  render: (args) => (
    <ShadowRoot>
      <LogTable {...args} />
    </ShadowRoot>
  ),
  play: async ({ canvasElement }) => {
    const root = canvasElement.querySelector('.story > div')!.shadowRoot!
    const cell = root.querySelector<HTMLElement>('[role="gridcell"]')!
    cell.focus()
    await userEvent.keyboard('{ArrowDown}')
    await expect(root.activeElement?.parentElement).toHaveAttribute('aria-rowindex', '3')
  },
}
