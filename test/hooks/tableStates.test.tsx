import { onlineManager, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { parseAbiItem } from 'viem'
import { mainnet, optimism } from 'viem/chains'
import { afterEach, expect, test } from 'vitest'
import { LogTable } from '../../src/components/LogTable/LogTable.tsx'
import { LogsProvider } from '../../src/hooks/LogsProvider.tsx'
import { useInfiniteLogs } from '../../src/hooks/useInfiniteLogs.ts'
import { useLogs } from '../../src/hooks/useLogs.ts'
import { useMultichainLogs } from '../../src/hooks/useMultichainLogs.ts'
import { createLogsConfig } from '../../src/query/createLogsConfig.ts'
import { createTestLogs } from '../../src/testing/createTestLogs.ts'
import { createTestNetwork } from '../../src/testing/createTestNetwork.ts'

const transfer = parseAbiItem('event Transfer(address indexed from, address indexed to, uint256 value)')
afterEach(() => onlineManager.setOnline(true))

/** Renders a table on two networks with 5 and 50 blocks, without logs. */
function show(table: ReactNode) {
  const networks = [mainnet, optimism].map((chain, at) =>
    createTestNetwork({ chain, blockNumber: at === 0 ? 5n : 50n, finality: 2 }),
  )
  const config = createLogsConfig({
    networks: networks.map(({ chain }) => chain),
    clients: networks.map(({ client }) => client),
  })
  const { container } = render(
    <QueryClientProvider client={new QueryClient()}>
      <LogsProvider config={config}>{table}</LogsProvider>
    </QueryClientProvider>,
  )
  return container.firstElementChild!
}

const One = () => <LogTable result={useLogs({ event: transfer, chainId: 10 })} />
const Pages = () => <LogTable result={useInfiniteLogs({ event: transfer, chainId: 10 })} />
const All = () => <LogTable result={useMultichainLogs({ event: transfer })} />

test.each([
  ['one network', One],
  ['one network in pages', Pages],
  ['several networks', All],
])('a query of %s that begins offline says so', async (_, Table) => {
  onlineManager.setOnline(false)
  const table = show(<Table />)
  expect(await screen.findByText('You are offline', { selector: 'strong' })).toBeVisible()
  expect(table).toHaveAttribute('data-state', 'offline')
  act(() => onlineManager.setOnline(true))
  expect(await screen.findByText('No logs match', { selector: 'strong' })).toBeVisible()
})

test('a query of several networks that is not known yet is not being read', async () => {
  const Later = () => <LogTable result={useMultichainLogs({ event: transfer, args: { from: undefined } })} />
  const table = show(<Later />)
  expect(await screen.findByText('No query yet', { selector: 'strong' })).toBeVisible()
  expect(table).toHaveAttribute('data-state', 'idle')
})

test('blocks that do not exist yet on one of several networks are not called stopped', async () => {
  const Ahead = () => <LogTable result={useMultichainLogs({ event: transfer, toBlock: 20n })} />
  const table = show(<Ahead />)
  expect(await screen.findByText('Not available yet', { selector: 'strong' })).toBeVisible()
  expect(table).toHaveAttribute('data-state', 'awaiting')
})

test('shows the logs of all pages', async () => {
  const from = `0x${'ab'.repeat(20)}` as const
  const { config } = createTestNetwork({ logs: createTestLogs(transfer, [{ from, to: from, value: 7n }]) })
  const Shown = () => <LogTable result={useInfiniteLogs({ event: transfer })} columns={['args.value']} />
  render(
    <QueryClientProvider client={new QueryClient()}>
      <LogsProvider config={config}>
        <Shown />
      </LogsProvider>
    </QueryClientProvider>,
  )
  expect(await screen.findByRole('gridcell', { name: '7' })).toBeVisible()
})
