import { act, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { InvalidQueryError } from '../../src/errors/InvalidQueryError.ts'
import { useLogs, type UseLogsParameters } from '../../src/hooks/useLogs.ts'
import type { FollowChange } from '../../src/logs/follow/FollowState.ts'
import { logId } from '../../src/logs/order.ts'
import { catchUncaught } from '../support/catchUncaught.ts'
import type { FakeNode } from '../support/fakeNode.ts'
import { LogFold, removedIn } from '../support/LogFold.ts'
import { configOver, fakeConfig, renderHookIn } from '../support/renderHooks.tsx'
import { soon } from '../support/soon.ts'

const live = { live: true, pollingInterval: 10 } as const
const truth = (node: FakeNode, from: bigint) => node.chain.logs({}, from, node.chain.head).map(logId)

/** Waits until all logs of the chain are shown. */
async function upToDate(node: FakeNode, from: bigint, shown: () => readonly string[] | undefined) {
  await waitFor(() => expect(shown()).toEqual(truth(node, from)))
}

// Time passes normally, and a minute at once to show silence.
beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
})

describe('useLogs, live', () => {
  test('continues from history: new logs arrive, and existing rows stay the same', async () => {
    const { node, config } = fakeConfig()
    const { result } = renderHookIn(config, () => useLogs({ ...live, fromBlock: 250n }))
    const shown = () => result.current.data?.map(logId)
    await upToDate(node, 250n, shown)
    await waitFor(() => expect(result.current.live?.status).toBe('live'))
    const rows = result.current.data!.toArray()
    const { lastUpdated } = result.current.live!
    act(() => void node.chain.mine(3))
    await upToDate(node, 250n, shown)
    const { data, coverage, head, live: following } = result.current
    expect(following).toMatchObject({ source: 'polling', head: node.chain.head })
    expect(following!.lastUpdated).toBeGreaterThan(lastUpdated!)
    expect(head).toBe(node.chain.head)
    expect(coverage).toEqual({
      verified: [{ from: 250n, to: node.chain.head }],
      trimmed: [],
      pending: [],
      failed: [],
    })
    rows.forEach((row, index) => expect(data!.at(index)).toBe(row))
  })

  test('a complete result has all logs up to the head that it states', async () => {
    const { node, config } = fakeConfig({ latency: 20 })
    const stated: (readonly [head: bigint | undefined, to: bigint | undefined])[] = []
    const { result } = renderHookIn(config, () => {
      const logs = useLogs({ ...live, fromBlock: 250n })
      if (logs.isComplete) stated.push([logs.head, logs.coverage!.verified.at(-1)?.to])
      return logs
    })
    await waitFor(() => expect(result.current.live?.status).toBe('live'))
    for (let block = 0; block < 5; block++) {
      act(() => void node.chain.mine(1))
      await waitFor(() => expect(result.current.head).toBe(node.chain.head))
    }
    expect(stated.filter(([head, to]) => head !== to)).toEqual([])
    expect(stated.at(-1)).toEqual([node.chain.head, node.chain.head])
  })

  test('removes logs of replaced blocks in one step, and reports it', async () => {
    const { node, config } = fakeConfig()
    const onReorg = vi.fn<(change: FollowChange) => void>()
    const { result } = renderHookIn(config, () => useLogs({ ...live, fromBlock: 250n, onReorg }))
    const shown = () => result.current.data?.map(logId)
    await upToDate(node, 250n, shown)
    await waitFor(() => expect(result.current.live?.status).toBe('live'))
    act(() => void node.chain.reorg(4, { blocks: 5 }))
    await upToDate(node, 250n, shown)
    expect(onReorg).toHaveBeenCalledTimes(1)
    expect(removedIn([onReorg.mock.calls[0]![0]]).length).toBeGreaterThan(0)
    expect(result.current.reorg?.reorg).toMatchObject({ isDeep: false })
  })

  test.each(['invalidateQueries', 'cancelQueries', 'resetQueries', 'removeQueries', 'clear'] as const)(
    'continues after queryClient.%s()',
    async (name) => {
      const { node, config } = fakeConfig()
      const { result, queryClient } = renderHookIn(config, () => useLogs({ ...live, fromBlock: 250n }))
      const shown = () => result.current.data?.map(logId)
      await upToDate(node, 250n, shown)
      await waitFor(() => expect(result.current.live?.status).toBe('live'))
      act(() => {
        void queryClient[name]()
        node.chain.mine(2)
        node.chain.reorg(3)
      })
      await upToDate(node, 250n, shown)
      await waitFor(() => expect(result.current.live?.status).toBe('live'))
      expect(result.current.isComplete).toBe(true)
    },
  )

  test('continues when the cache is cleared again while it is read', async () => {
    const { node, config } = fakeConfig()
    const { result, queryClient } = renderHookIn(config, () => useLogs({ ...live, fromBlock: 250n }))
    const shown = () => result.current.data?.map(logId)
    await upToDate(node, 250n, shown)
    await waitFor(() => expect(result.current.live?.status).toBe('live'))
    for (let times = 0; times < 3; times++) act(() => queryClient.clear())
    expect(result.current.isPending).toBe(true)
    await upToDate(node, 250n, shown)
    await waitFor(() => expect(result.current.live?.status).toBe('live'))
  })

  test('onLogs gets each log that is new once, and those that are removed, but no history', async () => {
    const { node, config } = fakeConfig()
    const first: FollowChange[] = []
    const second: FollowChange[] = []
    const { result } = renderHookIn(config, () => [
      useLogs({ ...live, fromBlock: 250n, onLogs: (_, change) => first.push(change) }),
      useLogs({ ...live, fromBlock: 250n, onLogs: (_, change) => second.push(change) }),
    ])
    const shown = () => result.current[0]!.data?.map(logId)
    await upToDate(node, 250n, shown)
    await waitFor(() => expect(result.current[0]!.live?.status).toBe('live'))
    const known = result.current[0]!.data!.toArray()
    expect(first).toEqual([])
    act(() => void node.chain.mine(3))
    await upToDate(node, 250n, shown)
    act(() => void node.chain.reorg(4, { blocks: 5 }))
    await upToDate(node, 250n, shown)
    for (const changes of [first, second]) {
      // Throws if one is added twice, or removed without having been there.
      const logs = new LogFold(known)
      for (const change of changes) logs.apply(change)
      expect(logs.ids).toEqual(truth(node, 250n))
    }
  })

  test.each(['asc', 'desc'] as const)('onLogs gets no history beyond a limit, %s', async (order) => {
    const { node, config } = fakeConfig({ blocks: 100, logsPerBlock: 1 })
    const told: bigint[] = []
    const onLogs = (logs: Iterable<{ blockNumber: bigint }>) => {
      for (const { blockNumber } of logs) told.push(blockNumber)
    }
    const { result } = renderHookIn(config, () => useLogs({ ...live, limit: 3, order, onLogs }))
    await waitFor(() => expect(result.current.live?.status).toBe('live'))
    expect(told).toEqual([])
    act(() => void node.chain.mine(2))
    await waitFor(() => expect(result.current.head).toBe(101n))
    expect(told).toEqual([100n, 101n])
  })

  test("an error of onLogs is the app's: other callers and the list go on", async () => {
    const { node, config } = fakeConfig()
    const thrown = catchUncaught()
    const error = new Error('no sound')
    const changes: FollowChange[] = []
    const { result } = renderHookIn(config, () => [
      useLogs({
        ...live,
        fromBlock: 250n,
        onLogs: () => {
          throw error
        },
      }),
      useLogs({ ...live, fromBlock: 250n, onLogs: (_, change) => changes.push(change) }),
    ])
    const shown = () => result.current[0]!.data?.map(logId)
    await upToDate(node, 250n, shown)
    await waitFor(() => expect(result.current[0]!.live?.status).toBe('live'))
    act(() => void node.chain.mine(3))
    await upToDate(node, 250n, shown)
    expect(thrown).toContain(error)
    expect(changes.length).toBeGreaterThan(0)
    await waitFor(() => expect(result.current[0]!.live).toMatchObject({ status: 'live', error: undefined }))
  })

  test.each([
    ['from the start', true],
    ['later', false],
  ] as const)('is live although the cache had all its logs, turned on %s', async (_, isLive) => {
    const { node, config } = fakeConfig()
    const all: UseLogsParameters = { fromBlock: 0n }
    const { result, rerender } = renderHookIn(config, (query: UseLogsParameters) => useLogs(query), {
      initialProps: all,
    })
    await waitFor(() => expect(result.current.isComplete).toBe(true))
    // The first logs of final blocks.
    const first = { fromBlock: 13n, limit: 28, pollingInterval: 10 }
    rerender({ ...first, live: isLive })
    await waitFor(() => expect(result.current).toMatchObject({ isComplete: true, data: { length: 28 } }))
    rerender({ ...first, live: true })
    await waitFor(() => expect(result.current.live?.status).toBe('live'))
    expect(result.current).toMatchObject({ isComplete: true, head: node.chain.head, error: null })
    expect(result.current.data?.map(logId)).toEqual(truth(node, 13n).slice(0, 28))
  })

  test('newest first with a limit, it keeps the newest', async () => {
    const { node, config } = fakeConfig()
    const { result } = renderHookIn(config, () => useLogs({ ...live, order: 'desc', limit: 30 }))
    const newest = () => truth(node, 0n).slice(-30).reverse()
    await waitFor(() => expect(result.current.data?.map(logId)).toEqual(newest()))
    for (let round = 0; round < 4; round++) {
      act(() => void node.chain.mine(12))
      await waitFor(() => expect(result.current.data?.map(logId)).toEqual(newest()))
    }
  })

  test('ten components cost as much as one, and nothing is sent after the last unmounts', async () => {
    const { node, config } = fakeConfig()
    const { result, unmount, queryClient } = renderHookIn(config, () =>
      Array.from({ length: 10 }, () => useLogs({ ...live, fromBlock: 280n })),
    )
    await waitFor(() => expect(result.current.every(({ live }) => live?.status === 'live')).toBe(true))
    const before = node.calls.length
    act(() => void node.chain.mine(1))
    await waitFor(() => expect(result.current.every(({ head }) => head === node.chain.head)).toBe(true))
    const reads = node.calls.slice(before).filter(({ method }) => method === 'eth_getLogs')
    expect(reads.length).toBeLessThanOrEqual(1)
    const shown = result.current[0]!.data!.map(logId)
    unmount()
    await act(() => vi.advanceTimersByTimeAsync(0))
    const after = node.calls.length
    node.chain.mine(2)
    await act(() => vi.advanceTimersByTimeAsync(60_000))
    expect(node.calls.length).toBe(after)
    // Results are kept: a component that mounts again sees them at once.
    const again = renderHookIn(config, () => useLogs({ ...live, fromBlock: 280n }), { queryClient })
    expect(again.result.current.data!.map(logId)).toEqual(shown)
    await upToDate(node, 280n, () => again.result.current.data?.map(logId))
  })

  test('pauses and resumes, and misses nothing', async () => {
    const { node, config } = fakeConfig()
    const { result } = renderHookIn(config, () => useLogs({ ...live, fromBlock: 280n }))
    await waitFor(() => expect(result.current.live?.status).toBe('live'))
    act(() => result.current.pause())
    expect(result.current.live?.status).toBe('paused')
    const sent = node.calls.length
    act(() => void node.chain.mine(5))
    await act(() => vi.advanceTimersByTimeAsync(60_000))
    expect(node.calls.length).toBe(sent)
    act(() => result.current.resume())
    await upToDate(node, 280n, () => result.current.data?.map(logId))
    expect(result.current.live?.status).toBe('live')
  })

  test('a pause ends with the last component, and until then applies to all', async () => {
    const { node, config } = fakeConfig()
    const [one, other] = [0, 1].map(() => ({ ...live, fromBlock: 280n }))
    const first = renderHookIn(config, () => useLogs(one!))
    const { queryClient } = first
    await waitFor(() => expect(first.result.current.live?.status).toBe('live'))
    act(() => first.result.current.pause())
    const second = renderHookIn(config, () => useLogs(other!), { queryClient })
    expect(second.result.current).toMatchObject({ isScanPaused: true, live: { status: 'paused' } })
    first.unmount()
    await act(() => vi.advanceTimersByTimeAsync(0))
    expect(second.result.current).toMatchObject({ isScanPaused: true, live: { status: 'paused' } })
    const sent = node.calls.length
    second.unmount()
    await act(() => vi.advanceTimersByTimeAsync(60_000))
    expect(node.calls.length).toBe(sent)
    node.chain.mine(5)
    const third = renderHookIn(config, () => useLogs(one!), { queryClient })
    expect(third.result.current.isScanPaused).toBe(false)
    await upToDate(node, 280n, () => third.result.current.data?.map(logId))
  })

  test('stays paused when the last read of history arrives after the pause', async () => {
    const { node } = fakeConfig()
    let answer = () => {}
    const isPaused = new Promise<void>((resolve) => (answer = resolve))
    const config = configOver(node, async (...request) => {
      const response = await node.fetch(...request)
      if (String(request[1]?.body).includes('eth_getLogs')) await isPaused
      return response
    })
    const { result } = renderHookIn(config, () => useLogs({ ...live, fromBlock: 280n }))
    await waitFor(() => expect(node.callsOf('eth_getLogs')).not.toEqual([]))
    act(() => result.current.pause())
    answer()
    await waitFor(() => expect(result.current.isComplete).toBe(true))
    expect(result.current).toMatchObject({ isScanPaused: true, live: { status: 'paused' } })
    act(() => void node.chain.mine(2))
    act(() => result.current.resume())
    await upToDate(node, 280n, () => result.current.data?.map(logId))
    expect(result.current.isScanPaused).toBe(false)
  })

  test('blocks that failed while no endpoint answered are read once one does', async () => {
    const { node, config } = fakeConfig({ blocks: 5_000, logsPerBlock: 1 })
    node.faults.maxBlockRange = 500
    node.faults.respond = ({ method }) => {
      if (method === 'eth_getLogs' && node.callsOf(method).length > 4) node.faults.down = 'cors'
      return undefined
    }
    const { result } = renderHookIn(config, () => useLogs({ ...live, fromBlock: 0n }))
    await waitFor(() => expect(result.current.errors.length).toBeGreaterThan(0), soon)
    await waitFor(() => expect(result.current.isFetching).toBe(false), soon)
    await waitFor(() => expect(result.current.live?.connectivity).toBe('unreachable'), soon)
    node.faults = {}
    await waitFor(() => expect(result.current.isComplete).toBe(true), soon)
    expect(result.current.data?.map(logId)).toEqual(truth(node, 0n))
  })

  test('while no endpoint answers the first read, it says since when', async () => {
    const { node, config } = fakeConfig()
    node.faults.down = 'hang'
    const begun = Date.now()
    const { result } = renderHookIn(config, () => useLogs({ ...live, fromBlock: 250n }))
    await act(() => vi.advanceTimersByTimeAsync(4_000))
    expect(result.current.live).toBeUndefined()
    for (let waited = 6_000; waited < 30_000; waited += 2_000) {
      await act(() => vi.advanceTimersByTimeAsync(2_000))
      expect(result.current.live).toMatchObject({ status: 'catching-up' })
      expect(result.current.live!.silentSince! - begun).toBeLessThan(1_000)
    }
    await act(() => vi.advanceTimersByTimeAsync(60_000))
    expect(result.current.live).toMatchObject({ status: 'stale', connectivity: 'unreachable' })
    node.faults.down = undefined
    await act(() => vi.advanceTimersByTimeAsync(60_000))
    await waitFor(() => expect(result.current.live).toMatchObject({ status: 'live', silentSince: undefined }))
  })

  test('a first read that is paused waits for no answer', async () => {
    const { node, config } = fakeConfig({ blocks: 3_000, latency: 100 })
    node.faults.maxBlockRange = 10
    const { result } = renderHookIn(config, () => useLogs({ ...live, fromBlock: 0n }))
    await waitFor(() => expect(result.current.data?.length).toBeGreaterThan(0))
    act(() => result.current.pause())
    await act(() => vi.advanceTimersByTimeAsync(30_000))
    expect(result.current.isComplete).toBe(false)
    expect(result.current.live?.silentSince).toBeUndefined()
  })

  test('a concurrent retry of history keeps all newer logs', async () => {
    const { node, config } = fakeConfig()
    const { result } = renderHookIn(config, () => useLogs({ ...live, fromBlock: 200n }))
    const shown = () => result.current.data?.map(logId)
    await waitFor(() => expect(result.current.live?.status).toBe('live'))
    act(() => void node.chain.mine(3))
    await upToDate(node, 200n, shown)
    act(() => result.current.retry())
    act(() => void node.chain.mine(3))
    await waitFor(() => expect(result.current.isFetching).toBe(false))
    await upToDate(node, 200n, shown)
  })

  test('refuses a range with a fixed end before anything is sent', async () => {
    const { node, config } = fakeConfig()
    const { result } = renderHookIn(config, () => useLogs({ ...live, fromBlock: 1n, toBlock: 9n }))
    await waitFor(() => expect(result.current.error).toBeInstanceOf(InvalidQueryError))
    expect(node.calls).toEqual([])
  })
})
