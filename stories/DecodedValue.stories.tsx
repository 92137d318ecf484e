import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, userEvent, within } from 'storybook/test'
import { DecodedValue } from '../src/components/values/DecodedValue.tsx'
import { labels, token } from './support/seededLogs.ts'

const meta = {
  title: 'Components/values/DecodedValue',
  component: DecodedValue,
  args: { value: 1_000_000_000_000_000_000n, type: 'uint256', labels },
  parameters: { width: 480 },
} satisfies Meta<typeof DecodedValue>

export default meta
type Story = StoryObj<typeof meta>

export const Default: Story = {}

export const LabeledAddress: Story = { args: { value: token, type: 'address' } }

export const Hashed: Story = { args: { value: `0x${'9c'.repeat(32)}`, type: 'string', hashed: true } }

export const Empty: Story = { args: { value: '', type: 'string' } }

export const EmptyList: Story = { args: { value: [], type: 'uint256[]' } }

export const Tuple: Story = {
  args: {
    type: '(address,(uint256,bool)[])',
    value: {
      fields: [
        { name: 'owner', type: 'address', value: token },
        {
          name: 'terms',
          type: '(uint256,bool)[]',
          value: [
            {
              fields: [
                { name: 'amount', type: 'uint256', value: 5n },
                { name: '', type: 'bool', value: true },
              ],
            },
          ],
        },
      ],
    },
  },
}

export const LongList: Story = {
  args: { type: 'uint256[]', value: Array.from({ length: 200 }, (_, index) => BigInt(index) ** 5n) },
  play: async ({ canvasElement }) => {
    const canvas = within(canvasElement)
    await expect(canvas.getAllByRole('listitem')).toHaveLength(20)
    await userEvent.click(canvas.getByRole('button', { name: 'Show all 200' }))
    await expect(canvas.getAllByRole('listitem')).toHaveLength(200)
  },
}

export const Huge: Story = {
  args: {
    type: 'string[]',
    value: ['lorem ipsum '.repeat(50_000), ...Array.from({ length: 10_000 }, (_, index) => `${index}`)],
  },
}

export const LongText: Story = {
  args: { type: 'string', value: 'lorem ipsum '.repeat(400) },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('button', { name: 'Show all 4,800 characters' })).toBeVisible()
  },
}

export const Hostile: Story = {
  args: { type: 'string', value: 'pay\u200Bpal \u202Efdp.exe\u0000 <script>alert(1)</script>' },
  play: async ({ canvasElement }) => {
    await expect(canvasElement.textContent).toContain('pay\\u{200B}pal \\u{202E}fdp.exe\\u{00}')
  },
}

export const Narrow: Story = { ...Tuple, parameters: { width: 360 } }

export const InShadowRoot: Story = { ...Tuple, parameters: { shadowRoot: true } }
