import { act, waitFor } from '@testing-library/react'
import { parseAbiItem } from 'viem'
import { beforeEach, expect, test, vi } from 'vitest'
import { useLogsReducer } from '../../src/hooks/useLogsReducer.ts'
import type { FakeNode } from '../support/fakeNode.ts'
import { fakeConfig, renderHookIn } from '../support/renderHooks.tsx'

const transfer = parseAbiItem('event Transfer(address indexed from, address indexed to, uint256 value)')
const topic0 = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

/** The number of transfers of the chain, and the sum of their values. */
function truth(node: FakeNode, from: bigint) {
  const logs = node.chain
    .logs({ topics: [topic0] }, from, node.chain.head)
    .filter(({ topics }) => topics.length === 3)
  return { count: logs.length, sum: logs.reduce((sum, { data }) => sum + BigInt(data), 0n) }
}
const initial = { count: 0, sum: 0n }

// Time passes normally, and a minute at once to show silence.
beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
})

test('reduces history, new logs and reorganizations', async () => {
  const { node, config } = fakeConfig()
  let passed = 0
  const { result } = renderHookIn(config, () =>
    useLogsReducer({
      event: transfer,
      fromBlock: 250n,
      live: true,
      pollingInterval: 10,
      initial,
      reduce: ({ count, sum }, logs) => {
        passed += logs.length
        return { count: count + logs.length, sum: logs.reduce((all, { args }) => all + args.value, sum) }
      },
    }),
  )
  expect(result.current).toMatchObject({ state: initial, isReduced: false })
  await waitFor(() => expect(result.current.live?.status).toBe('live'))
  await waitFor(() => expect(result.current).toMatchObject({ state: truth(node, 250n), isReduced: true }))
  expect(truth(node, 250n).count).toBeGreaterThan(10)
  const before = passed
  act(() => void node.chain.mine(10))
  await waitFor(() => expect(result.current).toMatchObject({ state: truth(node, 250n), isReduced: true }))
  // New logs only.
  expect(passed - before).toBeLessThanOrEqual(truth(node, node.chain.head - 10n).count)
  act(() => void node.chain.reorg(4, { blocks: 6 }))
  await waitFor(() => expect(result.current).toMatchObject({ state: truth(node, 250n), isReduced: true }))
})

test('starts over with another query, and keeps no state of the first', async () => {
  const { node, config } = fakeConfig()
  const { result, rerender } = renderHookIn(
    config,
    ({ fromBlock }: { fromBlock: bigint }) =>
      useLogsReducer({
        event: transfer,
        fromBlock,
        toBlock: node.chain.head,
        initial,
        reduce: ({ count, sum }, logs) => ({
          count: count + logs.length,
          sum: logs.reduce((all, { args }) => all + args.value, sum),
        }),
      }),
    { initialProps: { fromBlock: 0n } },
  )
  await waitFor(() => expect(result.current).toMatchObject({ isReduced: true, isComplete: true }))
  expect(result.current.state).toEqual(truth(node, 0n))
  rerender({ fromBlock: 200n })
  expect(result.current).toMatchObject({ state: initial, isReduced: false })
  await waitFor(() => expect(result.current).toMatchObject({ state: truth(node, 200n), isReduced: true }))
})

test('starts over when logs are decoded otherwise', async () => {
  const { node, config } = fakeConfig()
  const { result, rerender } = renderHookIn(
    config,
    ({ events }: { events: readonly (typeof transfer)[] }) =>
      useLogsReducer({
        events,
        topics: [topic0],
        fromBlock: 200n,
        toBlock: node.chain.head,
        initial: 0n,
        reduce: (sum, logs) => logs.reduce((all, log) => all + (log.args?.value ?? 0n), sum),
      }),
    { initialProps: { events: [] as readonly (typeof transfer)[] } },
  )
  await waitFor(() => expect(result.current).toMatchObject({ isReduced: true, isComplete: true, state: 0n }))
  // The same logs, now with their event.
  rerender({ events: [transfer] })
  await waitFor(() => expect(result.current).toMatchObject({ state: truth(node, 200n).sum, isReduced: true }))
})

test('an error of the reducer is returned, with the state before it', async () => {
  const { config } = fakeConfig()
  const { result } = renderHookIn(config, () =>
    useLogsReducer({
      event: transfer,
      fromBlock: 250n,
      toBlock: 260n,
      initial: 'nothing',
      reduce: (): string => {
        throw new Error('no room')
      },
    }),
  )
  await waitFor(() => expect(result.current.reduceError?.message).toBe('no room'))
  expect(result.current).toMatchObject({ state: 'nothing', isReduced: false, isSuccess: true })
})
