import { waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { NodeError } from '../../src/errors/NodeError.ts'
import { useLogs } from '../../src/hooks/useLogs.ts'
import { logId } from '../../src/logs/order.ts'
import { fakeConfig, renderHookIn } from '../support/renderHooks.tsx'

describe('reads one block by its hash on a node without eth_getBlockByHash', () => {
  function readBlock(address?: `0x${string}`) {
    const { node, config } = fakeConfig()
    node.faults.refuse = { eth_getBlockByHash: { code: -32601, message: 'the method does not exist' } }
    const { hash } = node.chain.block(100)!
    const rendered = renderHookIn(config, () => useLogs({ blockHash: hash, ...(address && { address }) }))
    return { node, ...rendered }
  }

  test('the logs identify the block: complete, in one request', async () => {
    const { node, result } = readBlock()
    await waitFor(() => expect(result.current.isComplete).toBe(true))
    const expected = node.chain.logs({}, 100n, 100n).map(logId)
    expect(expected.length).toBeGreaterThan(0)
    expect(result.current.data?.map(logId)).toEqual(expected)
    expect(result.current.coverage?.verified).toEqual([{ from: 100n, to: 100n }])
    expect(node.callsOf('eth_getLogs')).toHaveLength(1)
  })

  test('without a log, nothing proves that the block exists: an error, not "no logs"', async () => {
    const { result } = readBlock(`0x${'99'.repeat(20)}`)
    await waitFor(() => expect(result.current.isError).toBe(true))
    expect(result.current.error).toBeInstanceOf(NodeError)
    expect(result.current.error).toMatchObject({ kind: 'unavailable', method: 'eth_getBlockByHash' })
    expect(result.current.isEmpty).toBe(false)
    expect(result.current.data).toBeUndefined()
  })
})
