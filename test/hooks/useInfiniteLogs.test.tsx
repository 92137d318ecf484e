import { act, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { useInfiniteLogs, type UseInfiniteLogsParameters } from '../../src/hooks/useInfiniteLogs.ts'
import type { FollowChange } from '../../src/logs/follow/FollowState.ts'
import { logId } from '../../src/logs/order.ts'
import { infiniteLogsQueryKey } from '../../src/query/infiniteLogs.ts'
import type { FakeNode, FakeNodeOptions } from '../support/fakeNode.ts'
import { LogFold } from '../support/LogFold.ts'
import { fakeConfig, renderHookIn } from '../support/renderHooks.tsx'

const live = { live: true, pollingInterval: 10 } as const
const newest = (node: FakeNode, from: bigint, to = node.chain.head) =>
  node.chain.logs({}, from, to).map(logId).toReversed()

type Result = { current: ReturnType<typeof useInfiniteLogs> }
const pagesOf = ({ current }: Result) =>
  current.data?.pages.map(({ range, logs }) => ({ ...range, ids: logs.map(logId) }))
const boundsOf = ({ current }: Result) => current.data?.pages.map(({ range }) => range.from)

/** Checks every page and the whole against the chain. */
function expectTrue(node: FakeNode, result: Result) {
  const { data, coverage } = result.current
  let next = node.chain.head
  for (const page of data!.pages) {
    expect(page.range.to).toBe(next)
    expect(page.logs.map(logId)).toEqual(newest(node, page.range.from, page.range.to))
    expect(page.coverage).toEqual({ verified: [page.range], trimmed: [], pending: [], failed: [] })
    expect(page.isComplete).toBe(true)
    next = page.range.from - 1n
  }
  expect(data!.logs.map(logId)).toEqual(newest(node, next + 1n))
  expect(coverage?.verified).toEqual([{ from: next + 1n, to: node.chain.head }])
  expect(result.current.isComplete).toBe(true)
}

async function show(
  parameters: UseInfiniteLogsParameters,
  options: FakeNodeOptions = {},
  prepare: (node: FakeNode) => void = () => {},
) {
  const { node, config } = fakeConfig(options)
  prepare(node)
  const rendered = renderHookIn(config, () => useInfiniteLogs(parameters))
  await waitFor(() => expect(rendered.result.current.data?.pages).toHaveLength(1))
  await waitFor(() => expect(rendered.result.current.isFetching).toBe(false))
  if (parameters.live) await waitFor(() => expect(rendered.result.current.live?.status).toBe('live'))
  return { ...rendered, node }
}

async function upToDate(node: FakeNode, result: Result) {
  await waitFor(() => expect(result.current.coverage?.verified.at(-1)?.to).toBe(node.chain.head))
  await waitFor(() => expect(result.current.isFetching).toBe(false))
  await waitFor(() => expectTrue(node, result))
}

// Time passes normally, and a minute at once to show silence.
beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
})

describe('useInfiniteLogs', () => {
  test('reads newer pages again with the next one if they may have been replaced', async () => {
    const { node, result } = await show({ pageSize: 3 }, { blocks: 100, logsPerBlock: 1 })
    node.chain.reorg(6)
    await act(() => result.current.fetchNextPage())
    await waitFor(() => expect(result.current.data?.pages).toHaveLength(2))
    await upToDate(node, result)
  })

  test('reads older logs page by page, up to the first block', async () => {
    const { node, result } = await show({ pageSize: 100 }, { blocks: 150 })
    expect(result.current).toMatchObject({ hasNextPage: true, isFetchingNextPage: false, order: 'desc' })
    expect(pagesOf(result)![0]!.ids.length).toBeGreaterThanOrEqual(100)
    // At most the rest of one block more.
    expect(pagesOf(result)![0]!.ids.length).toBeLessThan(110)
    for (let pages = 2; result.current.hasNextPage; pages++) {
      const before = result.current.data!.pages
      let fetched = Promise.resolve()
      act(() => void (fetched = result.current.fetchNextPage()))
      expect(result.current.isFetchingNextPage).toBe(true)
      await act(() => fetched)
      await waitFor(() =>
        expect(result.current).toMatchObject({ isFetchingNextPage: false, isFetching: false }),
      )
      expect(result.current.data!.pages).toHaveLength(pages)
      expectTrue(node, result)
      // Earlier pages are the same objects.
      expect(result.current.data!.pages.slice(0, -1)).toEqual(before)
      before.forEach((page, index) => expect(result.current.data!.pages[index]).toBe(page))
    }
    expect(result.current.data!.pages.length).toBeGreaterThan(2)
    expect(result.current.data!.pages.at(-1)!.range.from).toBe(0n)
    node.clearCalls()
    await act(() => result.current.fetchNextPage())
    expect(node.calls).toEqual([])
  })

  test('a page is one read, however often it is requested', async () => {
    const { node, result } = await show({ pageSize: 20 })
    node.clearCalls()
    await act(() => Promise.all([result.current.fetchNextPage(), result.current.fetchNextPage()]))
    expect(result.current.data!.pages).toHaveLength(2)
    expect(node.callsOf('eth_getLogs').length).toBeLessThan(4)
  })

  test('a block with more logs than a page is on one page', async () => {
    const { node, result } = await show({ pageSize: 5 }, { blocks: 4, logsPerBlock: 12 })
    expect(boundsOf(result)).toEqual([3n])
    await act(() => result.current.fetchNextPage())
    expect(boundsOf(result)).toEqual([3n, 2n])
    expectTrue(node, result)
  })

  test('a range without logs is one empty page', async () => {
    const { result } = await show({ pageSize: 5, fromBlock: 10n }, { blocks: 40, logsPerBlock: 0 })
    expect(result.current).toMatchObject({ isEmpty: true, isComplete: true, hasNextPage: false })
    expect(pagesOf(result)).toEqual([{ from: 10n, to: 39n, ids: [] }])
  })

  test('refetching keeps the boundaries, and puts newer logs on the first page', async () => {
    const { node, result } = await show({ pageSize: 40 })
    await act(() => result.current.fetchNextPage())
    const bounds = boundsOf(result)
    node.chain.mine(7)
    await act(() => result.current.refetch())
    await upToDate(node, result)
    expect(boundsOf(result)).toEqual(bounds)
  })

  test('resetting the query leaves its first page', async () => {
    const { node, result, queryClient } = await show({ pageSize: 40 })
    await act(() => result.current.fetchNextPage())
    node.chain.mine(30)
    await act(() => queryClient.resetQueries())
    await upToDate(node, result)
    expect(result.current.data!.pages).toHaveLength(1)
    expect(pagesOf(result)![0]!.ids.length).toBeLessThan(50)
  })

  test('a range of the newest blocks loses older pages when it moves on', async () => {
    const { node, result } = await show({ ...live, pageSize: 20, fromBlock: 'latest-30' })
    await act(() => result.current.fetchNextPage())
    expect(result.current.data!.pages).toHaveLength(2)
    act(() => void node.chain.mine(25))
    await upToDate(node, result)
    expect(result.current.data!.pages).toHaveLength(1)
    expect(result.current.data!.pages[0]!.range.from).toBeGreaterThanOrEqual(node.chain.head - 30n)
  })

  test.each([
    [{ pageSize: 0 }, 'at pageSize. Expected a whole number of logs'],
    [{ limit: 5 }, 'at limit. A query has no field “limit”. Did you mean “pageSize”?'],
    [{ order: 'asc' }, 'at order. A query has no field “order”.'],
  ])('%o is an error that names the field', async (parameters, message) => {
    const { node, config } = fakeConfig()
    const { result } = renderHookIn(config, () => useInfiniteLogs(parameters as UseInfiniteLogsParameters))
    await waitFor(() => expect(result.current.isError).toBe(true))
    expect(result.current.error?.message).toContain(message)
    expect(() => infiniteLogsQueryKey({ ...parameters, chainId: 1 })).toThrow(message)
    expect(node.calls).toEqual([])
  })

  test('a page that is requested during a refetch is read after it', async () => {
    const { node, result } = await show({ pageSize: 40 })
    node.chain.mine(7)
    await act(async () => {
      void result.current.refetch()
      await result.current.fetchNextPage()
    })
    await upToDate(node, result)
    expect(result.current.data!.pages).toHaveLength(2)
  })

  test('a page that is requested during a refetch is not read once that was cancelled', async () => {
    const { node, result } = await show({ pageSize: 40 })
    node.clearCalls()
    await act(async () => {
      void result.current.refetch()
      const fetched = result.current.fetchNextPage()
      result.current.cancel()
      await fetched
    })
    expect(result.current).toMatchObject({ isFetchingNextPage: false, isFetchNextPageError: false })
    expect(result.current.data!.pages).toHaveLength(1)
    expect(node.callsOf('eth_getLogs')).toEqual([])
  })
})

describe('useInfiniteLogs, live', () => {
  test('new logs enter the first page, and the others stay as they are', async () => {
    const { node, result } = await show({ ...live, pageSize: 60 })
    await act(() => result.current.fetchNextPage())
    await act(() => result.current.fetchNextPage())
    await upToDate(node, result)
    const [, ...older] = result.current.data!.pages
    for (let round = 0; round < 3; round++) {
      act(() => void node.chain.mine(5))
      await upToDate(node, result)
    }
    older.forEach((page, index) => expect(result.current.data!.pages[index + 1]).toBe(page))
    expect(result.current.data!.pages[0]!.range.to).toBe(node.chain.head)
  })

  test('a reorganization over a page boundary replaces logs of both pages', async () => {
    const changes: FollowChange[] = []
    // Both pages are within the last ten blocks, which may still be replaced.
    const { node, result } = await show(
      { ...live, pageSize: 6, onLogs: (_, change) => changes.push(change) },
      { logsPerBlock: 3 },
    )
    await act(() => result.current.fetchNextPage())
    await upToDate(node, result)
    await waitFor(() => expect(result.current.live?.status).toBe('live'))
    const bounds = boundsOf(result)!
    const before = result.current.data!.logs.toArray()
    const depth = Number(node.chain.head - bounds[0]!) + 2
    act(() => void node.chain.reorg(depth, { blocks: depth + 1 }))
    await waitFor(() => expect(result.current.reorg?.reorg?.isDeep).toBe(false))
    await upToDate(node, result)
    expect(boundsOf(result)).toEqual(bounds)
    // Callers that keep logs themselves have the same ones.
    const logs = new LogFold(before.toReversed())
    for (const change of changes) logs.apply(change)
    expect(logs.ids).toEqual(newest(node, bounds.at(-1)!).toReversed())
  })

  test('pages of followed blocks need no request, and go on with a scan', async () => {
    const { node, result } = await show({ ...live, pageSize: 4 }, { blocks: 100, logsPerBlock: 1 })
    await upToDate(node, result)
    node.clearCalls()
    const oldest = () => result.current.data!.pages.at(-1)!.range.from
    await act(() => result.current.fetchNextPage())
    expect(node.callsOf('eth_getLogs')).toEqual([])
    expect(boundsOf(result)).toEqual([96n, 92n])
    expectTrue(node, result)
    while (oldest() > 85n) await act(() => result.current.fetchNextPage())
    await waitFor(() => expect(result.current.isFetching).toBe(false))
    expectTrue(node, result)
    expect(boundsOf(result)).toEqual(boundsOf(result)!.map((_, index) => BigInt(96 - 4 * index)))
  })

  test('pages of cached blocks need no request', async () => {
    const quiet = { live: true, pollingInterval: 60_000 } as const
    const { node, result } = await show({ ...quiet, pageSize: 60 }, { blocks: 300, logsPerBlock: 1 })
    node.clearCalls()
    await act(() => result.current.fetchNextPage())
    await act(() => result.current.fetchNextPage())
    await waitFor(() => expect(result.current.isFetching).toBe(false))
    expectTrue(node, result)
    expect(boundsOf(result)).toEqual([240n, 180n, 120n])
    expect(node.calls).toEqual([])
  })

  test('a page is of the same chain as newer pages, until a reorganization is known', async () => {
    const { node, result } = await show(
      { live: true, pollingInterval: 60_000, pageSize: 4 },
      { blocks: 100, logsPerBlock: 1 },
    )
    const before = newest(node, 92n)
    node.chain.reorg(6)
    await act(() => result.current.fetchNextPage())
    expect(result.current.data!.logs.map(logId)).toEqual(before)
    await act(() => vi.advanceTimersByTimeAsync(60_000))
    await upToDate(node, result)
    expect(result.current.data!.pages).toHaveLength(2)
  })

  test('blocks below the pages are not reported as new', async () => {
    const onLogs = vi.fn<() => void>()
    const { node, result } = await show({ ...live, pageSize: 3, onLogs }, { logsPerBlock: 3 })
    expect(onLogs).not.toHaveBeenCalled()
    act(() => void node.chain.mine(1))
    await upToDate(node, result)
    expect(onLogs).toHaveBeenCalledTimes(1)
    await act(() => result.current.fetchNextPage())
    await upToDate(node, result)
    await waitFor(() => expect(result.current.live?.status).toBe('live'))
    expect(onLogs).toHaveBeenCalledTimes(1)
  })

  test('a reorganization deeper than finality is reported as a reset, and keeps the boundaries', async () => {
    const changes: FollowChange[] = []
    const { node, result } = await show({
      ...live,
      pageSize: 20,
      onLogs: (_, change) => changes.push(change),
    })
    await act(() => result.current.fetchNextPage())
    await act(() => result.current.fetchNextPage())
    await upToDate(node, result)
    await waitFor(() => expect(result.current.live?.status).toBe('live'))
    const bounds = boundsOf(result)!
    const depth = Number(node.chain.head - bounds[1]!) + 2
    expect(depth).toBeGreaterThan(10)
    act(() => void node.chain.reorg(depth, { blocks: depth + 2 }))
    await waitFor(() =>
      expect(result.current.reorg).toMatchObject({ type: 'reset', reorg: { isDeep: true } }),
    )
    await upToDate(node, result)
    expect(boundsOf(result)).toEqual(bounds)
    expect(changes.some(({ type }) => type === 'reset')).toBe(true)
    expect(changes.every(({ range }) => range.from >= bounds.at(-1)!)).toBe(true)
  })

  test('a chain that ends below the pages is read from scratch', async () => {
    const { node, result } = await show({ ...live, pageSize: 20 })
    act(() => void node.chain.reorg(100, { blocks: 20 }))
    await upToDate(node, result)
    expect(result.current.data!.pages).toHaveLength(1)
  })
})

describe('an older page that fails', () => {
  /** Blocks that the node does not return until they are mended. */
  async function showBroken(
    parameters: UseInfiniteLogsParameters,
    broken: (from: bigint, to: bigint) => boolean,
  ) {
    let isBroken = true
    const shown = await show(parameters, { blocks: 3_000, logsPerBlock: 1 }, ({ faults }) => {
      // Small enough that the first page reads none of them.
      faults.maxBlockRange = 50
      faults.respond = ({ method, params }) => {
        const [filter] = params as [{ fromBlock?: string; toBlock?: string } | undefined]
        const isHit = method === 'eth_getLogs' && broken(BigInt(filter!.fromBlock!), BigInt(filter!.toBlock!))
        return isHit && isBroken ? { error: { code: -32003, message: 'response too large' } } : undefined
      }
    })
    return { ...shown, mend: () => (isBroken = false) }
  }

  test('is reported, leaves the others, and can be read again', async () => {
    const { node, result, mend } = await showBroken({ ...live, pageSize: 100 }, (from) => from < 2_880n)
    // It ends above the blocks that fail.
    await act(() => result.current.fetchNextPage())
    await upToDate(node, result)
    expect(boundsOf(result)![1]).toBe(2_880n)
    await act(() => result.current.fetchNextPage())
    expect(result.current).toMatchObject({
      isFetchNextPageError: true,
      isFetchingNextPage: false,
      isError: true,
      hasNextPage: true,
      isComplete: true,
    })
    expect(result.current.error?.message).toContain('response too large')
    expect(result.current.data!.pages).toHaveLength(2)
    // New blocks do not hide it.
    act(() => void node.chain.mine(2))
    await waitFor(() => expect(result.current.head).toBe(node.chain.head))
    expect(result.current.isFetchNextPageError).toBe(true)
    mend()
    act(() => {
      result.current.retry()
    })
    await waitFor(() =>
      expect(result.current).toMatchObject({ isFetchNextPageError: false, isFetchingNextPage: false }),
    )
    await upToDate(node, result)
    expect(result.current.data!.pages).toHaveLength(3)
    expect(result.current.isError).toBe(false)
  })

  test('has a gap when it fails in part, which can be read again', async () => {
    const gap = { from: 2_850n, to: 2_850n }
    const { node, result, mend } = await showBroken(
      { pageSize: 100 },
      (from, to) => from <= gap.from && to >= gap.to,
    )
    await act(() => result.current.fetchNextPage())
    await waitFor(() => expect(result.current.isFetching).toBe(false))
    const [first, second] = result.current.data!.pages
    expect(result.current).toMatchObject({ isFetchNextPageError: false, isComplete: false })
    expect(first!.isComplete).toBe(true)
    expect(second!.isComplete).toBe(false)
    expect(second!.coverage.failed.map(({ range }) => range)).toEqual([gap])
    expect(result.current.errors.map(({ range }) => range)).toEqual([gap])
    mend()
    act(() => result.current.retryRange(gap))
    await upToDate(node, result)
    expect(boundsOf(result)).toEqual([first!.range.from, second!.range.from])
  })

  test('is forgotten once a refetch succeeds', async () => {
    const { result, mend } = await showBroken({ pageSize: 100 }, (from) => from < 2_880n)
    await act(() => result.current.fetchNextPage())
    await act(() => result.current.fetchNextPage())
    expect(result.current).toMatchObject({ isFetchNextPageError: true, isError: true })
    await act(() => result.current.refetch())
    await waitFor(() =>
      expect(result.current).toMatchObject({
        ...{ isFetchNextPageError: false, isError: false, status: 'success', error: null, hasNextPage: true },
      }),
    )
    mend()
    await act(() => result.current.fetchNextPage())
    expect(result.current.data!.pages).toHaveLength(3)
  })

  test('gives way to the error of a later refetch', async () => {
    let isHeadBroken = false
    const { node, result } = await showBroken({ pageSize: 100 }, (from) => isHeadBroken || from < 2_880n)
    await act(() => result.current.fetchNextPage())
    await act(() => result.current.fetchNextPage())
    const { error } = result.current
    isHeadBroken = true
    node.chain.mine(200)
    await act(() => result.current.refetch())
    await waitFor(() => expect(result.current.isFetching).toBe(false))
    expect(result.current.isFetchNextPageError).toBe(false)
    expect(result.current.error).not.toBe(error)
  })

  test('with failed blocks, it is read from scratch when the chain ends below it', async () => {
    const gap = 2_850n
    const { node, result } = await showBroken(
      { ...live, pageSize: 100 },
      (from, to) => from <= gap && to >= gap,
    )
    await act(() => result.current.fetchNextPage())
    await waitFor(() => expect(result.current.errors).toHaveLength(1))
    await waitFor(() => expect(result.current.live?.status).toBe('live'))
    act(() => void node.chain.reorg(400, { blocks: 20 }))
    await upToDate(node, result)
    expect(result.current.data!.pages).toHaveLength(1)
  })

  test('ends where it was cancelled', async () => {
    let latency = 0
    const { node, result } = await show(
      { pageSize: 1_000 },
      { blocks: 3_000, logsPerBlock: 1, latency: () => latency },
      ({ faults }) => (faults.maxBlockRange = 50),
    )
    latency = 50
    act(() => void result.current.fetchNextPage())
    await waitFor(() => expect(result.current.data!.pages).toHaveLength(2))
    act(() => result.current.cancel())
    await waitFor(() =>
      expect(result.current).toMatchObject({ isFetching: false, isFetchingNextPage: false }),
    )
    expectTrue(node, result)
    expect(result.current).toMatchObject({ isError: false, hasNextPage: true })
    const [, cut] = boundsOf(result)!
    latency = 0
    await act(() => result.current.fetchNextPage())
    await waitFor(() => expect(result.current.isFetching).toBe(false))
    expectTrue(node, result)
    expect(boundsOf(result)![1]).toBe(cut)
  })
})
