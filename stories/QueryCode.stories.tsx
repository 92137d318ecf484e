import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, userEvent, within } from 'storybook/test'
import { parseAbiItem } from 'viem'
import { QueryCode } from '../src/components/QueryCode/QueryCode.tsx'
import { pool, token } from './support/seededLogs.ts'
import { ShadowRoot } from './support/ShadowRoot.tsx'

const transfer = parseAbiItem('event Transfer(address indexed from, address indexed to, uint256 value)')

const meta = {
  component: QueryCode,
  args: {
    query: { address: token, events: [transfer], args: { to: [pool, token] }, fromBlock: 18_000_000n },
    page: 'https://example.org/logs',
    state: { network: '3721' },
    onOpen: fn(),
  },
  parameters: { width: 480 },
} satisfies Meta<typeof QueryCode>

export default meta
type Story = StoryObj<typeof meta>

export const Link: Story = {}

export const Hook: Story = {
  args: {
    query: {
      address: token,
      events: [transfer],
      args: { to: pool },
      where: [{ arg: 2, is: 'atLeast', values: [1_000_000n] }],
      fromBlock: 18_000_000n,
    },
  },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await userEvent.click(canvas.getByLabelText('useLogs'))
    await expect(canvas.getByText(/const logs = useLogs/)).toBeVisible()
  },
}

export const Request: Story = {
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await userEvent.click(canvas.getByLabelText('JSON-RPC'))
    await expect(canvas.getByText(/"method": "eth_getLogs"/)).toBeVisible()
  },
}

export const Cast: Story = {
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await userEvent.click(canvas.getByLabelText('cast'))
    await expect(canvas.getByText(/^cast logs --from-block 18000000/)).toBeVisible()
  },
}

/** Links and requests are read back; what is wrong with them is said. */
export const PastedBack: Story = {
  play: async ({ canvasElement, args }) => {
    const canvas = within(canvasElement)
    const field = canvas.getByLabelText('Open another query')
    await userEvent.click(field)
    await userEvent.paste('https://example.org/logs#from=7&v=1')
    await expect(args.onOpen).toHaveBeenCalledWith({ fromBlock: 7n })
    await expect(field).toHaveValue('')
    await userEvent.paste('{"fromBlock": 100}')
    await expect(field).toHaveAccessibleDescription(
      'fromBlock: A block number in hex (0x…) or a tag expected.',
    )
  },
}

export const Narrow: Story = { parameters: { width: 360 } }

export const InShadowRoot: Story = {
  render: (args) => (
    <ShadowRoot>
      <QueryCode {...args} />
    </ShadowRoot>
  ),
}
