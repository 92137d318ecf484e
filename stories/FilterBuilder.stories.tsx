import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fireEvent, fn, userEvent, waitFor, within } from 'storybook/test'
import { erc20Abi, parseAbi, parseAbiItem, type AbiEvent, type Address } from 'viem'
import { FilterBuilder } from '../src/components/FilterBuilder/FilterBuilder.tsx'
import { readsForward } from './support/readsForward.ts'
import { pool, token } from './support/seededLogs.ts'

const transfer = parseAbiItem('event Transfer(address indexed from, address indexed to, uint256 value)')
const knownEvents = parseAbi([
  'event OwnershipTransferred(address indexed previousOwner, address indexed newOwner)',
  'event Paused(address account)',
  'event Named(string indexed name, bool indexed primary, uint64 indexed id)',
])

const hostile: AbiEvent = {
  type: 'event',
  name: '<script>alert(1)</script>',
  inputs: [
    { name: '__proto__', type: 'uint256', indexed: true },
    { name: '\u202Eeulav', type: 'uint256', indexed: false },
  ],
}

const meta = {
  title: 'Components/FilterBuilder',
  component: FilterBuilder,
  args: {
    head: 18_425_000n,
    knownEvents,
    contracts: [
      { address: token, label: 'USD Coin', abi: erc20Abi, decimals: 6, symbol: 'USDC' },
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

/** Two events of one name, and one without a topic. */
export const SeveralEvents: Story = {
  args: {
    defaultValue: {
      events: [
        ...parseAbi([
          'event Approval(address indexed owner, address indexed spender, uint256 value)',
          'event Approval(address indexed owner, address indexed approved, uint256 indexed tokenId)',
        ]),
        { ...parseAbiItem('event Note(address indexed author, string text)'), anonymous: true },
      ],
    },
  },
}

/** Keyboard only: fill in and submit. */
export const ByKeyboard: Story = {
  play: async ({ canvasElement, args }) => {
    const canvas = within(canvasElement)
    canvas.getByLabelText('Contracts').focus()
    await userEvent.keyboard(token)
    // Skips the button that clears the field.
    await userEvent.tab()
    await userEvent.tab()
    await userEvent.keyboard('{ArrowRight}')
    await userEvent.tab()
    await expect(canvas.getByLabelText('Event')).toHaveFocus()
    await userEvent.keyboard('trans{ArrowDown}{ArrowUp}{Enter}')
    await expect(canvas.getByLabelText('Event')).toHaveValue('')
    await userEvent.click(canvas.getByLabelText(/^from address/))
    await userEvent.keyboard(pool)
    await userEvent.click(canvas.getByRole('button', { name: 'Last 1,000' }))
    await userEvent.keyboard('{Tab}{Tab}{Tab}{Tab}{Tab}{Enter}')
    await expect(args.onSubmit).toHaveBeenCalledWith({
      address: token,
      events: [expect.objectContaining({ name: 'Transfer' })],
      args: { from: pool },
      fromBlock: 'latest-999',
    })
  },
}

/** Submitting an invalid form focuses the first mistake and lists all of them. */
export const InvalidInput: Story = {
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
    await expect(canvas.getByText(/Expected 40 hex digits after 0x, found 39/)).toBeVisible()
    await expect(canvas.getByLabelText('To block')).toHaveAccessibleDescription(/Enter a block number/)
  },
}

/** Finds events by name, those of known contracts first. Arrow keys move through them. */
export const TypeAhead: Story = {
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await userEvent.click(canvas.getByLabelText('By event'))
    await userEvent.type(canvas.getByLabelText('Event'), 'a{ArrowDown}')
    await expect(canvas.getByLabelText('Event')).toHaveAttribute('aria-expanded', 'true')
    const found = within(canvas.getByRole('listbox', { name: 'Events found' })).getAllByRole('option')
    await expect(found[1]).toHaveAttribute('aria-selected', 'true')
  },
}

/** A compiler artifact contains every event of a contract; events can be unchecked. */
export const PastedArtifact: Story = {
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await userEvent.click(canvas.getByLabelText('By event'))
    await userEvent.click(canvas.getByLabelText('Event'))
    await userEvent.paste(JSON.stringify({ contractName: 'Token', abi: erc20Abi, bytecode: '0x' }))
    await expect(canvas.getByLabelText(/^Approval/)).toBeChecked()
    await userEvent.click(canvas.getByLabelText(/^Approval/))
    await expect(canvas.getByLabelText(/^from address/)).toBeVisible()
  },
}

/** Amounts in token units. Conditions that nodes cannot filter by are checked in the browser. */
export const Units: Story = {
  args: { defaultValue: { address: token, events: [transfer] } },
  play: async ({ canvasElement, args }) => {
    const canvas = within(canvasElement)
    await userEvent.selectOptions(canvas.getByLabelText('Unit of value'), 'USDC')
    await userEvent.type(canvas.getByLabelText(/^value uint256/), '2_500.5')
    await userEvent.type(canvas.getByLabelText(/^and value uint256/), '10000')
    await userEvent.click(canvas.getByRole('button', { name: 'Read logs' }))
    await expect(args.onSubmit).toHaveBeenCalledWith(
      expect.objectContaining({
        where: [
          { arg: 2, is: 'atLeast', values: [2_500_500_000n] },
          { arg: 2, is: 'atMost', values: [10_000_000_000n] },
        ],
      }),
    )
  },
}

/** Ctrl+Z undoes and Ctrl+Shift+Z redoes, anywhere in the form. */
export const Undone: Story = {
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await userEvent.type(canvas.getByLabelText('From block'), '18000000')
    await userEvent.type(canvas.getByLabelText('To block'), '18000500')
    await userEvent.keyboard('{Control>}z{/Control}')
    await expect(canvas.getByLabelText('To block')).toHaveValue('')
    await userEvent.keyboard('{Control>}z{/Control}')
    await expect(canvas.getByLabelText('From block')).toHaveValue('')
    await userEvent.keyboard('{Control>}{Shift>}Z{/Shift}{/Control}')
    await expect(canvas.getByLabelText('From block')).toHaveValue('18000000')
  },
}

/** Dates are resolved to blocks; the time zone is shown. */
export const Dates: Story = {
  args: { findBlock: (time) => Promise.resolve((time - 1_600_000_000n) / 12n) },
  play: async ({ canvasElement, args }) => {
    const canvas = within(canvasElement)
    await userEvent.click(canvas.getByLabelText('Dates'))
    // In UTC there is no time zone to choose.
    const utc = canvas.queryByLabelText('UTC')
    if (utc) await userEvent.click(utc)
    await fireEvent.change(canvas.getByLabelText('From'), { target: { value: '2026-01-01T00:00' } })
    await userEvent.click(canvas.getByRole('button', { name: 'Read logs' }))
    await waitFor(() => expect(args.onSubmit).toHaveBeenCalledWith({ fromBlock: 13_935_466n }))
    await expect(canvas.getByText('Block 13,935,466')).toBeVisible()
  },
}

export const DatesNotFound: Story = {
  args: { findBlock: () => Promise.reject(new Error('No endpoint keeps blocks that old.')) },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await userEvent.click(canvas.getByLabelText('Dates'))
    await fireEvent.change(canvas.getByLabelText('From'), { target: { value: '2016-01-01T00:00' } })
    canvas.getByLabelText('From').focus()
    await userEvent.click(canvas.getByLabelText('To'))
    await expect(await canvas.findByText('No endpoint keeps blocks that old.')).toBeVisible()
  },
}

export const SinceDeployment: Story = {
  args: { defaultValue: { address: token }, findDeployment: () => Promise.resolve(6_082_465n) },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await userEvent.click(canvas.getByRole('button', { name: 'Since deployment' }))
    await expect(await canvas.findByDisplayValue('6082465')).toBeVisible()
  },
}

/** No known contracts or events to offer. */
export const Empty: Story = { args: { contracts: [], knownEvents: [], head: undefined } }

export const ManyContracts: Story = {
  args: {
    defaultValue: {
      address: Array.from(
        { length: 40 },
        (_, index): Address => `0x${(index + 1).toString(16).padStart(40, 'c0ffee')}`,
      ),
    },
  },
}

/** Hostile names from the chain and from ABIs are shown as text. */
export const HostileNames: Story = {
  args: {
    contracts: [{ address: token, label: '\u202Eevil <img src=x>', abi: [hostile] }],
    defaultValue: { address: token, events: [hostile] },
  },
}

/** Saved and recent queries, stored by the caller. */
export const Saved: Story = {
  args: {
    saved: [
      { name: 'Large transfers', query: { address: token, events: [transfer], fromBlock: 18_000_000n } },
      { name: 'Ownership', query: { events: [knownEvents[0]] } },
    ],
    recent: [{ address: [token, pool], fromBlock: 18_400_000n }, { blockHash: `0x${'ab'.repeat(32)}` }],
    onSave: fn(),
    onRename: fn(),
    onForget: fn(),
  },
  play: async ({ canvasElement, args }) => {
    const canvas = within(canvasElement)
    await userEvent.click(canvas.getByRole('button', { name: 'Saved queries' }))
    await userEvent.click(canvas.getByRole('button', { name: /^Large transfers/ }))
    await expect(canvas.getByLabelText('From block')).toHaveValue('18000000')
    await userEvent.click(canvas.getByRole('button', { name: 'Saved queries' }))
    await userEvent.type(canvas.getByLabelText('Name of this query'), 'Again{Enter}')
    await expect(args.onSave).toHaveBeenCalledWith(expect.objectContaining({ name: 'Again' }))
    await userEvent.click(canvas.getByRole('button', { name: 'Rename Ownership' }))
    await userEvent.type(canvas.getByLabelText('New name for Ownership'), ' of all')
  },
}

export const WithEstimate: Story = {
  args: {
    renderEstimate: () => (
      <p className="topic0-muted">About 12 requests, 3 seconds, 0.1 % of today’s budget</p>
    ),
  },
}

export const SignatureOnly: Story = {
  args: { contracts: [], knownEvents: [] },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await userEvent.click(canvas.getByLabelText('By event'))
    await userEvent.type(canvas.getByLabelText('Event'), 'Swap(address,uint256){Enter}')
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

export const Paused: Story = { args: { busy: true, paused: true, onCancel: fn() } }

/** Issues from the caller are shown at their field until it changes. */
export const ExternalIssues: Story = {
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

/** English on a right-to-left page keeps its punctuation, and aligns with the fields. */
export const RightToLeft: Story = {
  ...Filled,
  globals: { direction: 'rtl' },
  play: async ({ canvas }) => {
    for (const words of [/^Leave empty for any value\. .*\.$/, 'Add a contract…', /^Latest block:/])
      await expect(readsForward(canvas.getByText(words))).toBe(true)
    const field = canvas.getByLabelText('Contracts').getBoundingClientRect()
    const hint = canvas.getByText(/^Addresses, labels/)
    const line = document.createRange()
    line.selectNodeContents(hint)
    await expect(Math.abs(line.getBoundingClientRect().right - field.right)).toBeLessThan(2)
  },
}

export const InShadowRoot: Story = {
  ...Filled,
  parameters: { shadowRoot: true },
}
