import { act, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { useImplementation } from '../../src/hooks/useImplementation.ts'
import { useLogTransaction } from '../../src/hooks/useLogTransaction.ts'
import { logTransactionQueryKey, logTransactionQueryOptions } from '../../src/query/logTransaction.ts'
import { configOver, fakeConfig, renderHookIn } from '../support/renderHooks.tsx'

const hash = `0x${'7a'.repeat(32)}` as const
const other = `0x${'7b'.repeat(32)}` as const
const account = `0x${'a1'.repeat(20)}` as const
const transaction = { hash, from: account, to: null, value: '0x1', input: '0x', nonce: '0x2', gas: '0x5208' }
const receipt = {
  ...{ status: '0x0', gasUsed: '0x5208', effectiveGasPrice: '0x3', contractAddress: account, logs: [] },
  ...{ blockNumber: '0x7', blockHash: hash, transactionIndex: '0x0', transactionHash: hash },
}

function answering(answers: Readonly<Record<string, unknown>>) {
  const { node, config } = fakeConfig()
  node.faults.respond = ({ method }) => (method in answers ? { result: answers[method] } : undefined)
  return { node, config }
}

test('sends nothing until refetch, and its data can be dehydrated', async () => {
  const { node, config } = answering({
    eth_getTransactionByHash: transaction,
    eth_getTransactionReceipt: receipt,
    eth_call: '0x',
  })
  const { result, queryClient } = renderHookIn(config, () => useLogTransaction({ hash }))
  expect(result.current).toMatchObject({ isFetching: false, data: undefined })
  expect(node.calls).toEqual([])
  act(() => void result.current.refetch())
  await waitFor(() => expect(result.current.data).toBeDefined())
  expect(result.current.data).toMatchObject({
    ...{ status: 'reverted', from: account, to: undefined, contractAddress: account, gasPrice: 3n },
    ...{ gasUsed: 21_000n, gasLimit: 21_000n, nonce: 2, value: 1n, blockNumber: 7n, logs: [] },
    replay: { status: 'success' },
  })
  const { queryKey } = logTransactionQueryOptions(config, { hash })
  expect(queryKey).toEqual(logTransactionQueryKey({ hash, chainId: 3721 }))
  expect(JSON.parse(JSON.stringify(queryClient.getQueryData(queryKey)))).toEqual({
    ...{ transaction, receipt, replay: { status: 'success' } },
  })
})

test('an unknown transaction is null', async () => {
  const { config } = answering({ eth_getTransactionByHash: null, eth_getTransactionReceipt: null })
  const { result } = renderHookIn(config, () => useLogTransaction({ hash, query: { enabled: true } }))
  await waitFor(() => expect(result.current.data).toBeNull())
})

test('a reply that is no transaction is an error', async () => {
  const { config } = answering({
    eth_getTransactionByHash: transaction,
    eth_getTransactionReceipt: { ...receipt, logs: [{}] },
  })
  const { result } = renderHookIn(config, () => useLogTransaction({ hash, query: { enabled: true } }))
  await waitFor(() => expect(result.current.error?.message).toMatch(/not a transaction/))
})

test.each([
  [
    'another transaction',
    {
      eth_getTransactionByHash: { ...transaction, hash: other },
      eth_getTransactionReceipt: { ...receipt, transactionHash: other },
    },
  ],
  [
    'the receipt of another transaction',
    {
      eth_getTransactionByHash: transaction,
      eth_getTransactionReceipt: { ...receipt, transactionHash: other },
    },
  ],
])('%s is an error', async (what, answers) => {
  const { config } = answering(answers)
  const { result } = renderHookIn(config, () => useLogTransaction({ hash, query: { enabled: true } }))
  await waitFor(() => expect(result.current.error?.message).toContain(`with ${what}.`))
})

test('refetch asks an endpoint again that is paused after failures', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0.99)
  const { node } = answering({
    ...{ eth_getTransactionByHash: null, eth_getTransactionReceipt: null },
    ...{ eth_getCode: '0x', eth_getStorageAt: '0x' },
  })
  // A WebSocket that nothing uses is no other way.
  const config = configOver(node, node.fetch, undefined, undefined, node.webSocketUrl)
  node.faults.down = 'cors'
  const { result } = renderHookIn(config, () => ({
    transaction: useLogTransaction({ hash }),
    implementation: useImplementation({ address: account }),
  }))
  const refetch = (name: 'transaction' | 'implementation') =>
    act((): Promise<unknown> => result.current[name].refetch())
  for (const name of ['transaction', 'implementation'] as const) {
    node.faults.down = 'cors'
    // The second time, it is paused for longer than any call waits.
    for (let time = 0; time < 2; time++) expect(await refetch(name)).toMatchObject({ isError: true })
    node.faults.down = undefined
    expect(await refetch(name)).toMatchObject({ isError: false, data: null })
  }
})
