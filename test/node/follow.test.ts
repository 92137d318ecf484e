import type { Hex } from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { systemClock } from '../../src/rpc/Clock.ts'
import { startTestChain, type TestChain } from '../support/anvil.ts'
import { followToken, type FollowTokenOptions } from '../support/followToken.ts'
import { removedIn } from '../support/LogFold.ts'
import { soon } from '../support/soon.ts'
import { startTcpProxy, type TcpProxy } from '../support/tcpProxy.ts'

let chain: TestChain
let proxy: TcpProxy
beforeAll(async () => {
  chain = await startTestChain()
  proxy = await startTcpProxy(Number(new URL(chain.http).port))
})
afterAll(async () => {
  await proxy.close()
  await chain.stop()
})

const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
  proxy.open()
  proxy.delay(0)
})

/** Follows one token from the next block on. The socket leads through the proxy; so does HTTP where `behind` says so. */
async function follow(
  options: { socket: boolean; behind?: boolean } & Pick<
    FollowTokenOptions,
    'finality' | 'dailyQuota' | 'clock'
  >,
) {
  const { socket, behind = false, ...rest } = options
  const followed = await followToken(chain, {
    http: behind ? proxy.http : chain.http,
    webSocket: socket ? proxy.webSocket : undefined,
    ...rest,
  })
  ends.push(followed.end)
  return followed
}

const pay = (seed: number) => chain.emit('harbour', 'pay', { seed, count: 3 })

describe.each([{ socket: true }, { socket: false }])('following a real node, socket: $socket', (options) => {
  test('shows each log once', async () => {
    const { complete, changes } = await follow(options)
    for (let block = 0; block < 5; block++) await pay(block)
    await chain.mine(3)
    expect((await complete()).length).toBeGreaterThan(0)
    expect(removedIn(changes)).toEqual([])
  })

  test('a reorganization that anvil does not announce removes its logs', async () => {
    const { complete, changes } = await follow(options)
    for (let block = 0; block < 4; block++) await pay(block)
    await complete()
    await chain.rpc.request('anvil_reorg', [3, []])
    await pay(9)
    await complete()
    expect(removedIn(changes).length).toBeGreaterThan(0)
  })

  test('after a node reverts to a snapshot, logs of later blocks are removed', async () => {
    const snapshot = await chain.rpc.request('evm_snapshot')
    const { complete } = await follow(options)
    for (let block = 0; block < 3; block++) await pay(block)
    await complete()
    await chain.rpc.request('evm_revert', [snapshot])
    await complete()
    await pay(5)
    await complete()
  })

  test('an hour of blocks at once', async () => {
    const { complete, until } = await follow(options)
    for (let round = 0; round < 4; round++) {
      await chain.mine(300)
      await pay(round)
    }
    expect((await complete()).length).toBeGreaterThan(0)
    await until('live')
  })
})

test('a dropped socket: it reports polling, and is live again when the socket is back', async () => {
  const { complete, statuses, until } = await follow({ socket: true })
  await pay(1)
  await complete()
  proxy.shut()
  await until('degraded')
  await pay(2)
  await complete()
  proxy.open()
  await until('live')
  await pay(3)
  await complete()
  expect(statuses).toContain('degraded')
})

test('a half-open socket is noticed, and nothing is missing', async () => {
  const { complete, follower, statuses, until } = await follow({ socket: true })
  await pay(1)
  await complete()
  // It may have polled until the socket was there.
  statuses.length = 0
  proxy.freeze()
  await pay(2)
  await pay(3)
  await complete()
  // A poll does not yet show that the socket is silent.
  await vi.waitFor(() => expect(statuses).toContain('degraded'), soon)
  await until('live')
  await pay(4)
  await complete()
  expect(follower.getState().source).toBe('socket')
})

test('a node that is unreachable for a while', async () => {
  const { complete, until } = await follow({ socket: true, behind: true })
  await pay(1)
  await complete()
  proxy.shut()
  // All logs it had, and those of blocks mined during the outage.
  await pay(2)
  await pay(3)
  proxy.open()
  await complete()
  await until('live')
})

test('a connection with high latency', async () => {
  const { complete, follower, until } = await follow({ socket: true, behind: true })
  proxy.delay(150)
  for (let block = 0; block < 4; block++) await pay(block)
  await chain.rpc.request('anvil_reorg', [2, []])
  await pay(5)
  await complete()
  await until('live')
  expect(follower.getState().source).toBe('socket')
})

test('a reorganization deeper than one read, where the budget makes one read cover several blocks', async () => {
  // Noon, on a running clock: the remaining calls last for one read in three seconds.
  const toNoon = Date.UTC(2026, 0, 1, 12) - Date.now()
  const clock = { ...systemClock, now: () => systemClock.now() + toNoon }
  const { complete, follower, changes } = await follow({
    socket: true,
    finality: 32,
    dailyQuota: 18_000,
    clock,
  })
  const state = () => follower.getState()
  for (let block = 0; block < 4; block++) await pay(block)
  await complete()
  // These wait for each other.
  for (let block = 0; block < 6; block++) await pay(10 + block)
  await vi.waitFor(() => expect(state().pollingInterval).toBeGreaterThan(1_000), soon)
  expect(state().source).toBe('socket')
  const told = changes.length
  await complete()
  expect(changes.length - told).toBeLessThanOrEqual(2)
  // All that waits, what was read last, and what was read before that.
  for (let block = 0; block < 3; block++) await pay(20 + block)
  await chain.rpc.request('anvil_reorg', [9, []])
  for (let block = 0; block < 3; block++) await pay(30 + block)
  await complete()
  expect(removedIn(changes).length).toBeGreaterThan(0)
  expect(changes.flatMap(({ reorg }) => reorg ?? [])).toMatchObject([{ isDeep: false }])
})

test('a chain that is replaced from far below is read again', async () => {
  const snapshot = await chain.rpc.request('evm_snapshot')
  const { complete, changes } = await follow({ socket: false, finality: 4 })
  for (let block = 0; block < 12; block++) await pay(block)
  await complete()
  await chain.rpc.request('evm_revert', [snapshot])
  for (let block = 0; block < 14; block++) await pay(100 + block)
  await complete()
  expect(changes.some(({ reorg }) => reorg)).toBe(true)
  expect(removedIn(changes).length).toBeGreaterThan(0)
})

test('the finality reported by the node takes precedence over depth', async () => {
  await chain.mine(100)
  const tag = (await chain.rpc.request('eth_getBlockByNumber', ['finalized', false])) as { number: Hex }
  const { complete, follower } = await follow({ socket: false, finality: 4 })
  await pay(1)
  await complete()
  expect(follower.getState().finalized).toBe(BigInt(tag.number))
  expect(BigInt(tag.number)).toBeLessThan((await chain.head()) - 4n)
})

test('nothing stays open at the node', async () => {
  await vi.waitFor(() => expect(proxy.connections).toBe(0), soon)
  const followers = await Promise.all(Array.from({ length: 5 }, () => follow({ socket: true })))
  // A socket that was silent for a moment may be connecting again.
  await vi.waitFor(() => expect(proxy.connections).toBe(5), soon)
  for (const { end } of followers) end()
  await vi.waitFor(() => expect(proxy.connections).toBe(0), soon)
})
