import {
  encodeFunctionData,
  erc20Abi,
  parseAbi,
  parseAbiItem,
  zeroAddress,
  type Address,
  type PublicClient,
} from 'viem'
import { expect } from 'vitest'
import type { EventLog } from '../../src/logs/filter/EventLog.ts'
import type { TestChain } from './anvil.ts'

export const transfer = parseAbiItem(
  'event Transfer(address indexed from, address indexed to, uint256 value)',
)

export type Balances = ReadonlyMap<Address, bigint>

/** Adds transfers to the balances of all holders. */
export function reduceBalances(balances: Balances, logs: readonly EventLog<typeof transfer>[]): Balances {
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

/** Compares the balances of all holders with the contract's. Returns how many there are. */
export async function expectBalances(
  client: Pick<PublicClient, 'readContract'>,
  address: Address,
  balances: Balances,
): Promise<number> {
  const holders = [...balances.keys()].filter((holder) => holder !== zeroAddress)
  const truth = await Promise.all(
    holders.map((holder) =>
      client.readContract({ address, abi: erc20Abi, functionName: 'balanceOf', args: [holder] }),
    ),
  )
  expect(holders.map((holder) => balances.get(holder))).toEqual(truth)
  return holders.length
}

/** Mints to an account, which pays another, in a block of their own. */
export async function pay(chain: TestChain, from: number, to: number, value: bigint): Promise<void> {
  const { accounts, rpc } = chain
  const { address } = chain.contract('harbour')
  const [payer, payee] = [accounts[from]!, accounts[to]!]
  const send = (data: string) => rpc.request('eth_sendTransaction', [{ from: payer, to: address, data }])
  await send(encodeFunctionData({ abi: tokenAbi, functionName: 'mint', args: [payer, value * 2n] }))
  await send(encodeFunctionData({ abi: tokenAbi, functionName: 'transfer', args: [payee, value] }))
  await chain.mine()
}
