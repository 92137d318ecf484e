import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, render, waitFor } from '@testing-library/react'
import { Activity, StrictMode } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { LogsProvider } from '../../src/hooks/LogsProvider.tsx'
import { useLogs } from '../../src/hooks/useLogs.ts'
import { logId } from '../../src/logs/order.ts'
import type { FakeNode } from '../support/fakeNode.ts'
import { fakeConfig } from '../support/renderHooks.tsx'

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }))

const from = 250n

test.each([
  ['mined', (node: FakeNode) => node.chain.mine(5)],
  ['replaced', (node: FakeNode) => node.chain.reorg(4, { blocks: 6 })],
])('a hidden <Activity> requests nothing, and shows blocks that were %s once visible', async (_, change) => {
  const { node, config } = fakeConfig()
  const queryClient = new QueryClient()
  const shown: {
    data: readonly string[] | undefined
    head: bigint | undefined
    status: string | undefined
  }[] = []
  function Logs() {
    const { data, head, live } = useLogs({ live: true, pollingInterval: 10, fromBlock: from })
    shown.push({ data: data?.map(logId), head, status: live?.status })
    return null
  }
  const ui = (mode: 'visible' | 'hidden') => (
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <LogsProvider config={config}>
          <Activity mode={mode}>
            <Logs />
          </Activity>
        </LogsProvider>
      </QueryClientProvider>
    </StrictMode>
  )
  const { rerender } = render(ui('visible'))
  await waitFor(() => expect(shown.at(-1)!.status).toBe('live'))

  rerender(ui('hidden'))
  // What was under way when it was hidden ends.
  await act(() => vi.advanceTimersByTimeAsync(1_000))
  const before = node.calls.length
  change(node)
  await act(() => vi.advanceTimersByTimeAsync(60_000))
  expect(node.calls).toHaveLength(before)

  const hidden = shown.length
  rerender(ui('visible'))
  await waitFor(() => expect(shown.at(-1)).toMatchObject({ status: 'live', head: node.chain.head }))
  expect(shown.at(-1)!.data).toEqual(node.chain.logs({}, from).map(logId))
  // It is not live before it has caught up.
  for (const { head, status } of shown.slice(hidden))
    if (status === 'live') expect(head).toBe(node.chain.head)
})
