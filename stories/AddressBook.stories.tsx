import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, userEvent, waitFor, within } from 'storybook/test'
import { parseAbi, type Address } from 'viem'
import { AddressBook } from '../src/components/AddressBook/AddressBook.tsx'
import { pool, token } from './support/seededLogs.ts'

const abi = parseAbi(['event Swap(address indexed sender, uint256 amount)', 'event Sync(uint112 reserve)'])

const meta = {
  title: 'Components/AddressBook',
  component: AddressBook,
  args: {
    entries: [
      { address: pool, name: 'Pool of Ada and Grace', abi },
      { address: token, token: { symbol: 'USDX', decimals: 6 } },
    ],
    onSave: fn(),
    onRemove: fn(),
    onImport: fn(),
    onReadToken: () => Promise.resolve({ symbol: 'USDX', decimals: 6 }),
  },
  parameters: { width: 400 },
} satisfies Meta<typeof AddressBook>

export default meta
type Story = StoryObj<typeof meta>

export const Default: Story = {
  play: async ({ canvas, args }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Remove Pool of Ada and Grace' }))
    await expect(args.onRemove).toHaveBeenCalledWith(args.entries[0])
  },
}

/** An address is entered with a name. By keyboard only. */
export const Add: Story = {
  args: { entries: [] },
  play: async ({ canvas, args }) => {
    canvas.getByRole('button', { name: 'Add an address' }).focus()
    await userEvent.keyboard(`{Enter}`)
    await expect(canvas.getByLabelText('Address')).toHaveFocus()
    await userEvent.keyboard(`${token}{Tab}Token{Enter}`)
    await expect(args.onSave).toHaveBeenCalledWith(expect.objectContaining({ name: 'Token' }))
    await expect(canvas.getByRole('button', { name: 'Add an address' })).toHaveFocus()
  },
}

/** An ABI is pasted. The name stays. */
export const Form: Story = {
  args: { edit: { address: pool, field: 'abi' }, onDone: fn() },
  play: async ({ canvas, args }) => {
    const field = canvas.getByLabelText('ABI')
    await expect(field).toHaveFocus()
    await expect(field).toHaveAccessibleDescription(
      'Has an ABI with 2 events. Paste another one to replace it.',
    )
    await userEvent.paste('event Swap(address indexed sender, uint256 amount)')
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await expect(args.onSave).toHaveBeenCalledWith(
      expect.objectContaining({ address: pool, name: 'Pool of Ada and Grace', abi: [abi[0]] }),
    )
    await expect(args.onDone).toHaveBeenCalledOnce()
  },
}

/** Text that is not an ABI, or too large, is rejected. */
export const InvalidAbi: Story = {
  args: { edit: { address: token, field: 'abi' } },
  play: async ({ canvasElement, args }) => {
    const canvas = within(canvasElement)
    const field = canvas.getByLabelText('ABI')
    const refused = async (text: string, issue: string) => {
      await userEvent.clear(field)
      await userEvent.click(field)
      await userEvent.paste(text)
      await userEvent.click(canvas.getByRole('button', { name: 'Save' }))
      await expect(field).toHaveAccessibleDescription(issue)
    }
    await refused('[{"type":"event","name":"E","inputs":[{"type":"no type"}]}]', 'This ABI has no events.')
    await refused(`[${' '.repeat(10_000_001)}`, 'This ABI is too large to keep: at most 500 kB.')
    await refused('{"abi": [', 'This JSON is invalid. Is it complete?')
    await expect(args.onSave).not.toHaveBeenCalled()
  },
}

export const Empty: Story = { args: { entries: [] } }

/** The browser's storage is full or blocked. */
export const Temporary: Story = { args: { isTemporary: true } }

export const Hostile: Story = {
  args: {
    entries: [
      { address: pool, name: '\u202Eloop\u0000<img src=x onerror=alert(1)>', abi },
      { address: token, name: '__proto__', token: { symbol: '\u202E\u200B$'.repeat(13), decimals: 255 } },
    ],
  },
  play: async ({ canvasElement }) => {
    await expect(canvasElement.textContent).not.toMatch(/[\u200B\u202E]/)
  },
}

export const Huge: Story = {
  args: {
    entries: Array.from({ length: 200 }, (_, at) => ({
      address: `0x${at.toString(16).padStart(40, 'c0ffee')}` as Address,
      name: `Account ${at} ${'x'.repeat(60)}`,
    })),
  },
}

export const Narrow: Story = { parameters: { width: 360 } }

export const InShadowRoot: Story = { parameters: { shadowRoot: true } }

/** The unit of a token is read from its contract, and can be changed. */
export const Unit: Story = {
  args: { edit: { address: pool, field: 'name' }, onDone: fn() },
  play: async ({ canvas, args }) => {
    await userEvent.type(canvas.getByLabelText('Decimals'), '256')
    await userEvent.click(canvas.getByRole('button', { name: 'Save' }))
    await expect(await canvas.findByText(/Enter a whole number from 0 to 255/)).toBeVisible()
    await userEvent.click(canvas.getByRole('button', { name: 'Read from the contract' }))
    await waitFor(() => expect(canvas.getByLabelText('Decimals')).toHaveValue('6'))
    await userEvent.clear(canvas.getByLabelText('Symbol'))
    await userEvent.type(canvas.getByLabelText('Symbol'), 'USD{Enter}')
    await expect(args.onSave).toHaveBeenCalledWith(
      expect.objectContaining({ address: pool, token: { symbol: 'USD', decimals: 6 } }),
    )
  },
}

/** A copied list is pasted. Problems name the entry. */
export const Import: Story = {
  play: async ({ canvas, args }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Import' }))
    await expect(canvas.getByLabelText('Names and ABIs as JSON')).toHaveFocus()
    await userEvent.paste('[{"address": "0x1"}]')
    await userEvent.keyboard('{Enter}')
    await expect(await canvas.findByText('Entry 1 has no valid address.')).toBeVisible()
    await userEvent.clear(canvas.getByLabelText('Names and ABIs as JSON'))
    await userEvent.paste(JSON.stringify([{ address: token, name: 'Token' }]))
    await userEvent.keyboard('{Enter}')
    await expect(args.onImport).toHaveBeenCalledWith([{ address: token, name: 'Token' }])
    await expect(canvas.getByRole('button', { name: 'Import' })).toHaveFocus()
  },
}
