import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, within } from 'storybook/test'
import { Address } from '../src/components/values/Address.tsx'
import { token } from './support/seededLogs.ts'

const meta = {
  title: 'Components/values/Address',
  component: Address,
  args: { address: token },
} satisfies Meta<typeof Address>

export default meta
type Story = StoryObj<typeof meta>

export const Default: Story = {}

export const Linked: Story = { args: { href: `https://etherscan.io/address/${token}` } }

export const Labeled: Story = {
  args: { label: 'USD Coin', href: `https://etherscan.io/address/${token}` },
}

/** The middle is cut, the end stays visible. */
export const Cut: Story = { parameters: { width: 180 } }

export const WithoutCopy: Story = { args: { copyable: false } }

export const HostileLink: Story = {
  args: { href: 'javascript:alert(1)' },
  play: async ({ canvasElement }) => {
    await expect(within(canvasElement).queryByRole('link')).toBeNull()
  },
}

/** An invalid address is shown as text. */
export const Invalid: Story = { args: { address: '0x12\u202E34', href: 'https://example.org' } }

/** A very long label is cut. */
export const Huge: Story = { args: { label: 'A name without end '.repeat(2_000) } }

export const Narrow: Story = { ...Labeled, parameters: { width: 360 } }

export const InShadowRoot: Story = { ...Linked, parameters: { shadowRoot: true } }
