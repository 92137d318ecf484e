import fc from 'fast-check'
import {
  createClient,
  InternalRpcError,
  InvalidInputRpcError,
  InvalidParamsRpcError,
  InvalidRequestRpcError,
  JsonRpcVersionUnsupportedError,
  LimitExceededRpcError,
  MethodNotFoundRpcError,
  MethodNotSupportedRpcError,
  ParseRpcError,
  ResourceNotFoundRpcError,
  ResourceUnavailableRpcError,
  TransactionRejectedRpcError,
} from 'viem'
import { describe, expect, test } from 'vitest'
import { findTopic0Error } from '../../../src/errors/BaseError.ts'
import { NodeError } from '../../../src/errors/NodeError.ts'
import { defineNetwork } from '../../../src/logs/archive/defineNetwork.ts'
import { classify } from '../../../src/rpc/classify/classify.ts'
import { findSecrets } from '../../../src/rpc/classify/findSecrets.ts'
import { nodeErrorTable } from '../../../src/rpc/classify/nodeErrorTable.ts'
import { xone } from '../../../src/rpc/networks/xone.ts'
import { nodePool } from '../../../src/rpc/pool/nodePool.ts'
import { anyText } from '../../support/anyText.ts'
import { createFakeNode } from '../../support/fakeNode.ts'
import { nodeErrorFixtures } from '../fixtures/nodeErrors.ts'

const params = [{ fromBlock: '0x3e8', toBlock: '0x5207' }]
const read = (message: string, code = -32000, method = 'eth_getLogs', asked: unknown = params) =>
  classify({ endpoint: 'node.test', method, params: asked, code, message })

describe('the table', () => {
  test.each(nodeErrorFixtures)('$shape: $error.code $error.message', (fixture) => {
    const { method = 'eth_getLogs', error } = fixture
    const first = nodeErrorTable.find(
      (row) =>
        row.message.test(error.message) &&
        (row.codes?.includes(error.code) ?? true) &&
        (row.methods?.test(method) ?? true),
    )
    expect(first?.shape).toBe(fixture.shape)
    const found = read(error.message, error.code, method)
    expect(found.kind).toBe(fixture.kind)
    expect(found.maxBlockRange).toBe(fixture.maxBlockRange)
    expect(found.maxResults).toBe(fixture.maxResults)
    expect(found.suggestedRange).toEqual(fixture.suggestedRange)
  })

  test('every row has a recorded fixture, and names are unique', () => {
    const recorded = new Set(nodeErrorFixtures.map(({ shape }) => shape))
    expect(nodeErrorTable.map(({ shape }) => shape).filter((shape) => !recorded.has(shape))).toEqual([])
    expect(new Set(nodeErrorTable.map(({ shape }) => shape)).size).toBe(nodeErrorTable.length)
  })
})

describe('hints are untrusted input', () => {
  test.each([
    'query exceeds max block range 0',
    'query exceeds max block range 20000',
    'query exceeds max block range 99999999999999999999999',
    'query exceeds max block range 999999999',
    'query exceeds max block range -5',
    'query exceeds max block range 1e3k',
    'query exceeds max block range 1,000m',
  ])('%s: a limit that does not narrow the request is ignored', (message) => {
    const error = read(message)
    expect(error.maxBlockRange).toBeUndefined()
    expect(error.kind).toBe('range-too-wide')
  })

  test.each([
    ['inverted', '[0x7d0, 0x3e8]'],
    ['outside the request', '[0x1, 0x3e9]'],
    ['past its end', '[0x3e8, 0xffffff]'],
    ['the request itself', '[0x3e8, 0x5207]'],
    ['absurd', `[0x3e8, 0x${'f'.repeat(40)}]`],
  ])('ignores a range that is %s', (_, range) => {
    const error = read(`Log response size exceeded. this block range should work: ${range}`, -32602)
    expect(error.kind).toBe('too-many-results')
    expect(error.suggestedRange).toBeUndefined()
  })

  test('a limit of N counts blocks inclusively, and one block cannot be narrowed', () => {
    expect(read('exceed maximum block range: 19999').maxBlockRange).toBe(19_999)
    const one = [{ fromBlock: '0x5', toBlock: '0x5' }]
    expect(read('exceed maximum block range: 1', -32000, 'eth_getLogs', one).maxBlockRange).toBeUndefined()
  })

  test('no message causes a throw, a hang or a hint outside the request', () => {
    const words = fc.oneof(
      anyText({ maxLength: 200 }),
      fc
        .tuple(
          fc.constantFrom(...nodeErrorFixtures.map(({ error }) => error.message)),
          fc.bigInt(),
          fc.string(),
        )
        .map(([message, number, text]) => message.replace(/\d+/, String(number)) + text),
    )
    fc.assert(
      fc.property(words, fc.integer(), (message, code) => {
        const error = read(message, code)
        const { maxBlockRange, suggestedRange } = error
        if (maxBlockRange !== undefined) {
          expect(maxBlockRange).toBeGreaterThanOrEqual(1)
          expect(maxBlockRange).toBeLessThan(20_000)
        }
        if (suggestedRange) {
          const [from, to] = suggestedRange
          expect(from >= 1_000n && from <= to && to <= 20_999n).toBe(true)
        }
        expect((error.details ?? '').length).toBeLessThan(420)
      }),
      { numRuns: 200 },
    )
  })
})

describe('the documented codes', () => {
  const classes = {
    [-32700]: ParseRpcError,
    [-32600]: InvalidRequestRpcError,
    [-32601]: MethodNotFoundRpcError,
    [-32602]: InvalidParamsRpcError,
    [-32603]: InternalRpcError,
    [-32000]: InvalidInputRpcError,
    [-32001]: ResourceNotFoundRpcError,
    [-32002]: ResourceUnavailableRpcError,
    [-32003]: TransactionRejectedRpcError,
    [-32004]: MethodNotSupportedRpcError,
    [-32005]: LimitExceededRpcError,
    [-32006]: JsonRpcVersionUnsupportedError,
  }

  test.each(Object.entries(classes))(
    '%s reaches a viem client as its class, with our message',
    async (text, type) => {
      const code = Number(text)
      const node = createFakeNode({ faults: { refuse: { eth_gasPrice: { code, message: 'words' } } } })
      const network = defineNetwork(xone, { http: [node.url] })
      const transport = nodePool(network, { fetch: node.fetch, maxAttempts: 1 })
      const client = createClient({ chain: network, transport })
      const thrown: unknown = await client
        .request({ method: 'eth_gasPrice' })
        .catch((error: unknown) => error)
      expect(thrown).toBeInstanceOf(type)
      const ours = findTopic0Error(thrown)
      expect(ours).toBeInstanceOf(NodeError)
      expect(ours).toMatchObject({ code, endpoint: 'node-1.test', details: 'words' })
      expect(ours?.advice).toMatch(/\.$/)
    },
  )

  test('messages', () => {
    const sentences = Object.keys(classes)
      .map(Number)
      .sort((a, b) => b - a)
      .map((code) => `${code} ${read('', code, 'eth_gasPrice').message.replace('\n', ' ')}`)
    expect(sentences).toMatchInlineSnapshot(`
      [
        "-32000 node.test did not accept the input of eth_gasPrice. See the details for the reason.",
        "-32001 node.test did not find what eth_gasPrice requested. Check the block, hash or filter in the request.",
        "-32002 node.test does not have what eth_gasPrice needs at the moment. Try again in a moment, or use another endpoint.",
        "-32003 node.test rejected the transaction. See the details for the reason, and do not send it unchanged.",
        "-32004 node.test does not support the method eth_gasPrice. Use an endpoint that offers it.",
        "-32005 node.test has reached its request limit. Wait a moment, or add another endpoint.",
        "-32006 node.test does not support version 2.0 of JSON-RPC. Use another endpoint.",
        "-32600 node.test does not accept eth_gasPrice in this form. Check the request, and what the plan of the endpoint allows.",
        "-32601 node.test does not know the method eth_gasPrice. Use an endpoint that offers it.",
        "-32602 node.test found the parameters of eth_gasPrice invalid. Check the parameters of the call.",
        "-32603 node.test had an internal error while answering eth_gasPrice. Try again in a moment, or use another endpoint.",
        "-32700 node.test could not read the request as JSON. Check for a proxy that changes requests, and try again.",
      ]
    `)
  })
})

describe('secrets and hostile text', () => {
  const url = 'https://alice:hunter2hunter2@node.test/v3/0123456789abcdef?apikey=topsecretvalue#fragmentary'

  test('URLs in node messages shrink to their host, and parts of our own URL are removed', () => {
    const message = `no such project 0123456789abcdef, see ${url} or wss://other.test:8546/k/123?x=1; topsecretvalue`
    const error = classify({
      endpoint: 'node.test',
      method: 'eth_call',
      code: -32000,
      message,
      secrets: findSecrets(url),
    })
    expect(error.details).toBe('no such project [redacted], see node.test or other.test:8546 [redacted]')
    const everything = JSON.stringify(error) + String(error) + (error.stack ?? '')
    for (const secret of ['alice', 'hunter2', '0123456789', 'topsecret', 'fragmentary', '/k/123'])
      expect(everything).not.toContain(secret)
  })

  test.each(['cors', 'html', 'html-403', 'empty', 'object', 'null'] as const)(
    'an error for a node down with %s names only the host, also through viem',
    async (down) => {
      const node = createFakeNode({ faults: { down } })
      const network = defineNetwork(xone, { http: [node.url] })
      const fetch: typeof globalThis.fetch = (input, init) =>
        node.fetch(input, init).catch(() => {
          throw new TypeError(`Failed to parse URL from ${String(input)}`)
        })
      const client = createClient({
        chain: network,
        transport: nodePool(network, { fetch, random: () => 0 }),
      })
      const thrown: unknown = await client
        .request({ method: 'eth_blockNumber' })
        .catch((error: unknown) => error)
      const shown = `${String(thrown)}${JSON.stringify(thrown)}${JSON.stringify(findTopic0Error(thrown))}`
      expect(shown).toContain('node-1.test')
      expect(shown).not.toContain('secret-key')
      expect(shown).not.toContain('/v2/')
      expect(JSON.stringify(client.transport.pool.getStatus().map(({ error }) => error))).not.toContain(
        'secret',
      )
    },
  )

  test('removes control, direction and zero-width characters', () => {
    expect(read('a\u202Eb\u200Bc\u0000d\ne\u061cf\u{e0041}g').details).toBe('a b c d e f g')
  })
})

test('revert data reaches viem; other data does not leak', () => {
  const revert = { endpoint: 'node.test', method: 'eth_call', code: 3, message: 'execution reverted' }
  expect(classify({ ...revert, data: '0x08c379a0' })).toMatchObject({ kind: 'fatal', data: '0x08c379a0' })
  // Nethermind's shape, longer than the node's words may be.
  const long = `0x08c379a0${'0'.repeat(1000)}`
  expect(classify({ ...revert, data: `Reverted ${long}` }).data).toBe(long)
  expect('data' in classify(revert)).toBe(false)
  expect('data' in classify({ ...revert, data: { url: 'https://node.test/key' } })).toBe(false)
})
