import {
  createPublicClient,
  createWalletClient,
  encodeFunctionData,
  getContractAddress,
  hexToBigInt,
  parseAbi,
  parseEther,
} from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { readArtifact } from '../../demo/contracts.mjs'
import type { Pool } from '../../src/rpc/Pool.ts'
import { nodePool } from '../../src/rpc/pool/nodePool.ts'
import type { PoolOptions } from '../../src/rpc/pool/PoolOptions.ts'
import { startTestChain, type TestChain } from '../support/anvil.ts'

const erc20 = parseAbi([
  'function symbol() view returns (string)',
  'function balanceOf(address owner) view returns (uint256)',
  'function transfer(address to, uint256 value) returns (bool)',
  'function mint(address to, uint256 value)',
])
const receiver = '0x000000000000000000000000000000000000bEEF'
/** The default mnemonic of anvil: its accounts are funded and public. */
const account = mnemonicToAccount('test test test test test test test test test test test junk', {
  addressIndex: 3,
})

let chain: TestChain
beforeAll(async () => {
  chain = await startTestChain()
  await chain.rpc.request('evm_setAutomine', [true])
})
afterAll(() => chain.stop())

/** The bodies that went over the wire, in order. */
let sent: unknown[] = []
const pools: Pool[] = []
afterEach(() => {
  sent = []
  for (const pool of pools.splice(0)) pool.close()
})

const countingFetch: typeof fetch = (input, init) => {
  sent.push(JSON.parse(init?.body as string))
  return fetch(input, init)
}

function connect(over: 'http' | 'webSocket') {
  const options: PoolOptions = over === 'http' ? { fetch: countingFetch } : {}
  const network = chain.network(over)
  const transport = nodePool(network, options)
  const client = createPublicClient({ chain: network, transport, pollingInterval: 50 })
  const wallet = createWalletClient({ chain: network, transport, account })
  pools.push(client.transport.pool)
  return { client, wallet, transport, network }
}

const methodsOf = (body: unknown) =>
  (Array.isArray(body) ? body : [body]).map((call: { method: string }) => call.method)

test('eth_call and eth_estimateGas of one tick are one HTTP request', async () => {
  const { client } = connect('http')
  const token = chain.contract('harbour').address
  await client.getChainId()
  sent = []
  const [symbol, gas] = await Promise.all([
    client.readContract({ address: token, abi: erc20, functionName: 'symbol' }),
    client.estimateGas({
      account: chain.accounts[1]!,
      to: token,
      data: encodeFunctionData({ abi: erc20, functionName: 'mint', args: [receiver, 5n] }),
    }),
  ])
  expect(symbol).toBe('HRB')
  const direct = await chain.rpc.request('eth_estimateGas', [
    {
      from: chain.accounts[1],
      to: token,
      data: encodeFunctionData({ abi: erc20, functionName: 'mint', args: [receiver, 5n] }),
    },
  ])
  expect(gas).toBe(hexToBigInt(direct as `0x${string}`))
  expect(sent.map(methodsOf)).toEqual([['eth_call', 'eth_estimateGas']])
})

test('in a batch, a revert fails only its own call', async () => {
  const { client } = connect('http')
  const token = chain.contract('harbour').address
  await client.getChainId()
  sent = []
  const [refused, symbol] = await Promise.allSettled([
    client.simulateContract({
      account: receiver,
      address: token,
      abi: readArtifact('Token').abi,
      functionName: 'transfer',
      args: [receiver, 10n ** 30n],
    }),
    client.readContract({ address: token, abi: erc20, functionName: 'symbol' }),
  ])
  expect(symbol).toEqual({ status: 'fulfilled', value: 'HRB' })
  expect(refused.status).toBe('rejected')
  expect(String((refused as PromiseRejectedResult).reason)).toContain('InsufficientBalance')
  expect(sent).toHaveLength(1)
})

describe.each(['http', 'webSocket'] as const)('a viem client through the pool, over %s', (over) => {
  test('reads the chain', async () => {
    const { client } = connect(over)
    expect(await client.getChainId()).toBe(chain.chainId)
    expect(await client.getBlockNumber()).toBe(await chain.head())
    const block = await client.getBlock({ blockNumber: 1n })
    expect(block.number).toBe(1n)
    expect(await client.getCode({ address: chain.contract('exchange').address })).toMatch(/^0x[0-9a-f]{100}/)
  })

  test('uses the accounts of the node, which signs for them', async () => {
    const { client, transport, network } = connect(over)
    const wallet = createWalletClient({ chain: network, transport })
    const addresses = await wallet.getAddresses()
    expect(addresses.map((address) => address.toLowerCase())).toEqual(chain.accounts)
    const before = await client.getBalance({ address: receiver })
    const hash = await wallet.sendTransaction({
      account: addresses[2]!,
      to: receiver,
      value: parseEther('0.25'),
    })
    const receipt = await client.waitForTransactionReceipt({ hash })
    expect(receipt.status).toBe('success')
    expect(await client.getBalance({ address: receiver })).toBe(before + parseEther('0.25'))
  })

  test('signs locally, sends, deploys and calls', async () => {
    const { client, wallet } = connect(over)
    const { abi, bytecode } = readArtifact('Token')
    const nonce = await client.getTransactionCount({ address: account.address })
    const deployed = await wallet.deployContract({ abi, bytecode, args: ['Test', 'TST', 18] })
    const { contractAddress, status } = await client.waitForTransactionReceipt({ hash: deployed })
    expect(status).toBe('success')
    expect(contractAddress?.toLowerCase()).toBe(
      getContractAddress({ from: account.address, nonce: BigInt(nonce) }).toLowerCase(),
    )
    const address = contractAddress!
    const mint = await wallet.writeContract({
      address,
      abi: erc20,
      functionName: 'mint',
      args: [account.address, 10n],
    })
    await client.waitForTransactionReceipt({ hash: mint })
    const transfer = await wallet.writeContract({
      address,
      abi: erc20,
      functionName: 'transfer',
      args: [receiver, 4n],
    })
    const receipt = await client.waitForTransactionReceipt({ hash: transfer })
    expect(receipt.logs).toHaveLength(1)
    expect(
      await client.readContract({ address, abi: erc20, functionName: 'balanceOf', args: [receiver] }),
    ).toBe(4n)
    const logs = await client.getLogs({ address, fromBlock: 0n, toBlock: 'latest' })
    expect(logs.map(({ transactionHash }) => transactionHash)).toEqual([mint, transfer])
  })
})

test('an endpoint of another chain is not used', async () => {
  const network = { ...chain.network(), id: 1, name: 'Another chain' }
  const client = createPublicClient({ chain: network, transport: nodePool(network) })
  pools.push(client.transport.pool)
  await expect(client.getBlockNumber()).rejects.toThrow(/3721/)
  expect(client.transport.pool.getStatus().map(({ state }) => state)).toEqual(['wrong-network'])
})
