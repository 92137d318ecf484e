import { QueryClient } from '@tanstack/react-query'
import { act, waitFor } from '@testing-library/react'
import { parseAbiItem } from 'viem'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { NodeError } from '../../src/errors/NodeError.ts'
import { useLogs, type UseLogsReturnType } from '../../src/hooks/useLogs.ts'
import { covers } from '../../src/logs/intervals.ts'
import { logId } from '../../src/logs/order.ts'
import { applyScanEvent } from '../../src/logs/snapshot/applyScanEvent.ts'
import { LogsSnapshot } from '../../src/logs/snapshot/LogsSnapshot.ts'
import { configOver, fakeConfig, renderHookIn } from '../support/renderHooks.tsx'

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
})

/** What an app that knows only react-query would show. */
function idiom(logs: UseLogsReturnType) {
  expectFlags(logs)
  const { isPending, isLoadingError, data } = logs
  if (isPending) return 'loading'
  if (isLoadingError) return 'error'
  return data.length === 0 ? 'none' : 'rows'
}

/** The flags are exclusive, and say whether there are data and an error, as the types do. */
function expectFlags(logs: UseLogsReturnType) {
  const flags = [logs.isPending, logs.isLoadingError, logs.isRefetchError, logs.isSuccess]
  expect(flags.filter(Boolean)).toHaveLength(1)
  expect(logs.isSuccess || logs.isRefetchError).toBe(logs.data !== undefined)
  expect(logs.isError).toBe(logs.error !== null)
}

/** Every rendered state in order, without repeats. */
function recorder() {
  const shown: string[] = []
  return {
    shown,
    see: <result extends UseLogsReturnType>(result: result) => {
      const now = idiom(result)
      if (shown.at(-1) !== now) shown.push(now)
      return result
    },
  }
}

describe('unambiguous states', () => {
  test('sparse history is pending until the first row, however many blocks were read before', async () => {
    const { node, config } = fakeConfig({ blocks: 9_000, logsPerBlock: 0, latency: 100 })
    node.faults.maxBlockRange = 100
    node.chain.mine(1, { logs: [{}, {}] })
    const { shown, see } = recorder()
    let maxRead = 0n
    const { result } = renderHookIn(config, () => {
      const logs = see(useLogs({ fromBlock: 0n }))
      if (logs.isPending) maxRead = logs.progress?.read ?? maxRead
      return logs
    })
    await waitFor(() => expect(result.current.isFetching).toBe(false))
    expect(shown).toEqual(['loading', 'rows'])
    expect(maxRead).toBeGreaterThan(0n)
    expect(result.current).toMatchObject({ isComplete: true, isEmpty: false })
  })

  test('no logs is reported once all blocks were read, and not before', async () => {
    const { node, config } = fakeConfig({ blocks: 2_000, logsPerBlock: 0 })
    node.faults.maxBlockRange = 100
    const { shown, see } = recorder()
    const { result } = renderHookIn(config, () => see(useLogs({ fromBlock: 0n })))
    expect(result.current.data).toBeUndefined()
    await waitFor(() => expect(result.current.isEmpty).toBe(true))
    expect(shown).toEqual(['loading', 'none'])
    expect(result.current).toMatchObject({ isComplete: true, isSuccess: true, progress: { fraction: 1 } })
  })

  test('beside an error, all cached logs are shown, and which blocks are unknown', async () => {
    const { node, config } = fakeConfig({ blocks: 20_000 })
    const newest = { fromBlock: 0n, order: 'desc' } as const
    const first = renderHookIn(config, () => useLogs({ ...newest, limit: 20 }))
    await waitFor(() => expect(first.result.current.isComplete).toBe(true))
    first.unmount()
    // More than the 20 logs were read: in several parts, which arrive within one interval of publishing.
    const cached = config.cache.getRanges(config.networks[0]!.id).filter(({ state }) => state === 'final')
    expect(cached.length).toBeGreaterThan(1)
    node.faults.down = 'cors'
    const { result } = renderHookIn(config, () => useLogs(newest))
    await waitFor(() => expect(result.current.isError).toBe(true))
    const from = cached[0]!.range.from
    const to = cached.at(-1)!.range.to
    expect(result.current.data).toHaveLength(cached.reduce((sum, { logs }) => sum + logs, 0))
    expect(result.current.coverage).toMatchObject({
      verified: [{ from, to }],
      pending: [{ from: 0n, to: from - 1n }],
    })
  })

  test('cached blocks without logs are not the whole result before the head is known', async () => {
    const { node, config } = fakeConfig({ logsPerBlock: (block) => (block > 295 ? 1 : 0) })
    const { result, queryClient } = renderHookIn(config, () => useLogs({ fromBlock: 250n }))
    await waitFor(() => expect(result.current.isComplete).toBe(true))
    node.faults.down = 'hang'
    act(() => void queryClient.resetQueries())
    await waitFor(() => expect(result.current.coverage?.verified).toEqual([{ from: 250n, to: 289n }]))
    expect(result.current).toMatchObject({ isPending: true, isComplete: false, isEmpty: false })
    expect(result.current.progress?.fraction).toBe(0)
  })

  test('no row and a failed block is an error, which keeps the known coverage', async () => {
    const { node, config } = fakeConfig({ blocks: 6_000, logsPerBlock: 0 })
    node.faults.pruned = { below: 2_000, style: 'error' }
    const { shown, see } = recorder()
    const { result } = renderHookIn(config, () => see(useLogs({ fromBlock: 0n, toBlock: 5_999n })))
    await waitFor(() => expect(result.current.isFetching).toBe(false))
    expect(shown).toEqual(['loading', 'error'])
    expect(result.current.data).toBeUndefined()
    expect(result.current.errors.length).toBeGreaterThan(0)
    expect(covers(result.current.coverage!.verified, { from: 2_000n, to: 5_999n })).toBe(true)
    expect(result.current).toMatchObject({ isComplete: false, isEmpty: false })
  })

  test('blocks beyond the head are neither empty nor an error', async () => {
    const { config } = fakeConfig({ blocks: 50, logsPerBlock: 1 })
    const { result } = renderHookIn(config, () => useLogs({ fromBlock: 1_000n, toBlock: 1_010n }))
    await waitFor(() => expect(result.current.coverage?.pending).toEqual([{ from: 1_000n, to: 1_010n }]))
    await waitFor(() => expect(result.current.isFetching).toBe(false))
    expect(result.current).toMatchObject({ isPending: true, isComplete: false, isEmpty: false, error: null })
  })

  test.each(['finalized', 'safe'] as const)(
    'blocks above the %s one are awaited like those above the head, and read once it has reached them',
    async (toBlock) => {
      const { node, config } = fakeConfig({ blocks: 100, logsPerBlock: 1, finalized: 32 })
      const { result } = renderHookIn(config, () => useLogs({ fromBlock: 80n, toBlock }))
      await waitFor(() => expect(result.current.coverage).toBeDefined())
      await waitFor(() => expect(result.current.isFetching).toBe(false))
      expect(result.current.coverage).toMatchObject({ verified: [], pending: [{ from: 80n, to: 80n }] })
      expect(result.current).toMatchObject({
        isPending: true,
        isComplete: false,
        isEmpty: false,
        error: null,
      })
      expect(result.current).toMatchObject({ data: undefined, head: 67n })
      act(() => void node.chain.mine(20))
      await act(() => result.current.refetch())
      expect(result.current).toMatchObject({ isComplete: true, head: 119n })
      expect(result.current.coverage).toMatchObject({ verified: [{ from: 80n, to: 87n }], pending: [] })
    },
  )

  test('a server snapshot without a row is pending until it is complete', async () => {
    const { config } = fakeConfig({ blocks: 500, logsPerBlock: 0 })
    const { shown, see } = recorder()
    const part = applyScanEvent(LogsSnapshot.empty, {
      ...{ type: 'planned', order: 'asc', limit: undefined, head: 499n },
      range: { from: 0n, to: 499n },
      requested: { from: 0n, to: 499n },
    })
    const { result, queryClient } = renderHookIn(config, () =>
      see(useLogs({ fromBlock: 0n, toBlock: 499n, query: { initialData: part.toJSON() } })),
    )
    expect(result.current).toMatchObject({ isPending: true, data: undefined, isEmpty: false })
    act(() => result.current.retry())
    await waitFor(() => expect(result.current.isEmpty).toBe(true))
    expect(shown).toEqual(['loading', 'none'])
    expect(queryClient.isFetching()).toBe(0)
  })
})

describe('a limit', () => {
  test('live, newest first: the list has all logs of its blocks, the rest is trimmed, and nothing is requested again', async () => {
    const { node, config } = fakeConfig({ blocks: 400, logsPerBlock: 3 })
    const limit = 40
    const { result, queryClient } = renderHookIn(config, () =>
      useLogs({ fromBlock: 0n, order: 'desc', limit, live: true, pollingInterval: 10 }),
    )
    const newest = () => node.chain.logs().slice(-limit).map(logId).toReversed()
    await waitFor(() => expect(result.current.live?.status).toBe('live'))
    for (let round = 0; round < 5; round++) {
      act(() => void (round === 3 ? node.chain.reorg(4, { blocks: 6 }) : node.chain.mine(7)))
      await waitFor(() => expect(result.current.data?.map(logId)).toEqual(newest()))
      const { coverage, data, isComplete, progress } = result.current
      expect(isComplete).toBe(true)
      expect(progress!.fraction).toBe(1)
      for (const { from, to } of coverage!.verified) {
        const within = data!.filter(({ blockNumber: at }) => at >= from && at <= to).map(logId)
        expect(within).toEqual(node.chain.logs({}, from, to).map(logId).toReversed())
      }
      expect(coverage!.pending).toEqual([])
    }
    expect(result.current.coverage!.trimmed.length).toBeGreaterThan(0)
    // Live data is in the react-query cache, like everything else.
    const [entry] = queryClient.getQueryCache().getAll()
    expect((entry!.state.data as LogsSnapshot).count).toBe(limit)
  })

  test('room left by removals is filled from older blocks', async () => {
    const { node, config } = fakeConfig({ blocks: 300, logsPerBlock: 0 })
    // Few old logs, and many in the last blocks: a reorg may remove all that are shown.
    node.chain.mine(30, { logs: [{}] })
    node.chain.mine(5, { logs: Array.from({ length: 8 }, () => ({})) })
    const { result } = renderHookIn(config, () =>
      useLogs({ fromBlock: 0n, order: 'desc', limit: 20, live: true, pollingInterval: 10 }),
    )
    await waitFor(() => expect(result.current.live?.status).toBe('live'))
    act(() => void node.chain.reorg(5, { blocks: 6, logs: [] }))
    await waitFor(() => {
      const { data, isComplete } = result.current
      expect(data?.map(logId)).toEqual(node.chain.logs().slice(-20).map(logId).toReversed())
      expect(isComplete).toBe(true)
    })
  })
})

describe('live recovery', () => {
  test('a failed first read is retried until the node is back', async () => {
    const { node } = fakeConfig({ blocks: 100, logsPerBlock: 1 })
    let isDown = true
    const fetch: typeof node.fetch = async (...call) => {
      if (isDown) throw new TypeError('Failed to fetch')
      return node.fetch(...call)
    }
    const { shown, see } = recorder()
    const { result } = renderHookIn(configOver(node, fetch), () =>
      see(useLogs({ fromBlock: 0n, live: true, pollingInterval: 10 })),
    )
    await vi.waitFor(
      async () => {
        await act(() => vi.advanceTimersByTimeAsync(1_000))
        expect(result.current.live?.status).toBe('stale')
      },
      { timeout: 60_000 },
    )
    expect(result.current.live!.error).toBeInstanceOf(NodeError)
    expect(result.current.live!.staleSince).toBeLessThanOrEqual(Date.now())
    expect(result.current.data).toBeUndefined()
    isDown = false
    await vi.waitFor(
      async () => {
        await act(() => vi.advanceTimersByTimeAsync(1_000))
        expect(result.current.live?.status).toBe('live')
      },
      { timeout: 60_000 },
    )
    expect(result.current.data?.map(logId)).toEqual(node.chain.logs().map(logId))
    expect(result.current).toMatchObject({ isError: false, isComplete: true })
    expect(shown).not.toContain('none')
  })
})

test('a refetch reads the newest blocks though the component that was live is unmounted at the same time', async () => {
  const { node, config } = fakeConfig()
  const queryClient = new QueryClient()
  const shown = renderHookIn(config, () => useLogs({ fromBlock: 0n }), { queryClient })
  const live = renderHookIn(config, () => useLogs({ fromBlock: 0n, live: true, pollingInterval: 10 }), {
    queryClient,
  })
  await waitFor(() => expect(live.result.current.live?.status).toBe('live'))
  live.unmount()
  act(() => void node.chain.reorg(5, { blocks: 8 }))
  await act(() => shown.result.current.refetch())
  await waitFor(() => expect(shown.result.current.data?.map(logId)).toEqual(node.chain.logs().map(logId)))
  expect(shown.result.current).toMatchObject({ isComplete: true, live: undefined })
})

test.each([
  ['blocks that did not exist yet', 310n, undefined, true],
  ['blocks that failed', 299n, 295n, true],
  ['no block missing, all of them final', 289n, undefined, false],
])('a fixed range with %s, shown again later, is read again: %s', async (_, toBlock, failed, isReadAgain) => {
  const { node, config } = fakeConfig()
  node.faults.respond = ({ method, params: [filter] }) => {
    const { fromBlock, toBlock: last } = (filter ?? {}) as Record<string, string>
    const has = failed !== undefined && BigInt(fromBlock ?? 0) <= failed && failed <= BigInt(last ?? 0)
    return method === 'eth_getLogs' && has ? { error: { code: -32_000, message: 'no' } } : undefined
  }
  const query = { fromBlock: 280n, toBlock } as const
  const first = renderHookIn(config, () => useLogs(query))
  await waitFor(() => expect(first.result.current.fetchStatus).toBe('idle'), { timeout: 20_000 })
  expect(first.result.current.isComplete).toBe(!isReadAgain)
  first.unmount()
  node.chain.mine(11)
  node.faults.respond = undefined
  node.clearCalls()
  vi.setSystemTime(Date.now() + 60_000)
  const { result } = renderHookIn(config, () => useLogs(query), { queryClient: first.queryClient })
  await waitFor(() => expect(result.current.isComplete).toBe(true))
  expect(result.current.data!.map(logId)).toEqual(node.chain.logs({}, 280n, toBlock).map(logId))
  expect(node.callsOf('eth_getLogs').length > 0).toBe(isReadAgain)
})

test('an event that fits none of the logs does not count as no logs', async () => {
  const { config } = fakeConfig()
  // The ERC-20 transfer with the wrong arguments indexed.
  const event = parseAbiItem('event Transfer(address from, address to, uint256 value)')
  const { result } = renderHookIn(config, () => useLogs({ event, fromBlock: 0n, toBlock: 50n }))
  await waitFor(() => expect(result.current.isComplete).toBe(true))
  expect(result.current.data).toHaveLength(0)
  expect(result.current.data!.undecodable).toBeGreaterThan(0)
  expect(result.current.isEmpty).toBe(false)
})
