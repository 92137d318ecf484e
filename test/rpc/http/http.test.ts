import { beforeEach, describe, expect, test, vi } from 'vitest'
import { NodeError } from '../../../src/errors/NodeError.ts'
import { defineNetwork } from '../../../src/logs/archive/defineNetwork.ts'
import { xone } from '../../../src/rpc/networks/xone.ts'
import type { PoolCall } from '../../../src/rpc/Pool.ts'
import { createPool } from '../../../src/rpc/pool/createPool.ts'
import { type PoolOptions } from '../../../src/rpc/pool/PoolOptions.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 0, 1) })
})

interface Sent {
  url: string
  init: RequestInit
  id: number
}

/** A pool whose only endpoint answers the chain id, and everything else as given. */
function setUp(
  answer: (sent: Sent) => Response | Promise<Response>,
  options: PoolOptions & { url?: string } = {},
) {
  const requests: Sent[] = []
  const fetch: typeof globalThis.fetch = async (input, init = {}) => {
    const { id, method } = JSON.parse(String(init.body)) as { id: number; method: string }
    const sent = { url: String(input), init, id }
    requests.push(sent)
    return method === 'eth_chainId' ? Response.json({ jsonrpc: '2.0', id, result: '0xe89' }) : answer(sent)
  }
  const network = defineNetwork(xone, { http: [options.url ?? 'https://node.test/key'] })
  return { pool: createPool(network, { fetch, maxAttempts: 1, random: () => 0, ...options }), requests }
}

async function outcome<value>(promise: Promise<value>): Promise<value | NodeError> {
  const settled = promise.catch((error: unknown) => {
    if (error instanceof NodeError) return error
    throw error
  })
  await vi.advanceTimersByTimeAsync(60_000)
  return settled
}

const logs: PoolCall = { method: 'eth_getLogs', params: [{ fromBlock: '0x1', toBlock: '0x2' }] }
const encode = (value: unknown) => new TextEncoder().encode(JSON.stringify(value))
const large = 'x'.repeat(40_000)

describe('a request', () => {
  test('is a POST of JSON with an integer id that is never reused', async () => {
    const { pool, requests } = setUp(({ id }) => Response.json({ id, result: '0x1' }), {
      headers: { 'X-Team': 'a', 'Content-Type': 'application/json' },
    })
    await outcome(pool.request({ method: 'eth_blockNumber' }))
    await outcome(pool.request({ method: 'eth_gasPrice', params: [1] }))
    const [, first, second] = requests
    expect(first?.init.method).toBe('POST')
    expect(first?.init.headers).toEqual({
      'content-type': 'application/json',
      accept: 'application/json',
      'x-team': 'a',
    })
    expect(JSON.parse(String(first?.init.body))).toEqual({
      jsonrpc: '2.0',
      id: 2,
      method: 'eth_blockNumber',
      params: [],
    })
    expect(JSON.parse(String(second?.init.body))).toEqual({
      jsonrpc: '2.0',
      id: 3,
      method: 'eth_gasPrice',
      params: [1],
    })
  })

  test('sends user and password of the URL as a header, and never shows them', async () => {
    const { pool, requests } = setUp(() => new Response('', { status: 403 }), {
      url: 'https://bob:p%C3%A4ss@node.test/',
    })
    const error = await outcome(pool.request(logs))
    expect(requests[1]?.url).toBe('https://node.test/')
    expect(requests[1]?.init.headers).toMatchObject({ authorization: 'Basic Ym9iOnDDpHNz' })
    expect(JSON.stringify(error)).not.toMatch(/bob|p%C3|päss|Ym9i/)
    expect(pool.getStatus()[0]?.name).toBe('node.test')
  })

  test('sends a password with a percent sign as it is', async () => {
    const { pool, requests } = setUp(({ id }) => Response.json({ id, result: '0x1' }), {
      url: 'https://bob:50%off@node.test/',
    })
    expect(await outcome(pool.request({ method: 'eth_gasPrice' }))).toMatchObject({ result: '0x1' })
    expect(requests[0]?.init.headers).toMatchObject({ authorization: `Basic ${btoa('bob:50%off')}` })
  })
})

describe('a batch that is too long', () => {
  const ids = ({ init }: Sent) => [JSON.parse(String(init.body)) as { id: number } | { id: number }[]].flat()

  test.each([
    ['batch size 6 exceeds the limit of 2', [1, 6, 2, 2, 2]],
    ['batch limit 2 exceeded', [1, 6, 2, 2, 2]],
    ['the maximum batch size is 2, but got 6', [1, 6, 2, 2, 2]],
    ['batch too large', [1, 6, 3, 3, 1, 1, 1, 1, 1, 1]],
  ])('is split to the size that is named: %s', async (message, sizes) => {
    const { pool, requests } = setUp((sent) =>
      ids(sent).length > 2
        ? Response.json({ jsonrpc: '2.0', id: null, error: { code: -32600, message } })
        : Response.json(ids(sent).map(({ id }) => ({ jsonrpc: '2.0', id, result: '0x1' }))),
    )
    await outcome(Promise.all(Array.from({ length: 6 }, () => pool.request({ method: 'eth_gasPrice' }))))
    expect(requests.map((sent) => ids(sent).length)).toEqual(sizes)
  })
})

describe('a response', () => {
  test.each<[string, (id: number) => unknown, unknown]>([
    ['null', (id) => ({ id, result: null }), null],
    ['false', (id) => ({ id, result: false }), false],
    ['a result beside an empty error', (id) => ({ id, result: '0x1', error: null }), '0x1'],
    ['a result under its id as text', (id) => ({ id: String(id), result: '0x1' }), '0x1'],
    ['a result in an array of one', (id) => [{ id, result: '0x1' }], '0x1'],
  ])('may be %s', async (_, reply, result) => {
    const { pool } = setUp(({ id }) => Response.json(reply(id)))
    expect(await outcome(pool.request(logs))).toEqual({ result, endpoint: 'node.test' })
  })

  test.each<[string, (id: number) => unknown]>([
    ['under another id', (id) => ({ id: id + 1, result: '0x1' })],
    ['without an id', () => ({ result: '0x1' })],
    ['under an id that only looks like ours', (id) => ({ id: `${id}.0`, result: '0x1' })],
    ['without a result', (id) => ({ id })],
    ['that is text', () => 'hello'],
    ['that is an empty list', () => []],
  ])('%s is not a response', async (_, reply) => {
    const { pool } = setUp(({ id }) => Response.json(reply(id)))
    expect(await outcome(pool.request(logs))).toMatchObject({ kind: 'malformed' })
  })

  test.each<[string, unknown, Partial<NodeError>]>([
    ['a code as text', { code: '-32602', message: 'bad' }, { code: -32602, kind: 'invalid-input' }],
    ['text alone', 'rate limit', { code: undefined, kind: 'rate-limited' }],
    ['nothing in it', {}, { code: undefined, kind: 'fatal' }],
  ])('may be an error with %s', async (_, error, expected) => {
    const { pool } = setUp(() => Response.json({ id: null, error }))
    expect(await outcome(pool.request(logs))).toMatchObject(expected)
  })

  test('with an HTTP error is classified by the reason in its body', async () => {
    const { pool } = setUp(({ id }) =>
      Response.json(
        { id, error: { code: -32000, message: 'exceed maximum block range: 1' } },
        { status: 400 },
      ),
    )
    expect(await outcome(pool.request(logs))).toMatchObject({
      kind: 'range-too-wide',
      maxBlockRange: 1,
      status: 400,
    })
  })

  test.each([
    [429, 'rate-limited'],
    [402, 'quota'],
    [413, 'response-too-large'],
    [504, 'timeout'],
    [503, 'transient'],
    [403, 'transient'],
  ])('of HTTP %i without a reason means %s', async (status, kind) => {
    const { pool } = setUp(() => new Response('<html>', { status }))
    expect(await outcome(pool.request(logs))).toMatchObject({ kind, status, details: `HTTP ${status}` })
  })

  test.each([
    [401, 'node.test refused access.', /key/],
    [403, 'node.test refused access.', /key/],
    [404, 'node.test has no JSON-RPC endpoint at this path.', /path/],
    [503, 'node.test could not answer eth_getLogs at the moment.', /Try again/],
  ])('of HTTP %i says what is wrong, and what to do', async (status, shortMessage, advice) => {
    const { pool } = setUp(() => new Response('<html>', { status }))
    const error = (await outcome(pool.request(logs))) as NodeError
    expect(error).toMatchObject({ kind: 'transient', shortMessage })
    expect(error.advice).toMatch(advice)
    // The node's own words come first.
    const known = setUp(() =>
      Response.json({ error: { code: -32000, message: 'quota exceeded' } }, { status }),
    )
    expect(await outcome(known.pool.request(logs))).toMatchObject({
      kind: 'quota',
      details: 'quota exceeded',
    })
  })

  test.each([502, 503, 504])(
    'of HTTP %i is that of a gateway, whatever code it had to send',
    async (status) => {
      const message = 'The node cannot be reached: connect ECONNREFUSED'
      const { pool, requests } = setUp(
        ({ id }) => Response.json({ id, error: { code: -32000, message } }, { status }),
        {
          maxAttempts: 3,
        },
      )
      const block = { method: 'eth_getBlockByNumber', params: ['latest', false] }
      expect(await outcome(pool.request(block))).toMatchObject({
        kind: status === 504 ? 'timeout' : 'transient',
        code: -32000,
        details: message,
        shortMessage: expect.not.stringContaining('did not accept') as string,
      })
      expect(requests).toHaveLength(4)
      expect(pool.getStatus()).toMatchObject([{ state: 'unreachable', respondedAt: undefined }])
    },
  )

  test('may take for ever if the timeout says so', async () => {
    const { pool } = setUp(
      async ({ id }) => {
        await new Promise((resolve) => setTimeout(resolve, 40_000))
        return Response.json({ id, result: '0x1' })
      },
      { timeout: Number.POSITIVE_INFINITY },
    )
    expect(await outcome(pool.request(logs, { timeout: 2 ** 40 }))).toMatchObject({ result: '0x1' })
  })

  test('is cut off as soon as it grows too large, and not requested again', async () => {
    let sent = 0
    let cancelled = false
    const body = () =>
      new ReadableStream<Uint8Array>({
        pull(controller) {
          sent += 1_000
          controller.enqueue(new Uint8Array(1_000).fill(32))
        },
        cancel() {
          cancelled = true
        },
      })
    const { pool, requests } = setUp(() => new Response(body()), { maxResponseBytes: 10_000, maxAttempts: 5 })
    expect(await outcome(pool.request(logs))).toMatchObject({ kind: 'response-too-large' })
    expect(cancelled).toBe(true)
    expect(sent).toBeLessThan(13_000)
    expect(requests).toHaveLength(2)
  })

  test('that declares too large a size is not read at all', async () => {
    const { pool } = setUp(() => new Response('{}', { headers: { 'content-length': '999999' } }), {
      maxResponseBytes: 10_000,
    })
    expect(await outcome(pool.request(logs))).toMatchObject({ kind: 'response-too-large' })
  })

  test('that stalls halfway is a timeout', async () => {
    const stalled = (signal: AbortSignal | null | undefined) =>
      new ReadableStream<Uint8Array>({
        start(controller) {
          controller.enqueue(encode('half'))
          signal?.addEventListener('abort', () => {
            controller.error(new DOMException('', 'AbortError'))
          })
        },
      })
    const { pool } = setUp(({ init }) => new Response(stalled(init.signal)), { timeout: 1_000 })
    expect(await outcome(pool.request(logs))).toMatchObject({ kind: 'timeout' })
  })
})

describe('reading the bytes directly', () => {
  const parse = (bytes: Uint8Array) => [JSON.parse(new TextDecoder().decode(bytes)) as object].flat()
  /** Replies whose results are the size of the body. */
  const sizes = async (bytes: Uint8Array) =>
    parse(bytes).map((reply) => ({ ...reply, ...('result' in reply && { result: bytes.byteLength }) }))

  test('passes the whole body to the caller, who waits for no batch', async () => {
    for (const result of ['0x1', large]) {
      const { pool, requests } = setUp(({ id }) => Response.json({ jsonrpc: '2.0', id, result }))
      const both = [pool.request(logs, { parseReplies: sizes }), pool.request(logs, { parseReplies: sizes })]
      const expected = encode({ jsonrpc: '2.0', id: 2, result }).byteLength
      expect(await outcome(Promise.all(both))).toMatchObject([{ result: expected }, { result: expected }])
      expect(requests.map(({ init }) => Array.isArray(JSON.parse(String(init.body))))).toEqual([
        false,
        false,
        false,
      ])
    }
  })

  test.each<[string, (id: number) => unknown]>([
    ['id first', (id) => ({ id, jsonrpc: '2.0', result: large })],
    ['id last', (id) => ({ jsonrpc: '2.0', result: [large], id })],
    ['id as text', (id) => ({ jsonrpc: '2.0', id: String(id), result: large })],
    ['in a list', (id) => [{ jsonrpc: '2.0', id, result: large }]],
    ['other fields around', (id) => ({ extra: [1], result: large, more: {}, id, jsonrpc: '2.0' })],
  ])('checks the id of a large reply: %s', async (_, reply) => {
    const parseReplies = vi.fn(sizes)
    const good = setUp(({ id }) => Response.json(reply(id)))
    expect(await outcome(good.pool.request(logs, { parseReplies }))).toMatchObject({
      endpoint: 'node.test',
      result: encode(reply(2)).byteLength,
    })
    expect(parseReplies).toHaveBeenCalledTimes(1)
    const bad = setUp(({ id }) => Response.json(reply(id + 5)))
    expect(await outcome(bad.pool.request(logs, { parseReplies }))).toMatchObject({
      kind: 'malformed',
      details: 'The reply has a different id.',
    })
  })

  test.each([
    ['short', 'exceed maximum block range: 1'],
    ['long', `exceed maximum block range: 1 ${large}`],
  ])('an error that is %s is classified as usual', async (_, message) => {
    const { pool } = setUp(({ id }) => Response.json({ error: { code: -32000, message }, id }))
    const parseReplies = () => Promise.reject(new SyntaxError('no result'))
    for (const given of [{ parseReplies }, { parseReplies: sizes }])
      expect(await outcome(pool.request(logs, given))).toMatchObject({
        kind: 'range-too-wide',
        maxBlockRange: 1,
      })
  })

  test('a result is parsed whatever the HTTP status, and if only one of several replies arrives', async () => {
    const odd = setUp(({ id }) => Response.json({ jsonrpc: '2.0', id, result: ['0x1'] }, { status: 500 }))
    const parseReplies = async (bytes: Uint8Array) => parse(bytes)
    expect(await outcome(odd.pool.request(logs, { parseReplies }))).toMatchObject({ result: ['0x1'] })
    const parsed = vi.fn(parseReplies)
    const lone = setUp(({ init }) => {
      const [first] = [JSON.parse(String(init.body)) as { id: number } | { id: number }[]].flat()
      return Response.json([{ jsonrpc: '2.0', id: first!.id, result: ['0x1'] }])
    })
    const read = () =>
      outcome(lone.pool.request(logs, { parseReplies: parsed, smallReply: true, preferBatch: true }))
    expect(await Promise.all([read(), read()])).toMatchObject([{ result: ['0x1'] }, { kind: 'malformed' }])
    expect(parsed).toHaveBeenCalledTimes(1)
  })

  test('calls with different parsers, or with none, may share a message', async () => {
    const { pool, requests } = setUp(({ init }) => {
      const calls = JSON.parse(String(init.body)) as { id: number; method: string }[]
      return Response.json(calls.map(({ id, method }) => ({ jsonrpc: '2.0', id, result: method })).reverse())
    })
    await outcome(pool.request({ method: 'eth_chainId' }))
    requests.length = 0
    const small = { smallReply: true, preferBatch: true }
    const upper = async (bytes: Uint8Array) =>
      (parse(bytes) as { result: string }[]).map((reply) => ({
        ...reply,
        result: reply.result.toUpperCase(),
      }))
    const read = [
      pool.request({ method: 'eth_a' }, { ...small, parseReplies: sizes }),
      pool.request({ method: 'eth_b' }, small),
      pool.request({ method: 'eth_c' }, { ...small, parseReplies: upper }),
      pool.request({ method: 'eth_d' }, { ...small, parseReplies: sizes }),
    ]
    const size = expect.any(Number) as number
    expect(await outcome(Promise.all(read))).toMatchObject([
      { result: size },
      { result: 'eth_b' },
      { result: 'ETH_C' },
      { result: size },
    ])
    expect(requests).toHaveLength(1)
  })

  test.each([
    [
      'at once',
      () => {
        throw new SyntaxError('what is this')
      },
    ],
    ['later', () => Promise.reject(new SyntaxError('what is this'))],
  ])('replies are parsed one by one when the parser rejects their batch %s', async (_, reject) => {
    const { pool } = setUp(({ init }) => {
      const calls = [JSON.parse(String(init.body)) as { id: number } | { id: number }[]].flat()
      return Response.json(calls.map(({ id }) => ({ jsonrpc: '2.0', id, result: '0x1' })))
    })
    const parseReplies = (bytes: Uint8Array) => (bytes[0] === '['.charCodeAt(0) ? reject() : sizes(bytes))
    const own = { parseReplies, smallReply: true, preferBatch: true }
    const both = [pool.request(logs, own), pool.request(logs, own)]
    const expected = encode({ jsonrpc: '2.0', id: 2, result: '0x1' }).byteLength
    expect(await outcome(Promise.all(both))).toMatchObject([{ result: expected }, { result: expected }])
  })

  test('a body that the caller cannot read is malformed', async () => {
    const rejects = () => Promise.reject(new SyntaxError('unexpected column'))
    for (const result of ['0x1', large, large.repeat(10)]) {
      const { pool } = setUp(({ id }) => Response.json({ id, result }))
      expect(await outcome(pool.request(logs, { parseReplies: rejects }))).toMatchObject({
        kind: 'malformed',
        details: 'unexpected column',
      })
      const html = setUp(() => new Response(`<html>${result}`))
      expect(await outcome(html.pool.request(logs, { parseReplies: rejects }))).toMatchObject({
        kind: 'malformed',
      })
    }
    // The parser finds the reply, but not the result it expects.
    const { pool } = setUp(({ id }) => Response.json({ id, result: null }))
    const parseReplies = async (bytes: Uint8Array) =>
      parse(bytes).map((reply) => ({ ...reply, result: undefined }))
    expect(await outcome(pool.request(logs, { parseReplies }))).toMatchObject({
      kind: 'malformed',
      details: 'The reply has neither an error nor a readable result.',
    })
  })
})
