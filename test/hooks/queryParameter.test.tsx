import { keepPreviousData, onlineManager, QueryClient } from '@tanstack/react-query'
import { waitFor } from '@testing-library/react'
import { describe, expect, onTestFinished, test } from 'vitest'
import { InvalidNetworkError } from '../../src/errors/InvalidNetworkError.ts'
import { InvalidQueryError } from '../../src/errors/InvalidQueryError.ts'
import { useBlockNumber } from '../../src/hooks/useBlockNumber.ts'
import { useBlockTimestamps } from '../../src/hooks/useBlockTimestamps.ts'
import { useEventLookup } from '../../src/hooks/useEventLookup.ts'
import { useImplementation } from '../../src/hooks/useImplementation.ts'
import { useInfiniteLogs } from '../../src/hooks/useInfiniteLogs.ts'
import { useLogFilter } from '../../src/hooks/useLogFilter.ts'
import { useLogs } from '../../src/hooks/useLogs.ts'
import { useLogsReducer } from '../../src/hooks/useLogsReducer.ts'
import { useLogTransaction } from '../../src/hooks/useLogTransaction.ts'
import { useMultichainLogs } from '../../src/hooks/useMultichainLogs.ts'
import { useScanEstimate } from '../../src/hooks/useScanEstimate.ts'
import { useSuspenseLogs } from '../../src/hooks/useSuspenseLogs.ts'
import type { EventLookup } from '../../src/logs/lookup/EventLookup.ts'
import { logId } from '../../src/logs/order.ts'
import { fakeConfig, renderHookIn } from '../support/renderHooks.tsx'

const address = `0x${'c0'.repeat(20)}` as const
const log = { address, topics: [`0x${'11'.repeat(32)}`], data: '0x' } as const
const asked: string[] = []
const lookup: EventLookup = {
  name: 'service.test',
  by: 'topic',
  find: (topic) => {
    asked.push(topic)
    return Promise.resolve([])
  },
}

const hooks = {
  useLogs: (given) => useLogs({ toBlock: 9n, ...given }),
  useScanEstimate: (given) => useScanEstimate({ ...given }),
  useLogFilter: (given) => useLogFilter({ pollingInterval: 10, ...given }),
  useBlockNumber: (given) => useBlockNumber({ ...given }),
  useBlockTimestamps: (given) => useBlockTimestamps({ blocks: [`0x${'ab'.repeat(32)}`], ...given }),
  useImplementation: (given) => useImplementation({ address, ...given }),
  useLogTransaction: (given) => useLogTransaction({ hash: `0x${'7a'.repeat(32)}`, ...given }),
  useEventLookup: (given) => useEventLookup({ log, lookups: [lookup], ...given }),
} satisfies Record<string, (given: object) => { error?: unknown }>

describe.each(Object.entries(hooks))('%s', (_, useHook: (given: object) => { error?: unknown }) => {
  test('sends nothing with query.enabled false, and reads once it is true', async () => {
    const { node, config } = fakeConfig()
    asked.length = 0
    const { rerender } = renderHookIn(config, useHook, { initialProps: { query: { enabled: false } } })
    rerender({ query: { enabled: false } })
    expect(node.calls).toEqual([])
    expect(asked).toEqual([])
    rerender({ query: { enabled: true } })
    await waitFor(() => expect(node.calls.length + asked.length).toBeGreaterThan(0))
  })

  test('refuses enabled next to query, and names query.enabled', async () => {
    const { node, config } = fakeConfig()
    let error: unknown
    renderHookIn(config, () => {
      try {
        error = useHook({ enabled: false }).error
      } catch (thrown) {
        error = thrown
      }
    })
    await waitFor(() => expect(error).toBeInstanceOf(InvalidQueryError))
    expect((error as InvalidQueryError).message).toBe(
      'The query is invalid at enabled. Pass enabled inside query: query: { enabled: false }.',
    )
    expect(node.calls).toEqual([])
  })
})

// `useLogFilter` takes no other option than `enabled`.
const { useLogFilter: _, ...queryHooks } = hooks
const readingHooks = {
  ...queryHooks,
  useInfiniteLogs: (given: object) => useInfiniteLogs({ ...given }),
  useMultichainLogs: (given: object) => useMultichainLogs({ ...given }),
}

test.each(Object.entries(readingHooks))(
  '%s keeps its own option where query has undefined',
  (_, useHook: (given: object) => unknown) => {
    const { config } = fakeConfig()
    const optionsWith = (query: object) => {
      const { queryClient } = renderHookIn(config, useHook, { initialProps: { query } })
      return queryClient.getQueryCache().getAll()[0]!.options
    }
    const unset = {
      retry: undefined,
      networkMode: undefined,
      staleTime: undefined,
      refetchInterval: undefined,
    }
    const options = optionsWith({ enabled: false, ...unset })
    expect(options.retry).toBe(false)
    expect(Object.keys(options).sort()).toEqual(Object.keys(optionsWith({ enabled: false })).sort())
  },
)

describe('query.placeholderData', () => {
  const [first, second] = [
    { fromBlock: 0n, toBlock: 9n },
    { fromBlock: 100n, toBlock: 119n },
  ]

  test('keeps the logs of the previous query, but not what is known of its blocks', async () => {
    const { node, config } = fakeConfig({ latency: () => 20 })
    const { result, rerender } = renderHookIn(
      config,
      (range: typeof first) => useLogs({ ...range, query: { placeholderData: keepPreviousData } }),
      { initialProps: first },
    )
    await waitFor(() => expect(result.current.isComplete).toBe(true))
    const before = result.current.data!.map(logId)
    rerender(second)
    expect(result.current).toMatchObject({
      ...{ isPlaceholderData: true, isSuccess: true, isPending: false, isFetching: true },
      ...{ isComplete: false, isEmpty: false, coverage: undefined },
    })
    expect(result.current.data!.map(logId)).toEqual(before)
    expect(result.current.data).toBe(result.current.data)
    await waitFor(() => expect(result.current.isComplete).toBe(true))
    expect(result.current.isPlaceholderData).toBe(false)
    expect(result.current.data!.map(logId)).toEqual(node.chain.logs({}, 100n, 119n).map(logId))
  })

  test('keeps pages, none of which counts as complete', async () => {
    const { config } = fakeConfig({ latency: () => 20 })
    const { result, rerender } = renderHookIn(
      config,
      ({ toBlock }: typeof first) =>
        useInfiniteLogs({ toBlock, pageSize: 5, query: { placeholderData: keepPreviousData } }),
      { initialProps: first },
    )
    await waitFor(() => expect(result.current.isComplete).toBe(true))
    const { logs } = result.current.data!
    rerender(second)
    expect(result.current).toMatchObject({ isPlaceholderData: true, hasNextPage: false, isComplete: false })
    expect(result.current.data!.logs.map(logId)).toEqual(logs.map(logId))
    expect(result.current.data!.pages.map((page) => [page.isComplete, page.coverage.verified])).toEqual([
      [false, []],
    ])
    await waitFor(() => expect(result.current.isComplete).toBe(true))
    expect(result.current.data!.logs.at(0)!.blockNumber).toBe(119n)
  })

  test('is not reduced, and does not end Suspense', async () => {
    const { config } = fakeConfig({ latency: () => 20 })
    const queryClient = new QueryClient({
      defaultOptions: { queries: { placeholderData: keepPreviousData } },
    })
    const states: number[] = []
    const suspended: number[] = []
    const { result, rerender } = renderHookIn(
      config,
      (range: typeof first) => {
        const reduced = useLogsReducer({ ...range, initial: 0, reduce: (sum, logs) => sum + logs.length })
        if (reduced.isReduced) states.push(reduced.state)
        const { data } = useSuspenseLogs(range)
        suspended.push(data.length)
        return reduced
      },
      { initialProps: first, queryClient },
    )
    await waitFor(() => expect(result.current?.isReduced).toBe(true))
    rerender(second)
    await waitFor(() => expect(result.current.state).toBe(40))
    expect(new Set(states)).toEqual(new Set([20, 40]))
    expect(new Set(suspended)).toEqual(new Set([20, 40]))
  })

  test('is shown for each chain', async () => {
    const { node, config } = fakeConfig({ latency: () => 20 })
    const placeholderData = node.chain.logs({}, 0n, 9n)
    const { result } = renderHookIn(config, () =>
      useMultichainLogs({ ...second, query: { placeholderData } }),
    )
    expect(result.current.chains).toMatchObject([{ isPlaceholderData: true, isComplete: false }])
    expect(result.current).toMatchObject({ status: 'success', isComplete: false })
    expect(result.current.data!.length).toBe(20)
    await waitFor(() => expect(result.current.isComplete).toBe(true))
    expect(result.current.data!.length).toBe(40)
  })
})

test('query.staleTime does not keep half a result: the next component reads the rest', async () => {
  const { node, config } = fakeConfig({ blocks: 3_000, latency: () => 20 })
  node.faults.maxBlockRange = 50
  const useAll = () => useLogs({ query: { staleTime: Number.POSITIVE_INFINITY } })
  const first = renderHookIn(config, useAll)
  await waitFor(() => expect(first.result.current.data?.length).toBeGreaterThan(0))
  first.unmount()
  const { result } = renderHookIn(config, useAll, { queryClient: first.queryClient })
  await waitFor(() => expect(result.current.isComplete).toBe(true))
  expect(result.current.data!.length).toBe(node.chain.logs().length)
  node.clearCalls()
  const again = renderHookIn(config, useAll, { queryClient: first.queryClient })
  expect(again.result.current).toMatchObject({ isComplete: true, isFetching: false })
  expect(node.calls).toEqual([])
})

test('an invalid query is an error offline, too', async () => {
  const { node, config } = fakeConfig()
  onlineManager.setOnline(false)
  onTestFinished(() => onlineManager.setOnline(true))
  const { result } = renderHookIn(config, () => [
    useLogs({ address: '0x12' }),
    useLogs({ chainId: 5 }),
    useLogs({ address: undefined }),
    useLogs({}),
  ])
  await waitFor(() => expect(result.current[0]!.error).toBeInstanceOf(InvalidQueryError))
  await waitFor(() => expect(result.current[1]!.error).toBeInstanceOf(InvalidNetworkError))
  expect(result.current[2]).toMatchObject({ status: 'pending', fetchStatus: 'idle', notReady: ['address'] })
  expect(result.current[3]).toMatchObject({ status: 'pending', fetchStatus: 'paused' })
  expect(node.calls).toEqual([])
})

test('query.staleTime works as in react-query: a fresh result is not read again', async () => {
  const { node, config } = fakeConfig()
  const first = renderHookIn(config, () => useBlockNumber({ query: { staleTime: 60_000 } }))
  await waitFor(() => expect(first.result.current.data).toBe(node.chain.head))
  const { length } = node.calls
  const { result } = renderHookIn(config, () => useBlockNumber({ query: { staleTime: 60_000 } }), {
    queryClient: first.queryClient,
  })
  expect(result.current.data).toBe(node.chain.head)
  expect(node.calls).toHaveLength(length)
})
