import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn, userEvent } from 'storybook/test'
import { LiveStatus } from '../src/components/status/LiveStatus.tsx'

const now = Date.UTC(2026, 10, 21, 9, 30)
const live = {
  status: 'live',
  source: 'socket',
  pollingInterval: undefined,
  lastUpdated: now - 2_000,
} as const

const meta = {
  title: 'Components/status/LiveStatus',
  component: LiveStatus,
  args: { live, now, onSwitch: fn() },
  parameters: { width: 560 },
} satisfies Meta<typeof LiveStatus>

export default meta
type Story = StoryObj<typeof meta>

export const Default: Story = {
  play: async ({ canvas, args }) => {
    await userEvent.tab()
    await expect(canvas.getByRole('switch', { name: 'Live' })).toHaveFocus()
    await userEvent.keyboard(' ')
    await expect(args.onSwitch).toHaveBeenCalledWith(false)
  },
}

/** A query with a last block cannot be live: the switch is disabled and says why. */
export const Unavailable: Story = {
  args: { on: true, unavailable: 'This range has a fixed end' },
  play: async ({ canvas }) => {
    const toggle = canvas.getByRole('switch', { name: 'Live' })
    await expect(toggle).toBeDisabled()
    await expect(toggle).not.toBeChecked()
    await expect(toggle).toHaveAccessibleDescription('This range has a fixed end')
  },
}

export const ByPolling: Story = {
  args: { live: { ...live, source: 'polling', pollingInterval: 22_000 } },
  play: async ({ canvas }) => {
    await expect(canvas.getByText('Polling every 22 sec')).toBeVisible()
  },
}

export const Degraded: Story = {
  args: { live: { ...live, status: 'degraded', source: 'polling', pollingInterval: 22_000 } },
}

export const CatchingUp: Story = { args: { live: { ...live, status: 'catching-up' } } }

/** A reorganization deeper than finality: rows from there on are marked until they are replaced. */
export const Replaced: Story = {
  args: { live: { ...live, status: 'catching-up', staleFrom: 1_234_567n } },
  play: async ({ canvas }) => {
    await expect(canvas.getByText('Blocks from 1,234,567 may be replaced')).toBeVisible()
  },
}

/** No answer for a while, but no endpoint counts as unreachable yet. */
export const Silent: Story = {
  args: { live: { ...live, silentSince: now - 12_000 } },
  play: async ({ canvas, canvasElement }) => {
    await expect(canvas.getByText('No answer for 12 sec')).toBeVisible()
    // Its dot is not green.
    await expect(canvasElement.querySelector('.topic0-live-status')).toHaveAttribute(
      'data-state',
      'catching-up',
    )
  },
}

/** No new block for a while: shows the last one and when it came. */
export const Quiet: Story = {
  args: { live: { ...live, headAt: now - 22_000 } },
  play: async ({ canvas }) => {
    await expect(canvas.getByText('last block 22 sec ago')).toBeVisible()
  },
}

export const Stale: Story = {
  args: { live: { ...live, status: 'stale', lastUpdated: now - 95_000 } },
  play: async ({ canvas }) => {
    await expect(canvas.getByText('Not up to date: last update 95 sec ago')).toBeVisible()
  },
}

export const Offline: Story = {
  args: { live: { ...live, status: 'stale', lastUpdated: now - 12_000, connectivity: 'offline' } },
  play: async ({ canvas }) => {
    await expect(canvas.getByText('Offline: last update 12 sec ago')).toBeVisible()
  },
}

/** No endpoint can be reached, known before following starts. */
export const Unreachable: Story = {
  args: { live: undefined, on: true, connectivity: 'unreachable' },
  play: async ({ canvas, canvasElement }) => {
    await expect(canvas.getAllByText('No endpoint responds')[0]).toBeInTheDocument()
    await expect(canvasElement.querySelector('.topic0-live-status')).toHaveAttribute('data-state', 'stale')
  },
}

export const Paused: Story = { args: { live: { ...live, status: 'paused' } } }

export const Off: Story = { args: { live: undefined } }

/** Switched on, nothing received yet. */
export const Loading: Story = { args: { live: undefined, on: true } }

export const LogsRemoved: Story = { args: { reorg: { from: 1_234_567n, removed: 3 } } }

export const Narrow: Story = { ...Degraded, parameters: { width: 360 } }

export const InShadowRoot: Story = { ...Degraded, parameters: { shadowRoot: true } }
