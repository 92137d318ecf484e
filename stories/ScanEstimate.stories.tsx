import type { Meta, StoryObj } from '@storybook/react-vite'
import { ScanEstimate } from '../src/components/ScanEstimate/ScanEstimate.tsx'
import type { ScanEstimate as Estimate } from '../src/logs/scan/estimate/ScanEstimate.ts'

const small: Estimate = {
  blocks: 1_250_000n,
  missingBlocks: 1_250_000n,
  requests: { low: 126, high: 131 },
  seconds: { low: 2.4, high: 7.4 },
  share: { low: 0.0126, high: 0.0131 },
  exceedsBudget: false,
  density: 'seen',
  basis: {
    logsPerBlock: 0.4,
    blockRange: 10_000,
    results: undefined,
    latency: 180,
    endpoints: 5,
    remaining: 8_766,
  },
}

const meta = {
  title: 'Components/ScanEstimate',
  component: ScanEstimate,
  args: { estimate: small },
  parameters: { width: 320 },
} satisfies Meta<typeof ScanEstimate>

export default meta
type Story = StoryObj<typeof meta>

export const Default: Story = {}

export const PartlyCached: Story = {
  args: {
    estimate: {
      ...small,
      missingBlocks: 40_000n,
      requests: { low: 5, high: 5 },
      seconds: { low: 0.6, high: 0.9 },
      share: { low: 0.0005, high: 0.0005 },
    },
  },
}

export const AllCached: Story = {
  args: {
    estimate: {
      ...small,
      missingBlocks: 0n,
      requests: { low: 0, high: 0 },
      seconds: { low: 0, high: 0 },
      share: { low: 0, high: 0 },
    },
  },
}

/** The number of logs is unknown, so the estimate has wide bounds and says why. */
export const UnknownDensity: Story = {
  args: {
    estimate: {
      ...small,
      requests: { low: 130, high: 2_510 },
      seconds: { low: 3, high: 140 },
      share: { low: 0.013, high: 0.251 },
      density: 'unknown',
      basis: { ...small.basis, logsPerBlock: undefined },
    },
  },
}

/** A node that allows five blocks per call. */
export const Exceeding: Story = {
  args: {
    estimate: {
      ...small,
      requests: { low: 250_001, high: 250_006 },
      seconds: { low: 3_200, high: 9_600 },
      share: { low: 25, high: 25.0006 },
      exceedsBudget: true,
      basis: { ...small.basis, blockRange: 5 },
    },
  },
}

export const WithoutQuota: Story = { args: { estimate: { ...small, share: undefined } } }

export const Loading: Story = { args: { estimate: undefined, pending: true } }

export const Failed: Story = {
  args: { estimate: undefined, error: new Error('The newest block could not be read.') },
}

/** No estimate was requested. */
export const Empty: Story = { args: { estimate: undefined } }

export const Huge: Story = {
  args: {
    estimate: {
      ...small,
      blocks: 2n ** 64n,
      missingBlocks: 2n ** 64n - 40_000n,
      requests: { low: 3_689_348_814_741_910, high: 3_689_348_814_741_911 },
      seconds: { low: 8e12, high: 2e13 },
      share: { low: 368_934_881_474, high: 368_934_881_475 },
      exceedsBudget: true,
    },
  },
}

export const Narrow: Story = { ...Exceeding, parameters: { width: 360 } }

export const InShadowRoot: Story = { ...Exceeding, parameters: { shadowRoot: true } }
