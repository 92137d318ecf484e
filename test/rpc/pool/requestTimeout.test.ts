import { beforeEach, describe, expect, test, vi } from 'vitest'
import { defineNetwork } from '../../../src/logs/archive/defineNetwork.ts'
import { xone } from '../../../src/rpc/networks/xone.ts'
import type { Pool } from '../../../src/rpc/Pool.ts'
import { createPool } from '../../../src/rpc/pool/createPool.ts'
import { createFakeNode } from '../../support/fakeNode.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 0, 1, 12) })
})

function setUp() {
  const slow = { latency: 10 }
  const node = createFakeNode({ latency: () => slow.latency })
  const network = defineNetwork(xone, { http: node.urls })
  const pool = createPool(network, { fetch: node.fetch, random: () => 0.5, storage: null, channel: null })
  return { node, pool, slow }
}

const head = { method: 'eth_blockNumber' }
async function warmUp(pool: Pool) {
  const first = pool.request(head)
  await vi.advanceTimersByTimeAsync(100)
  await first
}
/** The error that a request rejects with. */
const errorOf = (request: Promise<unknown>) => request.catch((error: unknown) => error)

describe('the timeout of a request', () => {
  test('an endpoint that hangs from the start is unreachable after it, not only after three failures', async () => {
    const { node, pool } = setUp()
    node.faults.down = 'hang'
    const error = errorOf(pool.request(head, { timeout: 5_000 }))
    await vi.advanceTimersByTimeAsync(4_999)
    expect(pool.getStatus()[0]).toMatchObject({ state: 'idle', error: undefined })
    await vi.advanceTimersByTimeAsync(1)
    expect(await error).toMatchObject({
      kind: 'timeout',
      endpoint: pool.getStatus()[0]!.name,
      details: 'No answer within 5000 ms.',
    })
    expect(pool.getStatus()[0]).toMatchObject({ state: 'unreachable', error: { kind: 'timeout' } })
  })

  test('the endpoint is used again after its pause, and counts as working once it answers', async () => {
    const { node, pool } = setUp()
    node.faults.down = 'hang'
    const error = errorOf(pool.request(head, { timeout: 5_000 }))
    await vi.advanceTimersByTimeAsync(5_000)
    expect(await error).toMatchObject({ kind: 'timeout' })
    node.faults.down = undefined
    const next = pool.request(head, { timeout: 5_000 })
    await vi.advanceTimersByTimeAsync(2_000)
    await next
    expect(pool.getStatus()[0]).toMatchObject({ state: 'ok', error: undefined })
  })

  test('a request of the same message that allows more time still gets its answer', async () => {
    const { pool, slow } = setUp()
    await warmUp(pool)
    slow.latency = 8_000
    const short = errorOf(pool.request(head, { timeout: 5_000 }))
    const long = pool.request({ method: 'eth_getBlockByNumber', params: ['0x1', false] })
    await vi.advanceTimersByTimeAsync(8_100)
    expect(await short).toMatchObject({ kind: 'timeout' })
    expect((await long).result).toMatchObject({ number: '0x1' })
  })

  test('an abort by the caller, and a range that may be too wide, say nothing about the endpoint', async () => {
    const { node, pool } = setUp()
    await warmUp(pool)
    node.faults.down = 'hang'
    const controller = new AbortController()
    const aborted = errorOf(pool.request(head, { timeout: 5_000, signal: controller.signal }))
    const logs = { method: 'eth_getLogs', params: [{ fromBlock: '0x0', toBlock: '0xff' }] }
    const wide = errorOf(pool.request(logs, { timeout: 5_000 }))
    await vi.advanceTimersByTimeAsync(4_000)
    controller.abort()
    await vi.advanceTimersByTimeAsync(1_000)
    expect(await aborted).toMatchObject({ name: 'AbortError' })
    expect(await wide).toMatchObject({ kind: 'timeout' })
    expect(pool.getStatus()[0]).toMatchObject({ state: 'ok', error: undefined })
  })

  test('a wide range that gets no answer does not make an unreachable endpoint look like a working one', async () => {
    const { node, pool } = setUp()
    await warmUp(pool)
    const { respondedAt } = pool.getStatus()[0]!
    node.faults.down = 'hang'
    const short = errorOf(pool.request(head, { timeout: 5_000 }))
    await vi.advanceTimersByTimeAsync(5_000)
    expect(await short).toMatchObject({ kind: 'timeout' })
    const unreachable = { state: 'unreachable', error: { kind: 'timeout' }, respondedAt }
    expect(pool.getStatus()[0]).toMatchObject(unreachable)
    pool.resume()
    const wide = errorOf(
      pool.request({ method: 'eth_getLogs', params: [{ fromBlock: '0x0', toBlock: '0xff' }] }),
    )
    await vi.advanceTimersByTimeAsync(60_000)
    expect(await wide).toMatchObject({ kind: 'timeout' })
    expect(node.callsOf('eth_getLogs').length).toBeGreaterThan(0)
    expect(pool.getStatus()[0]).toMatchObject(unreachable)
  })

  test('a call that no endpoint got in time was not answered by the one it named', async () => {
    const { node, pool } = setUp()
    node.faults.rateLimit = { times: 1, retryAfter: '30' }
    const first = pool.request(head)
    await vi.advanceTimersByTimeAsync(100)
    const { name: endpoint } = pool.getStatus()[0]!
    const late = errorOf(pool.request(head, { endpoint, timeout: 6_000 }))
    await vi.advanceTimersByTimeAsync(6_000)
    expect(await late).toMatchObject({
      kind: 'transient',
      shortMessage: 'No endpoint is available for eth_blockNumber.',
    })
    await vi.advanceTimersByTimeAsync(60_000)
    await first
  })

  test('an endpoint that got the call late, after a pause it had requested, does not count as failed', async () => {
    const { node, pool, slow } = setUp()
    node.faults.rateLimit = { times: 1, retryAfter: '4' }
    slow.latency = 1_500
    const late = errorOf(pool.request(head, { timeout: 6_000 }))
    await vi.advanceTimersByTimeAsync(6_000)
    expect(await late).toMatchObject({ kind: 'timeout' })
    expect(node.callsOf('eth_blockNumber')).toHaveLength(2)
    expect(pool.getStatus()[0]).toMatchObject({ error: { kind: 'rate-limited' }, resumesAt: undefined })
  })
})
