import { QueryClient } from '@tanstack/react-query'
import { parseAbiItem } from 'viem'
import { expect, test, vi } from 'vitest'
import type { RequestEvent } from '../../src/base/RequestEvent.ts'
import { defineNetwork } from '../../src/logs/archive/defineNetwork.ts'
import { createLogsConfig, type CreateLogsConfigParameters } from '../../src/query/createLogsConfig.ts'
import { logsQueryOptions } from '../../src/query/logs.ts'
import { xone } from '../../src/rpc/networks/xone.ts'
import { createPool } from '../../src/rpc/pool/createPool.ts'
import { catchUncaught } from '../support/catchUncaught.ts'
import { createFakeNode } from '../support/fakeNode.ts'
import { configOver } from '../support/renderHooks.tsx'

const transfer = parseAbiItem('event Transfer(address indexed from, address indexed to, uint256 value)')

/** A config over a fake node with these listeners. */
function watched(listeners: Pick<CreateLogsConfigParameters, 'onRequest' | 'onError'>) {
  const node = createFakeNode({ blocks: 300, logsPerBlock: 2, endpoints: 2 })
  const { networks, getClient } = configOver(node)
  const config = createLogsConfig({ networks, clients: [getClient() as never], ...listeners })
  const read = (range: object) =>
    new QueryClient().fetchQuery(logsQueryOptions(config, { event: transfer, ...range }))
  return { node, config, read }
}

test('onRequest gets each attempt of each call, as the node saw it', async () => {
  const events: RequestEvent[] = []
  const { node, config, read } = watched({ onRequest: (event) => events.push(event) })
  await read({ fromBlock: 20n, toBlock: 120n })
  await config
    .getClient()
    .request({ method: 'eth_gasPrice' } as never)
    .catch(() => {})
  expect(events.map(({ method }) => method).toSorted()).toEqual(
    node.calls.map(({ method }) => method).toSorted(),
  )
  const logs = events.filter(({ method }) => method === 'eth_getLogs')
  expect(logs.reduce((sum, event) => sum + event.logs!, 0)).toBeGreaterThan(0)
  for (const event of logs) {
    expect(event).toMatchObject({
      chainId: 3721,
      type: 'http',
      reason: 'scan',
      attempt: 1,
      outcome: 'success',
    })
    expect(event.range!.from).toBeGreaterThanOrEqual(20n)
    expect(event.message).toMatchObject({ status: 200, sentBytes: expect.any(Number) as number })
    expect(event.message.receivedBytes).toBeGreaterThan(100)
    expect(event.message.duration).toBeGreaterThanOrEqual(0)
  }
  const reasonOf = (name: string) => events.find(({ method }) => method === name)?.reason
  expect(reasonOf('eth_chainId')).toBe('chain-check')
  expect(reasonOf('eth_gasPrice')).toBe('app')
})

test('failed attempts have their error, and the next attempt its number', async () => {
  const events: RequestEvent[] = []
  const { node, read } = watched({ onRequest: (event) => events.push(event) })
  let left = 1
  for (const { faults } of node.endpoints)
    faults.respond = ({ method }) =>
      method === 'eth_getLogs' && left-- > 0
        ? { error: { code: -32005, message: 'rate limited, see https://node.example/v3/secretkey' } }
        : undefined
  await read({ fromBlock: 250n, toBlock: 250n })
  const attempts = events.filter(({ method }) => method === 'eth_getLogs')
  // More reads may confirm the answer.
  expect(attempts.slice(0, 2).map(({ outcome }) => outcome)).toEqual(['error', 'success'])
  expect(attempts.slice(0, 2).map(({ attempt }) => attempt)).toEqual([1, 2])
  expect(attempts[0]!.error!.kind).toBe('rate-limited')
  expect(
    JSON.stringify(attempts, (_, value: unknown) => (typeof value === 'bigint' ? `${value}` : value)),
  ).not.toContain('secretkey')
})

test("a socket's own calls are reported, and all of them are kept for a panel", async () => {
  vi.useFakeTimers({ now: Date.UTC(2026, 0, 1, 12) })
  const node = createFakeNode({ blocks: 20, endpoints: 1 })
  const network = defineNetwork(xone, { http: node.urls, webSocket: node.webSocketUrl })
  const pool = createPool(network, { fetch: node.fetch, WebSocket: node.WebSocket, storage: null })
  const events: RequestEvent[] = []
  pool.onRequest((event) => events.push(event))
  const end = pool.subscribeHeads!({ onData() {} })
  await vi.advanceTimersByTimeAsync(60_000)
  end()
  await vi.advanceTimersByTimeAsync(1_000)
  const own = events.filter(({ reason }) => reason === 'subscription')
  expect(own.map(({ method, outcome }) => `${method} ${outcome}`)).toEqual([
    'eth_subscribe success',
    // The connection was silent.
    'eth_blockNumber success',
    'eth_unsubscribe success',
  ])
  const socket = pool.getStatus().find(({ type }) => type === 'webSocket')!
  expect(own.map(({ type, endpoint }) => [type, endpoint])).toEqual(own.map(() => ['webSocket', socket.name]))
  expect(events.map(({ method }) => method).toSorted()).toEqual(
    node.calls.map(({ method }) => method).toSorted(),
  )
  expect(pool.requests.getStatus()).toEqual(events)

  node.faults.socket = { rejectSubscribe: { code: -32601, message: 'no subscriptions here' } }
  const stop = pool.subscribeHeads!({ onData() {} })
  await vi.advanceTimersByTimeAsync(1_000)
  stop()
  expect(events.at(-1)).toMatchObject({ method: 'eth_subscribe', outcome: 'error' })
  expect(events.at(-1)!.error!.kind).toBe('unavailable')
  pool.close()
})

test.each(['eth_sendRawTransaction', 'eth_callBundle', 'mev_sendBundle'])(
  'parameters of %s, which has signed transactions, are left out',
  async (method) => {
    const events: RequestEvent[] = []
    const { config } = watched({ onRequest: (event) => events.push(event) })
    const call = { method, params: ['0x1234'] } as never
    await config
      .getClient()
      .request(call)
      .catch(() => {})
    const sent = events.find((event) => event.method === method)
    expect(sent).toBeDefined()
    expect(sent!.params).toBeUndefined()
  },
)

test('onError gets the errors of reads, once for each read', async () => {
  const onError = vi.fn<NonNullable<CreateLogsConfigParameters['onError']>>()
  const { node, read } = watched({ onError })
  for (const { faults } of node.endpoints)
    faults.refuse = { eth_getLogs: { code: -32003, message: 'response too large' } }
  await expect(read({ fromBlock: 250n, toBlock: 250n })).rejects.toThrow()
  expect(onError).toHaveBeenCalledTimes(1)
  expect(onError.mock.calls[0]![1]).toEqual({ chainId: 3721, source: 'read' })
  expect(onError.mock.calls[0]![0].message).toContain('250')
})

test("errors of listeners are the app's: the read continues", async () => {
  const thrown = catchUncaught()
  const error = new Error('no network for telemetry')
  const { read } = watched({
    onRequest: () => {
      throw error
    },
  })
  await expect(read({ fromBlock: 20n, toBlock: 30n })).resolves.toBeDefined()
  expect(thrown).toContain(error)
})
