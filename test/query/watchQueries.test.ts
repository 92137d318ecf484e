import { parseAbiItem, type Address } from 'viem'
import { expect, onTestFinished, test, vi } from 'vitest'
import { InvalidQueryError } from '../../src/errors/InvalidQueryError.ts'
import type { LogSearch } from '../../src/logs/filter/LogSearch.ts'
import { watchQueries, type WatchedChange } from '../../src/query/watchQueries.ts'
import { createTestLogs, createTestNetwork } from '../../src/testing.ts'
import { soon } from '../support/soon.ts'

const transfer = parseAbiItem('event Transfer(address indexed from, address indexed to, uint256 value)')
const approval = parseAbiItem('event Approval(address indexed owner, address indexed spender, uint256 value)')
const account = (digit: number): Address => `0x${String(digit).repeat(40)}`
const token = account(9)
const [one, two] = [account(1), account(2)]
const paid = (value: bigint) => createTestLogs(transfer, [{ from: one, to: two, value }], { address: token })

async function watch(queries: readonly LogSearch[], webSocket: boolean) {
  const network = createTestNetwork({ blockNumber: 40n, finality: 8, webSocket })
  const stop = new AbortController()
  onTestFinished(() => stop.abort())
  const changes: WatchedChange[] = []
  let status: string | undefined
  const watching = watchQueries(network.config, {
    ...{ chainId: network.chain.id, queries, pollingInterval: 10, signal: stop.signal },
    onChange: (change) => changes.push(change),
    onStatus: (state) => (status = state.status),
  })
  // It ends with the signal's reason.
  watching.catch(() => {})
  await vi.waitFor(() => expect(status).toBe('live'), soon)
  return { network, changes, stop, watching }
}

const newOf = (changes: readonly WatchedChange[], at: number) =>
  changes.flatMap(({ matches }) =>
    matches[at]!.filter(({ isAdded }) => isAdded).map(({ log }) => BigInt(log.data)),
  )

/** Queries whose filters cannot be joined without reading more than they ask for. */
const ten: readonly LogSearch[] = [
  { address: token, event: transfer },
  { event: transfer, args: { to: two } },
  ...[3, 4, 5, 6].map((digit) => ({ address: account(digit), event: approval })),
  ...[3, 4, 5, 6].map((digit) => ({ event: approval, args: { owner: account(digit) } })),
]

test.each([true, false])('ten queries cost as many calls as two, socket: %s', async (webSocket) => {
  async function calls(queries: readonly LogSearch[]) {
    const { network, changes, stop } = await watch(queries, webSocket)
    // One by one, so that each block is read alone.
    for (const value of [1n, 2n]) {
      const head = network.mine(paid(value))
      await vi.waitFor(() => expect(changes.at(-1)?.head).toBe(head), soon)
    }
    stop.abort()
    expect(newOf(changes, 0)).toEqual([1n, 2n])
    return network.requests.filter(({ method }) => method === 'eth_getLogs').length
  }
  const cost = await calls(ten.slice(0, 2))
  expect(cost).toBeGreaterThan(0)
  expect(await calls(ten)).toBe(cost)
})

test('each query gets its own logs, with its conditions, whatever its range is', async () => {
  const large = { event: transfer, where: [{ arg: 2, is: 'atLeast', values: [10n] }] } as const
  const queries = [large, { address: token, fromBlock: 3n, toBlock: 5n }, { address: account(3) }]
  const { network, changes } = await watch(queries, true)
  for (const value of [9n, 10n, 11n]) network.mine(paid(value))
  await vi.waitFor(() => expect(newOf(changes, 1)).toEqual([9n, 10n, 11n]), soon)
  expect(newOf(changes, 0)).toEqual([10n, 11n])
  expect(newOf(changes, 2)).toEqual([])
})

test('a removed log is missing from its blocks, which are reported again', async () => {
  const { network, changes } = await watch([{ event: transfer }], true)
  const block = network.mine(paid(1n))
  await vi.waitFor(() => expect(newOf(changes, 0)).toEqual([1n]), soon)
  network.reorg(1)
  network.mine()
  await vi.waitFor(() => {
    const last = changes.findLast(({ range }) => range.from <= block && range.to >= block)
    expect(last?.matches).toEqual([[]])
  }, soon)
})

test('an invalid query throws before anything is sent; a stopped watcher sends nothing', async () => {
  const { network, stop, watching } = await watch([{ event: transfer }], true)
  stop.abort()
  await expect(watching).rejects.toThrow()
  const sent = network.requests.length
  const options = {
    chainId: network.chain.id,
    signal: new AbortController().signal,
    onChange() {},
    onStatus() {},
  }
  await expect(watchQueries(network.config, { ...options, queries: [{ address: '0x1' }] })).rejects.toThrow(
    InvalidQueryError,
  )
  await expect(
    watchQueries(network.config, { ...options, queries: [{ event: transfer }], pollingInterval: 0 }),
  ).rejects.toThrow(/at pollingInterval/)
  network.mine()
  expect(network.requests.length).toBe(sent)
})
