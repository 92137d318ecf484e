import { createClient } from 'viem'
import type { Hash } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readTransaction } from '../../src/logs/lookup/readTransaction.ts'
import { nodePool } from '../../src/rpc/pool/nodePool.ts'
import { decodeCall } from '../../src/widget/panels/decodeCall.ts'
import { startTestChain } from '../support/anvil.ts'
import type { TestChain } from '../support/anvil.ts'

let chain: TestChain
let bodies: { method: string }[][] = []

beforeAll(async () => {
  chain = await startTestChain({ seed: 5 })
})
afterAll(async () => {
  await chain.stop()
})

function connect() {
  const transport = nodePool(chain.network(), {
    fetch(input, init) {
      const body = JSON.parse(init?.body as string) as { method: string } | { method: string }[]
      bodies.push(Array.isArray(body) ? body : [body])
      return fetch(input, init)
    },
  })
  return createClient({ chain: chain.network(), transport })
}

describe('on a real chain', () => {
  test('a transaction has its receipt and all of its logs, read in one message', async () => {
    const wanted = await chain.emit('harbour', 'pay', { seed: 3, count: 7 })
    const expected = (await chain.allLogs()).filter((one) => one.transactionHash === wanted)
    const client = connect()
    bodies = []
    const read = (await readTransaction(client, wanted))!
    expect(read).toMatchObject({ hash: wanted, status: 'success', contractAddress: undefined })
    expect(read.gasUsed).toBeGreaterThan(21_000n)
    expect(read.gasPrice).toBeGreaterThan(0n)
    expect(expected.length).toBeGreaterThanOrEqual(7)
    expect(read.logs.map(({ logIndex, data }) => [logIndex, data])).toEqual(
      expected.map(({ logIndex, data }) => [Number(logIndex), data]),
    )
    const sent = bodies.find((calls) => calls.some(({ method }) => method === 'eth_getTransactionReceipt'))!
    expect(sent.map(({ method }) => method)).toContain('eth_getTransactionByHash')
    const known = chain.contracts.map(({ address, abi }) => ({ address, abi, label: '' }))
    expect(decodeCall(read, known)).toMatchObject({ name: expect.any(String), args: expect.any(Array) })
    expect(decodeCall(read, [])).toBeUndefined()
    client.transport.pool.close()
  })

  test('one that creates a contract names it, and an unknown one is undefined', async () => {
    const client = connect()
    const blocks = await Promise.all(
      [1, 2, 3, 4, 5, 6, 7, 8].map((number) =>
        chain.rpc.request('eth_getBlockByNumber', [`0x${number}`, true]),
      ),
    )
    const sent = (blocks as { transactions: { hash: Hash; to: string | null }[] }[]).flatMap(
      ({ transactions }) => transactions,
    )
    const read = await readTransaction(client, sent.find(({ to }) => to === null)!.hash)
    expect(read).toMatchObject({ to: undefined, contractAddress: expect.stringMatching(/^0x[0-9a-f]{40}$/) })
    expect(await readTransaction(client, `0x${'ab'.repeat(32)}`)).toBeUndefined()
    client.transport.pool.close()
  })
})
