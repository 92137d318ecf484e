import type { Meta, StoryObj } from '@storybook/react-vite'
import { useState } from 'react'
import { expect, fn, userEvent, within } from 'storybook/test'
import { LogTable } from '../src/components/LogTable/LogTable.tsx'
import { NodeError } from '../src/errors.ts'
import { hostileLogs } from './support/hostileLogs.ts'
import { labels, seededLogs } from './support/seededLogs.ts'
import { ShadowRoot } from './support/ShadowRoot.tsx'

const logs = seededLogs(120)
const huge = seededLogs(100_000)
const million = seededLogs(1_000_000)
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

export const Removed: Story = {
  args: { logs: logs.toArray().map((log, index) => (index % 3 === 1 ? { ...log, removed: true } : log)) },
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
  args: { logs: logs.toArray().map((log) => ({ ...log, blockTimestamp: undefined })) },
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

/** What arrives above does not move what one reads. */
export const Growing: Story = {
  render: function Growing(args) {
    const all = seededLogs(1_000)
    const [from, setFrom] = useState(500)
    return (
      <>
        <button type="button" onClick={() => setFrom(from - 10)}>
          Ten more
        </button>
        <LogTable {...args} logs={all.slice(from)} />
      </>
    )
  },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    const grid = canvas.getByRole('grid')
    grid.scrollTop = 2_000
    grid.dispatchEvent(new Event('scroll'))
    await userEvent.click(canvas.getByRole('button', { name: 'Ten more' }))
    await expect(grid.scrollTop).toBe(2_380)
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
