import { parseAbiItem } from 'viem'
import { afterAll, expect, test } from 'vitest'
import { builtinEnvironments } from 'vitest/runtime'
import { useMultichainLogs } from '../../src/hooks/useMultichainLogs.ts'
import { createLogsConfig } from '../../src/query/createLogsConfig.ts'
import { startTestChain } from '../support/anvil.ts'
import { soon } from '../support/soon.ts'

// Set up here: as the environment of the file, jsdom would also change how Vite serves the scripts that start a chain.
const { teardown } = await builtinEnvironments.jsdom.setup(globalThis, {})
afterAll(() => teardown(globalThis))
const { act, waitFor } = await import('@testing-library/react')
const { renderHookIn } = await import('../support/renderHooks.tsx')

const transfer = parseAbiItem('event Transfer(address indexed from, address indexed to, uint256 value)')

test('two real chains as one live list', async ({ onTestFinished }) => {
  const chains = await Promise.all([1, 10].map((chainId) => startTestChain({ chainId, seed: chainId })))
  const config = createLogsConfig({ networks: chains.map((chain) => chain.network('http')) })
  const [one, ten] = chains as [(typeof chains)[0], (typeof chains)[0]]
  await one.emit('harbour', 'pay', { count: 3 })
  const { result, unmount } = renderHookIn(config, () =>
    useMultichainLogs({
      address: { 1: one.contract('harbour').address, 10: ten.contract('harbour').address },
      event: transfer,
      live: true,
      pollingInterval: 100,
    }),
  )
  onTestFinished(async () => {
    unmount()
    await Promise.all(chains.map((chain) => chain.stop()))
  })
  const countOn = async (chain: (typeof chains)[0]) => {
    const { address } = chain.contract('harbour')
    const logs = await chain.allLogs()
    return logs.filter((log) => log.address === address.toLowerCase() && log.topics.length === 3).length
  }
  const shown = (id: number) => result.current.data?.filter(({ chainId }) => chainId === id).length ?? 0
  await waitFor(
    () => expect(result.current.chains.every(({ live }) => live?.status === 'live')).toBe(true),
    soon,
  )
  expect(shown(1)).toBe(await countOn(one))
  await act(() => ten.emit('harbour', 'pay', { count: 2 }))
  const expected = await countOn(ten)
  expect(expected).toBeGreaterThanOrEqual(2)
  await waitFor(() => expect(shown(10)).toBe(expected), soon)
  expect(shown(1)).toBe(await countOn(one))
  const times = result.current.data!.map(({ blockTimestamp }) => blockTimestamp!)
  expect(result.current.sortedBy).toBe('time')
  expect(times).toEqual(times.toSorted((a, b) => Number(a - b)))
})
