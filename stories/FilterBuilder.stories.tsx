import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, userEvent, within } from 'storybook/test'
import { erc20Abi, parseAbi, parseAbiItem } from 'viem'
import { FilterBuilder } from '../src/components/FilterBuilder/FilterBuilder.tsx'
import { pool, token } from './support/seededLogs.ts'
import { ShadowRoot } from './support/ShadowRoot.tsx'

const transfer = parseAbiItem('event Transfer(address indexed from, address indexed to, uint256 value)')
const knownEvents = parseAbi([
  'event OwnershipTransferred(address indexed previousOwner, address indexed newOwner)',
  'event Paused(address account)',
  'event Named(string indexed name, bool indexed primary, uint64 indexed id)',
])

const meta = {
  component: FilterBuilder,
  args: {
    head: 18_425_000n,
    knownEvents,
    contracts: [
      { address: token, label: 'USD Coin', abi: erc20Abi },
      { address: pool, label: 'Pool USDC/WETH' },
    ],
    onSubmit: fn(),
    onCancel: fn(),
  },
  parameters: { width: 480 },
} satisfies Meta<typeof FilterBuilder>

export default meta
type Story = StoryObj<typeof meta>

export const Default: Story = {}

export const Filled: Story = {
  args: {
    defaultValue: {
      address: [token, pool],
      events: [transfer],
      args: { to: ['0x00000000219ab540356cbb839cbe05303d7705fa', pool] },
      fromBlock: 18_000_000n,
      toBlock: 'latest',
    },
  },
}

/** Written, sent and understood with the keyboard alone. */
export const ByKeyboard: Story = {
  play: async ({ canvasElement, args }) => {
    const canvas = within(canvasElement)
    canvas.getByLabelText('Contracts').focus()
    await userEvent.keyboard(token)
    await userEvent.tab()
    await userEvent.keyboard('{ArrowRight}')
    await userEvent.tab()
    await userEvent.tab()
    await expect(canvas.getByLabelText('Event')).toHaveFocus()
    await userEvent.keyboard('Transfer')
    await userEvent.click(canvas.getByLabelText(/^from address/))
    await userEvent.keyboard(pool)
    await userEvent.click(canvas.getByRole('button', { name: 'Last 1,000' }))
    await userEvent.keyboard('{Tab}{Tab}{Tab}{Tab}{Tab}{Enter}')
    await expect(args.onSubmit).toHaveBeenCalledWith({
      address: token,
      events: [expect.objectContaining({ name: 'Transfer' })],
      args: { from: pool },
      fromBlock: 18_424_001n,
    })
  },
}

/** Sending what is wrong moves focus to the first mistake and says every one of them. */
export const Mistakes: Story = {
  args: {
    defaultValue: { events: [transfer] },
  },
  play: async ({ canvasElement, args }) => {
    const canvas = within(canvasElement)
    await userEvent.type(canvas.getByLabelText('Contracts'), `${token.slice(0, -1)}, nobody`)
    await userEvent.type(canvas.getByLabelText(/^to address/), '0x12')
    await userEvent.type(canvas.getByLabelText('From block'), '200')
    await userEvent.type(canvas.getByLabelText('To block'), 'yesterday')
    await userEvent.click(canvas.getByRole('button', { name: 'Read logs' }))
    await expect(args.onSubmit).not.toHaveBeenCalled()
    await expect(canvas.getByLabelText('Contracts')).toHaveFocus()
    await expect(canvas.getByText(/40 hex digits expected after 0x, 39 found/)).toBeVisible()
    await expect(canvas.getByLabelText('To block')).toHaveAccessibleDescription(/A block number/)
  },
}

export const PastedAbi: Story = {
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await userEvent.click(canvas.getByLabelText('By event'))
    await userEvent.click(canvas.getByLabelText('Event'))
    await userEvent.paste(JSON.stringify({ abi: erc20Abi }))
    await expect(canvas.getByLabelText(/^Approval/)).toBeChecked()
    await userEvent.click(canvas.getByLabelText(/^Approval/))
    await expect(canvas.getByLabelText(/^from address/)).toBeVisible()
  },
}

export const SignatureOnly: Story = {
  args: { contracts: [], knownEvents: [] },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await userEvent.click(canvas.getByLabelText('By event'))
    await userEvent.type(canvas.getByLabelText('Event'), 'Swap(address,uint256)')
    await expect(canvas.getByText(/does not say which arguments are indexed/)).toBeVisible()
  },
}

export const ArgumentTypes: Story = { args: { defaultValue: { events: [knownEvents[2]] } } }

export const RawTopics: Story = {
  args: {
    defaultValue: {
      topics: [
        [
          '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
          '0xc42079f94a6350d7e6235f29174924f928cc2ac818eb64fed8004e115fbcca67',
        ],
        null,
        `0x${pool.slice(2).padStart(64, '0')}`,
        null,
      ],
    },
  },
}

export const ByBlockHash: Story = { args: { defaultValue: { blockHash: `0x${'ab'.repeat(32)}` } } }

export const Busy: Story = {
  args: { busy: true },
  play: async ({ canvasElement, args }) => {
    const canvas = within(canvasElement)
    await userEvent.click(canvas.getByRole('button', { name: 'Reading…' }))
    await expect(args.onSubmit).not.toHaveBeenCalled()
    await userEvent.click(canvas.getByRole('button', { name: 'Cancel' }))
    await expect(args.onCancel).toHaveBeenCalled()
  },
}

/** What only the caller knows stands at its field until that is changed. */
export const IssuesFromOutside: Story = {
  args: {
    defaultValue: { fromBlock: 1n },
    issues: [{ path: 'fromBlock', message: 'This node keeps no history before block 17,000,000.' }],
  },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await expect(canvas.getByLabelText('From block')).toBeInvalid()
    await userEvent.type(canvas.getByLabelText('From block'), '8000000')
    await expect(canvas.getByLabelText('From block')).toBeValid()
  },
}

export const Narrow: Story = { ...Filled, parameters: { width: 360 } }

export const InShadowRoot: Story = {
  ...Filled,
  render: (args) => (
    <ShadowRoot>
      <FilterBuilder {...args} />
    </ShadowRoot>
  ),
}
