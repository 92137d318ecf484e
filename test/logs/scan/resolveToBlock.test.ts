import { describe, expect, test } from 'vitest'
import { InvalidQueryError } from '../../../src/errors/InvalidQueryError.ts'
import { logId } from '../../../src/logs/order.ts'
import { estimateScan } from '../../../src/logs/scan/estimate/estimateScan.ts'
import { readHistory } from '../../../src/logs/scan/readHistory.ts'
import { clientOf } from '../../support/clientOf.ts'
import { createFakeNode } from '../../support/fakeNode.ts'
import { readAll } from '../../support/readAll.ts'

function setUp(endpoints = 1) {
  const node = createFakeNode({ blocks: 100, logsPerBlock: 2, endpoints })
  return { node, client: clientOf(node, { finality: 5 }) }
}

const issuesOf = async (promise: Promise<unknown>) => {
  const error: unknown = await promise.catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(InvalidQueryError)
  return (error as InvalidQueryError).issues.map(({ path, kind }) => `${path} ${kind}`)
}

describe('a range that ends with a block hash', () => {
  test('ends with that block, found with one request', async () => {
    const { node, client } = setUp()
    const toBlock = node.chain.block(40)!.hash
    const { logs, coverage } = await readAll(client, { fromBlock: 10n, toBlock })
    expect(logs.map(logId)).toEqual(node.chain.logs({}, 10n, 40n).map(logId))
    expect(coverage.verified).toEqual([{ from: 10n, to: 40n }])
    expect(node.callsOf('eth_getBlockByHash')).toHaveLength(1)
    expect((await estimateScan(client, { fromBlock: 10n, toBlock })).blocks).toBe(31n)
  })

  test('is refused at its field when the block was replaced', async () => {
    const { node, client } = setUp()
    const { hash } = node.chain.block(98)!
    node.faults.respond = ({ method }) =>
      method === 'eth_getBlockByHash'
        ? { result: { ...header(node.chain.block(97)!), hash, number: '0x62' } }
        : undefined
    node.chain.reorg(5)
    expect(await issuesOf(readHistory(client, { toBlock: hash }).next())).toEqual(['toBlock block-replaced'])
    expect(node.callsOf('eth_getLogs')).toEqual([])
  })

  test('is refused at its field when no endpoint knows the block', async () => {
    const { node, client } = setUp(2)
    const toBlock = `0x${'ab'.repeat(32)}` as const
    expect(await issuesOf(readHistory(client, { toBlock }).next())).toEqual(['toBlock block-not-found'])
    expect(await issuesOf(estimateScan(client, { toBlock }))).toEqual(['toBlock block-not-found'])
    expect(new Set(node.callsOf('eth_getBlockByHash').map(({ endpoint }) => endpoint)).size).toBe(2)
    expect(node.callsOf('eth_getLogs')).toEqual([])
  })

  test('is refused when it ends before it begins', async () => {
    const { node, client } = setUp()
    const toBlock = node.chain.block(40)!.hash
    expect(await issuesOf(readHistory(client, { fromBlock: 41n, toBlock }).next())).toEqual([
      'toBlock range-reversed',
    ])
  })
})

const header = ({ parentHash, timestamp }: { parentHash: string; timestamp: number }) => ({
  parentHash,
  timestamp: `0x${timestamp.toString(16)}`,
})
