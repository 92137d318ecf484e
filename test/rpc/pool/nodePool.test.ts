import {
  createClient,
  createPublicClient,
  createWalletClient,
  encodeErrorResult,
  getContractAddress,
  http,
  parseAbi,
  recoverTransactionAddress,
  type Hex,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { mainnet } from 'viem/chains'
import { describe, expect, test, vi } from 'vitest'
import { InvalidNetworkError } from '../../../src/errors/InvalidNetworkError.ts'
import { NodeError } from '../../../src/errors/NodeError.ts'
import { defineNetwork } from '../../../src/logs/archive/defineNetwork.ts'
import { xone } from '../../../src/rpc/networks/xone.ts'
import { getPool } from '../../../src/rpc/pool/getPool.ts'
import { nodePool } from '../../../src/rpc/pool/nodePool.ts'
import type { TestCall, TestReply } from '../../../src/testing/EndpointFaults.ts'
import { createFakeNode } from '../../support/fakeNode.ts'

const account = privateKeyToAccount(`0x${'1'.repeat(64)}`)
const hash = `0x${'7'.repeat(64)}` as const

/** What sending needs from a node, besides the answers of the fake node. */
function respond({ method }: TestCall): TestReply | undefined {
  const results: Record<string, unknown> = {
    eth_sendRawTransaction: hash,
    eth_sendTransaction: hash,
    eth_accounts: [account.address],
    eth_requestAccounts: [account.address],
    eth_getTransactionCount: '0x5',
    eth_maxPriorityFeePerGas: '0x1',
    eth_estimateGas: '0x5208',
    eth_getTransactionReceipt: null,
  }
  return method in results ? { result: results[method] } : undefined
}

function setUp(over: 'HTTP' | 'WebSocket') {
  const node = createFakeNode({ faults: { respond } })
  const network = defineNetwork(xone, {
    http: over === 'HTTP' ? node.urls : [],
    webSocket: node.webSocketUrl,
  })
  const transport = nodePool(network, { fetch: node.fetch, WebSocket: node.WebSocket })
  return { node, network, transport }
}

describe.each(['HTTP', 'WebSocket'] as const)('a viem client over %s', (over) => {
  test('reads through public actions', async () => {
    const { node, network, transport } = setUp(over)
    const client = createPublicClient({ chain: network, transport })
    expect(await client.getBlockNumber()).toBe(99n)
    expect(await client.getLogs({ fromBlock: 3n, toBlock: 4n })).toHaveLength(6)
    expect((await client.getBlock({ blockNumber: 7n })).hash).toBe(node.chain.block(7)?.hash)
    expect(client.transport.type).toBe('nodePool')
    client.transport.pool.close()
  })

  test('requests accounts, sends and deploys, signed by key and by node', async () => {
    const { node, network, transport } = setUp(over)
    const local = createWalletClient({ account, chain: network, transport })
    expect(await local.sendTransaction({ to: account.address, value: 1n })).toBe(hash)
    const raw = node.callsOf('eth_sendRawTransaction')[0]?.params[0] as `0x02${string}`
    expect(await recoverTransactionAddress({ serializedTransaction: raw })).toBe(account.address)

    const remote = createWalletClient({ chain: network, transport })
    expect(await remote.getAddresses()).toEqual([account.address])
    expect(await remote.requestAddresses()).toEqual([account.address])
    const abi = parseAbi(['constructor(uint256 start)'])
    expect(
      await remote.deployContract({ abi, bytecode: '0x6000', args: [5n], account: account.address }),
    ).toBe(hash)
    expect(node.callsOf('eth_sendTransaction')).toHaveLength(1)
    expect(node.callsOf('eth_sendTransaction')[0]?.params[0]).toMatchObject({
      data: `0x6000${'0'.repeat(63)}5`,
    })
    expect(getContractAddress({ from: account.address, nonce: 5n })).toMatch(/^0x/)
    local.transport.pool.close()
  })
})

describe('nodePool', () => {
  test('batches concurrent requests', async () => {
    const { node, network, transport } = setUp('HTTP')
    const client = createPublicClient({ chain: network, transport })
    await client.getBlockNumber()
    node.faults.respond = ({ method }) =>
      method === 'eth_call' ? { result: '0x' } : method === 'eth_estimateGas' ? { result: '0x1' } : undefined
    await Promise.all([
      client.call({ to: account.address, data: '0x01' }),
      client.estimateGas({ account: account.address, to: account.address, data: '0x01' }),
    ])
    const together = node.calls.filter(({ method }) => method === 'eth_call' || method === 'eth_estimateGas')
    expect(together.map(({ batch }) => batch)).toEqual([2, 2])
  })

  test('passes the revert reason to viem', async () => {
    const { node, network, transport } = setUp('HTTP')
    const abi = parseAbi(['error Paused(uint256 until)', 'function mint()'])
    const data = encodeErrorResult({ abi, errorName: 'Paused', args: [9n] })
    node.faults.respond = ({ method }) =>
      method === 'eth_call' ? { error: { code: 3, message: 'execution reverted', data } } : undefined
    const client = createPublicClient({ chain: network, transport })
    await expect(
      client.simulateContract({ abi, address: account.address, functionName: 'mint' }),
    ).rejects.toThrow(/Paused\(uint256 until\)[^]*\(9\)/)
    expect(node.callsOf('eth_call')).toHaveLength(1)
  })

  test('never lets viem retry on top of the pool', async () => {
    const { node, network } = setUp('HTTP')
    node.faults = { refuse: { eth_gasPrice: { code: -32603, message: 'internal error' } } }
    const transport = nodePool(network, { fetch: node.fetch, maxAttempts: 2, random: () => 0 })
    const client = createClient({ chain: network, transport })
    await expect(client.request({ method: 'eth_gasPrice' })).rejects.toThrow('had an internal error')
    expect(node.callsOf('eth_gasPrice')).toHaveLength(2)
  })

  test('passes the abort signal of a request on', async () => {
    const { network, transport } = setUp('HTTP')
    const client = createClient({ chain: network, transport })
    const signal = AbortSignal.abort()
    await expect(client.request({ method: 'eth_blockNumber' }, { signal })).rejects.toMatchObject({
      name: 'AbortError',
    })
  })

  test('uses endpoints for the chain of the client, and shares its pool between clients', async () => {
    const node = createFakeNode({ chainId: 1 })
    const transport = nodePool({ http: node.urls, fetch: node.fetch })
    const [one, two] = [1, 2].map(() => createPublicClient({ chain: mainnet, transport }))
    expect(await one?.getBlockNumber()).toBe(99n)
    expect(one?.transport.pool).toBe(two?.transport.pool)
    expect(one?.transport.pool.network.id).toBe(1)
  })

  test('refuses a client of another network or without a chain', () => {
    expect(() => createClient({ chain: mainnet, transport: nodePool(xone) }))
      .toThrowErrorMatchingInlineSnapshot(`
      [InvalidNetworkError: The network "Xone Chain Mainnet" cannot be used: the client is for "Ethereum" (chain id 1).
      Pass the same network to the client and its transport.]
    `)
    expect(() => createClient({ transport: nodePool({ http: ['https://node.test'] }) })).toThrow(
      InvalidNetworkError,
    )
  })

  test.each([['https://node.test'], [['https://node.test']], [null]])(
    'refuses %j, which JavaScript can pass',
    (given) => expect(() => nodePool(given as never)).toThrow('nodePool` was given neither'),
  )

  test('reads a plain chain, which JavaScript can pass, from its own endpoints', () => {
    const { pool } = createClient({ chain: mainnet, transport: nodePool(mainnet as never) }).transport
    expect(pool.network.http).toEqual(mainnet.rpcUrls.default.http)
  })
})

describe('getPool', () => {
  const elsewhere = (answer: (call: TestCall) => Response) => {
    const calls: TestCall[] = []
    const fetchFn = vi.fn<typeof globalThis.fetch>(async (_, init) => {
      const call = JSON.parse(String(init?.body)) as TestCall
      calls.push(call)
      return call.method === 'eth_chainId' ? Response.json({ id: call.id, result: '0xe89' }) : answer(call)
    })
    const transport = http('https://user.test/v2/0123456789abcdef', { fetchFn, retryCount: 3 })
    return { calls, client: createClient({ chain: xone, transport }) }
  }

  test('is the pool of a client that has one', () => {
    const { network, transport } = setUp('HTTP')
    const client = createClient({ chain: network, transport })
    expect(getPool(client)).toBe(client.transport.pool)
  })

  test('wraps any other client once, named after its host', async () => {
    const { client, calls } = elsewhere(({ id }) => Response.json({ id, result: '0x5' }))
    const pool = getPool(client)
    expect(getPool(client)).toBe(pool)
    expect(pool.network.id).toBe(3721)
    expect(await pool.request({ method: 'eth_blockNumber' })).toEqual({
      result: '0x5',
      endpoint: 'user.test',
    })
    expect(pool.getStatus()).toMatchObject([{ name: 'user.test', state: 'ok', head: 5n }])
    expect(calls.map(({ method }) => method)).toEqual(['eth_chainId', 'eth_blockNumber'])
  })

  test.each<[string, (call: TestCall) => Response, Partial<NodeError>, number]>([
    [
      'a limit',
      ({ id }) => Response.json({ id, error: { code: -32602, message: 'query exceeds max block range 7' } }),
      { kind: 'range-too-wide', code: -32602, maxBlockRange: 7, details: 'query exceeds max block range 7' },
      1,
    ],
    [
      'code 3',
      ({ id }) => Response.json({ id, error: { code: 3, message: 'execution reverted', data: '0xab' } }),
      { kind: 'fatal', data: '0xab' },
      1,
    ],
    [
      'a pause',
      () => new Response('Too Many Requests', { status: 429, headers: { 'retry-after': '3600' } }),
      { kind: 'rate-limited', status: 429 },
      1,
    ],
  ])('classifies %s, without the retries of the client', async (_, answer, expected, times) => {
    const { client, calls } = elsewhere(answer)
    const params = [{ fromBlock: '0x1', toBlock: '0x64' }]
    const error: unknown = await getPool(client)
      .request({ method: 'eth_getLogs', params })
      .catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(NodeError)
    expect(error).toMatchObject({ ...expected, endpoint: 'user.test' })
    expect(JSON.stringify(error) + String(error)).not.toContain('0123456789')
    expect(calls.filter(({ method }) => method === 'eth_getLogs')).toHaveLength(times)
  })

  test('classifies an unreachable client as transient, and names only the host', async () => {
    const { client } = elsewhere(() => {
      throw new TypeError('Failed to fetch https://user.test/v2/0123456789abcdef')
    })
    const raw: Hex = '0x02'
    const error: unknown = await getPool(client)
      .request({ method: 'eth_sendRawTransaction', params: [raw] })
      .catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ kind: 'transient', endpoint: 'user.test' })
    expect(String(error)).toContain('may have been executed')
    expect(JSON.stringify(error) + String(error)).not.toContain('0123456789')
  })

  test('does not send a transaction again after HTTP 408: the node may have executed it', async () => {
    const { client, calls } = elsewhere(() => new Response('Request Timeout', { status: 408 }))
    const error: unknown = await getPool(client)
      .request({ method: 'eth_sendRawTransaction', params: ['0x02'] })
      .catch((thrown: unknown) => thrown)
    expect(String(error)).toContain('may have been executed')
    expect(calls.filter(({ method }) => method === 'eth_sendRawTransaction')).toHaveLength(1)
  })

  test('does not hold the timeout of a wide range against the endpoint', async () => {
    const { client } = elsewhere(() => new Response('Gateway Timeout', { status: 504 }))
    const pool = getPool(client)
    await pool
      .request({ method: 'eth_getLogs', params: [{ fromBlock: '0x1', toBlock: '0x64' }] })
      .catch((thrown: unknown) => expect(thrown).toMatchObject({ kind: 'timeout' }))
    expect(pool.getStatus()).toMatchObject([{ state: 'ok', error: undefined }])
  })

  test('requires a chain', () => {
    const client = createClient({ transport: http('https://user.test') })
    expect(() => getPool(client)).toThrow(InvalidNetworkError)
  })

  test('requires a client', () => {
    expect(() => getPool(undefined as never)).toThrow('there is no client')
  })
})
