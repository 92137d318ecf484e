import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, userEvent, within } from 'storybook/test'
import { CopyButton } from '../src/components/ui/CopyButton.tsx'

const meta = {
  title: 'Components/ui/CopyButton',
  component: CopyButton,
  args: { value: '0x1234', what: 'address' },
} satisfies Meta<typeof CopyButton>

export default meta
type Story = StoryObj<typeof meta>

export const Default: Story = {}

export const WithLabel: Story = { args: { showLabel: true } }

/** The browser refuses access to the clipboard. */
export const Refused: Story = {
  args: {
    value: () => {
      throw new Error('refused')
    },
  },
  play: async ({ canvasElement }) => {
    const button = within(canvasElement).getByRole('button', { name: 'Copy address' })
    await userEvent.click(button)
    await expect(button).toHaveAttribute('data-state', 'failed')
  },
}

export const Narrow: Story = { parameters: { width: 360 } }

export const InShadowRoot: Story = { parameters: { shadowRoot: true } }
