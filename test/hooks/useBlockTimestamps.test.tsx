import { dehydrate, hydrate, QueryClient } from '@tanstack/react-query'
import { act, waitFor } from '@testing-library/react'
import type { Hash } from 'viem'
import { describe, expect, test } from 'vitest'
import { NodeError } from '../../src/errors/NodeError.ts'
import { useBlockTimestamps } from '../../src/hooks/useBlockTimestamps.ts'
import { blockTimestampQueryKey, blockTimestampQueryOptions } from '../../src/query/blocks.ts'
import { getPool } from '../../src/rpc/pool/getPool.ts'
import type { FakeNode } from '../support/fakeNode.ts'
import { fakeConfig, renderHookIn } from '../support/renderHooks.tsx'

const hashOf = (node: FakeNode, block: number): Hash => node.chain.block(block)!.hash
const timeOf = (node: FakeNode, block: number) => BigInt(node.chain.block(block)!.timestamp)
const asked = (node: FakeNode) => node.callsOf('eth_getBlockByHash')

/** A hook that requests the timestamps of some blocks, and a way to change them. */
function setUp(
  { node, config }: ReturnType<typeof fakeConfig>,
  first: readonly number[],
  options: { reserve?: number; queryClient?: QueryClient } = {},
) {
  const { queryClient, ...rest } = options
  const hook = renderHookIn(
    config,
    ({ blocks }: { blocks: readonly Hash[] }) => useBlockTimestamps({ blocks, ...rest }),
    {
      initialProps: { blocks: first.map((block) => hashOf(node, block)) },
      ...(queryClient && { queryClient }),
    },
  )
  const want = (...blocks: number[]) => hook.rerender({ blocks: blocks.map((block) => hashOf(node, block)) })
  return { ...hook, want }
}

describe('useBlockTimestamps', () => {
  test('returns block timestamps, each requested once, in one message', async () => {
    const { node, config } = fakeConfig()
    await getPool(config.getClient()).request({ method: 'eth_blockNumber', params: [] })
    const { result } = setUp({ node, config }, [10, 11, 12, 11])
    expect(result.current.data.size).toBe(0)
    await waitFor(() => expect(result.current.data.size).toBe(3))
    expect([...result.current.data]).toEqual(
      [10, 11, 12].map((block) => [hashOf(node, block), timeOf(node, block)]),
    )
    expect(asked(node)).toHaveLength(3)
    expect(new Set(asked(node).map(({ message }) => message)).size).toBe(1)
    expect(result.current).toMatchObject({ isFetching: false, error: null, isSaving: false })
  })

  test('known timestamps stay, and are not requested again', async () => {
    const { node, config } = fakeConfig()
    const { result, want, rerender } = setUp({ node, config }, [10, 11])
    await waitFor(() => expect(result.current.data.size).toBe(2))
    want(11, 12)
    await waitFor(() => expect(result.current.data.size).toBe(3))
    expect(result.current.data.get(hashOf(node, 10))).toBe(timeOf(node, 10))
    const { data } = result.current
    rerender({ blocks: [10, 11, 12].map((block) => hashOf(node, block)) })
    expect(result.current.data).toBe(data)
    expect(asked(node)).toHaveLength(3)
  })

  test('blocks no longer needed are cancelled, and nothing is sent after unmount', async () => {
    const { node, config } = fakeConfig()
    node.faults.down = 'hang'
    const { want, unmount } = setUp({ node, config }, [10])
    await waitFor(() => expect(node.calls).not.toHaveLength(0))
    want()
    await waitFor(() => expect(node.aborted).toBe(1))
    node.clearCalls()
    want(11)
    unmount()
    node.faults.down = undefined
    await act(async () => {})
    expect(asked(node)).toEqual([])
  })

  test('returns all timestamps, however many are requested at once', async () => {
    const { config } = fakeConfig()
    const queryClient = new QueryClient()
    const blocks = Array.from({ length: 10_001 }, (_, at): Hash => `0x${at.toString(16).padStart(64, '0')}`)
    for (const blockHash of blocks)
      queryClient.setQueryData(blockTimestampQueryKey({ blockHash, chainId: 3721 }), '1')
    const { result } = renderHookIn(config, () => useBlockTimestamps({ blocks }), { queryClient })
    expect(result.current.data.size).toBe(blocks.length)
  })

  test('a block that one endpoint lacks is requested from another', async () => {
    const { node, config } = fakeConfig({ endpoints: 2 })
    const behind = new Set<string>()
    for (const endpoint of node.endpoints)
      endpoint.faults.respond = ({ method }) => {
        if (method !== 'eth_getBlockByHash' || behind.size > 0) return undefined
        behind.add(endpoint.host)
        return { result: null }
      }
    const { result } = setUp({ node, config }, [10])
    await waitFor(() => expect(result.current.data.get(hashOf(node, 10))).toBe(timeOf(node, 10)))
    expect(new Set(asked(node).map(({ endpoint }) => endpoint)).size).toBe(2)
  })

  test('a missing block has no timestamp, is not requested again, and does not block others', async () => {
    const { node, config } = fakeConfig()
    const gone = `0x${'ab'.repeat(32)}` as const
    const { result, rerender } = renderHookIn(
      config,
      ({ blocks }: { blocks: readonly Hash[] }) => useBlockTimestamps({ blocks }),
      { initialProps: { blocks: [gone, hashOf(node, 10)] } },
    )
    await waitFor(() => expect(result.current.isFetching).toBe(false))
    expect([...result.current.data.keys()]).toEqual([hashOf(node, 10)])
    expect(result.current.error).toBeInstanceOf(NodeError)
    expect(result.current.error?.message).toContain('knows no block with the hash')
    // Together with a new one, so that there is something to wait for.
    rerender({ blocks: [hashOf(node, 10), gone, hashOf(node, 11)] })
    await waitFor(() => expect(result.current.data.has(hashOf(node, 11))).toBe(true))
    await waitFor(() => expect(result.current.isFetching).toBe(false))
    expect(asked(node)).toHaveLength(3)
  })

  test('the last requests of a day are reserved for logs', async () => {
    const { node, config } = fakeConfig()
    const { budget } = getPool(config.getClient())
    budget.spend(900_000)
    const { result } = setUp({ node, config }, [10])
    expect(result.current).toMatchObject({ isSaving: true, isFetching: false })
    expect(node.calls).toEqual([])
    act(() => budget.ignore())
    await waitFor(() => expect(result.current.data.size).toBe(1))
    expect(result.current.isSaving).toBe(false)
  })

  test('a server can read them, and the page hydrates them from JSON', async () => {
    const { node, config } = fakeConfig()
    const server = new QueryClient()
    const options = blockTimestampQueryOptions(config, { blockHash: hashOf(node, 10) })
    expect(options.queryKey).toEqual(
      blockTimestampQueryKey({ blockHash: hashOf(node, 10).toUpperCase() as Hash, chainId: 3721 }),
    )
    await server.prefetchQuery(options)
    const queryClient = new QueryClient()
    hydrate(queryClient, JSON.parse(JSON.stringify(dehydrate(server))))
    server.clear()
    node.clearCalls()
    const { result } = setUp({ node, config }, [10], { queryClient })
    expect(result.current.data.get(hashOf(node, 10))).toBe(timeOf(node, 10))
    expect(node.calls).toEqual([])
  })
})
