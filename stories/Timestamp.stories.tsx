import type { Meta, StoryObj } from '@storybook/react-vite'
import { Timestamp } from '../src/components/Timestamp.tsx'

const meta = {
  component: Timestamp,
  args: { seconds: 1_700_000_000n },
} satisfies Meta<typeof Timestamp>

export default meta
type Story = StoryObj<typeof meta>

export const Default: Story = {}

/** No date can hold it. */
export const Absurd: Story = { args: { seconds: 2n ** 64n } }
