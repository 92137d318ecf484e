import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, userEvent, within } from 'storybook/test'
import { ScanProgress } from '../src/components/status/ScanProgress.tsx'

const error = new Error('This range could not be read.')
const range = { from: 1_000_000n, to: 1_999_999n }

const meta = {
  title: 'Components/status/ScanProgress',
  component: ScanProgress,
  args: {
    range,
    logs: 12_345,
    coverage: {
      verified: [{ from: 1_000_000n, to: 1_632_999n }],
      trimmed: [],
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

export const Default: Story = {
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

/** Nothing has arrived yet. */
export const Loading: Story = {
  args: { coverage: { verified: [], trimmed: [], pending: [range], failed: [] }, logs: 0 },
}

export const Complete: Story = {
  args: { coverage: { verified: [range], trimmed: [], pending: [], failed: [] } },
}

/** The blocks up to 1,632,999 have more logs than the limit. */
export const Limited: Story = {
  args: {
    coverage: {
      verified: [{ from: 1_633_000n, to: 1_999_999n }],
      trimmed: [{ from: 1_000_000n, to: 1_632_999n }],
      pending: [],
      failed: [],
    },
    progress: { fraction: 1 },
  },
  play: ({ canvas }) => expect(canvas.getByText('Limit reached')).toBeVisible(),
}

export const Failed: Story = {
  args: {
    coverage: {
      verified: [{ from: 1_000_000n, to: 1_899_999n }],
      trimmed: [],
      pending: [],
      failed: [{ range: { from: 1_900_000n, to: 1_999_999n }, error }],
    },
  },
  play: async ({ canvasElement, args }) => {
    await userEvent.click(within(canvasElement).getByRole('button', { name: 'Try again' }))
    await expect(args.onRetry).toHaveBeenCalled()
  },
}

/** Some ranges failed while others are being read. */
export const Partial: Story = {
  args: {
    coverage: {
      verified: [{ from: 1_050_000n, to: 1_499_999n }],
      trimmed: [],
      pending: [{ from: 1_560_000n, to: 1_999_999n }],
      failed: [
        { range: { from: 1_000_000n, to: 1_049_999n }, error },
        { range: { from: 1_500_000n, to: 1_559_999n }, error },
      ],
    },
  },
}

/** All blocks that exist were read; the range reaches beyond the newest one. */
export const Awaiting: Story = {
  args: { fetching: false, head: 1_632_999n },
  play: async ({ canvasElement }) => {
    await expect(within(canvasElement).getByRole('progressbar')).toHaveTextContent('Read to block 1,632,999')
  },
}

export const NarrowPaused: Story = {
  ...Partial,
  args: { ...Partial.args, paused: true },
  parameters: { width: 360 },
}

/** Nothing was requested. */
export const Empty: Story = {
  args: { coverage: { verified: [], trimmed: [], pending: [], failed: [] }, logs: undefined },
}

export const Narrow: Story = { parameters: { width: 360 } }

/** More blocks than a JavaScript number can count, in more parts than a bar can draw. */
export const Huge: Story = {
  args: {
    range: { from: 0n, to: 2n ** 256n - 1n },
    logs: 987_654_321,
    coverage: {
      verified: Array.from({ length: 5_000 }, (_, index) => ({
        from: 2n ** 243n * BigInt(index),
        to: 2n ** 243n * BigInt(index) + 2n ** 242n,
      })),
      trimmed: [],
      pending: [{ from: 2n ** 255n + 2n ** 254n, to: 2n ** 256n - 1n }],
      failed: [],
    },
  },
}

export const InShadowRoot: Story = { args: Partial.args!, parameters: { shadowRoot: true } }
