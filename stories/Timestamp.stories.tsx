import type { Meta, StoryObj } from '@storybook/react-vite'
import { Timestamp } from '../src/components/values/Timestamp.tsx'

const meta = {
  title: 'Components/values/Timestamp',
  component: Timestamp,
  args: { seconds: 1_700_000_000n },
} satisfies Meta<typeof Timestamp>

export default meta
type Story = StoryObj<typeof meta>

export const Default: Story = {}

export const Age: Story = { args: { format: 'age', now: 1_700_086_500 } }

export const Local: Story = { args: { format: 'local' } }

/** Beyond the range of dates. */
export const Absurd: Story = { args: { seconds: 2n ** 64n } }

export const Narrow: Story = { parameters: { width: 360 } }

export const InShadowRoot: Story = { parameters: { shadowRoot: true } }
