import { waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { InvalidQueryError } from '../../src/errors/InvalidQueryError.ts'
import { useBlockNumber } from '../../src/hooks/useBlockNumber.ts'
import { useBlockTimestamps } from '../../src/hooks/useBlockTimestamps.ts'
import { useEventLookup } from '../../src/hooks/useEventLookup.ts'
import { useImplementation } from '../../src/hooks/useImplementation.ts'
import { useLogFilter } from '../../src/hooks/useLogFilter.ts'
import { useLogs } from '../../src/hooks/useLogs.ts'
import { useLogTransaction } from '../../src/hooks/useLogTransaction.ts'
import { useScanEstimate } from '../../src/hooks/useScanEstimate.ts'
import type { EventLookup } from '../../src/logs/lookup/EventLookup.ts'
import { fakeConfig, renderHookIn } from '../support/renderHooks.tsx'

const address = `0x${'c0'.repeat(20)}` as const
const log = { address, topics: [`0x${'11'.repeat(32)}`], data: '0x' } as const
const asked: string[] = []
const lookup: EventLookup = {
  name: 'service.test',
  by: 'topic',
  find: (topic) => {
    asked.push(topic)
    return Promise.resolve([])
  },
}

const hooks = {
  useLogs: (given) => useLogs({ toBlock: 9n, ...given }),
  useScanEstimate: (given) => useScanEstimate({ ...given }),
  useLogFilter: (given) => useLogFilter({ pollingInterval: 10, ...given }),
  useBlockNumber: (given) => useBlockNumber({ ...given }),
  useBlockTimestamps: (given) => useBlockTimestamps({ blocks: [`0x${'ab'.repeat(32)}`], ...given }),
  useImplementation: (given) => useImplementation({ address, ...given }),
  useLogTransaction: (given) => useLogTransaction({ hash: `0x${'7a'.repeat(32)}`, ...given }),
  useEventLookup: (given) => useEventLookup({ log, lookups: [lookup], ...given }),
} satisfies Record<string, (given: object) => { error?: unknown }>

describe.each(Object.entries(hooks))('%s', (_, useHook: (given: object) => { error?: unknown }) => {
  test('sends nothing with query.enabled false, and reads once it is true', async () => {
    const { node, config } = fakeConfig()
    asked.length = 0
    const { rerender } = renderHookIn(config, useHook, { initialProps: { query: { enabled: false } } })
    rerender({ query: { enabled: false } })
    expect(node.calls).toEqual([])
    expect(asked).toEqual([])
    rerender({ query: { enabled: true } })
    await waitFor(() => expect(node.calls.length + asked.length).toBeGreaterThan(0))
  })

  test('refuses enabled next to query, and names query.enabled', async () => {
    const { node, config } = fakeConfig()
    let error: unknown
    renderHookIn(config, () => {
      try {
        error = useHook({ enabled: false }).error
      } catch (thrown) {
        error = thrown
      }
    })
    await waitFor(() => expect(error).toBeInstanceOf(InvalidQueryError))
    expect((error as InvalidQueryError).message).toBe(
      'The query is invalid at enabled. Pass enabled inside query: query: { enabled: false }.',
    )
    expect(node.calls).toEqual([])
  })
})

test('query.staleTime works as in react-query: a fresh result is not read again', async () => {
  const { node, config } = fakeConfig()
  const first = renderHookIn(config, () => useBlockNumber({ query: { staleTime: 60_000 } }))
  await waitFor(() => expect(first.result.current.data).toBe(node.chain.head))
  const { length } = node.calls
  const { result } = renderHookIn(config, () => useBlockNumber({ query: { staleTime: 60_000 } }), {
    queryClient: first.queryClient,
  })
  expect(result.current.data).toBe(node.chain.head)
  expect(node.calls).toHaveLength(length)
})
