import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect } from 'storybook/test'
import { CoverageBar } from '../src/components/status/CoverageBar.tsx'
import type { BlockInterval } from '../src/logs/Coverage.ts'

const error = new Error('This range could not be read.')
const scattered = Array.from({ length: 5_000 }, (_, index): BlockInterval => ({
  from: BigInt(index) * 20n,
  to: BigInt(index) * 20n + 9n,
}))

const meta = {
  title: 'Components/status/CoverageBar',
  component: CoverageBar,
  args: {
    range: { from: 0n, to: 999_999n },
    coverage: {
      verified: [
        { from: 0n, to: 419_999n },
        { from: 600_000n, to: 749_999n },
      ],
      trimmed: [],
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
  args: { coverage: { verified: [{ from: 0n, to: 999_999n }], trimmed: [], pending: [], failed: [] } },
}

/** Nothing has arrived yet. */
export const Loading: Story = {
  args: { coverage: { verified: [], trimmed: [], pending: [{ from: 0n, to: 999_999n }], failed: [] } },
}

/** The rest was not requested. */
export const Partial: Story = {
  args: { coverage: { verified: [{ from: 0n, to: 639_999n }], trimmed: [], pending: [], failed: [] } },
}

export const Failed: Story = {
  args: {
    coverage: {
      verified: [],
      trimmed: [],
      pending: [],
      failed: [{ range: { from: 0n, to: 999_999n }, error }],
    },
  },
}

export const Empty: Story = { args: { coverage: { verified: [], trimmed: [], pending: [], failed: [] } } }

export const OneBlockFailed: Story = {
  args: {
    coverage: {
      verified: [{ from: 0n, to: 999_999n }],
      trimmed: [],
      pending: [],
      failed: [{ range: { from: 500_000n, to: 500_000n }, error }],
    },
  },
}

export const WithoutLegend: Story = { args: { legend: false } }

/** Contradictory coverage, partly outside the range: the worse state wins. */
export const Contradictory: Story = {
  args: {
    coverage: {
      verified: [
        { from: 0n, to: 699_999n },
        { from: 300_000n, to: 1_500_000n },
      ],
      trimmed: [],
      pending: [{ from: 200_000n, to: 499_999n }],
      failed: [{ range: { from: 400_000n, to: 599_999n }, error }],
    },
  },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('img')).toHaveAccessibleName(
      'Coverage: Complete 600,000 blocks, Pending 200,000 blocks, Failed 200,000 blocks',
    )
  },
}

/** 5,000 intervals, merged where they are too narrow to draw. */
export const Huge: Story = {
  args: {
    range: { from: 0n, to: 99_999n },
    coverage: { verified: scattered, trimmed: [], pending: [], failed: [] },
  },
}

export const Narrow: Story = { parameters: { width: 360 } }

export const InShadowRoot: Story = { parameters: { shadowRoot: true } }
