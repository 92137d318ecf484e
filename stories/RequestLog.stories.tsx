import type { Meta, StoryObj } from '@storybook/react-vite'
import { expect, fn } from 'storybook/test'
import type { RequestEvent } from '../src/base/RequestEvent.ts'
import { StringsProvider } from '../src/components/locales/StringsProvider.tsx'
import { RequestLog } from '../src/components/RequestLog/RequestLog.tsx'
import { NodeError } from '../src/errors/NodeError.ts'
import { german } from '../src/strings/de.ts'

const start = Date.UTC(2026, 10, 21, 9, 30)

function request(id: number, changes: Partial<RequestEvent> = {}): RequestEvent {
  const from = BigInt(id) * 1_000n
  return {
    chainId: 3721,
    endpoint: id % 2 === 0 ? 'rpc.xone.org' : 'rpc-node-1.xone.org',
    type: 'http',
    method: 'eth_getLogs',
    params: [{ fromBlock: `0x${from.toString(16)}`, toBlock: `0x${(from + 999n).toString(16)}` }],
    range: { from, to: from + 999n },
    reason: 'scan',
    attempt: 1,
    message: {
      id,
      calls: 1,
      startedAt: start + id * 120,
      duration: 80 + (id % 7) * 9,
      sentBytes: 210,
      receivedBytes: 48_200,
      status: 200,
    },
    outcome: 'success',
    logs: (id * 37) % 90,
    error: undefined,
    ...changes,
  }
}

const refused = new NodeError('rpc.xone.org allows fewer blocks per request.', {
  kind: 'range-too-wide',
  method: 'eth_getLogs',
  endpoint: 'rpc.xone.org',
})

const some = [
  request(0, {
    method: 'eth_chainId',
    params: [],
    range: undefined,
    reason: 'chain-check',
    logs: undefined,
  }),
  request(1, { outcome: 'error', error: refused, logs: undefined, range: { from: 0n, to: 1_234_567n } }),
  request(2, { attempt: 2 }),
  request(3, { outcome: 'aborted', logs: undefined }),
  ...[0, 1].map(() =>
    request(4, {
      method: 'eth_getBlockByHash',
      reason: 'timestamp',
      range: undefined,
      logs: undefined,
      message: { ...request(4).message, calls: 2 },
    }),
  ),
  request(5, {
    type: 'webSocket',
    endpoint: 'rpc-wss.xone.org',
    method: 'eth_subscribe',
    params: ['newHeads'],
    range: undefined,
    reason: 'subscription',
    logs: undefined,
    message: { ...request(5).message, sentBytes: undefined, receivedBytes: undefined },
  }),
]

const meta = {
  title: 'Components/RequestLog',
  component: RequestLog,
  args: { requests: some, onClear: fn() },
  parameters: { width: 480 },
} satisfies Meta<typeof RequestLog>

export default meta
type Story = StoryObj<typeof meta>

export const Default: Story = {
  play: async ({ canvas, canvasElement, userEvent, args }) => {
    await expect(canvas.getByText(/7 calls in 6 requests/)).toBeVisible()
    await userEvent.click(canvas.getByText('Totals by method'))
    await expect(canvas.getByRole('rowheader', { name: 'eth_getLogs' })).toBeVisible()
    await userEvent.click(canvas.getByRole('radio', { name: 'Failed' }))
    await expect(canvasElement.querySelectorAll('.topic0-requests tbody tr')).toHaveLength(1)
    await userEvent.click(canvas.getByRole('button', { name: 'Clear' }))
    await expect(args.onClear).toHaveBeenCalledTimes(1)
  },
}

export const Empty: Story = { args: { requests: [] } }

export const Narrow: Story = { parameters: { width: 360 } }

export const Dark: Story = { globals: { theme: 'dark' } }

export const German: Story = {
  parameters: { width: 360 },
  render: (args) => (
    <StringsProvider strings={german}>
      <RequestLog {...args} />
    </StringsProvider>
  ),
}

/** As many as a pool keeps: the newest 50 are drawn at first. */
export const Huge: Story = {
  args: { requests: Array.from({ length: 500 }, (_, id) => request(id)) },
  play: async ({ canvas, canvasElement }) => {
    await expect(canvasElement.querySelectorAll('.topic0-requests tbody tr')).toHaveLength(50)
    await expect(canvas.getByRole('button', { name: 'Show all 500' })).toBeVisible()
  },
}

/** Nodes choose their hosts, and apps their methods: neither widens the page. */
export const Hostile: Story = {
  args: {
    requests: [
      request(1, {
        endpoint: `${'endpoint'.repeat(30)}.example`,
        method: `eth_\u{202e}${'long'.repeat(60)}`,
        range: { from: 0n, to: 2n ** 256n - 1n },
        message: { ...request(1).message, duration: 1e12, receivedBytes: 9e15 },
      }),
    ],
  },
}

export const InShadowRoot: Story = { parameters: { shadowRoot: true } }
