import { act, render, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { LogsProvider } from '../../src/hooks/LogsProvider.tsx'
import { useCacheStatus } from '../../src/hooks/useCacheStatus.ts'
import { useLogs } from '../../src/hooks/useLogs.ts'
import { createLogCache } from '../../src/logs/cache/createLogCache.ts'
import { indexedDbStorage } from '../../src/logs/cache/indexedDbStorage.ts'
import { StorageNotice } from '../../src/widget/panels/ExplorerNotices.tsx'
import { createFakeNode } from '../support/fakeNode.ts'
import { configOver, fakeConfig, renderHookIn } from '../support/renderHooks.tsx'

/** A config with a persistent cache, on a page without IndexedDB, as in some private modes. */
function privateConfig() {
  const node = createFakeNode({ blocks: 300, logsPerBlock: 2 })
  const cache = createLogCache({ storage: indexedDbStorage() })
  return { node, cache, config: configOver(node, node.fetch, cache) }
}

test('reports that logs are kept in memory only, once that is known, and reads on', async () => {
  const { config } = privateConfig()
  const { result } = renderHookIn(config, () => ({
    status: useCacheStatus(),
    logs: useLogs({ fromBlock: 0n, toBlock: 200n }),
  }))
  expect(result.current.status.storage).toEqual({ state: 'idle', notice: undefined })
  await waitFor(() => expect(result.current.logs.data?.length).toBe(402))
  const { storage } = result.current.status
  expect(storage?.state).toBe('unavailable')
  expect(storage?.notice?.shortMessage).toBe(
    'Logs are kept in memory only: the browser has no storage for this page.',
  )
})

test('reports no storage where none was given, and clears on demand', async () => {
  const { node, config } = fakeConfig()
  const { result } = renderHookIn(config, () => ({
    status: useCacheStatus(),
    logs: useLogs({ fromBlock: 0n, toBlock: 200n }),
  }))
  await waitFor(() => expect(result.current.logs.data?.length).toBe(402))
  expect(result.current.status.storage).toBeUndefined()
  expect(config.cache.bytes).toBeGreaterThan(0)
  await act(() => result.current.status.clear(config.getChainId()))
  expect(config.cache.bytes).toBe(0)
  node.clearCalls()
  await act(async () => {
    await result.current.logs.refetch()
  })
  expect(node.callsOf('eth_getLogs').length).toBeGreaterThan(0)
})

test('the explorer shows the notice, and nothing without one', async () => {
  const { config, cache } = privateConfig()
  const { container } = render(
    <LogsProvider config={config}>
      <StorageNotice />
    </LogsProvider>,
  )
  expect(container.textContent).toBe('')
  await act(() => cache.load(1, { address: undefined, topics: [] }, { from: 0n, to: 1n }))
  expect(screen.getByRole('status').textContent).toContain('Logs are kept in memory only')
  expect(screen.getByRole('status').textContent).toContain('Logs are read again after a reload')
})
