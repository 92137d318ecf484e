import { renderHook, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { AddressCollector } from '../../../src/components/values/AddressCollector.ts'
import { AddressStores } from '../../../src/components/values/AddressStores.ts'
import { useLookups, type LookupOptions } from '../../../src/components/values/useLookups.ts'
import { useShownAddresses } from '../../../src/components/values/useShownAddresses.ts'

const tools = { AddressStores }
const [named, unnamed] = [`0x${'a'.repeat(40)}`, `0x${'b'.repeat(40)}`]
const options: LookupOptions = { labels: { [named]: 'Vault' } }

test('shown addresses are collected only if there is a resolver, which is called for those without a label', async () => {
  const collect = vi.fn((addresses: AddressCollector) => {
    for (const address of [named, unnamed]) addresses.addAddress(address)
  })
  const { result, rerender } = renderHook(
    (current: LookupOptions) => {
      const lookups = useLookups(current, tools)
      useShownAddresses(lookups, collect)
      return lookups.labels
    },
    { initialProps: options },
  )
  expect(collect).not.toHaveBeenCalled()
  const resolveLabel = vi.fn(() => 'Router')
  rerender({ ...options, resolveLabel })
  await waitFor(() => expect(result.current.get(unnamed)).toBe('Router'))
  expect(result.current.get(named)).toBe('Vault')
  expect(resolveLabel).toHaveBeenCalledOnce()
})
