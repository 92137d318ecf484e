import { createPublicClient, encodeFunctionData, erc20Abi, parseAbi, parseAbiItem, zeroAddress } from 'viem'
import type { Address } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findDecoder } from '../../src/logs/decode/findDecoder.ts'
import type { EventLog } from '../../src/logs/filter/EventLog.ts'
import { createPackedLogList } from '../../src/logs/list/createPackedLogList.ts'
import type { LogList } from '../../src/logs/list/LogList.ts'
import { LogsFold } from '../../src/logs/list/LogsFold.ts'
import { nodePool } from '../../src/rpc/pool/nodePool.ts'
import { startTestChain } from '../support/anvil.ts'
import type { TestChain } from '../support/anvil.ts'
import { followToken } from '../support/followToken.ts'

const transfer = parseAbiItem('event Transfer(address indexed from, address indexed to, uint256 value)')
type Transfer = EventLog<typeof transfer>
type Balances = ReadonlyMap<Address, bigint>

function reduce(balances: Balances, logs: readonly Transfer[]): Balances {
  const next = new Map(balances)
  for (const { args } of logs) {
    next.set(args.from, (next.get(args.from) ?? 0n) - args.value)
    next.set(args.to, (next.get(args.to) ?? 0n) + args.value)
  }
  return next
}

const tokenAbi = parseAbi([
  'function mint(address to, uint256 value)',
  'function transfer(address to, uint256 value)',
])

let chain: TestChain

/** Mints to an account and lets it pay another, in a block of its own. */
async function pay(from: number, to: number, value: bigint) {
  const { accounts, rpc } = chain
  const { address } = chain.contract('harbour')
  const send = (data: string) =>
    rpc.request('eth_sendTransaction', [{ from: accounts[from], to: address, data }])
  await send(encodeFunctionData({ abi: tokenAbi, functionName: 'mint', args: [accounts[from]!, value * 2n] }))
  await send(encodeFunctionData({ abi: tokenAbi, functionName: 'transfer', args: [accounts[to]!, value] }))
  await chain.mine()
}

beforeAll(async () => {
  chain = await startTestChain()
})
afterAll(() => chain.stop())

test('balances of all holders equal balanceOf, through reorganisations and a restart', async () => {
  const { address } = chain.contract('harbour')
  const followed = await followToken(chain, { http: chain.http })
  const network = chain.network()
  const client = createPublicClient({ chain: network, transport: nodePool(network, { storage: null }) })
  const fold = new LogsFold<Transfer, Balances>(new Map())
  const decoder = findDecoder([transfer], [], true)

  async function check() {
    await followed.complete()
    const list = createPackedLogList({ segments: followed.selections(), decoder, unknown: 'drop' })
    const balances = await fold.update(list as LogList<unknown> as LogList<Transfer>, reduce)
    const holders = [...balances.keys()].filter((holder) => holder !== zeroAddress)
    const truth = await Promise.all(
      holders.map((holder) =>
        client.readContract({ address, abi: erc20Abi, functionName: 'balanceOf', args: [holder] }),
      ),
    )
    expect(holders.map((holder) => balances.get(holder))).toEqual(truth)
    return holders.length
  }

  try {
    for (let block = 0; block < 12; block++) await pay(block % 5, (block * 3 + 1) % 7, BigInt(100 + block))
    expect(await check()).toBeGreaterThan(3)
    await chain.rpc.request('anvil_reorg', [3, []])
    await check()
    for (let block = 0; block < 6; block++) await pay(block % 4, 8, BigInt(900 + block))
    await check()
    await chain.restart('kept')
    await pay(2, 9, 5n)
    await check()
  } finally {
    followed.end()
    client.transport.pool.close()
  }
})
