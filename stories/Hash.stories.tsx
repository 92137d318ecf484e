import type { Meta, StoryObj } from '@storybook/react-vite'
import { Hash } from '../src/components/values/Hash.tsx'

const hash = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

const meta = {
  title: 'Components/values/Hash',
  component: Hash,
  args: { hash },
} satisfies Meta<typeof Hash>

export default meta
type Story = StoryObj<typeof meta>

export const Default: Story = {}

export const Linked: Story = { args: { href: `https://etherscan.io/tx/${hash}` } }

/** The middle is cut, the end stays visible. */
export const Cut: Story = { parameters: { width: 200 } }

/** An invalid hash is shown as text. */
export const Invalid: Story = { args: { hash: 'no\u200Bhash', href: 'https://example.org' } }

/** A very long value. */
export const Huge: Story = { args: { hash: `0x${'ab'.repeat(50_000)}` } }

export const Narrow: Story = { ...Linked, parameters: { width: 360 } }

export const InShadowRoot: Story = { ...Linked, parameters: { shadowRoot: true } }
