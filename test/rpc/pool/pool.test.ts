import { isDeepStrictEqual } from 'node:util'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { NodeError } from '../../../src/errors/NodeError.ts'
import { QuotaExceededError } from '../../../src/errors/QuotaExceededError.ts'
import { defineNetwork, type DefineNetworkOptions } from '../../../src/logs/archive/defineNetwork.ts'
import { xone } from '../../../src/rpc/networks/xone.ts'
import type { Pool, PoolCall } from '../../../src/rpc/Pool.ts'
import { createPool } from '../../../src/rpc/pool/createPool.ts'
import { type PoolOptions } from '../../../src/rpc/pool/PoolOptions.ts'
import { createSeededRandom } from '../../../src/testing/SeededRandom.ts'
import { catchUncaught } from '../../support/catchUncaught.ts'
import { createFakeNode, type FakeNode, type FakeNodeOptions } from '../../support/fakeNode.ts'
import { settle } from '../../support/settle.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 0, 1, 12) })
})

function setUp(
  nodeOptions: FakeNodeOptions = {},
  poolOptions: PoolOptions = {},
  networkOptions: DefineNetworkOptions = {},
) {
  const node = createFakeNode({ latency: 10, ...nodeOptions })
  const network = defineNetwork(xone, { http: node.urls, ...networkOptions })
  const random = createSeededRandom(node.seed, 7)
  const pool = createPool(network, { fetch: node.fetch, random, ...poolOptions })
  return { node, pool }
}

const failure = async (promise: Promise<unknown>): Promise<NodeError> => {
  const error: unknown = await settle(promise).then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(NodeError)
  return error as NodeError
}

const head: PoolCall = { method: 'eth_blockNumber' }
const logs = (from: number, to: number): PoolCall => ({
  method: 'eth_getLogs',
  params: [{ fromBlock: `0x${from.toString(16)}`, toBlock: `0x${to.toString(16)}` }],
})
/** Parses a reply or a batch as the pool would. */
const parseJson = async (bytes: Uint8Array) => [JSON.parse(new TextDecoder().decode(bytes)) as unknown].flat()
/** Requests a pause of so many seconds in reply to reads of the head. */
const slowDown =
  (seconds: number) =>
  ({ method }: { method: string }) =>
    method === 'eth_blockNumber'
      ? new Response('slow down', { status: 429, headers: { 'retry-after': `${seconds}` } })
      : undefined
const ask = (pool: Pool, call: PoolCall = head) => pool.request(call)
const sent = (node: FakeNode, method: string) => node.callsOf(method).map(({ endpoint }) => endpoint)

describe('checking the network', () => {
  test('requests the chain id of each endpoint once, before anything else', async () => {
    const { node, pool } = setUp()
    expect(await settle(ask(pool))).toEqual({ result: '0x63', endpoint: 'node-1.test' })
    await settle(Promise.all([ask(pool), ask(pool, logs(0, 3))]))
    expect(node.calls.map(({ method }) => method)).toEqual([
      'eth_chainId',
      'eth_blockNumber',
      'eth_blockNumber',
      'eth_getLogs',
    ])
    expect(pool.getStatus()[0]).toMatchObject({ state: 'ok', head: 99n, name: 'node-1.test' })
  })

  test('drops an endpoint of another network before any of its data is used', async () => {
    const { node, pool } = setUp({ endpoints: 2 })
    node.faults = { chainId: 1 }
    expect((await settle(ask(pool))).endpoint).toBe('node-2.test')
    await settle(Promise.all([ask(pool), ask(pool, logs(0, 3))]))
    // Its head may be requested together with its chain id, but is not used.
    expect(sent(node, 'eth_blockNumber')).toEqual(['node-1.test', 'node-2.test', 'node-2.test'])
    expect(sent(node, 'eth_getLogs')).toEqual(['node-2.test'])
    expect(pool.getStatus()[0]).toMatchObject({ state: 'wrong-network', head: undefined })
    expect(pool.getStatus()[0]?.error?.message).toMatchInlineSnapshot(`
      "node-1.test does not serve Xone Chain Mainnet.
      It is not used. Check the endpoint's URL, or the network it is configured for.
      Details: It reports chain id 1, but Xone Chain Mainnet has 3721."
    `)
  })

  test('large reads and writes wait until the chain id is known', async () => {
    const { node, pool } = setUp({ endpoints: 2 })
    node.endpoints[0]!.faults = { chainId: 1 }
    await settle(Promise.all([ask(pool, logs(0, 3)), ask(pool, head)]))
    expect(sent(node, 'eth_getLogs')).toEqual(['node-2.test'])
  })

  test('a response that arrives before the chain id waits for it', async () => {
    const { node, pool } = setUp({ endpoints: 2 })
    let checked = () => {}
    const slow: typeof fetch = async (input, init) => {
      if (String(init?.body).includes('eth_chainId') && String(input).includes('node-1'))
        await new Promise<void>((resolve) => (checked = resolve))
      return node.fetch(input, init)
    }
    const late = createPool(defineNetwork(xone, { http: node.urls }), { fetch: slow })
    node.endpoints[0]!.faults = { chainId: 1 }
    const seen: string[] = []
    const answer = late.request(head).then(({ endpoint }) => seen.push(endpoint))
    await vi.advanceTimersByTimeAsync(5_000)
    expect(sent(node, 'eth_blockNumber')).toEqual(['node-1.test'])
    expect([seen, late.getStatus()[0]?.head]).toEqual([[], undefined])
    checked()
    await settle(answer)
    expect(seen).toEqual(['node-2.test'])
    late.close()
    pool.close()
  })

  test.each([-32601, -32004, -32001])(
    'treats code %i in reply to the chain id request as another network',
    async (code) => {
      const { node, pool } = setUp()
      node.faults = { refuse: { eth_chainId: { code, message: 'no' } } }
      expect((await failure(ask(pool))).kind).toBe('wrong-network')
      await vi.advanceTimersByTimeAsync(600_000)
      expect((await failure(ask(pool))).kind).toBe('wrong-network')
      expect(node.calls).toHaveLength(2)
    },
  )
})

describe('batches', () => {
  test('a call whose parameters are not JSON is refused, and fails no other call', async () => {
    const { node, pool } = setUp()
    const circle: unknown[] = []
    circle.push(circle)
    const bad = [[1n], circle].map((params) => failure(pool.request({ method: 'eth_call', params })))
    const good = pool.request(logs(1, 1))
    for (const error of await Promise.all(bad))
      expect(error).toMatchObject({
        kind: 'invalid-input',
        shortMessage: 'The parameters of eth_call cannot be sent as JSON.',
      })
    expect((await settle(good)).result).toEqual(node.chain.wireLogs({}, 1, 1))
    expect(node.callsOf('eth_call')).toEqual([])
  })

  test('an error thrown by onRefused keeps no other call of the batch waiting', async () => {
    const { node, pool } = setUp()
    await settle(ask(pool))
    const uncaught = catchUncaught()
    node.faults.refuse = { eth_getCode: { code: -32601, message: 'the method does not exist' } }
    const onRefused = vi.fn(() => {
      throw new Error('of the app')
    })
    const refused = failure(pool.request({ method: 'eth_getCode' }, { onRefused }))
    const other = ask(pool)
    await settle(Promise.all([refused, other]))
    expect(onRefused).toHaveBeenCalledOnce()
    expect(uncaught).toMatchObject([{ message: 'of the app' }])
  })

  test('small calls share a message when more are queued than may be in flight, and each gets its reply', async () => {
    const { node, pool } = setUp()
    await settle(ask(pool))
    node.faults.reverse = true
    const read = (block: number) =>
      pool.request(logs(block, block), { parseReplies: parseJson, smallReply: true })
    const replies = await settle(Promise.all(Array.from({ length: 30 }, (_, block) => read(block))))
    for (const [block, { result }] of replies.entries())
      expect(result).toEqual(node.chain.wireLogs({}, block, block))
    expect(node.callsOf('eth_getLogs').map(({ batch }) => batch)).toEqual(Array<number>(30).fill(5))
    node.faults.reverse = false
    node.clearCalls()
    await settle(Promise.all([read(1), read(2)]))
    expect(node.callsOf('eth_getLogs').map(({ batch }) => batch)).toEqual([1, 1])
  })

  test('a batch is parsed as a whole, and each call gets its own reply', async () => {
    const { node, pool } = setUp()
    await settle(ask(pool))
    node.faults = { reverse: true }
    let wholes = 0
    const parseReplies = async (bytes: Uint8Array) => {
      const replies = (await parseJson(bytes)) as { id: number; result: unknown[] }[]
      if (replies.length === 1) return [{ id: replies[0]!.id, result: 'alone' }]
      wholes++
      const [first, second, third, ...rest] = replies.map(({ id, result }) => ({ id, result: result.length }))
      return [
        { id: first!.id, error: { code: -32005, message: 'query returned more than 3 results' } },
        second!,
        second!,
        { id: String(third!.id), result: third!.result },
        ...rest.slice(1),
      ]
    }
    const given = { parseReplies, smallReply: true, preferBatch: true }
    const outcomes = await settle(
      Promise.allSettled(Array.from({ length: 6 }, (_, block) => pool.request(logs(block, block), given))),
    )
    expect(wholes).toBe(1)
    const results = outcomes.map((outcome) =>
      outcome.status === 'fulfilled' ? outcome.value.result : (outcome.reason as NodeError).kind,
    )
    // In reverse: the last was refused, the one before came twice, the third from the end was left out: both are sent again alone.
    const count = (block: number) => node.chain.wireLogs({}, block, block).length
    expect(results).toEqual([count(0), count(1), 'alone', count(3), 'alone', 'too-many-results'])
  })

  test('reading stops once no caller waits for the batch', async () => {
    const { pool } = setUp()
    await settle(ask(pool))
    const abort = new AbortController()
    let ended: boolean | undefined
    const parseReplies = vi.fn((_: Uint8Array, signal: AbortSignal) => {
      abort.abort()
      ended = signal.aborted
      return Promise.reject(signal.reason as Error)
    })
    const given = { parseReplies, smallReply: true, preferBatch: true, signal: abort.signal }
    const reads = [1, 2].map((block) => pool.request(logs(block, block), given))
    const outcomes = await settle(Promise.allSettled(reads))
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(ended).toBe(true)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(parseReplies).toHaveBeenCalledTimes(1)
  })

  test('a batch with endless replies to one call is parsed once, and its calls are sent again alone', async () => {
    const { node, pool } = setUp()
    await settle(ask(pool))
    const flood = Array.from({ length: 400_000 }, () => ({ id: 1 }))
    const parseReplies = vi.fn(async (bytes: Uint8Array) => {
      const replies = await parseJson(bytes)
      return replies.length > 1 ? flood : replies
    })
    const given = { parseReplies, smallReply: true, preferBatch: true }
    const read = (block: number) => pool.request(logs(block, block), given)
    const replies = await settle(Promise.all([read(1), read(2)]))
    expect(replies.map(({ result }) => result)).toEqual(
      [1, 2].map((block) => node.chain.wireLogs({}, block, block)),
    )
    expect(parseReplies).toHaveBeenCalledTimes(3)
  })

  test('calls of one tick share a message, up to the size limit', async () => {
    const { node, pool } = setUp({}, { batchSize: 3 })
    const replies = await settle(Promise.all(Array.from({ length: 7 }, () => ask(pool))))
    expect(node.callsOf('eth_blockNumber').map(({ batch }) => batch)).toEqual([3, 3, 3, 3, 3, 3, 1])
    expect(replies.map(({ batch }) => batch)).toEqual([1, 1, 1, 2, 2, 2, undefined])
    await settle(Promise.all([ask(pool), Promise.resolve().then(() => ask(pool))]))
    expect(
      node
        .callsOf('eth_blockNumber')
        .slice(7)
        .map(({ batch }) => batch),
    ).toEqual([2, 2])
  })

  test.each(['object', 'array', '413', '500'] as const)(
    'a batch refused by %s is split, never resent unchanged, and the size is remembered',
    async (style) => {
      const { node, pool } = setUp()
      node.faults = { batchLimit: { limit: 3, style } }
      const ranges = Array.from({ length: 8 }, (_, index) => logs(index, index))
      const replies = await settle(Promise.all(ranges.map((call) => ask(pool, call))))
      expect(replies.map(({ result }) => result)).toEqual(
        ranges.map((_, index) => node.chain.wireLogs({}, index, index)),
      )
      // A status says nothing about batches until it is repeated.
      if (style === '500') await settle(Promise.all(ranges.map((call) => ask(pool, call))))
      const limit = pool.getStatus()[0]?.limits.batch
      expect(limit).toBeLessThanOrEqual(3)
      expect(limit).toBeGreaterThanOrEqual(2)
      node.clearCalls()
      await settle(Promise.all(ranges.map((call) => ask(pool, call))))
      expect(Math.max(...node.calls.map(({ batch }) => batch))).toBe(limit)
      expect(node.calls).toHaveLength(8)
    },
  )

  test('a node without batch support gets single calls', async () => {
    const { node, pool } = setUp()
    node.faults = { batchLimit: { limit: 1, style: '500' } }
    await settle(Promise.all([ask(pool), ask(pool), ask(pool), ask(pool)]))
    await settle(Promise.all([ask(pool), ask(pool)]))
    node.clearCalls()
    await settle(Promise.all([ask(pool), ask(pool)]))
    expect(node.calls.map(({ batch }) => batch)).toEqual([1, 1])
  })

  test.each([
    ['answers 500', () => new Response(null, { status: 500 })],
    [
      'answers with one error',
      () => Response.json({ id: null, error: { code: -32603, message: 'Internal error' } }),
    ],
  ])('a node that %s for a moment teaches no batch limit', async (_, respond) => {
    const { node, pool } = setUp()
    await settle(ask(pool))
    const ranges = Array.from({ length: 8 }, (__, index) => logs(index, index))
    for (let moment = 0; moment < 3; moment++) {
      let left = 3
      node.faults.respond = () => (left-- > 0 ? respond() : undefined)
      const replies = await settle(Promise.all(ranges.map((call) => ask(pool, call))))
      expect(replies).toHaveLength(8)
      node.clearCalls()
      await settle(Promise.all(ranges.map((call) => ask(pool, call))))
      expect(node.calls.map(({ batch }) => batch)).toEqual(Array.from({ length: 8 }, () => 8))
    }
    expect(pool.getStatus()[0]!.learnedLimits).toEqual([])
  })

  test.each([
    ['in reverse', { reverse: true }],
    ['with string ids', { stringIds: true }],
    ['with one left out', { dropItem: 1 }],
    ['with one answered twice', { duplicate: true }],
    ['all at once', { reverse: true, stringIds: true, dropItem: 2 }],
  ])('every call gets its own reply when the node answers %s', async (_, faults) => {
    const { node, pool } = setUp({ faults })
    const ranges = Array.from({ length: 5 }, (__, index) => logs(index, index))
    const replies = await settle(Promise.all(ranges.map((call) => ask(pool, call))))
    expect(replies.map(({ result }) => result)).toEqual(
      ranges.map((__, index) => node.chain.wireLogs({}, index, index)),
    )
    expect(node.calls.length).toBeLessThanOrEqual(1 + 5 + 1)
  })

  test('a reply with another id is discarded', async () => {
    const { node, pool } = setUp({}, { maxAttempts: 2 })
    await settle(ask(pool))
    node.faults = { foreignId: true }
    const error = await failure(ask(pool))
    expect(error.kind).toBe('malformed')
    expect(error.details).toBe('The reply has a different id.')
    expect(node.callsOf('eth_blockNumber')).toHaveLength(3)
  })
})

describe('one scheduler for all retries', () => {
  test.each([
    ['seconds', '7', 7_000],
    ['a date', new Date(Date.UTC(2026, 0, 1, 12, 0, 9)).toUTCString(), 9_000],
  ])('Retry-After in %s pauses the endpoint: one request before, one after', async (_, retryAfter, until) => {
    const { node, pool } = setUp()
    await settle(ask(pool))
    node.clearCalls()
    node.faults = { rateLimit: { times: 1, retryAfter } }
    const answers = Promise.all([ask(pool), ask(pool, logs(1, 2))])
    await vi.advanceTimersByTimeAsync(100)
    expect(pool.getStatus()[0]).toMatchObject({ state: 'paused', error: { kind: 'rate-limited' } })
    const resumesAt = pool.getStatus()[0]?.resumesAt ?? 0
    expect(Math.abs(resumesAt - Date.UTC(2026, 0, 1, 12) - until)).toBeLessThanOrEqual(200)
    await vi.advanceTimersByTimeAsync(resumesAt - Date.now() - 50)
    expect(node.calls).toHaveLength(2)
    await settle(answers)
    expect(node.calls).toHaveLength(4)
    for (const { at } of node.calls.slice(2)) expect(at).toBeGreaterThanOrEqual(resumesAt)
  })

  test('an unreadable Retry-After and code -32005 lead to our own backoff', async () => {
    for (const rateLimit of [
      { times: 2, retryAfter: 'soon' },
      { times: 2, style: '-32005' as const },
    ]) {
      const { node, pool } = setUp()
      await settle(ask(pool))
      node.clearCalls()
      node.faults = { rateLimit }
      await settle(ask(pool))
      expect(node.calls).toHaveLength(3)
      const [first, second, third] = node.calls.map(({ at }) => at)
      expect((second ?? 0) - (first ?? 0)).toBeGreaterThanOrEqual(500)
      expect((third ?? 0) - (second ?? 0)).toBeGreaterThanOrEqual(500)
    }
  })

  test('a pause applies to the endpoint, not to the app', async () => {
    const { node, pool } = setUp({ endpoints: 2 })
    node.faults = { rateLimit: { times: 1, retryAfter: '600' } }
    const start = Date.now()
    expect((await settle(ask(pool))).endpoint).toBe('node-2.test')
    expect(Date.now() - start).toBeLessThan(1_000)
    node.clearCalls()
    await settle(Promise.all(Array.from({ length: 20 }, () => ask(pool))))
    expect(sent(node, 'eth_blockNumber').filter((name) => name === 'node-1.test')).toEqual([])
  })

  test('a pause longer than the deadline of a call fails it at once, with the time to retry', async () => {
    const { node, pool } = setUp()
    await settle(ask(pool))
    node.faults = { rateLimit: { times: 1, retryAfter: '3600' } }
    const start = Date.now()
    const error = await failure(ask(pool))
    expect(error.kind).toBe('rate-limited')
    expect(error.retryAt).toBeGreaterThan(start + 3_500_000)
    expect(Date.now() - start).toBeLessThan(1_000)
  })

  test('attempts are bounded in total over all endpoints', async () => {
    const { node, pool } = setUp({ endpoints: 3 })
    await settle(
      Promise.all(node.endpoints.map(({ url }) => pool.request(head, { endpoint: new URL(url).host }))),
    )
    node.clearCalls()
    for (const endpoint of node.endpoints)
      endpoint.faults = { refuse: { eth_blockNumber: { code: -32603, message: 'internal error' } } }
    expect((await failure(ask(pool))).kind).toBe('transient')
    expect(node.calls).toHaveLength(5)
    expect(new Set(sent(node, 'eth_blockNumber')).size).toBe(3)
  })

  test('delays grow, with full jitter', async () => {
    const waits = (draw: number) => async () => {
      const { node, pool } = setUp({ latency: 0 }, { random: () => draw })
      await settle(ask(pool))
      node.clearCalls()
      node.faults = { refuse: { eth_blockNumber: { code: -32603, message: 'internal error' } } }
      const error = pool.request(head).catch((thrown: unknown) => thrown)
      await vi.advanceTimersByTimeAsync(60_000)
      expect(await error).toBeInstanceOf(NodeError)
      const times = node.calls.map(({ at }) => at)
      return times.slice(1).map((at, index) => at - (times[index] ?? 0))
    }
    expect(await waits(1)()).toEqual([250, 500, 1000, 2000])
    // The last two attempts follow after hiccups of one and of two seconds are over.
    expect(await waits(0.5)()).toEqual([125, 250, 806, 1632])
  })

  test.each([
    ['range-too-wide', { maxBlockRange: 5 }],
    ['too-many-results', { maxResults: 2 }],
    ['fatal', { refuse: { eth_getLogs: { code: 3, message: 'execution reverted' } } }],
  ])('%s is thrown at once and never resent', async (kind, faults) => {
    const { node, pool } = setUp({ endpoints: 3, faults })
    expect((await failure(ask(pool, logs(0, 50)))).kind).toBe(kind)
    expect(node.callsOf('eth_getLogs')).toHaveLength(1)
  })

  test('invalid-input is thrown, and never resent, once a single block of the range got it too', async () => {
    const refuse = { eth_getLogs: { code: -32602, message: 'invalid argument 0' } }
    const { node, pool } = setUp({ endpoints: 3, faults: { refuse } })
    expect((await failure(ask(pool, logs(0, 50)))).kind).toBe('invalid-input')
    expect(node.callsOf('eth_getLogs').map(({ params }) => params)).toEqual([
      logs(0, 50).params,
      logs(0, 0).params,
    ])
    expect((await failure(ask(pool, logs(7, 50)))).kind).toBe('invalid-input')
    expect(node.callsOf('eth_getLogs')).toHaveLength(3)
  })

  test.each([
    [
      'a method not offered',
      { refuse: { eth_getLogs: { code: -32600, message: 'Please upgrade to a paid tier' } } },
    ],
    ['pruned history', { pruned: { below: 90, style: 'error' as const } }],
    ['a block it does not have yet', { lag: 60, beyondHead: 'error' as const }],
    [
      'a quota used up',
      { refuse: { eth_getLogs: { code: -32005, message: 'daily request limit reached' } } },
    ],
  ])('%s moves the call to another endpoint, once', async (_, faults) => {
    const { node, pool } = setUp({ endpoints: 2 })
    node.faults = faults
    const reply = await settle(ask(pool, logs(0, 50)))
    expect(reply.endpoint).toBe('node-2.test')
    const whole = node
      .callsOf('eth_getLogs')
      .filter(({ params }) => isDeepStrictEqual(params, logs(0, 50).params))
    expect(whole.map(({ endpoint }) => endpoint)).toEqual(['node-1.test', 'node-2.test'])
  })

  test.each(['down', 'failing'] as const)(
    'a range is too wide if the only other endpoint is %s',
    async (state) => {
      const { node, pool } = setUp({ endpoints: 2 })
      await settle(Promise.all(node.endpoints.map(({ host }) => pool.request(head, { endpoint: host }))))
      const [first, second] = node.endpoints
      first!.faults.maxBlockRange = 20
      first!.faults.rangeError = () => ({ code: -32005, message: 'limit exceeded' })
      second!.faults =
        state === 'down'
          ? { down: 'empty' }
          : { refuse: { eth_getLogs: { code: -32603, message: 'internal error' } } }
      expect(await failure(ask(pool, logs(0, 50)))).toMatchObject({
        kind: 'range-too-wide',
        endpoint: first!.host,
      })
    },
  )

  test('a block read to find the cause of one refusal also reveals the cause of its own', async () => {
    const pruned = { code: 4444, message: 'pruned history unavailable' }
    const { node, pool } = setUp()
    node.faults.refuseCall = (method, [filter]) => {
      if (method !== 'eth_getLogs') return undefined
      const { toBlock } = filter as { toBlock: string }
      return toBlock === '0x32' ? { code: -32099, message: 'nope' } : pruned
    }
    expect((await failure(ask(pool, logs(0, 50)))).kind).toBe('fatal')
    expect((await failure(ask(pool, logs(0, 25)))).kind).toBe('pruned')
    expect(node.callsOf('eth_getLogs').map(({ params }) => params)).toEqual([
      logs(0, 50).params,
      logs(0, 0).params,
      logs(0, 25).params,
    ])
  })

  test('a call that waits for the cause of its refusal finds it itself once the other call is gone', async () => {
    const { node, pool } = setUp({
      latency: ({ method }) => (method === 'eth_gasPrice' ? Number.POSITIVE_INFINITY : 10),
    })
    await settle(ask(pool))
    node.faults.maxBlockRange = 10
    node.faults.rangeError = () => ({ code: -32099, message: 'nope' })
    const [gone, slow] = [new AbortController(), new AbortController()]
    const read = (from: number, signal?: AbortSignal) =>
      pool.request(logs(from, 50), { unbatched: true, signal }).catch((error: unknown) => error)
    const outcomes = [read(0, gone.signal), read(1)]
    // They take every slot, so that no block can be read to find the cause.
    const others = Array.from({ length: 12 }, () =>
      pool.request({ method: 'eth_gasPrice' }, { unbatched: true, signal: slow.signal }),
    )
    for (const other of others) other.catch(() => {})
    await vi.advanceTimersByTimeAsync(1_000)
    gone.abort()
    await vi.advanceTimersByTimeAsync(1_000)
    slow.abort()
    expect(await settle(outcomes[0]!)).toMatchObject({ name: 'AbortError' })
    expect(await settle(outcomes[1]!)).toMatchObject({ kind: 'range-too-wide' })
  })

  test('a refusal is reported, also when its cause is found after another endpoint has answered', async () => {
    const { node, pool } = setUp({
      endpoints: 2,
      latency: ({ params }) => (isDeepStrictEqual(params, logs(0, 0).params) ? 1_000 : 10),
    })
    node.faults = { pruned: { below: 90, style: 'error' } }
    const refusals: NodeError[] = []
    const onRefused = (refusal: NodeError) => refusals.push(refusal)
    const { endpoint } = await settle(pool.request(logs(0, 50), { onRefused }))
    expect({ endpoint, refusals }).toEqual({ endpoint: 'node-2.test', refusals: [] })
    await vi.advanceTimersByTimeAsync(1_000)
    expect(refusals).toMatchObject([{ kind: 'pruned', endpoint: 'node-1.test' }])
  })

  test.each(['cors', 'html-503', 'empty'] as const)(
    'a hiccup of a second (%s) causes no error, on one endpoint or on all',
    async (down) => {
      for (const endpoints of [1, 5]) {
        const { node, pool } = setUp({ endpoints })
        for (const { faults } of node.endpoints) faults.down = down
        const answer = pool.request(logs(0, 50)).catch((error: unknown) => error)
        await vi.advanceTimersByTimeAsync(1_000)
        for (const { faults } of node.endpoints) faults.down = undefined
        expect(await settle(answer)).toMatchObject({ endpoint: expect.stringMatching(/^node-/) as string })
      }
    },
  )

  test('no call waits for an endpoint that is down while others answer', async () => {
    const { node, pool } = setUp({ endpoints: 2 })
    node.faults = { down: 'cors' }
    const start = Date.now()
    for (let round = 0; round < 10; round++) expect((await settle(ask(pool))).endpoint).toBe('node-2.test')
    expect(Date.now() - start).toBeLessThan(1_500)
  })

  test('a method that an endpoint does not support is not sent to it again', async () => {
    const { node, pool } = setUp({ endpoints: 2 })
    node.faults = { refuse: { eth_getLogs: { code: -32601, message: 'method not found' } } }
    for (let round = 0; round < 4; round++) await settle(ask(pool, logs(0, round)))
    expect(sent(node, 'eth_getLogs').filter((name) => name === 'node-1.test')).toHaveLength(1)
    expect((await settle(ask(pool))).endpoint).toBe('node-1.test')
  })

  test('a timeout on a wide range is thrown at once; on a single block it is retried', async () => {
    const { node, pool } = setUp({ endpoints: 2 }, { timeout: 1_000 })
    node.faults = { hangOver: 0 }
    expect((await failure(ask(pool, logs(0, 50)))).kind).toBe('timeout')
    expect(node.callsOf('eth_getLogs')).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(120_000)
    expect((await settle(ask(pool, logs(7, 7)))).endpoint).toBe('node-2.test')
  })

  test.each(['cors', 'html', 'html-403', 'html-503', 'empty', 'null', 'object'] as const)(
    'an endpoint down with %s opens its breaker, and is probed when the cooldown ends',
    async (down) => {
      const { node, pool } = setUp()
      await settle(ask(pool))
      node.clearCalls()
      node.faults = { down }
      const error = await failure(ask(pool))
      expect(error.message).toMatch(
        /could not be reached|unreachable or blocked|could not answer|refused access/i,
      )
      expect(node.calls.length).toBeGreaterThan(3)
      expect(node.calls.length).toBeLessThanOrEqual(5)
      expect(node.calls.at(-1)!.at - node.calls[0]!.at).toBeGreaterThanOrEqual(1_000)
      expect(pool.getStatus()[0]).toMatchObject({ state: 'unreachable', head: 99n })
      node.faults = {}
      await vi.advanceTimersByTimeAsync(10_000)
      await settle(Promise.all([ask(pool), ask(pool)]))
      expect(pool.getStatus()[0]).toMatchObject({ state: 'ok', error: undefined })
    },
  )

  test('after a long outage, a call is sent at once when the user retries', async () => {
    const { node, pool } = setUp({}, {}, { dailyQuota: 10_000 })
    node.faults = { down: 'cors' }
    const now = () => Date.now()
    const pause = () => (pool.getStatus()[0]!.resumesAt ?? 0) - now()
    for (let attempt = 0; attempt < 40 && pause() < 20_000; attempt++) await failure(ask(pool))
    expect(pause()).toBeGreaterThan(5_000)
    node.faults = {}
    // Without the user the pause is kept, and no call waits that long.
    await failure(ask(pool))
    pool.resume()
    const started = now()
    await settle(ask(pool))
    expect(now() - started).toBeLessThan(1_000)
    expect(pool.getStatus()[0]).toMatchObject({ state: 'ok' })
  })

  test('a pause requested by the endpoint is kept when the user retries', async () => {
    const { node, pool } = setUp()
    node.faults.refuse = { eth_getLogs: { code: -32005, message: 'rate limit exceeded, retry in 30s' } }
    const refused = ask(pool, logs(1, 1)).catch(() => undefined)
    await vi.advanceTimersByTimeAsync(100)
    const { resumesAt } = pool.getStatus()[0]!
    expect(resumesAt).toBeGreaterThan(Date.now())
    pool.resume()
    expect(pool.getStatus()[0]!.resumesAt).toBe(resumesAt)
    node.faults.refuse = {}
    await settle(refused)
  })

  test('a dead endpoint costs only time', async () => {
    const { node, pool } = setUp({ endpoints: 3, logsPerBlock: 1 })
    node.faults = { down: 'cors' }
    const replies = await settle(
      Promise.all(Array.from({ length: 60 }, (_, index) => ask(pool, logs(index, index)))),
    )
    replies.forEach(({ result }, index) => {
      expect(result).toEqual(node.chain.wireLogs({}, index, index))
    })
    expect(sent(node, 'eth_getLogs')).not.toContain('node-1.test')
  })

  test('calls are spread over the endpoints, a few in flight on each', async () => {
    const { node, pool } = setUp({ endpoints: 4, latency: 200 }, { batchSize: 1 })
    const underWay: number[] = []
    const all = Promise.all(Array.from({ length: 80 }, (_, index) => ask(pool, logs(index, index))))
    await vi.advanceTimersByTimeAsync(250)
    underWay.push(node.callsOf('eth_getLogs').length)
    await settle(all)
    expect(underWay[0]).toBe(4 * 6)
    for (const { url } of node.endpoints)
      expect(sent(node, 'eth_getLogs').filter((name) => name === new URL(url).host).length).toBeGreaterThan(
        15,
      )
  })

  test('failures halve the concurrency of an endpoint, and successes restore it', async () => {
    const { node, pool } = setUp({ latency: 100 }, { batchSize: 1 })
    const concurrency = async () => {
      node.clearCalls()
      const all = Promise.all(Array.from({ length: 40 }, (_, index) => ask(pool, logs(index, index))))
      await vi.advanceTimersByTimeAsync(50)
      const { length } = node.calls
      await settle(all)
      return length
    }
    await settle(ask(pool))
    await concurrency()
    const before = await concurrency()
    node.faults = { rateLimit: { times: 2 } }
    await settle(ask(pool))
    const after = await concurrency()
    expect(after).toBeLessThan(before * 0.7)
    await concurrency()
    await concurrency()
    expect(await concurrency()).toBeGreaterThan(after)
  })
})

describe('learned limits', () => {
  test('a refused rate is learned, respected, and relaxed over time', async () => {
    const { node, pool } = setUp({ latency: 20, faults: {} }, { batchSize: 1 })
    let recent: number[] = []
    let refused = 0
    node.faults.respond = () => {
      recent = recent.filter((at) => at > Date.now() - 1_000)
      if (recent.length >= 10) {
        refused++
        return new Response('slow down', { status: 429 })
      }
      recent.push(Date.now())
      return undefined
    }
    await settle(Promise.all(Array.from({ length: 60 }, (_, index) => ask(pool, logs(index, index)))))
    const rate = pool.getStatus()[0]?.limits.rate ?? 0
    expect(rate).toBeGreaterThanOrEqual(4)
    expect(rate).toBeLessThanOrEqual(10)
    refused = 0
    const start = Date.now()
    await settle(Promise.all(Array.from({ length: 60 }, (_, index) => ask(pool, logs(index, index)))))
    expect(refused).toBe(0)
    expect(Date.now() - start).toBeLessThan(16_000)
    await vi.advanceTimersByTimeAsync(3_600_000)
    await settle(ask(pool))
    expect(pool.getStatus()[0]?.limits.rate).toBeUndefined()
  })

  test('a rate stated in the message is respected', async () => {
    const { node, pool } = setUp()
    await settle(ask(pool))
    const error = { code: -32007, message: '15/second request limit reached' }
    node.faults = { respond: () => ({ error }) }
    await failure(ask(pool))
    expect(pool.getStatus()[0]).toMatchObject({ limits: { rate: 15 }, learnedLimits: [{ stated: true }] })
  })

  test('a batch has no more calls than a learned rate leaves for this second', async () => {
    const { node, pool } = setUp()
    await settle(ask(pool))
    node.faults = { respond: () => ({ error: { code: -32007, message: '10/second request limit reached' } }) }
    await failure(ask(pool))
    node.faults = {}
    await vi.advanceTimersByTimeAsync(5_000)
    node.clearCalls()
    const first = ask(pool)
    await vi.advanceTimersByTimeAsync(100)
    const all = Promise.all([
      first,
      ...Array.from({ length: 10 }, (_, block) => ask(pool, logs(block, block))),
    ])
    await vi.advanceTimersByTimeAsync(800)
    expect(node.calls).toHaveLength(10)
    await settle(all)
    expect(node.calls).toHaveLength(11)
  })

  test('a rate or a batch limit that no message names is not stated', async () => {
    const { node, pool } = setUp()
    await settle(ask(pool))
    node.faults.batchLimit = { limit: 5, style: '413' }
    await settle(Promise.all(Array.from({ length: 8 }, (_, block) => ask(pool, logs(block, block)))))
    expect(pool.getStatus()[0]!.learnedLimits).toMatchObject([{ limit: 'batch', value: 4, stated: false }])
  })

  test('a call that waits for another does not keep that one from being sent at a learned rate', async () => {
    const { node, pool } = setUp()
    await settle(ask(pool))
    node.faults.respond = () => ({ error: { code: -32007, message: '1/second request limit reached' } })
    await failure(ask(pool))
    // The range waits for a probe of one block, and the probe for the rate.
    node.faults.respond = ({ method, params: [range] }) =>
      method === 'eth_getLogs' && !isDeepStrictEqual(range, { fromBlock: '0x0', toBlock: '0x0' })
        ? { error: { code: -32603, message: 'Internal error' } }
        : undefined
    await vi.advanceTimersByTimeAsync(10_000)
    const refused = ask(pool, logs(0, 50))
    const retried = vi.fn()
    refused.catch(retried)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(retried).toHaveBeenCalledTimes(1)
    expect(await failure(refused)).toMatchObject({ kind: 'range-too-wide' })
  })

  test('a refusal that is known to be about the width still pauses the endpoint if it names a time', async () => {
    const { node, pool } = setUp()
    const tooWide = { code: -32005, message: 'limit exceeded' }
    node.faults.refuseCall = (method, [range]) =>
      method === 'eth_getLogs' && !isDeepStrictEqual(range, { fromBlock: '0x0', toBlock: '0x0' })
        ? tooWide
        : undefined
    expect(await failure(ask(pool, logs(0, 50)))).toMatchObject({ kind: 'range-too-wide' })
    node.faults.rateLimit = { times: 1, retryAfter: '7', style: '-32005' }
    const until = Date.now() + 7_000
    expect(await failure(ask(pool, logs(0, 40)))).toMatchObject({ kind: 'range-too-wide' })
    expect(pool.getStatus()).toMatchObject([{ state: 'paused' }])
    node.clearCalls()
    await settle(ask(pool))
    for (const { at } of node.calls) expect(at).toBeGreaterThanOrEqual(until)
  })

  test('a range that a probe showed to hold too many logs is not sent to the same endpoint again', async () => {
    const { node, pool } = setUp()
    await settle(ask(pool, logs(0, 60)))
    node.faults.refuseCall = (method, params) =>
      method === 'eth_getLogs' && isDeepStrictEqual(params, logs(10, 60).params)
        ? { code: -32603, message: 'Internal error' }
        : undefined
    node.clearCalls()
    expect(await failure(ask(pool, logs(10, 60)))).toMatchObject({ kind: 'too-many-results' })
    // Twice, as nodes fail for a moment, and a probe of one block.
    expect(node.callsOf('eth_getLogs').map(({ params }) => params)).toEqual(
      [logs(10, 60), logs(10, 60), logs(10, 10)].map(({ params }) => params),
    )
  })

  test('a limit is learned from the answer to an aborted call', async () => {
    const { node, pool } = setUp()
    await settle(ask(pool))
    node.faults.maxBlockRange = 20
    const abort = new AbortController()
    const aborted = pool.request(logs(0, 50), { signal: abort.signal }).catch((error: Error) => error.name)
    const answered = ask(pool, logs(0, 5))
    await vi.advanceTimersByTimeAsync(5)
    abort.abort()
    await settle(answered)
    expect(await aborted).toBe('AbortError')
    expect(pool.getStatus()).toMatchObject([{ limits: { blockRange: 20 } }])
    node.clearCalls()
    expect(await failure(ask(pool, logs(1, 51)))).toMatchObject({ kind: 'range-too-wide' })
    expect(node.calls).toEqual([])
  })

  test('a limit is learned from a probe that ends after another endpoint has answered', async () => {
    const { node, pool } = setUp({ endpoints: 2 })
    for (const endpoint of ['node-1.test', 'node-2.test']) await settle(pool.request(head, { endpoint }))
    node.faults.refuseCall = (method, params) =>
      method === 'eth_getLogs' && !isDeepStrictEqual(params, logs(0, 0).params)
        ? { code: -32601, message: 'the method eth_getLogs is not available' }
        : undefined
    expect((await settle(pool.request(logs(0, 50), { prefer: 'node-1.test' }))).endpoint).toBe('node-2.test')
    await vi.advanceTimersByTimeAsync(1_000)
    node.clearCalls()
    expect((await settle(pool.request(logs(1, 51), { prefer: 'node-1.test' }))).endpoint).toBe('node-2.test')
    expect(sent(node, 'eth_getLogs')).toEqual(['node-2.test'])
  })

  test('a result limit is dropped when a larger response arrives', async () => {
    const { node, pool } = setUp()
    const call = { method: 'eth_getLogs', params: [{ fromBlock: '0x0', toBlock: '0x9' }] }
    node.faults.maxResults = 4
    await expect(settle(pool.request(call))).rejects.toMatchObject({ kind: 'too-many-results' })
    expect(pool.getStatus()[0]?.limits.results).toBe(4)
    node.faults.maxResults = undefined
    const parseReplies = async (bytes: Uint8Array) =>
      (await parseJson(bytes)).map((reply) => ({ ...(reply as object), result: { length: 4 } }))
    await settle(pool.request(call, { parseReplies }))
    expect(pool.getStatus()[0]?.limits.results).toBe(4)
    await settle(pool.request(call))
    expect(pool.getStatus()[0]?.limits.results).toBeUndefined()
  })

  test('the status array changes only with its content, and listeners are notified', async () => {
    const { pool } = setUp()
    const before = pool.getStatus()
    expect(pool.getStatus()).toBe(before)
    const heard = vi.fn()
    const stop = pool.subscribe(heard)
    await settle(ask(pool))
    expect(heard).toHaveBeenCalled()
    expect(pool.getStatus()).not.toBe(before)
    stop()
    heard.mockClear()
    await settle(ask(pool, logs(0, 1)))
    expect(heard).not.toHaveBeenCalled()
  })
})

describe('choosing an endpoint', () => {
  test('a call for a named endpoint goes to no other', async () => {
    const { node, pool } = setUp({ endpoints: 3 })
    await settle(Promise.all([1, 2, 3].map(() => pool.request(head, { endpoint: 'node-2.test' }))))
    expect(new Set(sent(node, 'eth_blockNumber'))).toEqual(new Set(['node-2.test']))
    expect((await failure(pool.request(head, { endpoint: 'nowhere' }))).message).toContain('"nowhere"')
  })

  test('an avoided endpoint is used only when no other can answer', async () => {
    const { node, pool } = setUp({ endpoints: 2 })
    const avoid = ['node-1.test']
    expect((await settle(pool.request(head, { avoid }))).endpoint).toBe('node-2.test')
    for (const endpoint of node.endpoints.slice(1)) endpoint.faults = { down: 'cors' }
    expect((await settle(pool.request(head, { avoid }))).endpoint).toBe('node-1.test')
  })
})

test('where a method keeps failing, others are tried, including untried ones', async () => {
  const { node, pool } = setUp({ endpoints: 3, latency: 10 })
  await settle(ask(pool))
  const [fast] = node.calls.map(({ endpoint }) => endpoint)
  const broken = node.endpoints.find(({ url }) => new URL(url).host === fast)!
  broken.faults.refuse = { eth_getLogs: { code: -32603, message: 'something went wrong' } }
  node.clearCalls()
  for (let block = 0; block < 20; block++)
    await settle(pool.request(logs(block, block), { preferVerified: true, avoid: [] }))
  const asked = sent(node, 'eth_getLogs')
  expect(asked.filter((endpoint) => endpoint === fast).length).toBeLessThanOrEqual(2)
  // Methods that work there are still sent there.
  await settle(ask(pool))
  expect(pool.getStatus().find(({ name }) => name === fast)).toMatchObject({ state: 'ok' })
})

test('an endpoint that fails fast does not use up the attempts of a busy one', async () => {
  const latency = (_: unknown, { host }: { host: string }) => (host === 'node-1.test' ? 10 : 5_000)
  const { node, pool } = setUp({ endpoints: 2, latency }, { batchSize: 1 })
  for (const endpoint of ['node-1.test', 'node-2.test']) await settle(pool.request(head, { endpoint }))
  node.faults.respond = ({ method }) =>
    method === 'eth_getLogs' ? { error: { code: -32603, message: 'no backend' } } : undefined
  const others = Array.from({ length: 20 }, () => pool.request(head, { endpoint: 'node-2.test' }))
  expect((await settle(ask(pool, logs(5, 5)))).endpoint).toBe('node-2.test')
  expect(sent(node, 'eth_getLogs')).toEqual(['node-1.test', 'node-1.test', 'node-2.test'])
  await settle(Promise.all(others))
})

test('an attempt is left for endpoints that are only paused', async () => {
  const { node, pool } = setUp({ endpoints: 5 })
  for (const { host } of node.endpoints) await settle(pool.request(head, { endpoint: host }))
  const paused = node.endpoints[4]!
  paused.faults.respond = slowDown(10)
  const waiting = pool.request(head, { endpoint: paused.host })
  await vi.advanceTimersByTimeAsync(50)
  paused.faults = {}
  for (const { faults } of node.endpoints.slice(0, 4))
    faults.refuse = { eth_getLogs: { code: -32603, message: 'no backend' } }
  expect((await settle(ask(pool, logs(5, 5)))).endpoint).toBe(paused.host)
  await settle(waiting)
})

test('a failure for a moment does not make a call wait for endpoints that are paused', async () => {
  const { node, pool } = setUp({ endpoints: 5 })
  for (const { host } of node.endpoints) await settle(pool.request(head, { endpoint: host }))
  const [free, ...paused] = node.endpoints
  for (const { faults } of paused) faults.respond = slowDown(50)
  const waiting = paused.map(({ host }) => pool.request(head, { endpoint: host }))
  await vi.advanceTimersByTimeAsync(50)
  for (const endpoint of paused) endpoint.faults = {}
  let calls = 0
  free!.faults.respond = ({ method }) =>
    method === 'eth_getLogs' && calls++ === 0 ? { error: { code: -32603, message: 'no backend' } } : undefined
  const begin = Date.now()
  expect((await settle(ask(pool, logs(5, 5)))).endpoint).toBe(free!.host)
  expect(Date.now() - begin).toBeLessThan(5_000)
  await settle(Promise.all(waiting))
})

test('a range that another endpoint fails to read is narrowed once a paused one has proved to answer less', async () => {
  const { node, pool } = setUp({ endpoints: 2 })
  for (const { host } of node.endpoints) await settle(pool.request(head, { endpoint: host }))
  const [narrow, broken] = node.endpoints
  broken!.faults.refuse = { eth_getLogs: { code: -32603, message: 'no backend' } }
  narrow!.faults.respond = ({ method, params: [range] }) =>
    method === 'eth_getLogs' && !isDeepStrictEqual(range, { fromBlock: '0x0', toBlock: '0x0' })
      ? { error: { code: -32005, message: 'limit exceeded' } }
      : undefined
  const refused = pool.request(logs(0, 50), { prefer: narrow!.host })
  const waiting = pool.request(head, { endpoint: narrow!.host, unbatched: true })
  const refuse = narrow!.faults.respond
  narrow!.faults.respond = (call) => refuse(call) ?? slowDown(10)(call)
  await vi.advanceTimersByTimeAsync(50)
  narrow!.faults.respond = refuse
  expect(await failure(refused)).toMatchObject({ kind: 'range-too-wide', endpoint: narrow!.host })
  await settle(waiting)
})

test('a call that failed twice on an endpoint is not batched there again', async () => {
  const { node, pool } = setUp({
    endpoints: 2,
    latency: ({ method }, { host }) => (host === 'node-2.test' && method !== 'eth_chainId' ? 5_000 : 5),
  })
  for (const endpoint of ['node-1.test', 'node-2.test']) await settle(pool.request(head, { endpoint }))
  node.faults = {
    respond: ({ method }) =>
      method === 'eth_getBlockByNumber' ? { error: { code: -32603, message: 'internal error' } } : undefined,
  }
  const header = (block: number): PoolCall => ({
    method: 'eth_getBlockByNumber',
    params: [`0x${block.toString(16)}`, false],
  })
  // The other works, and is busy for five seconds.
  const busy = Array.from({ length: 6 }, () =>
    pool.request(head, { endpoint: 'node-2.test', unbatched: true }),
  )
  const first = pool.request(header(1))
  const others: Promise<unknown>[] = []
  for (let block = 2; block < 20; block++) {
    await vi.advanceTimersByTimeAsync(250)
    others.push(pool.request(header(block)))
  }
  expect((await settle(first)).endpoint).toBe('node-2.test')
  await settle(Promise.all([...busy, ...others]))
})

test('calls waiting for the chain id leave an endpoint that then requests a pause', async () => {
  const { node, pool } = setUp({ latency: ({ method }) => (method === 'eth_chainId' ? 100 : 10) })
  const answer = (call: PoolCall) => pool.request(call)
  const first = answer(head)
  await vi.advanceTimersByTimeAsync(1)
  const second = answer(logs(0, 3))
  node.faults.respond = ({ method }) =>
    method === 'eth_blockNumber'
      ? new Response('slow down', { status: 429, headers: { 'retry-after': '20' } })
      : undefined
  const begin = Date.now()
  await vi.advanceTimersByTimeAsync(5_000)
  expect(sent(node, 'eth_getLogs')).toEqual([])
  node.faults = {}
  await settle(Promise.all([first, second]))
  const [asked] = node.callsOf('eth_getLogs')
  expect(asked!.at - begin).toBeGreaterThanOrEqual(20_000)
})

test('an untried endpoint that is down is not waited for', async () => {
  const { node, pool } = setUp({ endpoints: 2 }, { batchSize: 1 })
  for (const endpoint of ['node-1.test', 'node-2.test']) await settle(pool.request(head, { endpoint }))
  const [first, second] = node.endpoints
  second!.faults.down = 'cors'
  while (pool.getStatus().find(({ name }) => name === 'node-2.test')?.state !== 'unreachable')
    await settle(pool.request(head, { endpoint: 'node-2.test' }).catch(() => {}))
  first!.faults.respond = ({ method }) =>
    method === 'eth_getLogs' ? { error: { code: -32603, message: 'no backend' } } : undefined
  const outcome = pool.request(logs(0, 5), { avoid: ['node-1.test'] }).catch((error: unknown) => error)
  expect(await settle(outcome)).toMatchObject({ name: 'NodeError', kind: 'transient' })
})

describe('aborting and closing', () => {
  test('an abort reaches fetch, and nothing is sent afterwards', async () => {
    const { node, pool } = setUp({ latency: 1_000 }, { batchSize: 1 })
    await settle(ask(pool))
    node.clearCalls()
    const controller = new AbortController()
    const { signal } = controller
    const other = ask(pool, logs(0, 1))
    const outcome = pool.request(head, { signal }).catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(500)
    controller.abort()
    expect(await outcome).toMatchObject({ name: 'AbortError' })
    await vi.advanceTimersByTimeAsync(0)
    expect(node.aborted).toBe(1)
    expect((await settle(other)).result).toEqual(node.chain.wireLogs({}, 0, 1))
    await vi.advanceTimersByTimeAsync(600_000)
    expect(node.calls).toHaveLength(2)
  })

  test('an abort also reaches the network check when no other call waits for it', async () => {
    const { node, pool } = setUp({ latency: 1_000 }, { batchSize: 1 })
    const controllers = [new AbortController(), new AbortController()]
    const outcomes = controllers.map(({ signal }) => pool.request(logs(0, 3), { signal }).catch(() => 'gone'))
    await vi.advanceTimersByTimeAsync(500)
    controllers[0]?.abort()
    await vi.advanceTimersByTimeAsync(0)
    expect(node.aborted).toBe(0)
    controllers[1]?.abort()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(await Promise.all(outcomes)).toEqual(['gone', 'gone'])
    expect([node.aborted, node.calls.length]).toEqual([1, 1])
    expect((await settle(ask(pool))).result).toBe('0x63')
  })

  test('a batch is aborted once no caller waits for any of its calls, and not before', async () => {
    const { node, pool } = setUp({ latency: 1_000 })
    await settle(ask(pool))
    const [first, second] = [new AbortController(), new AbortController()]
    const outcomes = [first, second].map(({ signal }) =>
      pool.request(head, { signal }).catch((error: unknown) => (error as Error).name),
    )
    await vi.advanceTimersByTimeAsync(500)
    first.abort()
    await vi.advanceTimersByTimeAsync(0)
    expect(node.aborted).toBe(0)
    second.abort()
    await vi.advanceTimersByTimeAsync(0)
    expect(node.aborted).toBe(1)
    expect(await Promise.all(outcomes)).toEqual(['AbortError', 'AbortError'])
  })

  test('aborted before, while queued or during a pause: nothing is sent', async () => {
    const { node, pool } = setUp({ latency: 100 })
    await settle(ask(pool))
    node.clearCalls()
    await expect(pool.request(head, { signal: AbortSignal.abort() })).rejects.toMatchObject({
      name: 'AbortError',
    })
    node.faults = { rateLimit: { times: 1, retryAfter: '20' } }
    const controller = new AbortController()
    const outcome = pool.request(head, { signal: controller.signal }).catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(1_000)
    controller.abort()
    expect(await outcome).toMatchObject({ name: 'AbortError' })
    await vi.advanceTimersByTimeAsync(120_000)
    expect(node.calls).toHaveLength(1)
  })

  test('close ends all calls, timers and listeners', async () => {
    const { node, pool } = setUp({ latency: 1_000 })
    const outcome = ask(pool, logs(0, 3)).catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(1_500)
    pool.close()
    expect(await outcome).toMatchObject({ name: 'AbortError' })
    await vi.advanceTimersByTimeAsync(0)
    expect(vi.getTimerCount()).toBe(0)
    await expect(ask(pool)).rejects.toMatchObject({ name: 'AbortError' })
    expect(node.calls).toHaveLength(2)
  })
})

describe('sending', () => {
  const raw: PoolCall = { method: 'eth_sendRawTransaction', params: ['0x02'] }

  test.each(['cors', 'html', 'html-503', 'empty', 'hang'] as const)(
    'is not retried after an ambiguous failure (%s)',
    async (down) => {
      const { node, pool } = setUp({ endpoints: 2 })
      await settle(pool.request(head, { endpoint: 'node-1.test' }))
      node.faults = { down }
      const error = await failure(ask(pool, raw))
      expect(error.message).toContain('may have been executed')
      await vi.advanceTimersByTimeAsync(600_000)
      expect(node.callsOf(raw.method)).toHaveLength(1)
    },
  )

  test.each(['evm_mine', 'anvil_mine', 'hardhat_setNonce'])(
    '%s changes a chain, so it is sent once',
    async (method) => {
      const { node, pool } = setUp({ endpoints: 2 })
      await settle(pool.request(head, { endpoint: 'node-1.test' }))
      node.faults = { down: 'cors' }
      const error = await failure(ask(pool, { method, params: [] }))
      expect(error.message).toContain('may have been executed')
      await vi.advanceTimersByTimeAsync(600_000)
      expect(node.callsOf(method)).toHaveLength(1)
    },
  )

  test('moves to another endpoint when it was certainly not executed', async () => {
    const { node, pool } = setUp({ endpoints: 3 })
    const [, second, third] = node.endpoints
    await settle(pool.request(head, { endpoint: 'node-1.test' }))
    node.faults = { rateLimit: { times: 1 } }
    if (second) second.faults = { down: 'cors' }
    if (third)
      third.faults = { respond: ({ method }) => (method === raw.method ? { result: '0xabc' } : undefined) }
    // The second endpoint fails at the network check, before the transaction is sent.
    expect(await settle(ask(pool, raw))).toEqual({ result: '0xabc', endpoint: 'node-3.test' })
    expect(sent(node, raw.method)).toEqual(['node-1.test', 'node-3.test'])
  })

  test('a rejection with a message of the node is final', async () => {
    const { node, pool } = setUp({ endpoints: 2 })
    node.faults = { refuse: { [raw.method]: { code: -32000, message: 'nonce too low' } } }
    expect((await failure(ask(pool, raw))).details).toBe('nonce too low')
    expect(node.callsOf(raw.method)).toHaveLength(1)
  })
})

describe('the budget', () => {
  test('counts every call, and stops at the cap until it is raised', async () => {
    const { node, pool } = setUp({}, {}, { dailyQuota: 4 })
    await settle(Promise.all([ask(pool), ask(pool)]))
    expect(pool.budget.getStatus()).toMatchObject({ used: 3, quota: 4, remaining: 1 })
    await settle(ask(pool))
    await expect(settle(ask(pool))).rejects.toBeInstanceOf(QuotaExceededError)
    expect(node.calls).toHaveLength(4)
    await settle(pool.request(head, { ignoreBudget: true }))
    pool.budget.ignore()
    await settle(ask(pool))
    expect(pool.budget.getStatus().used).toBe(6)
    await vi.advanceTimersByTimeAsync(86_400_000)
    expect(pool.budget.getStatus()).toMatchObject({ used: 0, ignored: false })
  })
})

test('a call that may exceed the budget is not refused with earlier ones that may not', async () => {
  const { pool } = setUp({}, {}, { dailyQuota: 1 })
  pool.budget.spend(1)
  const [refused, answered] = await settle(
    Promise.allSettled([ask(pool, logs(0, 3)), pool.request(logs(0, 4), { ignoreBudget: true })]),
  )
  expect(refused).toMatchObject({ status: 'rejected', reason: { name: 'QuotaExceededError' } })
  expect(answered).toMatchObject({ status: 'fulfilled', value: { endpoint: 'node-1.test' } })
})

test('random faults by seed: every result is correct or an error of ours', async () => {
  for (let seed = 1; seed <= 20; seed++) {
    const { node, pool } = setUp({ seed, endpoints: 3, faults: { errorRate: 0.3 }, logsPerBlock: 2 })
    const outcomes = await settle(
      Promise.allSettled(Array.from({ length: 40 }, (_, index) => ask(pool, logs(index, index + 1)))),
    )
    outcomes.forEach((outcome, index) => {
      if (outcome.status === 'fulfilled')
        expect(outcome.value.result, `seed ${seed}`).toEqual(node.chain.wireLogs({}, index, index + 1))
      else expect(outcome.reason, `seed ${seed}`).toBeInstanceOf(NodeError)
    })
    expect(outcomes.filter(({ status }) => status === 'fulfilled').length, `seed ${seed}`).toBeGreaterThan(20)
    // Bounded: no call exceeded its share of attempts.
    expect(node.callsOf('eth_getLogs').length).toBeLessThanOrEqual(40 * 5)
    pool.close()
  }
})
