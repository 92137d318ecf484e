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

/** Its middle gives way, its end stays. */
export const Cut: Story = { parameters: { width: 200 } }

/** What is no hash is text, whatever is in it. */
export const Invalid: Story = { args: { hash: 'no\u200Bhash', href: 'https://example.org' } }

/** As long as a node may answer. */
export const Huge: Story = { args: { hash: `0x${'ab'.repeat(50_000)}` } }

export const Narrow: Story = { ...Linked, parameters: { width: 360 } }

export const InShadowRoot: Story = { ...Linked, parameters: { shadowRoot: true } }
