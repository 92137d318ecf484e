import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { LogTable } from '../../../src/components/LogTable/LogTable.tsx'
import { LogsProvider } from '../../../src/hooks/LogsProvider.tsx'
import { useLogs } from '../../../src/hooks/useLogs.ts'
import { fakeConfig } from '../../support/renderHooks.tsx'
import { grid } from './logGrid.ts'

function LiveLogs() {
  return <LogTable result={useLogs({ fromBlock: 0n, live: true, pollingInterval: 20 })} />
}

test('a live result says that no endpoint responds, as long as none does', async () => {
  const { node, config } = fakeConfig({ blocks: 20, logsPerBlock: 1 })
  render(
    <QueryClientProvider client={new QueryClient()}>
      <LogsProvider config={config}>
        <LiveLogs />
      </LogsProvider>
    </QueryClientProvider>,
  )
  const rows = () => Number(grid().getAttribute('aria-rowcount'))
  await waitFor(() => expect(rows()).toBe(21))
  node.chain.mine(1, { logs: [{}] })
  await waitFor(() => expect(rows()).toBe(22))
  const told = () => screen.queryByText(/No endpoint responds: last update .* ago/)
  expect(told()).toBeNull()
  node.faults.down = 'cors'
  await waitFor(() => expect(told()).toBeVisible())
  expect(rows()).toBe(22)
  node.faults = {}
  await waitFor(() => expect(told()).toBeNull())
})
