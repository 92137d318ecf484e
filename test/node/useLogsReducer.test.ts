import { mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  createPublicClient,
  encodeFunctionData,
  erc20Abi,
  http,
  parseAbi,
  parseAbiItem,
  zeroAddress,
} from 'viem'
import type { Address } from 'viem'
import { afterAll, expect, test, vi } from 'vitest'
import { builtinEnvironments } from 'vitest/runtime'
import { useLogsReducer } from '../../src/hooks/useLogsReducer.ts'
import { createLogCache } from '../../src/logs/cache/createLogCache.ts'
import { fileStorage } from '../../src/node/fileStorage.ts'
import { createLogsConfig } from '../../src/query/createLogsConfig.ts'
import { startTestChain } from '../support/anvil.ts'

// With a `document`, it would take this process for a browser.
createRequire(import.meta.url)('lmdb')

// The environment of the file would also change how Vite serves the scripts that start a chain.
const { teardown } = await builtinEnvironments.jsdom.setup(globalThis, {})
afterAll(() => teardown(globalThis))
const { waitFor } = await import('@testing-library/react')
const { renderHookIn } = await import('../support/renderHooks.tsx')

const transfer = parseAbiItem('event Transfer(address indexed from, address indexed to, uint256 value)')
const tokenAbi = parseAbi([
  'function mint(address to, uint256 value)',
  'function transfer(address to, uint256 value)',
])
const noBalances: ReadonlyMap<Address, bigint> = new Map()

test('stored balances of all holders equal balanceOf, through reloads and reorgs of any depth', async ({
  onTestFinished,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'topic0-reducer-'))
  const chain = await startTestChain()
  onTestFinished(async () => {
    await chain.stop()
    await rm(folder, { recursive: true })
  })
  const { address } = chain.contract('harbour')
  const node = createPublicClient({ transport: http(chain.http) })

  async function pay(from: number, to: number, value: bigint) {
    const [payer, payee] = [chain.accounts[from]!, chain.accounts[to]!]
    const send = (data: string) =>
      chain.rpc.request('eth_sendTransaction', [{ from: payer, to: address, data }])
    await send(encodeFunctionData({ abi: tokenAbi, functionName: 'mint', args: [payer, value * 2n] }))
    await send(encodeFunctionData({ abi: tokenAbi, functionName: 'transfer', args: [payee, value] }))
    await chain.mine()
  }

  /** Opens the app as a reload does: with nothing but what is in the folder. */
  function openPage() {
    const storage = fileStorage(folder)
    const write = vi.spyOn(storage.folds!, 'write')
    const config = createLogsConfig({ networks: [chain.network()], cache: createLogCache({ storage }) })
    const reduced = new Set<bigint>()
    const { result, unmount } = renderHookIn(config, () =>
      useLogsReducer({
        address,
        event: transfer,
        fromBlock: 0n,
        live: true,
        pollingInterval: 50,
        initial: noBalances,
        reduce(balances, logs) {
          const next = new Map(balances)
          for (const { args, blockNumber } of logs) {
            reduced.add(blockNumber)
            next.set(args.from, (next.get(args.from) ?? 0n) - args.value)
            next.set(args.to, (next.get(args.to) ?? 0n) + args.value)
          }
          return next
        },
        persist: { name: 'balances', version: 1 },
      }),
    )
    return {
      reduced,
      async expectTruth() {
        const head = await chain.head()
        await waitFor(
          () => expect(result.current).toMatchObject({ isReduced: true, isComplete: true, head }),
          {
            timeout: 20_000,
          },
        )
        const { state: balances } = result.current
        const holders = [...balances.keys()].filter((holder) => holder !== zeroAddress)
        const truth = await Promise.all(
          holders.map((holder) =>
            node.readContract({ address, abi: erc20Abi, functionName: 'balanceOf', args: [holder] }),
          ),
        )
        expect(holders.map((holder) => balances.get(holder))).toEqual(truth)
        return holders.length
      },
      async untilStored() {
        await waitFor(() => expect(write).toHaveBeenCalled(), { timeout: 20_000 })
        await Promise.all(write.mock.results.map(({ value }) => value))
      },
      async close() {
        unmount()
        await config.cache.close()
      },
    }
  }

  for (let block = 0; block < 6; block++) await pay(block % 5, (block * 3 + 1) % 7, BigInt(100 + block))
  const lastStored = await chain.head()
  // Final 64 blocks below the head.
  await chain.mine(70)
  const first = openPage()
  expect(await first.expectTruth()).toBeGreaterThan(3)
  await first.untilStored()
  await first.close()

  await pay(2, 8, 900n)
  const second = openPage()
  expect(await second.expectTruth()).toBeGreaterThan(4)
  await chain.rpc.request('anvil_reorg', [1, []])
  await pay(3, 8, 33n)
  await second.expectTruth()
  expect([...second.reduced].filter((block) => block <= lastStored)).toEqual([])
  expect(second.reduced.size).toBeGreaterThan(0)
  await second.close()

  // Blocks of the stored state are replaced.
  await chain.rpc.request('anvil_reorg', [75, []])
  await pay(1, 9, 5n)
  const third = openPage()
  await third.expectTruth()
  expect([...third.reduced].some((block) => block <= lastStored)).toBe(true)
  await third.close()
})
