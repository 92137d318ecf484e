import type { Meta, StoryObj } from '@storybook/react-vite'
import { CoverageBar } from '../src/components/CoverageBar.tsx'
import type { BlockInterval } from '../src/logs/Coverage.ts'

const error = new Error('This range could not be read.')
const scattered = Array.from({ length: 5_000 }, (_, index): BlockInterval => ({
  from: BigInt(index) * 20n,
  to: BigInt(index) * 20n + 9n,
}))

const meta = {
  component: CoverageBar,
  args: {
    range: { from: 0n, to: 999_999n },
    coverage: {
      verified: [
        { from: 0n, to: 419_999n },
        { from: 600_000n, to: 749_999n },
      ],
      pending: [{ from: 420_000n, to: 559_999n }],
      failed: [{ range: { from: 560_000n, to: 599_999n }, error }],
    },
  },
  parameters: { width: 620 },
} satisfies Meta<typeof CoverageBar>

export default meta
type Story = StoryObj<typeof meta>

export const Default: Story = {}

export const Complete: Story = {
  args: { coverage: { verified: [{ from: 0n, to: 999_999n }], pending: [], failed: [] } },
}

export const Empty: Story = { args: { coverage: { verified: [], pending: [], failed: [] } } }

export const OneBlockFailed: Story = {
  args: {
    coverage: {
      verified: [{ from: 0n, to: 999_999n }],
      pending: [],
      failed: [{ range: { from: 500_000n, to: 500_000n }, error }],
    },
  },
}

export const WithoutLegend: Story = { args: { legend: false } }

/** 5,000 intervals are joined where they cannot be told apart. */
export const Huge: Story = {
  args: { range: { from: 0n, to: 99_999n }, coverage: { verified: scattered, pending: [], failed: [] } },
}

export const Narrow: Story = { parameters: { width: 360 } }
