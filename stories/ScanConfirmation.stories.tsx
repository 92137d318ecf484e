import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, userEvent } from 'storybook/test'
import { ScanConfirmation } from '../src/components/ScanEstimate/ScanConfirmation.tsx'
import type { ScanEstimate } from '../src/logs/scan/estimate/ScanEstimate.ts'

const estimate: ScanEstimate = {
  blocks: 1_250_000n,
  missingBlocks: 1_250_000n,
  requests: { low: 250_001, high: 250_006 },
  seconds: { low: 3_200, high: 9_600 },
  share: { low: 25, high: 25.0006 },
  exceedsBudget: true,
  density: 'seen',
  basis: {
    logsPerBlock: 0.4,
    blockRange: 5,
    results: undefined,
    latency: 180,
    endpoints: 5,
    remaining: 8_766,
  },
}

const meta = {
  title: 'Components/ScanConfirmation',
  component: ScanConfirmation,
  args: { estimate, onConfirm: fn(), onDismiss: fn() },
  parameters: { width: 620 },
} satisfies Meta<typeof ScanConfirmation>

export default meta
type Story = StoryObj<typeof meta>

/** Keyboard only: the free answer has focus, Tab moves to the other, Escape cancels. */
export const Default: Story = {
  play: async ({ canvas, args }) => {
    await expect(canvas.getByRole('button', { name: 'Not now' })).toHaveFocus()
    await userEvent.tab()
    await userEvent.keyboard('{Enter}')
    await expect(args.onConfirm).toHaveBeenCalledOnce()
    await userEvent.keyboard('{Escape}')
    await expect(args.onDismiss).toHaveBeenCalledOnce()
  },
}

export const PausedMidway: Story = { args: { paused: true } }

export const CanIgnoreBudget: Story = {
  args: {
    estimate: { ...estimate, requests: { low: 1_240, high: 12_400 }, share: { low: 0.124, high: 1.24 } },
  },
}

export const Costly: Story = {
  args: {
    estimate: {
      ...estimate,
      requests: { low: 4_200, high: 4_300 },
      share: { low: 0.42, high: 0.43 },
      exceedsBudget: false,
    },
  },
}

export const Huge: Story = {
  args: {
    estimate: {
      ...estimate,
      blocks: 2n ** 64n,
      missingBlocks: 2n ** 64n,
      requests: { low: 3_689_348_814_741_910, high: 3_689_348_814_741_911 },
      seconds: { low: 8e12, high: 2e13 },
      share: { low: 368_934_881_474, high: 368_934_881_475 },
    },
  },
}

export const Narrow: Story = { ...CanIgnoreBudget, parameters: { width: 360 } }

export const InShadowRoot: Story = { args: { paused: true }, parameters: { shadowRoot: true } }
