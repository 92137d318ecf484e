import {
  createPublicClient,
  encodeFunctionData,
  erc20Abi,
  http,
  parseAbi,
  parseEventLogs,
  zeroAddress,
} from 'viem'
import { expect, test, vi } from 'vitest'
import { startTestChain } from '../support/anvil.ts'
import { soon } from '../support/soon.ts'
import { startLivePages } from './LivePage.ts'
import type { SeenBalances } from './reducer.page.tsx'

const tokenAbi = parseAbi([
  'function mint(address to, uint256 value)',
  'function transfer(address to, uint256 value)',
])

test('balances from IndexedDB equal balanceOf after reloads, and after reorgs while the page was closed', async ({
  onTestFinished,
}) => {
  const chain = await startTestChain()
  onTestFinished(() => chain.stop())
  const pages = await startLivePages('reducer.page.tsx')
  onTestFinished(() => pages.close())
  const contract = chain.contract('harbour')
  const { address } = contract
  const node = createPublicClient({ transport: http(chain.http) })

  async function pay(from: number, to: number, value: bigint) {
    const [payer, payee] = [chain.accounts[from]!, chain.accounts[to]!]
    const send = (data: string) =>
      chain.rpc.request('eth_sendTransaction', [{ from: payer, to: address, data }])
    await send(encodeFunctionData({ abi: tokenAbi, functionName: 'mint', args: [payer, value * 2n] }))
    await send(encodeFunctionData({ abi: tokenAbi, functionName: 'transfer', args: [payee, value] }))
    await chain.mine()
  }

  async function readTransfers() {
    const logs = await node.getLogs({ address, fromBlock: 0n })
    return parseEventLogs({ abi: erc20Abi, logs, eventName: 'Transfer' })
  }

  async function readBalances() {
    const transfers = await readTransfers()
    const holders = new Set(transfers.flatMap(({ args }) => [args.from, args.to]))
    holders.delete(zeroAddress)
    return Promise.all(
      [...holders].map(async (holder) => {
        const args = [holder] as const
        const balance = await node.readContract({ address, abi: erc20Abi, functionName: 'balanceOf', args })
        return [holder, balance.toString()] as const
      }),
    )
  }

  for (let block = 0; block < 6; block++) await pay(block % 5, (block * 3 + 1) % 7, BigInt(100 + block))
  const lastStored = Number(await chain.head())
  // Makes these blocks final.
  await chain.mine(70)
  const { page } = await pages.open({ chainId: chain.chainId, http: chain.http, contract, topic: '0x' })
  const url = page.url()
  const seen = () => page.evaluate(() => (globalThis as unknown as { seen: SeenBalances }).seen)

  async function expectTruth() {
    const [head, truth] = [(await chain.head()).toString(), await readBalances()]
    await vi.waitFor(async () => {
      const now = await seen()
      expect(now.head).toBe(head)
      const balances = now.balances.filter(([holder]) => holder !== zeroAddress)
      expect(new Map(balances)).toEqual(new Map(truth))
    }, soon)
    return truth.length
  }

  expect(await expectTruth()).toBeGreaterThan(4)
  const { length } = await readTransfers()
  await vi.waitFor(async () => expect((await seen()).stored).toBe(length), soon)

  await pay(2, 8, 900n)
  await page.reload()
  await expectTruth()
  expect((await seen()).reducedFrom).toBeGreaterThan(lastStored)

  await page.goto('about:blank')
  await chain.rpc.request('anvil_reorg', [1, []])
  await pay(3, 8, 33n)
  await page.goto(url)
  await expectTruth()
  expect((await seen()).reducedFrom).toBeGreaterThan(lastStored)

  // Blocks of the stored state are replaced.
  await page.goto('about:blank')
  await chain.rpc.request('anvil_reorg', [75, []])
  await pay(1, 9, 5n)
  await page.goto(url)
  await expectTruth()
  expect((await seen()).reducedFrom).toBeLessThanOrEqual(lastStored)
})
