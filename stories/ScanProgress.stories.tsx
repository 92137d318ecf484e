import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, userEvent, within } from 'storybook/test'
import { ScanProgress } from '../src/components/ScanProgress.tsx'

const error = new Error('This range could not be read.')
const range = { from: 1_000_000n, to: 1_999_999n }

const meta = {
  component: ScanProgress,
  args: {
    range,
    logs: 12_345,
    coverage: {
      verified: [{ from: 1_000_000n, to: 1_632_999n }],
      pending: [{ from: 1_633_000n, to: 1_999_999n }],
      failed: [],
    },
    onCancel: fn(),
    onRetry: fn(),
    onPause: fn(),
    onResume: fn(),
  },
  parameters: { width: 620 },
} satisfies Meta<typeof ScanProgress>

export default meta
type Story = StoryObj<typeof meta>

export const Running: Story = {
  play: async ({ canvasElement, args }) => {
    const canvas = within(canvasElement)
    await expect(canvas.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '63.3')
    await userEvent.click(canvas.getByRole('button', { name: 'Cancel' }))
    await expect(args.onCancel).toHaveBeenCalled()
  },
}

export const Paused: Story = {
  args: { paused: true },
  play: async ({ canvasElement, args }) => {
    const canvas = within(canvasElement)
    await expect(canvas.getByText('Paused')).toBeVisible()
    await userEvent.click(canvas.getByRole('button', { name: 'Resume' }))
    await expect(args.onResume).toHaveBeenCalled()
  },
}

export const Complete: Story = { args: { coverage: { verified: [range], pending: [], failed: [] } } }

export const Failed: Story = {
  args: {
    coverage: {
      verified: [{ from: 1_000_000n, to: 1_899_999n }],
      pending: [],
      failed: [{ range: { from: 1_900_000n, to: 1_999_999n }, error }],
    },
  },
  play: async ({ canvasElement, args }) => {
    await userEvent.click(within(canvasElement).getByRole('button', { name: 'Try again' }))
    await expect(args.onRetry).toHaveBeenCalled()
  },
}

/** Parts failed, and others are still being read: what failed is asked for again when the rest is done. */
export const FailedParts: Story = {
  args: {
    coverage: {
      verified: [{ from: 1_050_000n, to: 1_499_999n }],
      pending: [{ from: 1_560_000n, to: 1_999_999n }],
      failed: [
        { range: { from: 1_000_000n, to: 1_049_999n }, error },
        { range: { from: 1_500_000n, to: 1_559_999n }, error },
      ],
    },
  },
}

export const NarrowPaused: Story = {
  ...FailedParts,
  args: { ...FailedParts.args, paused: true },
  parameters: { width: 360 },
}

export const Idle: Story = { args: { coverage: { verified: [], pending: [], failed: [] }, logs: undefined } }

export const Narrow: Story = { parameters: { width: 360 } }
