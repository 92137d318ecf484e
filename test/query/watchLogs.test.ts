import { parseAbiItem } from 'viem'
import { expect, test, vi } from 'vitest'
import { InvalidNetworkError } from '../../src/errors/InvalidNetworkError.ts'
import { InvalidQueryError, QueryNotReadyError } from '../../src/errors/InvalidQueryError.ts'
import type { FollowChange } from '../../src/logs/follow/FollowState.ts'
import { logId } from '../../src/logs/order.ts'
import { watchLogs } from '../../src/query/watchLogs.ts'
import { fold } from '../support/LogFold.ts'
import { fakeConfig } from '../support/renderHooks.tsx'
import { soon } from '../support/soon.ts'

const transfer = parseAbiItem('event Transfer(address indexed from, address indexed to, uint256 value)')
const topic0 = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

/** Transfers of the chain with the shape of an ERC-20's. */
const transfersOf = (node: ReturnType<typeof fakeConfig>['node'], from: bigint) =>
  node.chain.logs({ topics: [topic0] }, from, node.chain.head).filter(({ topics }) => topics.length === 3)

test('reports each new log once, and those that a reorg removed', async () => {
  const { node, config } = fakeConfig()
  const from = node.chain.head + 1n
  const changes: FollowChange[] = []
  const values: bigint[] = []
  const statuses: string[] = []
  const unwatch = watchLogs(config, {
    event: transfer,
    pollingInterval: 10,
    onLogs: (logs, change) => {
      for (const { args } of logs) values.push(args.value)
      changes.push(change)
    },
    onStatus: ({ status }) => statuses.push(status),
  })
  await vi.waitFor(() => expect(statuses).toContain('live'), soon)
  expect(changes).toEqual([])
  node.chain.mine(20)
  await vi.waitFor(() => expect(fold(changes)).toEqual(transfersOf(node, from).map(logId)), soon)
  node.chain.reorg(5, { blocks: 8 })
  await vi.waitFor(() => expect(fold(changes)).toEqual(transfersOf(node, from).map(logId)), soon)
  expect(changes.some((change) => change.type === 'change' && change.removed.length > 0)).toBe(true)
  expect(values.length).toBeGreaterThan(0)
  unwatch()
  const sent = node.calls.length
  const reported = changes.length
  node.chain.mine(3)
  await new Promise((resolve) => setTimeout(resolve))
  expect(node.calls.length).toBe(sent)
  expect(changes.length).toBe(reported)
})

test('begins at a block that is given', async () => {
  const { node, config } = fakeConfig()
  const changes: FollowChange[] = []
  const unwatch = watchLogs(config, {
    filters: [{ event: transfer }],
    fromBlock: node.chain.head - 30n,
    onLogs: (_, change) => changes.push(change),
  })
  const expected = transfersOf(node, node.chain.head - 30n).map(logId)
  await vi.waitFor(() => expect(fold(changes)).toEqual(expected), soon)
  unwatch()
})

test('invalid parameters throw before anything is sent', () => {
  const { node, config } = fakeConfig()
  const onLogs = () => {}
  expect(() => watchLogs(config, { address: '0x1', onLogs })).toThrow(InvalidQueryError)
  expect(() => watchLogs(config, { address: undefined, onLogs })).toThrow(QueryNotReadyError)
  expect(() => watchLogs(config, { chainId: 5, onLogs })).toThrow(InvalidNetworkError)
  expect(() => watchLogs(config, { toBlock: 5n, onLogs } as never)).toThrow(InvalidQueryError)
  // Timers take each of these for "at once".
  for (const pollingInterval of [Number.NaN, 0, -1, Number.POSITIVE_INFINITY, 2 ** 31])
    expect(() => watchLogs(config, { pollingInterval, onLogs })).toThrow(/at pollingInterval.*from 1 to/)
  expect(node.calls).toEqual([])
})

test('an error of a callback ends it, and is reported', async () => {
  const { node, config } = fakeConfig()
  const onError = vi.fn<(error: Error) => void>()
  const error = new Error('no room')
  let calls = 0
  watchLogs(config, {
    pollingInterval: 10,
    fromBlock: node.chain.head - 5n,
    onLogs: () => {
      calls++
      throw error
    },
    onError,
  })
  await vi.waitFor(() => expect(onError).toHaveBeenCalledWith(error), soon)
  const sent = node.calls.length
  node.chain.mine(2)
  await new Promise((resolve) => setTimeout(resolve))
  expect(node.calls.length).toBe(sent)
  expect(calls).toBe(1)
})
