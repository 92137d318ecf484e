import { createClient } from 'viem'
import { getLogs } from 'viem/actions'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { BaseError } from '../../../src/errors/BaseError.ts'
import { NodeError } from '../../../src/errors/NodeError.ts'
import { defineNetwork } from '../../../src/logs/archive/defineNetwork.ts'
import { scanReplies } from '../../../src/logs/columns/scanReplies.ts'
import { readHistory } from '../../../src/logs/scan/readHistory.ts'
import { xone } from '../../../src/rpc/networks/xone.ts'
import { createPool } from '../../../src/rpc/pool/createPool.ts'
import { nodePool } from '../../../src/rpc/pool/nodePool.ts'
import { settle } from '../../support/settle.ts'
import { withoutTurns } from '../../support/simulation/withoutTurns.ts'
import { watchParsing } from '../../support/watchParsing.ts'

const mebibyte = 2 ** 20
let restoreTurns = () => {}
beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 0, 1) })
  restoreTurns = withoutTurns()
})
afterEach(() => {
  restoreTurns()
})

const log = (index: number) => ({
  address: `0x${'a'.repeat(40)}`,
  topics: [],
  data: '0x',
  blockNumber: '0x1',
  blockHash: `0x${'b'.repeat(64)}`,
  transactionHash: `0x${'c'.repeat(64)}`,
  transactionIndex: '0x0',
  logIndex: `0x${index.toString(16)}`,
})

/** Bodies that are small on the wire and large in memory: a head, a repeated unit, an end. */
const junk: Record<string, [head: string, unit: string, end: string]> = {
  'empty objects': ['[', '{},', '{}]'],
  'empty lists': ['[', '[],', '[]]'],
  zeros: ['[', '0,', '0]'],
  nesting: ['', '[', ''],
  'nested objects': ['', '{"a":', ''],
  'white space': ['', ' ', '0'],
  'one string': ['"', 'x', '"'],
  'one object of many members': ['{', '"a":{},', '"a":0}'],
  'one log without end': ['[{"data":"0x', '00', '"}]'],
  'a log among empty objects': [`[${JSON.stringify(log(0))},`, '{},', '{}]'],
  'objects of empty lists': [`[`, `{"a":[${'[],'.repeat(20_000)}[]]},`, '{}]'],
}

/** A body of a given size whose parts are created when read. */
function stream(size: number, [head, unit, end]: [string, string, string], tail = '}') {
  const part = new TextEncoder().encode(unit.repeat(Math.max(1, Math.floor(65_536 / unit.length))))
  const state = { sent: 0 }
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const bytes =
          state.sent === 0
            ? new TextEncoder().encode(head)
            : state.sent < size
              ? part
              : new TextEncoder().encode(end + tail)
        controller.enqueue(bytes)
        if (state.sent >= size) controller.close()
        state.sent += bytes.length
      },
    },
    { highWaterMark: 0 },
  )
  return { state, body }
}

/** A pool whose endpoint answers one method with junk, and the texts it parsed meanwhile. */
function setUp(size: number, [head, unit, end]: [string, string, string], only: string) {
  const streams: { sent: number }[] = []
  const fetch: typeof globalThis.fetch = (_, init) => {
    const { id, method } = JSON.parse(String(init?.body)) as { id: number; method: string }
    if (method !== only) {
      const result = method === 'eth_chainId' ? '0xe89' : method === 'eth_blockNumber' ? '0x9' : null
      return Promise.resolve(Response.json({ jsonrpc: '2.0', id, result }))
    }
    const { body, state } = stream(size, [`{"jsonrpc":"2.0","id":${id},"result":${head}`, unit, end])
    streams.push(state)
    return Promise.resolve(new Response(body as ConstructorParameters<typeof Response>[0]))
  }
  const network = defineNetwork(xone, { http: ['https://node.test'] })
  const options = { fetch, random: () => 0, storage: null, channel: null }
  return { network, options, streams }
}

function outcome<value>(promise: Promise<value>): Promise<value | Error> {
  return settle(
    promise.catch((error: unknown) => error as Error),
    1_000,
  )
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, number) => all + number, 0)
const most = (numbers: readonly number[]) => numbers.reduce((one, other) => Math.max(one, other), 0)

describe('a response that unpacks to megabytes', () => {
  test.each(Object.keys(junk))('of %s instead of a number is cut off at 64 kB', async (kind) => {
    for (const method of ['eth_chainId', 'eth_blockNumber']) {
      const { network, options, streams } = setUp(64 * mebibyte, junk[kind]!, method)
      const parsed = watchParsing()
      const pool = createPool(network, options)
      const error = await outcome(pool.request({ method: 'eth_blockNumber' }))
      pool.close()
      expect(error).toMatchObject({ name: 'NodeError', kind: 'malformed' })
      expect(streams.length).toBeLessThanOrEqual(5)
      expect(most(streams.map(({ sent }) => sent))).toBeLessThan(3 * 65_536)
      expect(most(parsed)).toBeLessThan(1_000)
    }
  })

  test.each(Object.keys(junk))(
    'of %s instead of logs is abandoned early, and no part of it is parsed twice',
    async (kind) => {
      const size = 4 * mebibyte
      const { network, options, streams } = setUp(size, junk[kind]!, 'eth_getLogs')
      const client = createClient({ chain: network, transport: nodePool(network, options) })
      const parsed = watchParsing()
      const read = async () => {
        for await (const part of readHistory(client, { fromBlock: 0n, toBlock: 1n })) void part
      }
      const error = await outcome(read())
      if (error) expect(error).toBeInstanceOf(BaseError)
      // The data of a log cannot be split.
      const isOneValue = kind === 'one log without end'
      if (!isOneValue) expect(most(parsed)).toBeLessThan(65_536)
      expect(sum(parsed)).toBeLessThan(streams.length * size * (isOneValue ? 1.1 : 0.1))
    },
  )

  test.each(Object.keys(junk))('of %s is parsed in slices for viem, or refused', async (kind) => {
    const size = 4 * mebibyte
    const { network, options, streams } = setUp(size, junk[kind]!, 'eth_getLogs')
    const client = createClient({ chain: network, transport: nodePool(network, options) })
    const parsed = watchParsing()
    await outcome(getLogs(client))
    const isOneValue = kind === 'one string' || kind === 'one log without end'
    if (!isOneValue) expect(most(parsed)).toBeLessThan(262_144)
    expect(sum(parsed)).toBeLessThan(streams.length * size * 1.1)
  })

  test('of an error page is cut off at a megabyte, and classified by its status', async () => {
    const { body, state } = stream(64 * mebibyte, ['<html>', 'x', ''], '')
    const fetch: typeof globalThis.fetch = () =>
      Promise.resolve(new Response(body as ConstructorParameters<typeof Response>[0], { status: 429 }))
    const network = defineNetwork(xone, { http: ['https://node.test'] })
    const pool = createPool(network, { fetch, random: () => 0, storage: null, channel: null, maxAttempts: 1 })
    expect(await outcome(pool.request({ method: 'eth_getLogs' }))).toMatchObject({ kind: 'rate-limited' })
    expect(state.sent).toBeLessThan(1.2 * mebibyte)
    pool.close()
  })
})

test('a reply nested 100,000 levels deep fails with an error of ours', async () => {
  const deep = '['.repeat(100_000) + ']'.repeat(100_000)
  const fetch: typeof globalThis.fetch = (_, init) => {
    const { id, method } = JSON.parse(String(init?.body)) as { id: number; method: string }
    return Promise.resolve(
      new Response(`{"id":${id},"result":${method === 'eth_chainId' ? '"0xe89"' : deep}}`),
    )
  }
  const network = defineNetwork(xone, { http: ['https://node.test'] })
  const pool = createPool(network, { fetch, random: () => 0, storage: null, channel: null })
  const parseReplies = (bytes: Uint8Array) => Promise.resolve([{ id: 1, result: bytes.length }])
  for (const given of [{}, { parseReplies }]) {
    const reply = await outcome(pool.request({ method: 'eth_call', params: [{}] }, given))
    if (reply instanceof Error) expect(reply).toBeInstanceOf(NodeError)
    else expect(reply).toMatchObject({ endpoint: 'node.test' })
  }
  pool.close()
})

describe('a list of logs', () => {
  const encode = (text: string) => new TextEncoder().encode(text)
  const steps = (bytes: Uint8Array) => {
    const run = scanReplies(bytes)
    let count = 0
    try {
      while (!run.next().done) count++
    } catch {
      return { count, refused: true }
    }
    return { count, refused: false }
  }

  test('with invalid items is abandoned after a thousand, wherever they begin', () => {
    const parsed = watchParsing()
    expect(steps(encode(`{"id":1,"result":[${'{},'.repeat(500_000)}{}]}`))).toEqual({
      count: 0,
      refused: true,
    })
    expect(parsed.length).toBeLessThan(1_100)
    const logs = Array.from({ length: 500 }, (_, k) => JSON.stringify(log(k))).join()
    expect(steps(encode(`{"id":1,"result":[${logs},${'{},'.repeat(500_000)}{}]}`)).refused).toBe(true)
    expect(parsed.length).toBeLessThan(2_200)
  })

  test('with a few invalid items is read to the end', () => {
    const items = Array.from({ length: 3_000 }, (_, k) => (k % 3 ? JSON.stringify(log(k)) : '{}'))
    expect(steps(encode(`{"id":1,"result":[${items.join()}]}`)).refused).toBe(false)
  })

  test('is read in steps, however many replies, members or items it has', () => {
    const parsed = watchParsing()
    expect(steps(encode(`[${'{"id":1,"result":0},'.repeat(200_000)}{}]`)).refused).toBe(true)
    expect(steps(encode(`{${'"a":0,'.repeat(500_000)}"id":1}`)).refused).toBe(true)
    expect(steps(encode(`{"id":1,"result":[{"a":"${'x'.repeat(9 * mebibyte)}"}]}`)).refused).toBe(true)
    // An item with more values than a log is not parsed, whatever they are.
    for (const value of [
      `[${'[],'.repeat(mebibyte)}[]]`,
      `[${'0,'.repeat(mebibyte)}0]`,
      '['.repeat(mebibyte),
    ]) {
      const rich = `{"id":1,"result":[${JSON.stringify(log(0))},{"a":${value}}]}`
      expect(steps(encode(rich)).refused).toBe(true)
    }
    expect(most(parsed)).toBeLessThan(65_536)
    const long = { ...log(1), data: `0x${'ab'.repeat(3 * mebibyte)}` }
    expect(steps(encode(`{"id":1,"result":[${JSON.stringify(long)}]}`)).refused).toBe(false)
  })
})
