import { QueryClient, focusManager, onlineManager } from '@tanstack/react-query'
import { act, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { useInfiniteLogs } from '../../src/hooks/useInfiniteLogs.ts'
import { useLogs, type UseLogsParameters } from '../../src/hooks/useLogs.ts'
import { logId } from '../../src/logs/order.ts'
import { createFakeNode, type FakeNode, type FakeNodeOptions } from '../support/fakeNode.ts'
import { configOver, renderHookIn } from '../support/renderHooks.tsx'
import { soon } from '../support/soon.ts'

const chainOf = (options: FakeNodeOptions) => createFakeNode({ blocks: 300, logsPerBlock: 2, ...options })

/** A config whose URL serves one chain, and then others. */
function serve(first: FakeNode) {
  let node = first
  return {
    config: configOver(first, (...request) => node.fetch(...request)),
    replace: (by: FakeNode) => void (node = by),
  }
}

async function showLogs(parameters: UseLogsParameters, first = chainOf({ seed: 1 })) {
  const { config, replace } = serve(first)
  const queryClient = new QueryClient()
  const { result } = renderHookIn(config, () => useLogs(parameters), { queryClient })
  await waitFor(() => expect(result.current.isComplete && !result.current.isFetching).toBe(true), soon)
  return { first, config, replace, result, queryClient }
}

const truth = ({ chain }: FakeNode, { toBlock, order, limit }: UseLogsParameters) => {
  const end = typeof toBlock === 'bigint' && toBlock < chain.head ? toBlock : chain.head
  const ids = chain.logs({}, 0n, end).map(logId)
  return (order === 'desc' ? ids.toReversed() : ids).slice(0, limit)
}

afterEach(() => {
  focusManager.setFocused(undefined)
  onlineManager.setOnline(true)
})

describe('when another chain of the same id is served, and the user refreshes', () => {
  const queries: [string, UseLogsParameters][] = [
    ['up to the head', { fromBlock: 0n }],
    ['newest first', { fromBlock: 0n, order: 'desc' }],
    ['newest first with a limit', { fromBlock: 0n, order: 'desc', limit: 100 }],
    ['final blocks', { fromBlock: 0n, toBlock: 250n }],
    ['final blocks with a limit', { fromBlock: 0n, toBlock: 250n, limit: 20 }],
  ]
  describe.each(queries)('%s', (_, query) => {
    test.each([500, 300, 60])('only logs of its %s blocks are shown', async (blocks) => {
      const { replace, result } = await showLogs(query)
      const other = chainOf({ blocks, seed: 9 })
      replace(other)
      await act(() => result.current.refetch())
      await waitFor(() => expect(result.current.data?.map(logId)).toEqual(truth(other, query)), soon)
      expect(result.current.error).toBeNull()
      await act(() => result.current.refetch())
      expect(result.current.data?.map(logId)).toEqual(truth(other, query))
    })
  })

  test('logs are found in final blocks that had none', async () => {
    const query = { fromBlock: 0n, toBlock: 250n }
    const { replace, result } = await showLogs(query, chainOf({ logsPerBlock: 0, finalized: 12 }))
    expect(result.current.isEmpty).toBe(true)
    const other = chainOf({ seed: 9 })
    replace(other)
    await act(() => result.current.refetch())
    expect(result.current.data?.map(logId)).toEqual(truth(other, query))
  })

  test('pages are read again', async () => {
    const { config, replace } = serve(chainOf({ seed: 1 }))
    const { result } = renderHookIn(config, () => useInfiniteLogs({ fromBlock: 0n, pageSize: 50 }))
    await waitFor(() => expect(result.current.data?.logs.length).toBeGreaterThan(0), soon)
    await act(() => result.current.fetchNextPage())
    const other = chainOf({ blocks: 400, seed: 9 })
    replace(other)
    await act(() => result.current.refetch())
    const ids = new Set(truth(other, {}))
    expect(result.current.data!.logs.length).toBeGreaterThan(40)
    expect(result.current.data!.logs.map(logId).filter((id) => !ids.has(id))).toEqual([])
  })

  test('a query whose blocks are retried after another has found the new chain is read as a whole', async () => {
    const query = { fromBlock: 20n, toBlock: 250n }
    const { config, replace, result, queryClient } = await showLogs(query)
    const noticing = renderHookIn(config, () => useLogs({ fromBlock: 0n }), { queryClient })
    await waitFor(() => expect(noticing.result.current.isComplete).toBe(true), soon)
    const other = chainOf({ seed: 9 })
    replace(other)
    await act(() => noticing.result.current.refetch())
    act(() => result.current.retryRange({ from: 100n, to: 120n }))
    const ids = other.chain.logs({}, 20n, 250n).map(logId)
    await waitFor(() => expect(result.current.data?.map(logId)).toEqual(ids), soon)
  })

  test('the same after live updates have found the new chain, whose own rows stay at a refresh', async () => {
    const query = { fromBlock: 20n, toBlock: 250n }
    const { config, replace, result, queryClient } = await showLogs(query)
    const counts = new Set<number | undefined>()
    const useFollowed = () => {
      const shown = useLogs({ fromBlock: 0n, live: true, pollingInterval: 20 })
      counts.add(shown.data?.length)
      return shown
    }
    const live = renderHookIn(config, useFollowed, { queryClient }).result
    await waitFor(() => expect(live.current.live?.status).toBe('live'), soon)
    const other = chainOf({ seed: 9 })
    replace(other)
    await waitFor(() => expect(live.current.data?.map(logId)).toEqual(truth(other, {})), soon)
    act(() => result.current.retryRange({ from: 100n, to: 120n }))
    const ids = other.chain.logs({}, 20n, 250n).map(logId)
    await waitFor(() => expect(result.current.data?.map(logId)).toEqual(ids), soon)
    counts.clear()
    await act(() => live.current.refetch())
    expect([...counts]).toEqual([truth(other, {}).length])
  })

  test('a refresh costs one more call at most', async () => {
    const { first, result } = await showLogs({ fromBlock: 0n })
    first.clearCalls()
    await act(() => result.current.refetch())
    const checks = first.calls.filter(({ method }) => !['eth_blockNumber', 'eth_getLogs'].includes(method))
    expect(checks).toHaveLength(1)
  })

  test.each(['focus', 'reconnect'] as const)('the same by react-query at %s', async (event) => {
    const query: UseLogsParameters = {
      fromBlock: 0n,
      query: { refetchOnWindowFocus: 'always', refetchOnReconnect: 'always' },
    }
    const { replace, result } = await showLogs(query)
    const other = chainOf({ blocks: 500, seed: 9 })
    replace(other)
    act(() => {
      if (event === 'focus') {
        focusManager.setFocused(false)
        focusManager.setFocused(true)
      } else {
        onlineManager.setOnline(false)
        onlineManager.setOnline(true)
      }
    })
    await waitFor(() => expect(result.current.data?.map(logId)).toEqual(truth(other, query)), soon)
  })
})

describe('when a chain of another id is served, and the user refreshes', () => {
  test.each([
    ['final blocks', { fromBlock: 0n, toBlock: 250n }, 300],
    ['up to the head', { fromBlock: 0n }, 300],
    ['up to the head', { fromBlock: 0n }, 60],
    ['blocks that are not final', { fromBlock: 295n }, 300],
    ['blocks that are not final, without a tag', { fromBlock: 295n, toBlock: 298n }, 300],
  ] as const)('%s: an error names both ids, and nothing of it is shown', async (_, query, blocks) => {
    const { first, config, replace, result } = await showLogs(query)
    const before = result.current.data!.map(logId)
    replace(chainOf({ blocks, seed: 9, chainId: 99 }))
    await act(() => result.current.refetch())
    await waitFor(() => expect(result.current.error).not.toBeNull(), soon)
    const { error } = result.current
    expect(error!.message).toContain('chain id 99')
    expect(error!.message).toContain(`${config.getChainId()}`)
    expect(result.current.data?.map(logId)).toEqual(before)
    // The right one is back.
    replace(first)
    act(() => result.current.retry())
    await waitFor(() => expect(result.current.error).toBeNull(), soon)
    expect(result.current.data?.map(logId)).toEqual(before)
  })
})
