import { onlineManager } from '@tanstack/react-query'
import { act, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { useInfiniteLogs, type UseInfiniteLogsParameters } from '../../src/hooks/useInfiniteLogs.ts'
import { useLogs, type UseLogsParameters } from '../../src/hooks/useLogs.ts'
import { useMultichainLogs } from '../../src/hooks/useMultichainLogs.ts'
import { createLogCache } from '../../src/logs/cache/createLogCache.ts'
import { LogExplorer } from '../../src/widget/LogExplorer.tsx'
import { createFakeNode, type FakeNode } from '../support/fakeNode.ts'
import { configOver, renderHookIn } from '../support/renderHooks.tsx'
import { soon } from '../support/soon.ts'

afterEach(() => onlineManager.setOnline(true))

const idOf = ({ blockHash, logIndex }: { blockHash: string; logIndex: number }) => `${blockHash}:${logIndex}`
const idsOf = (node: FakeNode, from: bigint, to: bigint) => node.chain.logs({}, from, to).map(idOf)

/** A page that is offline, whose cache has blocks 0 to 200. Reloaded, it has not compared them with its node yet. */
async function goOffline(isReloaded: boolean) {
  const node = createFakeNode({ blocks: 300, logsPerBlock: 2 })
  const cache = createLogCache()
  const config = configOver(node, node.fetch, cache)
  const { result, unmount } = renderHookIn(config, () => useLogs({ fromBlock: 0n, toBlock: 200n }))
  await waitFor(() => expect(result.current.isComplete).toBe(true))
  unmount()
  onlineManager.setOnline(false)
  node.clearCalls()
  return { node, config: isReloaded ? configOver(node, node.fetch, cache) : config }
}

test.each([
  ['in the same page', false],
  ['after a reload', true],
])('cached logs are shown %s, without a request; online, they are confirmed', async (_, isReloaded) => {
  const { node, config } = await goOffline(isReloaded)
  const { result } = renderHookIn(config, () => [
    useLogs({ fromBlock: 10n, toBlock: 19n }),
    useMultichainLogs({ fromBlock: 20n, toBlock: 29n }),
    useLogs({ fromBlock: 250n, toBlock: 259n }),
  ])
  await waitFor(() => expect(result.current[0]!.data).toBeDefined())
  await waitFor(() => expect(result.current[1]!.data).toBeDefined())
  const shown = () => result.current.map(({ data }) => data?.map(idOf))
  expect(shown()).toEqual([idsOf(node, 10n, 19n), idsOf(node, 20n, 29n), undefined])
  expect(result.current[0]).toMatchObject({ isComplete: true, status: 'success', fetchStatus: 'paused' })
  expect(result.current[2]).toMatchObject({ isComplete: false, status: 'pending', fetchStatus: 'paused' })
  expect(node.calls).toEqual([])
  act(() => onlineManager.setOnline(true))
  await waitFor(() =>
    expect(result.current.map(({ fetchStatus }) => fetchStatus)).toEqual(['idle', 'idle', 'idle']),
  )
  expect(shown()).toEqual([idsOf(node, 10n, 19n), idsOf(node, 20n, 29n), idsOf(node, 250n, 259n)])
  expect(node.callsOf('eth_getLogs')).toHaveLength(1)
})

test.each<[string, UseLogsParameters, readonly [bigint, bigint]]>([
  ['up to the newest block', { fromBlock: 150n }, [150n, 200n]],
  ['newest first', { fromBlock: 150n, order: 'desc' }, [150n, 200n]],
  ['only at the start', { fromBlock: 150n, toBlock: 250n }, [150n, 200n]],
])('a query of which only some blocks are cached is incomplete: %s', async (_, query, [from, to]) => {
  const { node, config } = await goOffline(false)
  const { result } = renderHookIn(config, () => useLogs(query))
  await waitFor(() => expect(result.current.data).toBeDefined())
  const ids = idsOf(node, from, to)
  expect(result.current.data!.map(idOf)).toEqual(query.order === 'desc' ? ids.toReversed() : ids)
  expect(result.current).toMatchObject({ isComplete: false, fetchStatus: 'paused' })
  act(() => onlineManager.setOnline(true))
  await waitFor(() => expect(result.current.isComplete).toBe(true))
  expect(result.current.data).toHaveLength(idsOf(node, 150n, query.toBlock === 250n ? 250n : 299n).length)
})

test.each<[string, UseInfiniteLogsParameters, readonly [bigint, bigint]]>([
  ['up to the newest block', { pageSize: 20 }, [191n, 200n]],
  ['up to a block', { fromBlock: 5n, toBlock: 150n, pageSize: 20 }, [141n, 150n]],
  ['up to a block that is not cached', { toBlock: 250n, pageSize: 20 }, [0n, -1n]],
  ['of the newest blocks', { fromBlock: 'latest-150', pageSize: 20 }, [0n, -1n]],
])(
  'of pages, the newest cached one is shown, and another page replaces it online: %s',
  async (_, query, [from, to]) => {
    const { node, config } = await goOffline(true)
    const { result } = renderHookIn(
      config,
      () => [useInfiniteLogs(query), useLogs({ fromBlock: 0n })] as const,
    )
    const shown = () => result.current[0].data?.logs.map(idOf)
    await waitFor(() => expect(result.current[1].data).toBeDefined())
    if (to < from) expect(shown()).toBeUndefined()
    else {
      await waitFor(() => expect(shown()).toEqual(idsOf(node, from, to).toReversed()))
      const [page] = result.current[0].data!.pages
      expect(page).toMatchObject({ range: { from, to }, coverage: { verified: [{ from, to }] } })
      expect(result.current[0]).toMatchObject({
        hasNextPage: true,
        fetchStatus: 'paused',
        coverage: { pending: [] },
      })
      expect(result.current[0].isComplete).toBe(query.toBlock !== undefined)
    }
    expect(node.calls).toEqual([])
    act(() => onlineManager.setOnline(true))
    const newest = typeof query.toBlock === 'bigint' ? query.toBlock : 299n
    await waitFor(() => expect(result.current[0].fetchStatus).toBe('idle'))
    expect(shown()).toEqual(idsOf(node, newest - 9n, newest).toReversed())
    expect(result.current[0]).toMatchObject({ isComplete: true, hasNextPage: true })
    expect(node.callsOf('eth_getLogs').length).toBeLessThan(5)
    await act(() => result.current[0].fetchNextPage())
    expect(shown()).toEqual(idsOf(node, newest - 19n, newest).toReversed())
  },
)

test('if no node can be reached, cached logs are shown with the error', async () => {
  const node = createFakeNode({ blocks: 300, logsPerBlock: 2 })
  let isDead = false
  const fetch: typeof globalThis.fetch = (...call) =>
    isDead ? Promise.reject(new TypeError('Failed to fetch')) : node.fetch(...call)
  const config = configOver(node, fetch, createLogCache())
  const { result, unmount } = renderHookIn(config, () => useLogs({ fromBlock: 0n, toBlock: 200n }))
  await waitFor(() => expect(result.current.isComplete).toBe(true))
  unmount()
  isDead = true
  const { result: dead } = renderHookIn(
    config,
    () => [useLogs({ fromBlock: 150n, order: 'desc' }), useInfiniteLogs({ pageSize: 20 })] as const,
  )
  await waitFor(() => expect(dead.current.map(({ status }) => status)).toEqual(['error', 'error']), soon)
  const [logs, pages] = dead.current
  expect(logs.data!.map(idOf)).toEqual(idsOf(node, 150n, 200n).toReversed())
  expect(pages.data!.logs.map(idOf)).toEqual(idsOf(node, 191n, 200n).toReversed())
  expect([logs.isComplete, pages.isComplete]).toEqual([false, false])
})

const rowsAre = (count: number) =>
  waitFor(() =>
    expect(document.querySelector('[role=grid]')).toHaveAttribute('aria-rowcount', `${count + 1}`),
  )

test('the explorer shows the cached part of a range without an end, and reads the rest online', async () => {
  const { node, config } = await goOffline(true)
  render(<LogExplorer config={config} defaultQuery={{ fromBlock: 150n }} pollingInterval={3_600_000} />)
  await rowsAre(idsOf(node, 150n, 200n).length)
  expect(node.calls).toEqual([])
  act(() => onlineManager.setOnline(true))
  await rowsAre(idsOf(node, 150n, 299n).length)
})

test('what the explorer shows of an expensive query offline is not read on without confirmation', async () => {
  const { node, config } = await goOffline(true)
  render(
    <LogExplorer
      config={config}
      defaultQuery={{ fromBlock: 150n }}
      confirmAbove={0}
      pollingInterval={3_600_000}
    />,
  )
  await rowsAre(idsOf(node, 150n, 200n).length)
  act(() => onlineManager.setOnline(true))
  expect(await screen.findByRole('alertdialog')).toBeVisible()
  expect(node.callsOf('eth_getLogs')).toEqual([])
})

test('the explorer shows cached logs, and says of others that it is offline', async () => {
  const { config } = await goOffline(true)
  const { unmount } = render(
    <LogExplorer
      config={config}
      defaultQuery={{ fromBlock: 10n, toBlock: 19n }}
      pollingInterval={3_600_000}
    />,
  )
  await waitFor(() => expect(document.querySelector('[role=grid]')).toHaveAttribute('aria-rowcount', '21'))
  unmount()
  render(<LogExplorer config={config} pollingInterval={3_600_000} />)
  // Beside the table, the chart may say so too.
  expect((await screen.findAllByText('You are offline'))[0]).toBeVisible()
})
