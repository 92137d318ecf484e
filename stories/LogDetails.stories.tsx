import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, userEvent, within } from 'storybook/test'
import { LogDetails } from '../src/components/LogDetails/LogDetails.tsx'
import type { LogRow } from '../src/logs/Log.ts'
import { hostileLogs } from './support/hostileLogs.ts'
import { labels, seededLogs } from './support/seededLogs.ts'
import { ShadowRoot } from './support/ShadowRoot.tsx'

const logs = seededLogs(60).toArray()
const transfer = logs.find((log) => log.decoded?.name === 'Transfer')!
const swap = logs.find((log) => log.decoded?.name === 'Swap')!
const unknown = logs.find((log) => !log.decoded)!

const nested: LogRow = {
  ...transfer,
  decoded: {
    name: 'OrderFilled',
    signature: 'OrderFilled(string,(address,uint256[],(bool,bytes32)),string[],bytes)',
    source: 'given',
    args: [
      {
        name: 'note',
        type: 'string',
        value: '0x9c22ff5f21f0b81b113e63f7db6da94fedef11b2119b4088b89664fb9a3cb658',
        indexed: true,
        hashed: true,
      },
      {
        name: 'order',
        type: '(address,uint256[],(bool,bytes32))',
        indexed: false,
        hashed: false,
        value: {
          fields: [
            { name: 'maker', type: 'address', value: transfer.address },
            { name: 'amounts', type: 'uint256[]', value: [1n, 20_000_000_000n, 3n] },
            {
              name: 'terms',
              type: '(bool,bytes32)',
              value: {
                fields: [
                  { name: 'partial', type: 'bool', value: true },
                  { name: 'salt', type: 'bytes32', value: transfer.blockHash },
                ],
              },
            },
          ],
        },
      },
      { name: 'tags', type: 'string[]', value: ['spot', '', 'maker'], indexed: false, hashed: false },
      { name: '', type: 'bytes', value: '0x', indexed: false, hashed: false },
    ],
  },
}

const meta = {
  component: LogDetails,
  args: { log: transfer, labels, explorerUrl: 'https://etherscan.io', onClose: fn() },
  parameters: { width: 620 },
} satisfies Meta<typeof LogDetails>

export default meta
type Story = StoryObj<typeof meta>

export const Default: Story = {
  play: async ({ canvasElement, args }) => {
    await userEvent.click(within(canvasElement).getByRole('button', { name: 'Close' }))
    await expect(args.onClose).toHaveBeenCalled()
  },
}

export const KnownEvent: Story = { args: { log: swap } }

export const Nested: Story = { args: { log: nested } }

export const NotDecoded: Story = { args: { log: unknown } }

export const Removed: Story = { args: { log: { ...transfer, removed: true } } }

export const Anonymous: Story = { args: { log: { ...unknown, topics: [], data: '0x' } } }

export const HostileName: Story = { args: { log: hostileLogs[0]! } }

export const HostileLength: Story = { args: { log: hostileLogs.at(-1)! } }

export const HugeData: Story = {
  args: { log: { ...unknown, data: `0x${'0123456789abcdef'.repeat(60_000)}` } },
}

export const Json: Story = {
  play: async ({ canvasElement }) => {
    await userEvent.click(within(canvasElement).getByText('JSON', { selector: 'summary' }))
    await expect(within(canvasElement).getByRole('region', { name: 'JSON' })).toBeVisible()
  },
}

export const Narrow: Story = { args: { log: nested }, parameters: { width: 360 } }

export const InShadowRoot: Story = {
  render: (args) => (
    <ShadowRoot>
      <LogDetails {...args} />
    </ShadowRoot>
  ),
}
