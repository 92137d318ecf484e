import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { BaseError } from '../../../src/errors/BaseError.ts'
import { StorageError } from '../../../src/errors/StorageError.ts'
import { defineNetwork } from '../../../src/logs/archive/defineNetwork.ts'
import type { BudgetStorage } from '../../../src/rpc/Budget.ts'
import { systemClock } from '../../../src/rpc/Clock.ts'
import { xone } from '../../../src/rpc/networks/xone.ts'
import type { BlockHeader } from '../../../src/rpc/parseBlockHeader.ts'
import type { Pool, PushListener } from '../../../src/rpc/Pool.ts'
import { createPool } from '../../../src/rpc/pool/createPool.ts'
import { type PoolOptions } from '../../../src/rpc/pool/PoolOptions.ts'
import { Socket } from '../../../src/rpc/socket/Socket.ts'
import { createFakeNode, type FakeNode } from '../../support/fakeNode.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 0, 1) })
})

const turn = (milliseconds = 0) => vi.advanceTimersByTimeAsync(milliseconds)

function setUp(options: PoolOptions & { http?: boolean } = {}) {
  const node = createFakeNode({ blocks: 10, logsPerBlock: 1 })
  const network = defineNetwork(xone, {
    http: options.http ? node.urls : [],
    webSocket: node.webSocketUrl,
  })
  const pool = createPool(network, {
    fetch: node.fetch,
    WebSocket: node.WebSocket,
    random: () => 0.5,
    timeout: 5_000,
    ...options,
  })
  return { node, pool }
}

function listen(pool: Pool) {
  const heads: bigint[] = []
  const states: string[] = []
  const listener: PushListener<BlockHeader> = {
    onData: ({ number }) => heads.push(number),
    onState: (state) => states.push(state),
  }
  const stop = pool.subscribeHeads?.(listener) ?? (() => {})
  return { heads, states, stop }
}

/** A pool with an open socket, and what a listener gets. */
async function connect(options?: Parameters<typeof setUp>[0]) {
  const { node, pool } = setUp(options)
  const listened = listen(pool)
  await turn(100)
  return { node, pool, ...listened }
}

/** Replies with the size of the body as their result. Finds the id without parsing the body. */
const parseSize = async (bytes: Uint8Array) => {
  const [, id] = /"id":(\d+)/.exec(new TextDecoder().decode(bytes)) ?? []
  return [{ id: Number(id), result: bytes.length }]
}

const live = (node: FakeNode) => node.sockets.filter(({ isOpen }) => isOpen)
const held = (node: FakeNode) => live(node).flatMap(({ subscriptions }) => [...subscriptions.values()])

describe('requests over a socket', () => {
  test('serve a network without HTTP endpoints, once its chain id is checked', async () => {
    const { node, pool } = setUp()
    const answers = Promise.all([
      pool.request({ method: 'eth_blockNumber' }),
      pool.request({ method: 'eth_getLogs', params: [{ fromBlock: '0x1', toBlock: '0x2' }] }),
    ])
    await turn(100)
    expect((await answers).map(({ result }) => result)).toEqual(['0x9', node.chain.wireLogs({}, 1, 2)])
    expect(node.calls.map(({ method }) => method)).toEqual(['eth_chainId', 'eth_blockNumber', 'eth_getLogs'])
    expect(node.sockets).toHaveLength(1)
  })

  test('pass bytes to a caller that reads bytes', async () => {
    const { pool } = setUp()
    const answer = pool.request({ method: 'eth_blockNumber' }, { parseReplies: parseSize })
    await turn(100)
    expect((await answer).result).toBe('{"jsonrpc":"2.0","id":0,"result":"0x9"}'.length)
    const parseReplies = () => Promise.reject(new SyntaxError('unexpected column'))
    const failed = pool.request({ method: 'eth_blockNumber' }, { parseReplies })
    const outcome = failed.catch((error: unknown) => error)
    await turn(20_000)
    expect(await outcome).toMatchObject({ kind: 'malformed', details: 'unexpected column' })
  })

  test('close the connection when nothing is left to do', async () => {
    const { node, pool } = setUp()
    const answer = pool.request({ method: 'eth_blockNumber' })
    await turn(100)
    await answer
    expect(live(node)).toHaveLength(1)
    await turn(60_000)
    expect(live(node)).toHaveLength(0)
    expect(vi.getTimerCount()).toBe(0)
  })

  test('fail when the connection drops, and reads are retried', async () => {
    const { node, pool } = setUp()
    await Promise.all([pool.request({ method: 'eth_blockNumber' }), turn(100)])
    node.faults = { socket: { silent: true } }
    const answer = pool.request({ method: 'eth_blockNumber' })
    const sending = pool
      .request({ method: 'eth_sendRawTransaction', params: ['0x'] })
      .catch((error: unknown) => (error as Error).message)
    await turn(100)
    node.faults = {}
    node.sockets[0]?.drop()
    await turn(5_000)
    expect((await answer).result).toBe('0x9')
    expect(await sending).toContain('may have been executed')
    expect(node.sockets).toHaveLength(2)
  })

  test('time out without blaming the endpoint when the range may be too wide', async () => {
    const { node, pool } = setUp()
    await Promise.all([pool.request({ method: 'eth_blockNumber' }), turn(100)])
    node.faults = { socket: { silent: true } }
    const params = [{ fromBlock: '0x1', toBlock: '0x9' }]
    const answer = pool.request({ method: 'eth_getLogs', params }).catch((error: unknown) => error)
    await turn(6_000)
    expect(await answer).toMatchObject({ kind: 'timeout' })
    expect(pool.getStatus()).toMatchObject([{ state: 'ok', error: undefined }])
  })

  test('parse long responses once, by callers that read bytes, and refuse endless ones unread', async () => {
    const { node, pool } = setUp()
    await Promise.all([pool.request({ method: 'eth_blockNumber' }), turn(100)])
    let size = 20_000
    node.faults.respond = ({ method }) =>
      method === 'eth_getLogs' ? { result: 'x'.repeat(size) } : undefined
    const native = vi.spyOn(JSON, 'parse')
    const logs = { method: 'eth_getLogs', params: [{ fromBlock: '0x1', toBlock: '0x2' }] }
    const read = async (given = {}) => {
      native.mockClear()
      const reply = pool.request(logs, given).catch((error: unknown) => error)
      await turn(500)
      return reply
    }
    expect(await read({ parseReplies: parseSize })).toMatchObject({ result: expect.any(Number) })
    // The node of this test parses what is sent to it.
    expect(native.mock.calls.every(([text]) => text.length < 1_000)).toBe(true)
    expect(await read()).toMatchObject({ result: 'x'.repeat(size) })
    size = 2 ** 24 + 1
    for (const given of [{}, { parseReplies: parseSize }]) {
      expect(await read(given)).toMatchObject({ name: 'NodeError', kind: 'response-too-large' })
      expect(native.mock.calls.every(([text]) => text.length < 1_000)).toBe(true)
    }
    native.mockRestore()
    expect(live(node)).toHaveLength(1)
  })

  test.each([
    ['60 MB of empty objects', `[${'{},'.repeat(20_000_000)}{}]`, 0],
    ['a megabyte of them', `[${'{},'.repeat(333_333)}{}]`, 1],
    ['one of them for each of a thousand', `[${'{},'.repeat(999)}{}]`, 1],
  ])('a frame of %s is not parsed', async (_, frame, left) => {
    const { node } = await connect()
    const native = vi.spyOn(JSON, 'parse')
    live(node)[0]?.push(frame)
    await turn()
    expect(native.mock.calls.every(([text]) => text.length < 16_384)).toBe(true)
    native.mockRestore()
    // An endpoint that sends more than any valid response is dropped, and retried later.
    expect(live(node)).toHaveLength(left)
    await turn(5_000)
    expect(live(node)).toHaveLength(1)
  })

  test('are matched by id; unrequested replies and invalid JSON are ignored', async () => {
    const node = createFakeNode()
    const socket = new Socket(node.webSocketUrl, {
      name: 'node-1.test',
      WebSocket: node.WebSocket,
      clock: systemClock,
      random: () => 0,
      timeout: 1_000,
    })
    const first = socket.request('eth_blockNumber', [])
    await turn()
    expect(await first).toMatchObject({ type: 'reply', reply: { result: '0x63' } })
    node.faults = { socket: { silent: true } }
    const second = socket.request('eth_blockNumber', [])
    await turn()
    for (const frame of [
      'nonsense',
      '[]',
      'null',
      '{}',
      '{"id":99,"result":"0x1"}',
      '{"id":2}',
      '{"id":"2","result":"0x7"}',
    ])
      live(node)[0]?.push(frame)
    await turn()
    expect(await second).toMatchObject({ type: 'reply', reply: { result: '0x7' } })
    const third = socket.request('eth_blockNumber', [])
    await turn(1_100)
    expect(await third).toEqual({ type: 'timeout', sent: true })
    const controller = new AbortController()
    const fourth = socket.request('eth_blockNumber', [], controller.signal)
    controller.abort()
    expect(await fourth).toMatchObject({ type: 'aborted' })
    const fifth = socket.request('eth_blockNumber', [])
    socket.close()
    expect(await fifth).toMatchObject({ type: 'lost' })
    expect(await socket.request('eth_blockNumber', [])).toEqual({ type: 'lost', sent: false })
    await turn()
    expect(vi.getTimerCount()).toBe(0)
  })
})

describe('pushes', () => {
  test('heads arrive once subscribed, and requests still go over HTTP', async () => {
    const { node, pool, heads, states, stop } = await connect({ http: true })
    node.chain.mine(2)
    await turn(100)
    expect(heads).toEqual([10n, 11n])
    expect(states).toEqual(['live'])
    expect(pool.getStatus().map(({ name, type, state, head }) => ({ name, type, state, head }))).toEqual([
      { name: 'node-1.test', type: 'http', state: 'idle', head: undefined },
      { name: 'node-1.test (2)', type: 'webSocket', state: 'ok', head: 11n },
    ])
    await Promise.all([pool.request({ method: 'eth_blockNumber' }), turn(100)])
    expect(pool.getStatus()[0]?.head).toBe(11n)
    stop()
    node.chain.mine(1)
    await turn(100)
    expect(heads).toHaveLength(2)
    expect(held(node)).toEqual([])
    expect(node.callsOf('eth_unsubscribe')).toHaveLength(1)
  })

  test('logs arrive for a filter', async () => {
    const { node, pool } = setUp()
    const [address] = node.chain.contracts
    const pushed: unknown[] = []
    pool.subscribeLogs?.({ address }, { onData: (log) => pushed.push(log) })
    await turn(100)
    node.chain.mine(1, { logs: [{ address }, { address: node.chain.contracts[1] }] })
    await turn(100)
    expect(pushed).toEqual(node.chain.wireLogs({ address }, 10, 10))
  })

  test('a refusal that echoes the URL leaks no key', async () => {
    const { node, pool } = setUp()
    const key = node.webSocketUrl.split('/').at(-1)!
    const message = `${node.webSocketUrl} may not: project ${key.toUpperCase()}, ${key.slice(0, 12)}…`
    node.faults = { socket: { rejectSubscribe: { code: -32600, message } } }
    const errors: (BaseError | undefined)[] = []
    pool.subscribeHeads?.({ onData: () => {}, onState: (_, error) => errors.push(error) })
    await turn(100)
    expect(errors[0]?.details).toBe('node-1.test may not: project [redacted], [redacted]…')
    const shown = JSON.stringify([errors, pool.getStatus().map(({ error }) => error)])
    expect(shown).not.toMatch(/secret/i)
  })

  test('after a drop it reconnects and resubscribes, and no log arrives twice', async () => {
    const { node, heads, states } = await connect()
    live(node)[0]?.drop()
    node.chain.mine(1)
    await turn(100)
    expect(states).toEqual(['live', 'lost'])
    await turn(5_000)
    expect(states).toEqual(['live', 'lost', 'live'])
    node.chain.mine(1)
    await turn(100)
    expect(heads).toEqual([11n])
    expect(held(node)).toEqual(['newHeads'])
  })

  test('a lost connection stays unreachable while another subscription ends', async () => {
    const { node, pool } = setUp({ http: true })
    const state = () => pool.getStatus().find(({ type }) => type === 'webSocket')!.state
    const { stop } = listen(pool)
    const other = listen(pool)
    await turn(100)
    expect(state()).toBe('ok')
    node.faults = { socket: { refuse: true } }
    live(node)[0]?.drop()
    await turn(100)
    expect(state()).toBe('unreachable')
    stop()
    expect(state()).toBe('unreachable')
    node.faults = {}
    await turn(5_000)
    expect(other.states).toEqual(['live', 'lost', 'live'])
    expect(state()).toBe('ok')
    other.stop()
  })

  test('without a subscription, nothing tells whether a socket beside HTTP works', async () => {
    const { pool, stop } = await connect({ http: true })
    const state = () => pool.getStatus().find(({ type }) => type === 'webSocket')!.state
    expect(state()).toBe('ok')
    const changed = vi.fn()
    pool.subscribe(changed)
    stop()
    expect(state()).toBe('idle')
    await turn(0)
    expect(changed).toHaveBeenCalled()
    const again = listen(pool)
    await turn(100)
    expect(state()).toBe('ok')
    again.stop()
  })

  test('a refused subscription does not make a socket unreachable that pushes heads', async () => {
    const { node, pool, heads, stop } = await connect({ http: true })
    node.faults = { socket: { rejectSubscribe: { code: -32000, message: 'too many subscriptions' } } }
    const other = listen(pool)
    await turn(600_000)
    expect(other.states).toContain('lost')
    node.chain.mine(1)
    await turn(100)
    expect(heads).toHaveLength(1)
    expect(pool.getStatus().find(({ type }) => type === 'webSocket')!.state).toBe('ok')
    stop()
    other.stop()
  })

  test('it keeps reconnecting however long the node is away, at growing intervals', async () => {
    const { node, states, heads } = await connect()
    node.faults = { socket: { refuse: true } }
    live(node)[0]?.drop()
    await turn(3_600_000)
    const attempts = node.sockets.length
    expect(attempts).toBeGreaterThan(100)
    expect(attempts).toBeLessThan(400)
    node.faults = {}
    await turn(60_000)
    expect(states).toEqual(expect.arrayContaining(['live', 'lost']))
    expect(states.at(-1)).toBe('live')
    node.chain.mine(1)
    await turn(100)
    expect(heads).toEqual([10n])
  })

  test('a socket that pushes again also answers at once, in the pause after its failures', async () => {
    // Connects sooner than the pause ends.
    const { node, pool, states } = await connect({ http: true, random: () => 0 })
    node.faults = { socket: { refuse: true } }
    live(node)[0]?.drop()
    await turn(10_000)
    node.faults = {}
    while (states.at(-1) !== 'live') await turn(10)
    const { name } = pool.getStatus().find(({ type }) => type === 'webSocket')!
    let result: unknown
    void pool.request({ method: 'eth_blockNumber' }, { endpoint: name }).then((reply) => {
      ;({ result } = reply)
    })
    await turn(10)
    expect(result).toBe('0x9')
  })

  test('a stable connection is reopened at once, a flapping one less and less often', async () => {
    const { node, pool } = setUp({ http: true })
    const { states, stop } = listen(pool)
    const drop = () => {
      for (const socket of live(node)) socket.drop()
    }
    await turn(60_000)
    drop()
    await turn(600)
    expect(states).toEqual(['live', 'lost', 'live'])
    node.clearCalls()
    for (let second = 0; second < 3_600; second += 5) {
      drop()
      await turn(5_000)
    }
    expect(node.callsOf('eth_subscribe').length).toBeGreaterThan(10)
    expect(node.callsOf('eth_subscribe').length).toBeLessThan(45)
    // Once it stays open, it counts as stable again.
    await turn(200_000)
    expect(states.at(-1)).toBe('live')
    states.length = 0
    drop()
    await turn(600)
    expect(states).toEqual(['lost', 'live'])
    stop()
  })

  test('one that drops before any acknowledgement is not retried in a tight loop', async () => {
    const { node, pool } = setUp({ http: true })
    const { stop } = listen(pool)
    await turn(60_000)
    node.clearCalls()
    node.faults = { socket: { delay: 2_000 } }
    for (let second = 0; second < 3_600; second++) {
      for (const socket of live(node)) socket.drop()
      await turn(1_000)
    }
    expect(node.callsOf('eth_subscribe').length).toBeLessThan(45)
    stop()
  })

  test('a refused subscription is reported, and retried with backoff', async () => {
    const { node, pool } = setUp()
    node.faults = { socket: { rejectSubscribe: { code: -32601, message: 'no such method' } } }
    const errors: (string | undefined)[] = []
    pool.subscribeHeads?.({ onData: () => {}, onState: (_, error) => errors.push(error?.details) })
    await turn(60_000)
    expect(errors[0]).toBe('no such method')
    expect(node.callsOf('eth_subscribe').length).toBeGreaterThan(2)
    expect(node.callsOf('eth_subscribe').length).toBeLessThan(12)
    node.faults = {}
    await turn(120_000)
    expect(errors.at(-1)).toBeUndefined()
  })

  test('a half-open connection is detected within the deadline', async () => {
    const { node, states, heads } = await connect({ socketStallTimeout: 10_000 })
    node.faults = { socket: { silent: true } }
    await turn(10_000 + 5_000 + 100)
    expect(states).toEqual(['live', 'lost'])
    node.faults = {}
    await turn(10_000)
    expect(states.at(-1)).toBe('live')
    node.chain.mine(1)
    await turn(100)
    expect(heads).toEqual([10n])
  })

  test('where blocks are frequent, silence is noticed after a few of them', async () => {
    const { node, states, stop } = await connect({ http: true })
    for (let block = 0; block < 10; block++) {
      node.chain.mine(1)
      await turn(3_000)
    }
    node.clearCalls()
    node.faults = { socket: { silent: true } }
    // Four blocks, and five seconds for a response, of which three have passed.
    await turn(13_500)
    expect(states).toEqual(['live'])
    await turn(1_000)
    expect(states).toEqual(['live', 'lost'])
    stop()
  })

  test('a halted chain is polled less and less often', async () => {
    const { node, states, stop } = await connect({ http: true })
    node.clearCalls()
    await turn(3_600_000)
    expect(node.callsOf('eth_blockNumber').length).toBeLessThanOrEqual(62)
    expect(states).toEqual(['live'])
    stop()
  })

  test('a socket that answers but no longer pushes heads is dropped; one of a quiet chain is not', async () => {
    const { node, states } = await connect({ socketStallTimeout: 10_000 })
    await turn(60_000)
    expect(states).toEqual(['live'])
    expect(node.sockets).toHaveLength(1)
    live(node)[0]?.forget()
    node.chain.mine(3)
    await turn(25_000)
    expect(states).toEqual(['live', 'lost', 'live'])
  })

  test('a push before its acknowledgement is kept, one of an unknown subscription is not', async () => {
    const { node, pool } = setUp()
    node.faults = { socket: { pushBeforeAck: true } }
    const { heads } = listen(pool)
    await turn(100)
    expect(heads).toEqual([9n])
    const foreign = {
      jsonrpc: '2.0',
      method: 'eth_subscription',
      params: { subscription: '0xbad', result: {} },
    }
    live(node)[0]?.push(JSON.stringify(foreign))
    await turn(100)
    expect(heads).toEqual([9n])
  })

  test('malformed frames are skipped, and a push of the wrong shape is dropped', async () => {
    const { node, pool } = setUp()
    node.faults = { socket: { malformed: true } }
    const { heads } = listen(pool)
    await turn(100)
    const [id] = live(node)[0]?.subscriptions.keys() ?? []
    for (const result of [null, 7, { number: '0xg' }, { number: '0x1' }])
      live(node)[0]?.push(
        JSON.stringify({ method: 'eth_subscription', params: { subscription: id, result } }),
      )
    node.chain.mine(1)
    await turn(100)
    expect(heads).toEqual([10n])
  })

  test('unsubscribed before the acknowledgement: the new id is unsubscribed, and no listener is called', async () => {
    const { node, pool } = setUp()
    const first = listen(pool)
    await turn(100)
    // The second is subscribed and unsubscribed in one tick, so its acknowledgement has no listener.
    const second = listen(pool)
    await Promise.resolve()
    await Promise.resolve()
    second.stop()
    await turn(100)
    node.chain.mine(1)
    await turn(100)
    expect(second.heads).toEqual([])
    expect(first.heads).toEqual([10n])
    expect(held(node)).toEqual(['newHeads'])
  })

  test('unsubscribed after a reconnection: no further call, and the new subscription ends', async () => {
    const { node, heads, states, stop } = await connect()
    live(node)[0]?.drop()
    await turn(5_000)
    const [id] = live(node)[0]?.subscriptions.keys() ?? []
    states.length = 0
    stop()
    await turn(100)
    expect(node.callsOf('eth_unsubscribe').at(-1)?.params).toEqual([id])
    node.chain.mine(2)
    live(node)[0]?.drop()
    await turn(60_000)
    expect([heads, states]).toEqual([[], []])
    expect(vi.getTimerCount()).toBe(0)
  })

  test.each([
    ['while the chain id is checked', { socket: { silent: true } }],
    [
      'before the next attempt to check it',
      { chainId: undefined, refuse: { eth_chainId: { code: -32603, message: 'internal error' } } },
    ],
  ])('close %s leaves nothing behind', async (_, faults) => {
    const { node, pool } = setUp()
    node.faults = faults
    const { states } = listen(pool)
    await turn(100)
    const count = states.length
    const { used } = pool.budget.getStatus()
    pool.close()
    await turn(600_000)
    expect(states).toHaveLength(count)
    expect(pool.budget.getStatus().used).toBe(used)
    expect(vi.getTimerCount()).toBe(0)
  })

  test('a push counts as a response', async () => {
    const { node, pool } = setUp({ http: true })
    const { stop } = listen(pool)
    await turn(120_000)
    node.chain.mine(1)
    await turn(10)
    expect(pool.getStatus()[1]!.respondedAt).toBeGreaterThan(Date.now() - 1_000)
    stop()
    pool.close()
  })

  test('a listener may be an instance of a class', async () => {
    const { pool } = setUp()
    class Watch implements PushListener<BlockHeader> {
      readonly states: string[] = []
      onData() {}
      onState(state: string) {
        this.states.push(state)
      }
    }
    const watch = new Watch()
    pool.subscribeHeads?.(watch)
    await turn(100)
    expect(watch.states).toEqual(['live'])
    pool.close()
  })

  test('resuming the pool does not wait for the next check of the chain id', async () => {
    const { node, pool } = setUp()
    node.faults = { refuse: { eth_chainId: { code: -32603, message: 'internal error' } } }
    const { states } = listen(pool)
    await turn(60_000)
    const checks = node.callsOf('eth_chainId').length
    node.faults = {}
    pool.resume()
    await turn(100)
    expect(node.callsOf('eth_chainId')).toHaveLength(checks + 1)
    expect(states.at(-1)).toBe('live')
    await turn(10_000)
    expect(held(node)).toHaveLength(1)
    pool.close()
  })

  test('a subscription that gets no answer in time, or none with an id, says so', async () => {
    const { node, pool } = setUp()
    const errors: (BaseError | undefined)[] = []
    node.faults.respond = ({ method }) => {
      if (method === 'eth_subscribe') node.faults.socket = { silent: true }
      return undefined
    }
    pool.subscribeHeads?.({ onData: () => {}, onState: (_, error) => errors.push(error) })
    await turn(5_100)
    expect(errors).toMatchObject([{ kind: 'timeout', details: 'No answer in time.' }])
    await turn(2_000)
    // The chain id was call 1.
    live(node)[0]?.push('{"id":3,"result":7}')
    await turn()
    expect(errors[1]).toMatchObject({ kind: 'malformed', details: 'The result has an unknown shape.' })
    pool.close()
  })

  test('close while reconnecting leaves nothing behind', async () => {
    const { node, pool, heads, states } = await connect()
    live(node)[0]?.drop()
    await turn(10)
    const count = states.length
    pool.close()
    await turn(600_000)
    expect([heads.length, states.length]).toEqual([0, count])
    expect(live(node)).toHaveLength(0)
    expect(vi.getTimerCount()).toBe(0)
  })

  test('close drops a head that is held back, as heads came too fast', async () => {
    const { node, pool, heads } = await connect({ http: true })
    for (let block = 0; block < 30; block++) node.chain.mine(1)
    await turn(10)
    expect(heads.length).toBe(20)
    pool.close()
    expect(vi.getTimerCount()).toBe(0)
    await turn(5_000)
    expect(heads.length).toBe(20)
  })

  test('close while connecting leaves no timer, even if the WebSocket never reports its end', async () => {
    const mute = { close: () => {}, addEventListener: () => {} }
    const socket = new Socket('wss://node.test', {
      name: 'node.test',
      // A constructor may return another object.
      WebSocket: function WebSocket() {
        return mute
      } as unknown as typeof WebSocket,
      clock: systemClock,
      random: () => 0.5,
      timeout: 5_000,
    })
    socket.subscribe(['newHeads'], { onData: () => {} })
    await turn(10)
    socket.close()
    expect(vi.getTimerCount()).toBe(0)
  })

  test('a silent connection is checked once, even if another subscription begins meanwhile', async () => {
    const { node, pool } = setUp({ http: true, socketStallTimeout: 10_000 })
    const methods: string[] = []
    pool.onRequest(({ method }) => methods.push(method))
    listen(pool)
    await turn(100)
    methods.length = 0
    node.faults = { socket: { silent: true } }
    await turn(10_500)
    listen(pool)
    await turn(500)
    pool.close()
    expect(methods).toEqual(['eth_blockNumber', 'eth_subscribe'])
  })

  test('without calls left, it waits for the next day, and is not called unreachable', async () => {
    const node = createFakeNode({ blocks: 10 })
    const network = defineNetwork(xone, { http: node.urls, webSocket: node.webSocketUrl, dailyQuota: 1 })
    const pool = createPool(network, { fetch: node.fetch, WebSocket: node.WebSocket, random: () => 0.5 })
    pool.budget.spend(1)
    const { states } = listen(pool)
    await turn(600_000)
    expect(new Set(states)).toEqual(new Set(['lost']))
    expect(pool.getStatus().at(-1)).toMatchObject({ type: 'webSocket', state: 'idle', error: undefined })
    pool.budget.ignore()
    await turn(120_000)
    expect(states.at(-1)).toBe('live')
  })

  test('a full disk, where calls cannot be counted, does not end it', async () => {
    const items = new Map<string, string>()
    let isFull = false
    const storage: BudgetStorage = {
      length: 0,
      key: () => null,
      getItem: (key) => items.get(key) ?? null,
      setItem: (key, value) => void items.set(key, value),
      removeItem: (key) => void items.delete(key),
      transaction(work) {
        if (isFull) throw new StorageError('full', 'The disk is full.', {})
        return work()
      },
    }
    const { node, pool, heads, states } = await connect({ http: true, storage })
    isFull = true
    node.sockets[0]!.drop()
    await turn(2_000)
    expect(states).toEqual(['live', 'lost', 'live'])
    node.chain.mine(1)
    await turn(100)
    expect(heads).toEqual([10n])
    // Silence is checked with a call.
    await turn(60_000)
    expect(states).toEqual(['live', 'lost', 'live'])
    const refused = pool.request({ method: 'eth_blockNumber' }).catch((error: unknown) => error)
    await turn(100)
    expect(await refused).toBeInstanceOf(StorageError)
  })

  test('a socket of another network is dropped before it pushes anything', async () => {
    const { node, pool } = setUp()
    node.faults = { chainId: 1 }
    const { heads, states } = listen(pool)
    await turn(100)
    node.chain.mine(1)
    await turn(600_000)
    expect([heads, states]).toEqual([[], ['lost']])
    expect(node.callsOf('eth_subscribe')).toHaveLength(0)
    expect(pool.getStatus()[0]?.state).toBe('wrong-network')
  })

  test('a socket found to serve another network pushes nothing more, until its chain is right again', async () => {
    const { node, pool, heads, states } = await connect({ http: true })
    const socket = () => pool.getStatus().find(({ type }) => type === 'webSocket')!
    const { name } = socket()
    node.faults = { chainId: 1 }
    pool.verifyAgain(name)
    const refused = pool.request({ method: 'eth_blockNumber' }, { endpoint: name }).catch((error) => error)
    await turn(100)
    expect(await refused).toMatchObject({ kind: 'wrong-network' })
    node.chain.mine(1)
    await turn(100)
    // Reconnecting proves nothing.
    for (const one of live(node)) one.drop()
    await turn(60_000)
    node.chain.mine(1)
    await turn(100)
    expect([heads, states]).toEqual([[], ['live', 'lost']])
    expect(socket()).toMatchObject({ state: 'wrong-network', error: { kind: 'wrong-network' } })
    node.faults = {}
    pool.verifyAgain(name)
    await turn(100)
    node.chain.mine(1)
    await turn(100)
    expect([heads, states]).toEqual([[12n], ['live', 'lost', 'live']])
    expect(socket().state).toBe('ok')
  })

  test('a socket of another network is used once the pool resumes and its chain is right', async () => {
    const { node, pool } = setUp()
    node.faults = { chainId: 1 }
    const { heads, states, stop } = listen(pool)
    const stopped = listen(pool)
    await turn(100)
    stopped.stop()
    // Still the other network.
    pool.resume()
    await turn(600_000)
    expect(node.callsOf('eth_chainId')).toHaveLength(2)
    expect(pool.getStatus()[0]?.state).toBe('wrong-network')
    node.faults = {}
    pool.resume()
    await turn(100)
    node.chain.mine(1)
    await turn(100)
    expect([heads, states]).toEqual([[10n], ['lost', 'lost', 'live']])
    expect([stopped.heads, stopped.states]).toEqual([[], ['lost']])
    expect(held(node)).toHaveLength(1)
    stop()
    pool.resume()
    await turn(60_000)
    expect(held(node)).toHaveLength(0)
    expect(vi.getTimerCount()).toBe(0)
  })
})
