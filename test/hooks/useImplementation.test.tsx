import { act, waitFor } from '@testing-library/react'
import type { Address } from 'viem'
import { expect, test } from 'vitest'
import { useImplementation } from '../../src/hooks/useImplementation.ts'
import { implementationQueryKey, implementationQueryOptions } from '../../src/query/implementation.ts'
import { fakeConfig, renderHookIn } from '../support/renderHooks.tsx'

const address: Address = `0x${'c0'.repeat(20)}`
const target: Address = `0x${'1d'.repeat(20)}`

test('sends nothing until enabled, and then one request', async () => {
  const { node, config } = fakeConfig()
  node.faults.respond = ({ method }) =>
    method === 'eth_getCode'
      ? { result: `0xef0100${target.slice(2)}` }
      : method === 'eth_getStorageAt'
        ? { result: `0x${'0'.repeat(64)}` }
        : undefined
  const { result, rerender } = renderHookIn(config, () => useImplementation({ address }))
  expect(result.current).toMatchObject({ isFetching: false, data: undefined })
  expect(node.calls).toEqual([])
  act(() => void result.current.refetch())
  await waitFor(() => expect(result.current.data).toBe(target))
  const { length } = node.calls
  rerender(undefined)
  expect(node.calls).toHaveLength(length)
  expect(implementationQueryOptions(config, { address }).queryKey).toEqual(
    implementationQueryKey({ address: address.toUpperCase() as Address, chainId: 3721 }),
  )
})
