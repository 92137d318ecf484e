import type { Meta, StoryObj } from '@storybook/react-vite'
import { NetworkStatus } from '../src/components/NetworkStatus.tsx'
import type { EndpointView } from '../src/components/NetworkStatus.tsx'
import { NodeError } from '../src/errors.ts'
import { ShadowRoot } from './support/ShadowRoot.tsx'

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
const resumesAt = Date.UTC(2026, 10, 21, 9, 30)

const meta = {
  component: NetworkStatus,
  args: {
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

export const EveryState: Story = {
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
          advice: 'It is asked again when the pause is over.',
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

export const None: Story = { args: { endpoints: [] } }

export const Narrow: Story = { ...EveryState, parameters: { width: 360 } }

export const InShadowRoot: Story = {
  ...EveryState,
  render: (args) => (
    <ShadowRoot>
      <NetworkStatus {...args} />
    </ShadowRoot>
  ),
}
