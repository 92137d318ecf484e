import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect } from 'storybook/test'
import type { EndpointView } from '../src/components/status/EndpointView.ts'
import { NetworkStatus } from '../src/components/status/NetworkStatus.tsx'
import { ArchiveError } from '../src/errors/ArchiveError.ts'
import { NodeError } from '../src/errors/NodeError.ts'

const endpoint: EndpointView = {
  name: 'rpc.xone.org',
  type: 'http',
  state: 'ok',
  head: 12_345_678n,
  latency: 84.4,
  limits: { blockRange: 10_000, batch: 20 },
  resumesAt: undefined,
  error: undefined,
}
const now = Date.UTC(2026, 10, 21, 9, 30)
const resumesAt = now + 42_000

const meta = {
  title: 'Components/status/NetworkStatus',
  component: NetworkStatus,
  args: {
    now,
    endpoints: [endpoint, { ...endpoint, name: 'rpc-node-1.xone.org', head: 12_345_677n, latency: 131 }],
  },
  parameters: { width: 460 },
} satisfies Meta<typeof NetworkStatus>

export default meta
type Story = StoryObj<typeof meta>

export const Default: Story = {}

export const Idle: Story = {
  args: { endpoints: [{ ...endpoint, state: 'idle', head: undefined, latency: undefined, limits: {} }] },
}

/** A WebSocket that was used, and that nothing is subscribed to any more. */
export const NotInUse: Story = {
  args: {
    endpoints: [endpoint, { ...endpoint, type: 'webSocket', state: 'idle', respondedAt: now - 5_000 }],
  },
}

/** Learned limits, when, and the node's own message. */
export const LearnedLimits: Story = {
  args: {
    endpoints: [
      {
        ...endpoint,
        limits: { blockRange: 10_000, results: 20_000 },
        learnedLimits: [
          {
            limit: 'blockRange',
            value: 10_000,
            learnedAt: now - 125_000,
            details: 'query exceeds max block range 10000',
          },
          {
            limit: 'results',
            value: 20_000,
            learnedAt: now - 26 * 3_600_000,
            details: 'query returned more than 20000 results. Try with this block range [0x9c40, 0x9d2f].',
          },
        ],
      },
      {
        ...endpoint,
        name: 'rpc-node-1.xone.org',
        state: 'paused',
        resumesAt: now + 12_000,
        limits: { batch: 10, rate: 25 },
        expiredLimits: { blockRange: 2_000 },
        learnedLimits: [
          { limit: 'rate', value: 25, learnedAt: now - 1_000, details: '25 requests per second exceeded' },
          { limit: 'batch', value: 10, learnedAt: now - 3 * 60_000, details: undefined },
        ],
        error: new NodeError('rpc-node-1.xone.org asks for a pause: too many requests.', {
          kind: 'rate-limited',
          method: 'eth_getLogs',
          advice: 'It is used again when the pause is over.',
        }),
      },
    ],
  },
  play: async ({ canvas }) => {
    await expect(canvas.getByText(/At most 10,000 blocks per request/)).toHaveTextContent(
      'learned 2m ago from an error',
    )
    await expect(canvas.getByText('Next try in 12 sec')).toBeVisible()
  },
}

/** One endpoint lacks `eth_getLogs`; another sends logs that do not match. */
export const Unreliable: Story = {
  args: {
    endpoints: [
      {
        ...endpoint,
        unavailable: [
          { method: 'eth_getLogs', until: now + 3_420_000, details: 'eth_getLogs is on the paid tier only' },
        ],
      },
      { ...endpoint, name: 'rpc-node-1.xone.org', latency: 131, rejected: 1_204 },
    ],
  },
  play: async ({ canvas }) => {
    await expect(canvas.getByText(/Does not support eth_getLogs/)).toHaveTextContent('next try in 57 min')
    await expect(canvas.getByText(/^Rejected logs.*1,204/)).toBeVisible()
  },
}

export const AllStates: Story = {
  args: {
    endpoints: [
      endpoint,
      {
        ...endpoint,
        name: 'rpc-wss.xone.org',
        type: 'webSocket',
        state: 'idle',
        head: undefined,
        latency: undefined,
        limits: {},
      },
      {
        ...endpoint,
        name: 'rpc-node-1.xone.org',
        state: 'paused',
        resumesAt,
        error: new NodeError('rpc-node-1.xone.org asks for a pause: too many requests.', {
          kind: 'rate-limited',
          method: 'eth_getLogs',
          advice: 'It is used again when the pause is over.',
        }),
      },
      {
        ...endpoint,
        name: 'rpc-node-2.xone.org',
        state: 'unreachable',
        head: undefined,
        latency: undefined,
        resumesAt,
        error: new NodeError('rpc-node-2.xone.org could not be reached.', {
          kind: 'transient',
          method: 'eth_blockNumber',
          details: 'Failed to fetch',
        }),
      },
      {
        ...endpoint,
        name: 'a-very-long-host-name.of-an-endpoint.somewhere.example.org',
        state: 'wrong-network',
        head: undefined,
        error: new NodeError('This endpoint is on chain 1, but Xone is chain 3721.', {
          kind: 'wrong-network',
          method: 'eth_chainId',
          advice: 'Correct its URL, or leave it out.',
        }),
      },
    ],
  },
}

/** No endpoint answers. */
export const Failed: Story = {
  args: {
    endpoints: ['rpc.xone.org', 'rpc-node-1.xone.org'].map((name) => ({
      ...endpoint,
      name,
      state: 'unreachable',
      head: undefined,
      latency: undefined,
      limits: {},
      resumesAt,
      error: new NodeError(`${name} could not be reached.`, {
        kind: 'transient',
        method: 'eth_blockNumber',
        details: 'Failed to fetch',
      }),
    })),
  },
}

/** A spot check has found that the archive leaves out logs. */
export const WrongArchive: Story = {
  args: {
    archive: 'logs.example.org',
    archiveError: new ArchiveError(
      'logs.example.org',
      'lacks 3 of the logs that a node has in blocks 1200 to 1299',
    ),
  },
  play: async ({ canvas }) => {
    await expect(canvas.getByText(/lacks 3 of the logs that a node has/)).toBeVisible()
  },
}

/** The browser is offline. */
export const Offline: Story = {
  args: { connectivity: 'offline' },
  play: async ({ canvas, canvasElement }) => {
    await expect(canvas.getByRole('status')).toHaveTextContent('You are offline')
    await expect(canvasElement.querySelector('.topic0-network-status')).toHaveAttribute('data-state', 'down')
  },
}

/** Requests have waited for an answer for a while. */
export const Silent: Story = {
  args: {
    silent: true,
    endpoints: [
      { ...endpoint, respondedAt: now - 12_000 },
      { ...endpoint, name: 'rpc-node-1.xone.org', head: undefined },
    ],
  },
  play: async ({ canvas, canvasElement }) => {
    await expect(canvas.getByText('Last response 12s ago')).toBeVisible()
    await expect(canvasElement).not.toHaveTextContent('Responding')
    await expect(canvasElement.querySelector('.topic0-network-status')).toHaveAttribute(
      'data-state',
      'degraded',
    )
  },
}

export const Empty: Story = { args: { endpoints: [] } }

/** Hostile endpoint messages are shown as text. */
export const Hostile: Story = {
  args: {
    endpoints: [
      {
        ...endpoint,
        limits: { blockRange: 10_000 },
        learnedLimits: [
          {
            limit: 'blockRange',
            value: 10_000,
            learnedAt: now + 86_400_000,
            details: 'pay\u200Bpal \u202Efdp.exe\u0000 <img src=x onerror=alert(1)> '.repeat(40),
          },
        ],
        head: 2n ** 256n - 1n,
        latency: 1e12,
      },
    ],
  },
  play: async ({ canvasElement }) => {
    await expect(canvasElement.querySelector('img')).toBeNull()
    await expect(canvasElement.textContent).toContain('pay\\u{200B}pal \\u{202E}fdp.exe')
  },
}

export const Huge: Story = {
  args: {
    endpoints: Array.from({ length: 60 }, (_, index) => ({
      ...endpoint,
      name: `rpc-node-${index}.xone.org`,
      latency: 40 + index * 3,
    })),
  },
}

export const Narrow: Story = { ...AllStates, parameters: { width: 360 } }

export const InShadowRoot: Story = {
  ...AllStates,
  parameters: { shadowRoot: true },
}
