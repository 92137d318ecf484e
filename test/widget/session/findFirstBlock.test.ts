import { expect, test } from 'vitest'
import { findFirstBlock } from '../../../src/widget/session/findFirstBlock.ts'
import { fakeConfig } from '../../support/renderHooks.tsx'

const { signal } = new AbortController()

/** A node that keeps only the newest state. Its first contract was deployed in block 100. */
function pruned(blocks: number) {
  const { node, config } = fakeConfig({ blocks })
  node.faults.respond = ({ method, params: [, block] }) => {
    if (method !== 'eth_getCode') return undefined
    if (block === 'latest' || Number(block) === blocks - 1) return { result: '0x6001' }
    return { error: { code: -32000, message: 'missing trie node deadbeef (path )' } }
  }
  return { node, config, chainId: config.networks[0]!.id }
}

test('where no node keeps old states, the first log of the contract is found', async () => {
  const { node, config, chainId } = pruned(300)
  const [, address] = node.chain.contracts
  const [first] = node.chain.logs({ address }, 0, 299)
  expect(await findFirstBlock(config, chainId, address!, { signal })).toBe(first!.blockNumber)
})

test('a contract without logs has no first one', async () => {
  const { config, chainId } = pruned(300)
  const silent = '0x00000000000000000000000000000000000000aa'
  await expect(findFirstBlock(config, chainId, silent, { signal })).rejects.toMatchObject({ kind: 'pruned' })
})

test('the deployment is found where states are kept, without reading logs', async () => {
  const { node, config } = fakeConfig()
  node.faults.respond = ({ method, params: [, block] }) =>
    method === 'eth_getCode'
      ? { result: block === 'latest' || Number(block) >= 42 ? '0x6001' : '0x' }
      : undefined
  const [address] = node.chain.contracts
  expect(await findFirstBlock(config, config.networks[0]!.id, address!, { signal })).toBe(42n)
  expect(node.callsOf('eth_getLogs')).toHaveLength(0)
})

test('a scan that would cost too many requests is not started', async () => {
  const { node, config, chainId } = pruned(3_000_000)
  const [address] = node.chain.contracts
  await expect(findFirstBlock(config, chainId, address!, { signal })).rejects.toMatchObject({
    kind: 'pruned',
  })
  expect(node.callsOf('eth_getLogs')).toHaveLength(0)
})
