import { mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPublicClient, http } from 'viem'
import { afterAll, expect, test, vi } from 'vitest'
import { builtinEnvironments } from 'vitest/runtime'
import { useLogsReducer } from '../../src/hooks/useLogsReducer.ts'
import { createLogCache } from '../../src/logs/cache/createLogCache.ts'
import { fileStorage } from '../../src/node/fileStorage.ts'
import { createLogsConfig } from '../../src/query/createLogsConfig.ts'
import { startTestChain } from '../support/anvil.ts'
import { expectBalances, pay, reduceBalances, transfer, type Balances } from '../support/balances.ts'
import { soon } from '../support/soon.ts'

// With a `document`, it would take this process for a browser.
createRequire(import.meta.url)('lmdb')

// The environment of the file would also change how Vite serves the scripts that start a chain.
const { teardown } = await builtinEnvironments.jsdom.setup(globalThis, {})
afterAll(() => teardown(globalThis))
const { waitFor } = await import('@testing-library/react')
const { renderHookIn } = await import('../support/renderHooks.tsx')

const noBalances: Balances = new Map()

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
          for (const { blockNumber } of logs) reduced.add(blockNumber)
          return reduceBalances(balances, logs)
        },
        persist: { name: 'balances', version: 1 },
      }),
    )
    return {
      reduced,
      async expectTruth() {
        const verified = [{ from: 0n, to: await chain.head() }]
        // A head is known before its logs are.
        const expected = { isReduced: true, isComplete: true, coverage: { verified } }
        await waitFor(() => expect(result.current).toMatchObject(expected), soon)
        return expectBalances(node, address, result.current.state)
      },
      async untilStored() {
        await waitFor(() => expect(write).toHaveBeenCalled(), soon)
        await Promise.all(write.mock.results.map(({ value }) => value))
      },
      async close() {
        unmount()
        await config.cache.close()
      },
    }
  }

  for (let block = 0; block < 6; block++)
    await pay(chain, block % 5, (block * 3 + 1) % 7, BigInt(100 + block))
  const lastStored = await chain.head()
  // Final 64 blocks below the head.
  await chain.mine(70)
  const first = openPage()
  expect(await first.expectTruth()).toBeGreaterThan(3)
  await first.untilStored()
  await first.close()

  await pay(chain, 2, 8, 900n)
  const second = openPage()
  expect(await second.expectTruth()).toBeGreaterThan(4)
  await chain.rpc.request('anvil_reorg', [1, []])
  await pay(chain, 3, 8, 33n)
  await second.expectTruth()
  expect([...second.reduced].filter((block) => block <= lastStored)).toEqual([])
  expect(second.reduced.size).toBeGreaterThan(0)
  await second.close()

  // Blocks of the stored state are replaced.
  await chain.rpc.request('anvil_reorg', [75, []])
  await pay(chain, 1, 9, 5n)
  const third = openPage()
  await third.expectTruth()
  expect([...third.reduced].some((block) => block <= lastStored)).toBe(true)
  await third.close()
})
