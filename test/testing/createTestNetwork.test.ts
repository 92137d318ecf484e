import { createPublicClient, parseAbiItem } from 'viem'
import { getBlock, getLogs } from 'viem/actions'
import { describe, expect, test, vi } from 'vitest'
import { createLogList, scan, type RawLog } from '../../src/core.ts'
import { BaseError, findTopic0Error } from '../../src/errors/BaseError.ts'
import { NodeError, type NodeErrorKind } from '../../src/errors/NodeError.ts'
import { watchLogs } from '../../src/index.ts'
import { textByKind } from '../../src/rpc/classify/nodeErrorTexts.ts'
import { createTestLogs, createTestNetwork } from '../../src/testing.ts'

const alice = '0x00000000000000000000000000000000000A11cE'
const bob = '0x0000000000000000000000000000000000000B0b'
const transfer = parseAbiItem('event Transfer(address indexed from, address indexed to, uint256 value)')
const transfers = (values: readonly bigint[], fromBlock = 1n) =>
  createTestLogs(
    transfer,
    values.map((value) => ({ from: alice, to: bob, value })),
    { fromBlock },
  )

async function readAll(network: ReturnType<typeof createTestNetwork>) {
  const logs: RawLog[] = []
  for await (const event of scan(network.client, { event: transfer, fromBlock: 0n }))
    if (event.type === 'logs') logs.push(...event.logs)
  return logs
}

describe('the chain', () => {
  test('holds the given logs, as createTestLogs made them', async () => {
    const logs = transfers([1n, 2n, 3n], 7n)
    const network = createTestNetwork({ logs })
    expect(network.blockNumber).toBe(9n)
    const read = await getLogs(network.client, { event: transfer, fromBlock: 0n, toBlock: 9n, strict: true })
    const { decoded, misfit, ...first } = logs[0]!
    expect([decoded?.name, misfit]).toEqual(['Transfer', undefined])
    expect(read[0]).toMatchObject(first)
    expect(read.map(({ args }) => args.value)).toEqual([1n, 2n, 3n])
    expect(network.getLogs()).toHaveLength(3)
  })

  test('has headers that link to each other, and blooms that show what a block holds', async () => {
    const { client } = createTestNetwork({ logs: transfers([1n]), blockNumber: 3n })
    const blocks = await Promise.all([0n, 1n, 2n].map((blockNumber) => getBlock(client, { blockNumber })))
    expect(blocks[1]!.parentHash).toBe(blocks[0]!.hash)
    expect(blocks[2]!.parentHash).toBe(blocks[1]!.hash)
    expect(blocks.map(({ logsBloom }) => /[1-9a-f]/.test(logsBloom!.slice(2)))).toEqual([false, true, false])
    expect(await getBlock(client, { blockHash: blocks[1]!.hash! })).toEqual(blocks[1])
    expect(blocks[2]!.timestamp - blocks[1]!.timestamp).toBe(12n)
  })

  test('mines scripted logs of later blocks, and replaces blocks', () => {
    const network = createTestNetwork({ logs: transfers([1n, 2n, 3n]), blockNumber: 1n })
    const values = () => network.getLogs().map(({ blockNumber, data }) => [blockNumber, BigInt(data)])
    expect(network.mine()).toBe(2n)
    expect(values()).toEqual([
      [1n, 1n],
      [2n, 2n],
    ])
    const [, orphaned] = network.getLogs()
    network.reorg(2, transfers([9n]))
    expect(values()).toEqual([[1n, 9n]])
    expect(network.getLogs()[0]!.blockHash).not.toBe(orphaned!.blockHash)
    expect(network.mine(transfers([4n, 5n]), { blocks: 3 })).toBe(5n)
    expect(values()).toEqual([
      [1n, 9n],
      [3n, 4n],
      [3n, 5n],
    ])
  })

  test('a reorganization deeper than the chain replaces all of it', () => {
    const network = createTestNetwork({ logs: transfers([1n, 2n]) })
    network.reorg(9, transfers([7n]))
    expect(network.blockNumber).toBe(2n)
    network.mine()
    expect(network.getLogs()).toMatchObject([{ blockNumber: 0n }])
  })

  test('can be as long as a real one, from a function', async () => {
    const network = createTestNetwork({
      blockNumber: 20_000_000n,
      logs: (block) => (block % 1_000n === 0n ? transfers([block]) : []),
    })
    const read = await getLogs(network.client, {
      event: transfer,
      fromBlock: 19_999_000n,
      toBlock: 20_000_000n,
    })
    expect(read.map(({ args }) => args.value)).toEqual([19_999_000n, 20_000_000n])
  })
})

describe('the node', () => {
  test('serves any viem client, and records requests', async () => {
    const network = createTestNetwork({
      logs: transfers([1n]),
      methods: { eth_getCode: ([address]) => (address === bob ? '0x60' : '0x') },
    })
    const client = createPublicClient({ chain: network.chain, transport: network.transport })
    expect(await client.getChainId()).toBe(31_337)
    expect(await client.getCode({ address: bob })).toBe('0x60')
    const filter = await client.createEventFilter({ event: transfer })
    network.mine(transfers([2n]))
    expect((await client.getFilterChanges({ filter })).map(({ args }) => args.value)).toEqual([2n])
    expect(network.requests.map(({ method }) => method)).toContain('eth_newFilter')
  })

  test('serves plain HTTP and sockets by the URLs of the network', async () => {
    const network = createTestNetwork({ logs: transfers([1n]) })
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_blockNumber', params: [] })
    const response = await network.fetch(network.chain.http[0]!, { method: 'POST', body })
    expect(await response.json()).toMatchObject({ result: '0x1' })
    const socket = new network.WebSocket(network.chain.webSocket!)
    await new Promise((open) => socket.addEventListener('open', open))
    const answer = new Promise<MessageEvent<string>>((message) => socket.addEventListener('message', message))
    socket.send(body)
    expect(JSON.parse((await answer).data)).toMatchObject({ result: '0x1' })
    socket.close()
  })

  test('sockets that outlive jsdom end without an error', async () => {
    const network = createTestNetwork()
    const socket = new network.WebSocket(network.chain.webSocket!)
    const ends: string[] = []
    socket.addEventListener('close', ({ type }) => ends.push(type))
    await new Promise((resolve) => socket.addEventListener('open', resolve))
    vi.stubGlobal(
      'Event',
      class {
        readonly type = 'of another page'
      },
    )
    socket.close()
    await vi.waitFor(() => expect(ends).toEqual(['close']))
  })

  test.each([true, false])('reports live logs and reorganizations (webSocket: %s)', async (webSocket) => {
    vi.useFakeTimers()
    const network = createTestNetwork({ logs: transfers([1n]), webSocket })
    const seen: (readonly [added: readonly bigint[], removed: number])[] = []
    const stop = watchLogs(network.config, {
      event: transfer,
      fromBlock: 0n,
      onLogs: (logs, change) =>
        seen.push([
          logs.map(({ args }) => args.value),
          change.type === 'change' ? change.removed.length : -1,
        ]),
    })
    const until = (length: number) =>
      vi.waitFor(() => expect(seen).toHaveLength(length), { timeout: 60_000, interval: 100 })
    await until(1)
    network.mine(transfers([2n]))
    await until(2)
    network.reorg(1, transfers([3n]))
    await until(3)
    expect(seen).toEqual([
      [[1n], 0],
      [[2n], 0],
      [[3n], 1],
    ])
    stop()
  })
})

describe('failures', () => {
  const kinds = Object.keys(textByKind) as NodeErrorKind[]
  test.each(kinds)('fail("%s") gives an error of that kind, until recover()', async (kind) => {
    vi.useFakeTimers()
    const network = createTestNetwork({ logs: transfers([1n, 2n, 3n]) })
    network.fail(kind, { limit: 1 })
    const method = kind === 'filter-gone' ? 'eth_getFilterChanges' : 'eth_getLogs'
    const params = method === 'eth_getLogs' ? [{ fromBlock: '0x0', toBlock: '0x3' }] : ['0x1']
    const outcome = network.client.request({ method, params } as never).catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(120_000)
    expect(findTopic0Error(await outcome)).toMatchObject({ kind })
    expect(findTopic0Error(await outcome)).toBeInstanceOf(NodeError)
    network.recover()
    // As with a real node, the pool does not use the endpoint again soon, or not for this method.
    if (['quota', 'unavailable', 'wrong-network'].includes(kind)) return
    await vi.advanceTimersByTimeAsync(120_000)
    const logs = readAll(network)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(await logs).toHaveLength(3)
  })

  test('a few failures, or of one method, are overcome', async () => {
    vi.useFakeTimers()
    const network = createTestNetwork({ logs: transfers([1n, 2n, 3n]) })
    network.fail('rate-limited', { times: 2 })
    network.fail('unavailable', { method: 'eth_newFilter' })
    network.fail('range-too-wide', { limit: 2 })
    const logs = readAll(network)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(createLogList(await logs).map(({ data }) => BigInt(data))).toEqual([1n, 2n, 3n])
  })

  test.each(['range-too-wide', 'too-many-results'] as const)(
    'fail("%s") may concern one method',
    async (kind) => {
      vi.useFakeTimers()
      const network = createTestNetwork({ logs: transfers([1n, 2n, 3n]) })
      const range = [{ fromBlock: '0x0', toBlock: '0x3' }]
      const ask = async (method: string, params: readonly unknown[]) => {
        const outcome = network.client.request({ method, params } as never).catch((error: unknown) => error)
        await vi.advanceTimersByTimeAsync(1_000)
        return findTopic0Error(await outcome) ?? (await outcome)
      }
      const filter = await ask('eth_newFilter', range)
      network.fail(kind, { method: 'eth_getFilterLogs', limit: 1 })
      expect(await ask('eth_getLogs', range)).toHaveLength(3)
      expect(await ask('eth_getFilterLogs', [filter])).toMatchObject({ kind })
      // A method without a range is refused whatever the limit is, and earlier failures stay.
      network.fail(kind, { method: 'eth_newFilter' })
      expect(await ask('eth_newFilter', range)).toMatchObject({ kind })
      expect(await ask('eth_getFilterLogs', [filter])).toMatchObject({ kind })
    },
  )

  test('the narrowest of several limits applies', async () => {
    vi.useFakeTimers()
    const network = createTestNetwork({ logs: transfers([1n, 2n, 3n]) })
    network.fail('range-too-wide', { limit: 2 })
    network.fail('range-too-wide', { limit: 100 })
    const logs = readAll(network)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(await logs).toHaveLength(3)
    expect(network.requests.filter(({ method }) => method === 'eth_getLogs').length).toBeGreaterThan(1)
  })

  test.each(['unavailable', 'rate-limited', 'malformed'] as const)(
    'fail("%s") also refuses subscriptions',
    async (kind) => {
      const network = createTestNetwork()
      network.fail(kind, { method: 'eth_subscribe' })
      const socket = new network.WebSocket(network.chain.webSocket!)
      await new Promise((open) => socket.addEventListener('open', open))
      const subscribe = async () => {
        const answer = new Promise<MessageEvent<string>>((frame) =>
          socket.addEventListener('message', frame, { once: true }),
        )
        socket.send(JSON.stringify({ id: 1, method: 'eth_subscribe', params: ['newHeads'] }))
        return JSON.parse((await answer).data) as { result?: unknown; error?: unknown }
      }
      expect(await subscribe()).toEqual(
        kind === 'malformed'
          ? { jsonrpc: '2.0', id: 1, result: null }
          : {
              jsonrpc: '2.0',
              id: 1,
              error: expect.objectContaining({ code: expect.any(Number) as number }) as object,
            },
      )
      network.recover()
      expect(await subscribe()).toMatchObject({ result: expect.stringMatching(/^0x/) as string })
      socket.close()
    },
  )

  test('a delay postpones answers; with an infinite one, none arrives', async () => {
    vi.useFakeTimers()
    const network = createTestNetwork()
    const states: string[] = []
    const track = (name: string) =>
      void network.client.request({ method: 'eth_blockNumber' }).then(
        () => states.push(name),
        (error: unknown) => states.push(error instanceof BaseError ? `${name} failed` : String(error)),
      )
    network.delay(500)
    track('slow')
    await vi.advanceTimersByTimeAsync(499)
    expect(states).toEqual([])
    await vi.advanceTimersByTimeAsync(1_000)
    expect(states).toEqual(['slow'])
    network.delay(Number.POSITIVE_INFINITY)
    track('never')
    await vi.advanceTimersByTimeAsync(10_000)
    expect(states).toEqual(['slow'])
  })
})
