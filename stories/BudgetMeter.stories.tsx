import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, userEvent } from 'storybook/test'
import { BudgetMeter } from '../src/components/status/BudgetMeter.tsx'

const now = Date.UTC(2026, 10, 21, 9, 30)
const budget = { used: 5_120, quota: 10_000, resetsAt: Date.UTC(2026, 10, 22) }

const meta = {
  title: 'Components/status/BudgetMeter',
  component: BudgetMeter,
  args: { budget, now, onIgnoreBudget: fn() },
  parameters: { width: 420 },
} satisfies Meta<typeof BudgetMeter>

export default meta
type Story = StoryObj<typeof meta>

export const Default: Story = {
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('meter')).toHaveAttribute('aria-valuetext', '5,120 of 10,000 requests')
  },
}

export const Empty: Story = { args: { budget: { ...budget, used: 0 } } }

export const Low: Story = { args: { budget: { ...budget, used: 9_312 } } }

export const Spent: Story = {
  args: { budget: { ...budget, used: 10_000 } },
  play: async ({ canvas, args }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Exceed it today' }))
    await expect(args.onIgnoreBudget).toHaveBeenCalled()
  },
}

/** The server counts, and refuses what exceeds the budget. */
export const Enforced: Story = {
  args: { budget: { ...budget, used: 10_000, enforced: true } },
  play: async ({ canvas }) => {
    await expect(canvas.queryByRole('button')).toBeNull()
    await expect(canvas.getByText('The server refuses further requests.')).toBeVisible()
  },
}

export const BudgetIgnored: Story = { args: { budget: { ...budget, used: 11_004, ignored: true } } }

export const WithoutQuota: Story = { args: { budget: { ...budget, used: 1_234, quota: undefined } } }

/** Nothing is known yet. */
export const Loading: Story = { args: { budget: undefined } }

export const Huge: Story = {
  args: { budget: { ...budget, used: 987_654_321_012, quota: 1_000_000_000_000 } },
}

export const Compact: Story = { args: { compact: true } }

export const Narrow: Story = { ...Spent, parameters: { width: 360 } }

export const InShadowRoot: Story = { parameters: { shadowRoot: true } }
