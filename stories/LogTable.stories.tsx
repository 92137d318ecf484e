import type { Meta, StoryObj } from '@storybook/react-vite'
import { useState } from 'react'
import { expect, fn, userEvent, within } from 'storybook/test'
import type { Hash } from 'viem'
import { LogTable } from '../src/components/LogTable/LogTable.tsx'
import { NodeError, UnreadBlocksError } from '../src/errors/NodeError.ts'
import type { BlockInterval } from '../src/logs/Coverage.ts'
import { createLogList } from '../src/logs/list/LogList.ts'
import { logId } from '../src/logs/order.ts'
import { hostileLogs } from './support/hostileLogs.ts'
import { labels, pool, seededLogs } from './support/seededLogs.ts'

const logs = seededLogs(120)
const withoutTimes = logs.toArray().map((log) => ({ ...log, blockTimestamp: undefined }))
const error = new NodeError('rpc.example.org answers too slowly for this range.', {
  kind: 'timeout',
  method: 'eth_getLogs',
  endpoint: 'rpc.example.org',
  advice: 'Narrow the range, or add an endpoint.',
  details: 'query timeout exceeded',
})
const unread = (range: BlockInterval) => ({ range, error: new UnreadBlocksError(range, error) })

const meta = {
  title: 'Components/LogTable',
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
    progress: { fraction: 0.0042 },
    coverage: {
      verified: [{ from: 18_400_000n, to: 18_400_001n }],
      trimmed: [],
      pending: [{ from: 18_000_000n, to: 18_399_999n }],
      failed: [],
    },
  },
}

/** No logs, often because of a wrong address: a click checks whether there is a contract. */
export const EmptyWithoutContract: Story = {
  args: {
    logs: [],
    codeCheck: { address: pool, status: 'success', hasCode: false, onCheck: fn() },
  },
}

export const EmptyWithCodeCheck: Story = {
  args: { logs: [], codeCheck: { address: pool, status: 'idle', onCheck: fn() } },
  play: async ({ canvas, args }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Check for a contract' }))
    await expect(args.codeCheck!.onCheck).toHaveBeenCalledOnce()
  },
}

/** There are logs of the event, but the ABI fits none of them. */
export const OnlyMisfits: Story = { args: { logs: createLogList([], 12) } }

export const Empty: Story = {
  args: {
    logs: [],
    coverage: { verified: [{ from: 18_000_000n, to: 18_400_000n }], trimmed: [], pending: [], failed: [] },
  },
}

export const Incomplete: Story = {
  args: {
    logs: [],
    coverage: {
      verified: [{ from: 18_000_000n, to: 18_099_999n }],
      trimmed: [],
      pending: [],
      failed: [unread({ from: 18_100_000n, to: 18_400_000n })],
    },
  },
}

export const Partial: Story = {
  args: {
    coverage: {
      verified: [{ from: 18_300_000n, to: 18_400_000n }],
      trimmed: [],
      pending: [],
      failed: [
        unread({ from: 18_000_000n, to: 18_099_999n }),
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

/** Logs removed by a reorganization. */
export const Removed: Story = {
  args: {
    logs: logs.toArray().map((log, index) => (index % 3 === 1 ? { ...log, removed: true } : log)),
    removed: new Set([logId(logs.at(2)!)]),
  },
}

/** Gaps are shown between the rows where they belong: failed, pending, not requested. */
export const GapsInPlace: Story = {
  args: {
    logs: logs.toArray().filter(({ blockNumber }) => blockNumber % 10n !== 7n),
    coverage: {
      verified: [
        { from: 18_400_024n, to: 18_400_026n },
        { from: 18_400_028n, to: 18_400_031n },
      ],
      trimmed: [],
      pending: [{ from: 18_000_000n, to: 18_400_009n }],
      failed: [
        unread({ from: 18_400_027n, to: 18_400_027n }),
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
    await userEvent.click(within(canvasElement).getByRole('button', { name: 'Show in table' }))
  },
}

/** Requests the times of visible rows only, and shows them as ages. */
export const Ages: Story = {
  args: { defaultView: { time: 'age' } },
  render: function Ages(args) {
    const [timestamps, setTimestamps] = useState<ReadonlyMap<Hash, bigint>>(new Map())
    return (
      <LogTable
        {...args}
        logs={withoutTimes}
        timestamps={timestamps}
        onTimesNeeded={(blocks) =>
          setTimestamps(
            new Map([
              ...timestamps,
              ...blocks.map((block) => [block, 1_700_000_000n + (BigInt(block) % 1_000n)] as const),
            ]),
          )
        }
      />
    )
  },
  play: async ({ canvasElement }) => {
    await expect(
      within(canvasElement).findAllByText(/^\d+ (yrs|mths|days|hr|min|sec)$/),
    ).resolves.not.toHaveLength(0)
  },
}

export const RightToLeft: Story = {
  args: { selected: logs.at(2) },
  render: (args) => (
    <div dir="rtl">
      <LogTable {...args} />
    </div>
  ),
  play: async ({ canvasElement }) => {
    const [mark, event] = canvasElement.querySelectorAll(
      '[data-state="selected"] > :is(.topic0-log-table-mark, [data-column="event"])',
    )
    await expect(getComputedStyle(mark!).borderRightWidth).toBe('3px')
    // Aligned right, cut at the end.
    const text = event!.firstElementChild!
    const box = text.getBoundingClientRect()
    const room =
      event!.getBoundingClientRect().right - Number.parseFloat(getComputedStyle(event!).paddingRight)
    await expect(box.right).toBeCloseTo(room, 0)
    await expect(text.firstElementChild!.getBoundingClientRect().left).toBeCloseTo(box.left, 0)
  },
}

export const Hostile: Story = {
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

export const Narrow: Story = { parameters: { width: 360 } }

export const InShadowRoot: Story = {
  parameters: { shadowRoot: true },
  play: async ({ canvasElement }) => {
    const root = canvasElement.querySelector('.story > div')!.shadowRoot!
    const cell = root.querySelector<HTMLElement>('[role="gridcell"]')!
    cell.focus()
    await userEvent.keyboard('{ArrowDown}')
    await expect(root.activeElement?.parentElement).toHaveAttribute('aria-rowindex', '3')
  },
}
