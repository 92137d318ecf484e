import type { Meta, StoryObj } from '@storybook/react-vite'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { expect, waitFor } from 'storybook/test'
import { createClient } from 'viem'
import { LogsDevtools } from '../src/devtools/LogsDevtools.tsx'
import { LogsProvider } from '../src/hooks/LogsProvider.tsx'
import { useLogs } from '../src/hooks/useLogs.ts'
import { defineNetwork } from '../src/logs/archive/defineNetwork.ts'
import { createLogsConfig } from '../src/query/createLogsConfig.ts'
import { xone } from '../src/rpc/networks/xone.ts'
import { nodePool } from '../src/rpc/pool/nodePool.ts'
import { startFakeNode } from '../test/support/startFakeNode.ts'

const meta = {
  title: 'Devtools/LogsDevtools',
  component: LogsDevtools,
  parameters: { layout: 'fullscreen' },
  args: { initialOpen: true },
  render: (args) => <Demo {...args} />,
} satisfies Meta<typeof LogsDevtools>

export default meta
type Story = StoryObj<typeof meta>

function Demo(props: Parameters<typeof LogsDevtools>[0]) {
  const [config] = useState(() => {
    const node = startFakeNode({ seed: 7, blocks: 300, logsPerBlock: 2, faults: { maxBlockRange: 100 } })
    const network = defineNetwork(xone, { http: node.urls, dailyQuota: 10_000 })
    const transport = nodePool(network, { fetch: node.fetch, storage: null, channel: null })
    return createLogsConfig({ networks: [network], clients: [createClient({ chain: network, transport })] })
  })
  const [queryClient] = useState(() => new QueryClient())
  return (
    <QueryClientProvider client={queryClient}>
      <LogsProvider config={config}>
        <div style={{ minBlockSize: '44rem' }}>
          <Reader />
        </div>
        <LogsDevtools {...props} />
      </LogsProvider>
    </QueryClientProvider>
  )
}

function Reader() {
  const { data } = useLogs({ fromBlock: 0n, toBlock: 250n })
  return <output>{data && `${data.length} logs`}</output>
}

const read = (canvasElement: HTMLElement) =>
  waitFor(() => expect(canvasElement.querySelector('output')).toHaveTextContent('502'))

export const Default: Story = {
  play: async ({ canvas, canvasElement }) => {
    await read(canvasElement)
    await waitFor(() => expect(canvas.getByText(/1 observer/)).toBeVisible())
  },
}

export const Requests: Story = {
  play: async ({ canvas, canvasElement, userEvent }) => {
    await read(canvasElement)
    await userEvent.click(canvas.getByRole('radio', { name: 'Requests' }))
    await expect(canvas.getByText(/calls in/)).toBeVisible()
  },
}

export const Endpoints: Story = {
  play: async ({ canvas, canvasElement, userEvent }) => {
    await read(canvasElement)
    await userEvent.click(canvas.getByRole('radio', { name: 'Endpoints' }))
    await expect(canvas.getByText('node-1.test')).toBeVisible()
  },
}

export const Cache: Story = {
  play: async ({ canvas, canvasElement, userEvent }) => {
    await read(canvasElement)
    await userEvent.click(canvas.getByRole('radio', { name: 'Cache' }))
    await expect(canvas.getByText('all contracts')).toBeVisible()
  },
}

export const Closed: Story = { args: { initialOpen: false } }

export const Dark: Story = { ...Default, args: { theme: 'dark' } }

export const Narrow: Story = { ...Default, parameters: { width: 360 } }
