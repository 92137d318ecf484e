import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, userEvent, within } from 'storybook/test'
import { parseAbiItem, type Address, type Hex } from 'viem'
import { QueryCode } from '../src/components/QueryCode/QueryCode.tsx'
import { pool, token } from './support/seededLogs.ts'

const transfer = parseAbiItem('event Transfer(address indexed from, address indexed to, uint256 value)')

const meta = {
  title: 'Components/QueryCode',
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

export const Default: Story = {}

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

/** Pasted links and requests are read; mistakes are reported. */
export const PastedRequest: Story = {
  play: async ({ canvasElement, args }) => {
    const canvas = within(canvasElement)
    const field = canvas.getByLabelText('Open another query')
    await userEvent.click(field)
    await userEvent.paste('https://example.org/logs#from=7&v=1')
    await expect(args.onOpen).toHaveBeenCalledWith({ fromBlock: 7n }, 'https://example.org/logs#from=7&v=1')
    await expect(field).toHaveValue('')
    await userEvent.paste('{"fromBlock": 100}')
    await expect(field).toHaveAccessibleDescription(
      'From block: Expected a block number in hex (0x…) or a tag.',
    )
  },
}

/** A query for every log. */
export const Empty: Story = { args: { query: {}, page: undefined, state: undefined } }

/** Hostile event names are shown as text; copied text is unchanged. */
export const Hostile: Story = {
  args: {
    query: {
      events: [
        {
          type: 'event',
          name: 'Approve\u202Egnihton',
          inputs: [{ name: '__proto__', type: 'address', indexed: true }],
        },
      ],
      args: [token],
    },
  },
  play: async ({ canvas, canvasElement }) => {
    await userEvent.click(canvas.getByLabelText('useLogs'))
    await expect(canvasElement.textContent).not.toContain('\u202E')
  },
}

/** More contracts than a command line accepts, and a very long link. */
export const Huge: Story = {
  args: {
    query: {
      address: Array.from(
        { length: 1_000 },
        (_, index): Address => `0x${(index + 1).toString(16).padStart(40, 'c0ffee')}`,
      ),
      topics: Array.from({ length: 4 }, () => [
        ...Array.from({ length: 20 }, (_, index): Hex => `0x${index.toString(16).padStart(64, '0')}`),
      ]),
    },
  },
}

export const Narrow: Story = { parameters: { width: 360 } }

export const InShadowRoot: Story = { parameters: { shadowRoot: true } }
