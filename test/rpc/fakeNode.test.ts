import { describe, expect, test } from 'vitest'
import { createFakeNode, type FakeNode } from '../support/fakeNode.ts'
import type { SeededChain } from '../support/SeededChain.ts'

async function ask(node: FakeNode, method: string, params: unknown[] = []) {
  const response = await node.fetch(node.url, {
    method: 'POST',
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  return (await response.json()) as { result?: unknown; error?: { code: number; message: string } }
}

describe('the fake node', () => {
  test('makes the same chain from the same seed, and a different one from another', () => {
    const [one, same, other] = [1, 1, 2].map((seed) => createFakeNode({ seed }).chain.logs())
    expect(one).toEqual(same)
    expect(one).not.toEqual(other)
    expect(one).toHaveLength(300)
  })

  test('shares the blocks of a seed with other chains, but not those that a test mined or replaced', () => {
    const [one, other] = [20, 10].map((blocks) => createFakeNode({ blocks }).chain) as [
      SeededChain,
      SeededChain,
    ]
    const untouched = structuredClone(one.logs())
    expect(other.block(5)).toBe(one.block(5))
    other.mine(1, { logs: [{ data: '0x12' }] })
    other.mine(3)
    expect(other.block(10)?.logs).toMatchObject([{ data: '0x12' }])
    expect(one.block(10)?.logs).toHaveLength(3)
    other.reorg(7)
    expect(other.block(8)?.hash).not.toBe(one.block(8)?.hash)
    expect(createFakeNode({ blocks: 20 }).chain.logs()).toEqual(untouched)
    const options = [{ logsPerBlock: 2 }, { timestamps: true }, { amountBytes: 8 }, { blockTime: 9 }]
    for (const option of options)
      expect(createFakeNode({ blocks: 20, ...option }).chain.block(5)).not.toEqual(one.block(5))
  })

  test('links its blocks, before and after a reorg', () => {
    const { chain } = createFakeNode({ blocks: 20 })
    const before = chain.block(18)?.hash
    chain.reorg(3, { blocks: 4 })
    expect(chain.head).toBe(20n)
    expect(chain.block(18)?.hash).not.toBe(before)
    for (let number = 1; number <= 20; number++)
      expect(chain.block(number)?.parentHash).toBe(chain.block(number - 1)?.hash)
  })

  test('matches topics by position (any, one, any of several) and requires as many as the filter has', async () => {
    const node = createFakeNode({ blocks: 1 })
    const [a, b, c] = node.chain.contracts
    const word = (digit: string) => `0x${digit.repeat(64)}` as const
    node.chain.mine(1, {
      logs: [
        { address: a, topics: [word('1')], data: '0x' },
        { address: b, topics: [word('1'), word('2')], data: '0x' },
        { address: c, topics: [word('3'), word('2')], data: '0x' },
        { address: c, topics: [], data: '0x' },
      ],
    })
    const indexes = async (filter: object) => {
      const { result } = await ask(node, 'eth_getLogs', [{ fromBlock: '0x1', toBlock: 'latest', ...filter }])
      return (result as { logIndex: string }[]).map(({ logIndex }) => Number(logIndex))
    }
    expect(await indexes({})).toEqual([0, 1, 2, 3])
    expect(await indexes({ topics: [word('1')] })).toEqual([0, 1])
    expect(await indexes({ topics: [word('1'), null] })).toEqual([1])
    expect(await indexes({ topics: [null, word('2')] })).toEqual([1, 2])
    expect(await indexes({ topics: [[word('1'), word('3')], word('2')] })).toEqual([1, 2])
    expect(await indexes({ address: [a, c] })).toEqual([0, 2, 3])
    expect(await indexes({ address: b?.toUpperCase().replace('0X', '0x') })).toEqual([1])
  })

  test('keeps filters: reports new logs once, and orphaned ones as removed', async () => {
    const node = createFakeNode({ blocks: 5, logsPerBlock: 1 })
    const { result: id } = await ask(node, 'eth_newFilter', [{}])
    node.chain.mine(2)
    const poll = async () => (await ask(node, 'eth_getFilterChanges', [id])).result as { removed: boolean }[]
    expect(await poll()).toMatchObject([{ removed: false }, { removed: false }])
    expect(await poll()).toEqual([])
    node.chain.reorg(1)
    expect(await poll()).toMatchObject([{ removed: true }, { removed: false }])
    expect((await ask(node, 'eth_getFilterLogs', [id])).result).toHaveLength(1)
    expect((await ask(node, 'eth_uninstallFilter', [id])).result).toBe(true)
    expect((await ask(node, 'eth_getFilterChanges', [id])).error?.message).toBe('filter not found')
  })

  test('refuses a hash together with a range, a reversed range and an unknown block', async () => {
    const node = createFakeNode()
    const hash = node.chain.block(3)?.hash
    expect((await ask(node, 'eth_getLogs', [{ blockHash: hash }])).result).toHaveLength(3)
    expect((await ask(node, 'eth_getLogs', [{ blockHash: hash, fromBlock: '0x1' }])).error?.code).toBe(-32602)
    expect((await ask(node, 'eth_getLogs', [{ fromBlock: '0x2', toBlock: '0x1' }])).error?.code).toBe(-32602)
    expect((await ask(node, 'eth_getLogs', [{ blockHash: `0x${'9'.repeat(64)}` }])).error?.code).toBe(-32000)
  })
})
