import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, userEvent, within } from 'storybook/test'
import { NetworkSelect } from '../src/components/status/NetworkSelect.tsx'

const meta = {
  title: 'Components/status/NetworkSelect',
  component: NetworkSelect,
  args: {
    networks: [
      { id: 3721, name: 'Xone Mainnet' },
      { id: 33772211, name: 'Xone Testnet', testnet: true },
      { id: 1, name: 'A network with quite a long name, as some have' },
    ],
    value: 3721,
    onChange: fn(),
  },
} satisfies Meta<typeof NetworkSelect>

export default meta
type Story = StoryObj<typeof meta>

export const Default: Story = {
  play: async ({ canvasElement, args }) => {
    await userEvent.selectOptions(within(canvasElement).getByLabelText('Network'), '33772211')
    await expect(args.onChange).toHaveBeenCalledWith(33772211)
  },
}

export const LabelHidden: Story = { args: { hideLabel: true } }

export const Disabled: Story = { args: { disabled: true } }

export const Empty: Story = { args: { networks: [], value: undefined } }

export const UnknownNetwork: Story = { args: { value: 5 } }

export const Narrow: Story = { args: { value: 1 }, parameters: { width: 360 } }

/** A hostile network name is shown as text. */
export const Hostile: Story = {
  args: {
    networks: [
      { id: 1, name: 'Ethe\u200Breum' },
      { id: 2, name: '\u202Emureht\u202C <b>main</b>', testnet: true },
    ],
    value: 1,
  },
  play: async ({ canvas }) => {
    await expect(canvas.getByLabelText<HTMLSelectElement>('Network').options[0]!.text).toBe(
      'Ethe\\u{200B}reum',
    )
  },
}

export const Huge: Story = {
  args: {
    networks: Array.from({ length: 500 }, (_, index) => ({ id: index + 1, name: `Network ${index + 1}` })),
    value: 250,
  },
}

export const InShadowRoot: Story = { parameters: { shadowRoot: true } }
