import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, userEvent, waitFor, within } from 'storybook/test'
import { LogGroups } from '../src/components/LogGroups/LogGroups.tsx'
import { NodeError } from '../src/errors/NodeError.ts'
import { packLogs } from '../src/logs/columns/packLogs.ts'
import { createDecoder } from '../src/logs/decode/createDecoder.ts'
import { wellKnownEvents } from '../src/logs/decode/wellKnownEvents.ts'
import { createMultichainList } from '../src/logs/list/createMultichainList.ts'
import { createPackedLogList } from '../src/logs/list/createPackedLogList.ts'
import { hostileLogs } from './support/hostileLogs.ts'
import { readsForward } from './support/readsForward.ts'
import { labels, seededLogs, token } from './support/seededLogs.ts'

const error = new NodeError('rpc.example.org answers too slowly for this range.', {
  kind: 'timeout',
  method: 'eth_getLogs',
  endpoint: 'rpc.example.org',
  advice: 'Narrow the range, or add an endpoint.',
  details: 'query timeout exceeded',
})

const meta = {
  title: 'Components/LogGroups',
  component: LogGroups,
  args: {
    logs: seededLogs(400),
    labels,
    explorerUrl: 'https://etherscan.io',
    limit: 8,
    onFilter: fn(),
    onRetry: fn(),
  },
  parameters: { width: 760 },
} satisfies Meta<typeof LogGroups>

export default meta
type Story = StoryObj<typeof meta>

export const Default: Story = {
  play: async ({ canvasElement, args }) => {
    const button = within(canvasElement).getByRole('button', { name: 'New query: only this: USD Coin' })
    button.focus()
    await userEvent.keyboard('{Enter}')
    await expect(args.onFilter).toHaveBeenCalledWith(
      expect.objectContaining({ mode: 'only', target: { field: 'address' }, values: [token] }),
    )
  },
}

export const NamesLookedUp: Story = {
  args: { labels: {}, resolveLabel: async (address) => `${address.slice(2, 6)}.eth` },
  play: async ({ canvas }) => {
    await expect((await canvas.findAllByText(/^[0-9a-f]{4}\.eth$/)).length).toBeGreaterThan(1)
  },
}

export const ByEvent: Story = {
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await userEvent.selectOptions(canvas.getByRole('combobox', { name: 'Group by' }), 'Event')
    await expect(canvas.getByRole('rowheader', { name: 'Transfer(address,address,uint256)' })).toBeVisible()
  },
}

/** Grouped by one argument, with the sum of another. */
export const SumByArgument: Story = {
  play: async ({ canvasElement, args }) => {
    const canvas = within(canvasElement)
    await userEvent.selectOptions(canvas.getByRole('combobox', { name: 'Group by' }), 'Transfer: to')
    await userEvent.selectOptions(canvas.getByRole('combobox', { name: 'Sum' }), 'Transfer: value')
    const head = canvas.getByRole('columnheader', { name: 'Sum of Transfer: value' })
    await expect(head).toHaveAttribute('aria-sort', 'descending')
    await userEvent.click(canvas.getByRole('button', { name: 'Logs' }))
    await expect(head).toHaveAttribute('aria-sort', 'none')
    await userEvent.click(canvas.getByRole('button', { name: 'New query: only this: Pool USDC/WETH' }))
    await expect(args.onFilter).toHaveBeenCalledWith(
      expect.objectContaining({ target: { field: 'topic', position: 2, name: 'to' } }),
    )
  },
}

/** Filtered logs are not counted; more groups are a click away. */
export const FilteredAndMore: Story = {
  args: {
    filters: [{ field: 'address', mode: 'not', values: [token] }],
    defaultView: { by: 'event' },
    limit: 1,
    onViewChange: fn(),
  },
  play: async ({ canvas, args }) => {
    const of = (logs: NonNullable<typeof args.logs>) => [...logs].filter(({ address }) => address !== token)
    const kept = of(args.logs!)
    const counts = () =>
      canvas
        .getAllByRole('row')
        .slice(1)
        .map((row) => Number(within(row).getAllByRole('cell')[0]!.textContent!.split(' ')[0]))
    await expect(counts()).toHaveLength(2)
    await expect(counts()[0]! + counts()[1]!).toBe(kept.length)
    await expect(kept.length).toBeLessThan(args.logs!.length)
    await userEvent.click(canvas.getByRole('button', { name: 'Show more' }))
    // Hundreds of rows could follow: they are rendered in a transition.
    await waitFor(() => expect(counts().length).toBeGreaterThan(2))
    await expect(counts().reduce((a, b) => a + b)).toBe(kept.length)
    await userEvent.selectOptions(canvas.getByRole('combobox', { name: 'Group by' }), 'Contract')
    await expect(args.onViewChange).toHaveBeenCalledWith(expect.objectContaining({ by: 'contract' }))
    await expect(canvas.queryByRole('rowheader', { name: 'USD Coin' })).toBeNull()
  },
}

const chains = [
  { chainId: 10, name: 'OP Mainnet', explorerUrl: 'https://optimistic.etherscan.io' },
  { chainId: 1, name: 'Ethereum', explorerUrl: 'https://etherscan.io' },
]

/** One address on two networks is two contracts. */
export const Networks: Story = {
  args: {
    logs: createMultichainList(
      chains.map(({ chainId }) => ({ chainId, list: seededLogs(200, chainId) })),
      'desc',
    ),
    chains,
    explorerUrl: undefined,
  },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('columnheader', { name: 'Network' })).toBeVisible()
    await expect(canvas.getByRole('rowheader', { name: 'USD Coin, Ethereum' })).toBeVisible()
    await expect(canvas.getByRole('rowheader', { name: 'USD Coin, OP Mainnet' })).toBeVisible()
  },
}

export const NetworksNarrow: Story = { args: Networks.args, parameters: { width: 360 } }

export const Loading: Story = { args: { logs: undefined } }

export const Idle: Story = { args: { logs: undefined, status: 'idle' } }

export const Empty: Story = { args: { logs: [] } }

export const Failed: Story = {
  args: { logs: [], error },
  play: async ({ canvasElement, args }) => {
    await userEvent.click(within(canvasElement).getByRole('button', { name: 'Try again' }))
    await expect(args.onRetry).toHaveBeenCalled()
  },
}

/** Hostile names and values. */
export const Hostile: Story = {
  args: {
    // One event each.
    logs: hostileLogs.map((log, index) => ({
      ...log,
      topics: [`0x${(index + 1).toString(16).padStart(64, '0')}` as const],
    })),
  },
  play: async ({ canvasElement }) => {
    const by = within(canvasElement).getByRole<HTMLSelectElement>('combobox', { name: 'Group by' })
    await expect([...by.options].map(({ text }) => text)).toContain('__proto__: __proto__')
    await userEvent.selectOptions(by, 'Markup: html')
    await expect(canvasElement.querySelector('img')).toBeNull()
  },
}

const some = packLogs(seededLogs(10_000).toArray().toReversed())
const million = createPackedLogList({
  segments: [
    { segment: some, rows: Uint32Array.from({ length: 1_000_000 }, (_, at) => Math.floor(at / 100)) },
  ],
  decoder: createDecoder(wellKnownEvents()),
})

/** A million packed logs, processed in slices. */
export const Million: Story = {
  // Not a story argument: Storybook would serialize all of them.
  render: (args) => <LogGroups {...args} logs={million} />,
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await waitFor(() => expect(canvasElement.querySelector('section')).toHaveAttribute('data-state', 'ready'))
    await expect(canvas.getByRole('rowheader', { name: /USD Coin/ })).toBeVisible()
  },
}

export const Dark: Story = { ...SumByArgument, globals: { theme: 'dark' } }

export const Narrow: Story = { ...SumByArgument, parameters: { width: 360 } }

/** Left-to-right text and numbers keep their order. */
export const RightToLeft: Story = {
  args: { limit: 1 },
  play: async ({ canvas }) => {
    await expect(readsForward(await canvas.findByText(/^\d+ others?$/))).toBe(true)
  },
  decorators: [
    (Story) => (
      <div dir="rtl">
        <Story />
      </div>
    ),
  ],
}

export const InShadowRoot: Story = { parameters: { shadowRoot: true } }
