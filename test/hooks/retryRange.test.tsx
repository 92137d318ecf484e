import { notifyManager, onlineManager, type QueryClient } from '@tanstack/react-query'
import { act, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { useLogs, type UseLogsReturnType } from '../../src/hooks/useLogs.ts'
import { covers } from '../../src/logs/intervals.ts'
import { logId } from '../../src/logs/order.ts'
import { fakeConfig, renderHookIn } from '../support/renderHooks.tsx'

/** Resolves when nothing is fetching, and hooks were notified: notifications keep their order. */
async function fetched(queryClient: QueryClient) {
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  await act(() => new Promise<void>((resolve) => notifyManager.schedule(resolve)))
}

const holes = [
  { from: 1_500, to: 1_501 },
  { from: 3_500, to: 3_500 },
]

/** A node for which some blocks are too large until set otherwise. */
async function show(range: object) {
  const { node, config } = fakeConfig({ blocks: 5_000, logsPerBlock: 1 })
  node.faults.maxBlockRange = 500
  let open = holes
  node.faults.respond = ({ method, params }) => {
    const [filter] = params as [{ fromBlock?: string; toBlock?: string }]
    const [from, to] = [Number(filter?.fromBlock), Number(filter?.toBlock)]
    return method === 'eth_getLogs' && open.some((hole) => from <= hole.to && to >= hole.from)
      ? { error: { code: -32003, message: 'response too large' } }
      : undefined
  }
  const { result, queryClient } = renderHookIn(config, () => useLogs(range))
  await waitFor(() => expect(result.current.isFetching).toBe(false))
  const asked = () =>
    node.callsOf('eth_getLogs').map(({ params }) => {
      const [{ fromBlock, toBlock }] = params as [{ fromBlock: string; toBlock: string }]
      return { from: BigInt(fromBlock), to: BigInt(toBlock) }
    })
  return { node, result, queryClient, asked, fill: (left: typeof holes) => (open = left) }
}

const gapsOf = ({ errors }: Pick<UseLogsReturnType, 'errors'>) =>
  errors.map(({ range }) => range).toSorted((a, b) => Number(a.from - b.from))

describe.each([
  ['a fixed range', { fromBlock: 0n, toBlock: 4_900n }],
  ['a range that ends at the head', { fromBlock: 0n }],
  ['newest first with a limit', { fromBlock: 0n, order: 'desc', limit: 4_950 }],
] as const)('retrying one gap of %s', (_, range) => {
  test('fills it, and leaves the others unchanged', async () => {
    const { node, result, queryClient, asked, fill } = await show(range)
    const gaps = gapsOf(result.current)
    expect(gaps.length).toBeGreaterThan(1)
    const [gap] = gaps
    fill(holes.slice(1))
    node.clearCalls()
    act(() => result.current.retryRange(gap!))
    await fetched(queryClient)
    expect(asked().length).toBeGreaterThan(0)
    expect(asked().filter(({ from, to }) => from < gap!.from || to > gap!.to)).toEqual([])
    expect(gapsOf(result.current)).toEqual(gaps.slice(1))
    expect(result.current.data!.toArray().some(({ blockNumber }) => blockNumber === gap!.from)).toBe(true)
    expect(covers(result.current.coverage!.verified, gap!)).toBe(true)
    const ids = result.current.data!.map(logId)
    const ascending = 'order' in range ? ids.toReversed() : ids
    const truth = new Map(node.chain.logs({}, 0n, node.chain.head).map((log, at) => [logId(log), at]))
    const places = ascending.map((id) => truth.get(id))
    expect(places).toEqual(places.toSorted((a, b) => a! - b!))
    expect(new Set(ids).size).toBe(ids.length)
  })

  test('fails again, and changes nothing else', async () => {
    const { result, queryClient, asked, node } = await show(range)
    const { errors, data } = result.current
    node.clearCalls()
    act(() => result.current.retryRange(errors[0]!.range))
    await fetched(queryClient)
    expect(asked().length).toBeGreaterThan(0)
    expect(gapsOf(result.current)).toEqual(gapsOf({ errors }))
    expect(result.current.data!.map(logId)).toEqual(data!.map(logId))
  })
})

test('blocks that were replaced since they were read are read again with newer ones', async () => {
  const { node, config } = fakeConfig({ blocks: 100, logsPerBlock: 1 })
  const { result, queryClient } = renderHookIn(config, () => useLogs({ fromBlock: 50n, toBlock: 99n }))
  await fetched(queryClient)
  node.chain.reorg(6, { blocks: 8 })
  act(() => result.current.retryRange({ from: 97n, to: 99n }))
  await fetched(queryClient)
  expect(result.current.data!.map(logId)).toEqual(node.chain.logs({}, 50n, 99n).map(logId))
  expect(result.current.isComplete).toBe(true)
})

test('blocks that a shorter chain no longer has are gone once those below are read again', async () => {
  const { node, config } = fakeConfig({ blocks: 100, logsPerBlock: 1 })
  const { result, queryClient } = renderHookIn(config, () => useLogs({ fromBlock: 50n, toBlock: 99n }))
  await fetched(queryClient)
  node.chain.reorg(6, { blocks: 4 })
  act(() => result.current.retryRange({ from: 96n, to: 97n }))
  await fetched(queryClient)
  const { head } = node.chain
  expect(result.current.data!.map(logId)).toEqual(node.chain.logs({}, 50n, head).map(logId))
  expect(result.current.coverage!.verified).toEqual([{ from: 50n, to: head }])
  expect(result.current.head).toBe(head)
})

test('while a scan runs, none of its blocks is requested twice', async () => {
  const { node, config } = fakeConfig()
  const { result, queryClient } = renderHookIn(config, () => useLogs({ fromBlock: 0n }))
  act(() => result.current.retryRange({ from: 0n, to: 10n }))
  await fetched(queryClient)
  expect(result.current.data!.map(logId)).toEqual(node.chain.logs({}, 0n, node.chain.head).map(logId))
  // Nor is it remembered: the next read covers the whole range.
  act(() => result.current.retry())
  await fetched(queryClient)
  expect(result.current.coverage!.verified).toEqual([{ from: 0n, to: node.chain.head }])
})

test('a retry that was cancelled before it began does not narrow the next read', async () => {
  const { result, queryClient, asked, node, fill } = await show({ fromBlock: 0n, toBlock: 4_900n })
  const [first, ...others] = gapsOf(result.current)
  expect(others.length).toBeGreaterThan(0)
  fill([])
  act(() => onlineManager.setOnline(false))
  act(() => result.current.retryRange(first!))
  await waitFor(() => expect(result.current.fetchStatus).toBe('paused'))
  act(() => result.current.cancel())
  await waitFor(() => expect(result.current.fetchStatus).toBe('idle'))
  act(() => onlineManager.setOnline(true))
  node.clearCalls()
  act(() => result.current.retry())
  await fetched(queryClient)
  expect(asked().length).toBeGreaterThan(1)
  expect(gapsOf(result.current)).toEqual([])
})

test('a retry covers only blocks within the query', async () => {
  const { node, config } = fakeConfig()
  const { result, queryClient } = renderHookIn(config, () => useLogs({ fromBlock: 20n, toBlock: 40n }))
  await fetched(queryClient)
  const { data } = result.current
  for (const range of [
    { from: 0n, to: 25n },
    { from: 35n, to: 60n },
    { from: 50n, to: 60n },
    { from: 30n, to: 25n },
  ]) {
    node.clearCalls()
    act(() => result.current.retryRange(range))
    await fetched(queryClient)
    if (range.from > 40n || range.from > range.to) expect(node.calls).toEqual([])
    expect(result.current.error).toBe(null)
    expect(result.current.coverage!.verified).toEqual([{ from: 20n, to: 40n }])
    expect(result.current.data!.map(logId)).toEqual(data!.map(logId))
  }
  expect(data!.length).toBe(node.chain.logs({}, 20n, 40n).length)
})
