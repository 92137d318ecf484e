import { waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useLogs } from '../../src/hooks/useLogs.ts'
import { useLogsCount } from '../../src/hooks/useLogsCount.ts'
import { fakeConfig, renderHookIn } from '../support/renderHooks.tsx'

test('counts the logs of cached blocks, whatever the limit, and reports that others are not counted', async () => {
  const { node, config } = fakeConfig()
  const range = { fromBlock: 10n, toBlock: 59n }
  const { result } = renderHookIn(config, () => {
    const { isComplete } = useLogs(range)
    const query = { enabled: isComplete }
    const part = useLogsCount({ ...range, limit: 3, query })
    const whole = useLogsCount({ ...range, toBlock: 69n, query })
    return { part: part.data, whole: whole.data }
  })
  await waitFor(() => expect(result.current.whole).toBeDefined())
  const logs = node.chain.logs().filter(({ blockNumber }) => blockNumber >= 10n && blockNumber <= 59n).length
  expect(logs).toBeGreaterThan(3)
  await waitFor(() => expect(result.current.part).toEqual({ logs, blocks: 50n, isComplete: true }))
  expect(result.current.whole).toEqual({ logs, blocks: 50n, isComplete: false })
})

test('blocks that do not exist yet are not counted', async () => {
  const { config } = fakeConfig()
  const { result } = renderHookIn(config, () => [
    useLogsCount({ fromBlock: 1_000n, toBlock: 1_010n }).data,
    useLogsCount({ fromBlock: 295n, toBlock: 'finalized' }).data,
  ])
  const nothing = { logs: 0, blocks: 0n, isComplete: false }
  await waitFor(() => expect(result.current).toEqual([nothing, nothing]))
})
