import { act, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useLogFilter } from '../../src/hooks/useLogFilter.ts'
import { useLogs } from '../../src/hooks/useLogs.ts'
import { useScanEstimate } from '../../src/hooks/useScanEstimate.ts'
import { logId } from '../../src/logs/order.ts'
import type { FakeNode } from '../support/fakeNode.ts'
import { fakeConfig, renderHookIn } from '../support/renderHooks.tsx'

const truth = ({ chain }: FakeNode, before: bigint) =>
  chain.logs({}, chain.head > before ? chain.head - before : 0n, chain.head).map(logId)

test('latest-20 reads the newest 21 blocks, and on refetch the newest of that time', async () => {
  const { node, config } = fakeConfig()
  const { result } = renderHookIn(config, () => useLogs({ fromBlock: 'latest-20' }))
  await waitFor(() => expect(result.current.isComplete).toBe(true))
  expect(result.current.data?.map(logId)).toEqual(truth(node, 20n))
  expect(result.current.coverage?.verified).toEqual([{ from: node.chain.head - 20n, to: node.chain.head }])
  act(() => void node.chain.mine(30))
  act(() => void result.current.refetch())
  await waitFor(() => expect(result.current.data?.map(logId)).toEqual(truth(node, 20n)))
  expect(result.current.coverage?.verified).toEqual([{ from: node.chain.head - 20n, to: node.chain.head }])
})

test('on a shorter chain, it begins with the first block', async () => {
  const { node, config } = fakeConfig({ blocks: 8 })
  const { result } = renderHookIn(config, () => useLogs({ fromBlock: 'latest-500' }))
  await waitFor(() => expect(result.current.isComplete).toBe(true))
  expect(result.current.data?.map(logId)).toEqual(truth(node, 500n))
})

test('toBlock may be relative too: reads only blocks that deep', async () => {
  const { node, config } = fakeConfig()
  const { result } = renderHookIn(config, () => useLogs({ fromBlock: 280n, toBlock: 'latest-5' }))
  await waitFor(() => expect(result.current.isComplete).toBe(true))
  expect(result.current.coverage?.verified).toEqual([{ from: 280n, to: node.chain.head - 5n }])
})

test.each([
  ['oldest first', {}],
  ['newest first', { order: 'desc' as const }],
])('live, the window slides with the head: %s', async (_, order) => {
  const { node, config } = fakeConfig()
  const { result } = renderHookIn(config, () =>
    useLogs({ fromBlock: 'latest-20', live: true, pollingInterval: 10, ...order }),
  )
  const isUpToDate = () => {
    const expected = truth(node, 20n)
    const shown = result.current.data?.map(logId)
    expect(shown).toEqual('order' in order ? expected.toReversed() : expected)
    expect(result.current.coverage).toEqual({
      verified: [{ from: node.chain.head - 20n, to: node.chain.head }],
      trimmed: [],
      pending: [],
      failed: [],
    })
    expect(result.current.isComplete).toBe(true)
  }
  await waitFor(isUpToDate)
  for (const count of [1, 3, 40]) {
    act(() => void node.chain.mine(count))
    await waitFor(isUpToDate)
  }
})

test.each([
  ['oldest first', {}],
  ['newest first', { order: 'desc' as const }],
  ['with a limit', { limit: 5 }],
])('live, a reorganization at the same height keeps older blocks out: %s', async (_, options) => {
  const { node, config } = fakeConfig()
  const { result } = renderHookIn(config, () =>
    useLogs({ fromBlock: 'latest-20', live: true, pollingInterval: 10, ...options }),
  )
  const isUpToDate = () => {
    const expected = truth(node, 20n).slice(0, 'limit' in options ? options.limit : undefined)
    const shown = result.current.data?.map(logId)
    expect(shown).toEqual('order' in options ? expected.toReversed() : expected)
    expect(result.current.isComplete).toBe(true)
  }
  await waitFor(isUpToDate)
  // The follower starts at the first window, and reads from there after a reorganization.
  act(() => void node.chain.mine(30))
  await waitFor(isUpToDate)
  act(() => void node.chain.reorg(1, { blocks: 1 }))
  await waitFor(() => expect(result.current.reorg).toBeDefined())
  await waitFor(isUpToDate)
})

test('live with a limit, new logs make up for those that slide out of the window', async () => {
  const { node, config } = fakeConfig()
  const { result } = renderHookIn(config, () =>
    useLogs({ fromBlock: 'latest-20', limit: 5, live: true, pollingInterval: 10 }),
  )
  const isUpToDate = () => {
    expect(result.current.data?.map(logId)).toEqual(truth(node, 20n).slice(0, 5))
    expect(result.current.isComplete).toBe(true)
  }
  await waitFor(isUpToDate)
  act(() => void node.chain.mine(7))
  await waitFor(isUpToDate)
})

test('live, a reorganization inside the window is applied', async () => {
  const { node, config } = fakeConfig()
  const { result } = renderHookIn(config, () =>
    useLogs({ fromBlock: 'latest-20', live: true, pollingInterval: 10 }),
  )
  await waitFor(() => expect(result.current.live?.status).toBe('live'))
  act(() => void node.chain.reorg(4, { blocks: 5 }))
  await waitFor(() => expect(result.current.data?.map(logId)).toEqual(truth(node, 20n)))
})

test('a filter begins that many blocks before the head', async () => {
  const { node, config } = fakeConfig()
  const from = node.chain.head - 10n
  const { result } = renderHookIn(config, () => useLogFilter({ fromBlock: 'latest-10', pollingInterval: 10 }))
  const expected = () => node.chain.logs({}, from, node.chain.head).map(logId)
  await waitFor(() => expect(result.current.data.map(logId)).toEqual(expected()))
  act(() => void node.chain.mine(3))
  await waitFor(() => expect(result.current.data.map(logId)).toEqual(expected()))
})

test('the estimate covers these blocks', async () => {
  const { config } = fakeConfig()
  const { result } = renderHookIn(config, () => useScanEstimate({ fromBlock: 'latest-20' }))
  await waitFor(() => expect(result.current.data?.requests.high).toBeGreaterThan(0))
  expect(result.current.data!.blocks).toBe(21n)
})
