import { pad, type Hex } from 'viem'
import { describe, expect, test } from 'vitest'
import type { LogQuery } from '../../../../src/logs/filter/LogQuery.ts'
import { matchesFilter } from '../../../../src/logs/filter/matchesFilter.ts'
import { parseLogQuery } from '../../../../src/logs/filter/parseLogQuery.ts'
import { logId } from '../../../../src/logs/order.ts'
import type { FakeNode, FakeNodeOptions } from '../../../support/fakeNode.ts'
import { openVirtualNode } from '../../../support/openVirtualNode.ts'

/** Blocks 480 to 499 are not final. */
const range = { fromBlock: 400n, toBlock: 499n }
const verified = [{ from: 400n, to: 499n }]

/** All logs of an account, which take two calls: as the first argument, and as the second. */
function fromOrTo(node: FakeNode): LogQuery {
  const account = pad(node.chain.accounts[0] as Hex)
  return { filters: [{ topics: [null, account] }, { topics: [null, null, account] }], ...range }
}

function truth(node: FakeNode, query: LogQuery) {
  const { filter } = parseLogQuery(query)
  return node.chain
    .logs({}, 400n, 499n)
    .filter((log) => matchesFilter(filter, log))
    .map(logId)
}

const open = (options: FakeNodeOptions = {}) =>
  openVirtualNode({ blocks: 500, logsPerBlock: 4, endpoints: 1, ...options })

const isSecondPart = (method: string, [filter]: readonly unknown[]) =>
  method === 'eth_getLogs' && (filter as { topics: unknown[] }).topics[1] === null

/** Reorganizes the chain before each of the first calls for the second part. */
function reorganize(node: FakeNode, times: number): void {
  let left = times
  for (const { faults } of node.endpoints)
    faults.respond = ({ method, params }) => {
      if (isSecondPart(method, params) && left-- > 0) node.chain.reorg(15, { blocks: 15 })
      return undefined
    }
}

const headers = (node: FakeNode) => node.callsOf('eth_getBlockByNumber').map(({ params }) => params[0])

describe('blocks that are not final, read in several calls', () => {
  test.each([1, 2])('are read again when they are replaced in between, %d times', async (times) => {
    const { node, read } = open()
    reorganize(node, times)
    const query = fromOrTo(node)
    const { logs, coverage } = await read(query)
    expect(coverage.verified).toEqual(verified)
    expect(logs.map(logId)).toEqual(truth(node, query))
    expect(node.callsOf('eth_getLogs').length).toBeGreaterThan(2)
  })

  test('are not claimed when they are replaced each time', async () => {
    const { node, read } = open()
    reorganize(node, 1_000)
    const { coverage } = await read({ ...fromOrTo(node), fromBlock: 490n })
    expect(coverage.verified).toEqual([])
    expect(coverage.failed[0]?.error.message).toContain('may have been replaced')
  })

  test('are read again when the calls were answered by an endpoint that was not asked for the block', async () => {
    const { node, read } = open({ endpoints: 2 })
    const [first] = node.endpoints
    first!.faults.refuse = {
      eth_getLogs: { code: -32601, message: 'the method eth_getLogs is not available' },
    }
    const query = fromOrTo(node)
    const { logs, coverage } = await read(query)
    expect(coverage.verified).toEqual(verified)
    expect(logs.map(logId)).toEqual(truth(node, query))
  })

  test('cost two calls more, and none where all blocks are final', async () => {
    const { node, read } = open()
    await read(fromOrTo(node))
    expect(headers(node)).toEqual(['0x1f3', '0x1f3'])
    expect(node.callsOf('eth_getLogs').length).toBe(2)
    const { node: other, read: readFinal } = open()
    await readFinal({ ...fromOrTo(other), toBlock: 470n })
    expect(headers(other)).toEqual([])
  })

  test('are accepted from a node that does not tell its blocks', async () => {
    const { node, read } = open()
    node.faults.refuse = {
      eth_getBlockByNumber: { code: -32601, message: 'the method eth_getBlockByNumber does not exist' },
    }
    const query = fromOrTo(node)
    const { logs, coverage } = await read(query)
    expect(coverage.verified).toEqual(verified)
    expect(logs.map(logId)).toEqual(truth(node, query))
  })

  test('are read from another endpoint when the first one is gone after the calls', async () => {
    const { node, read } = open({ endpoints: 2 })
    let gone: string | undefined
    let parts = 0
    for (const { host, faults } of node.endpoints)
      faults.respond = ({ method }) => {
        if (host === gone) return { error: { code: -32603, message: 'internal error' } }
        if (method === 'eth_getLogs' && ++parts === 2) gone = host
        return undefined
      }
    const query = fromOrTo(node)
    const { logs, coverage } = await read(query)
    expect(coverage.verified).toEqual(verified)
    expect(logs.map(logId)).toEqual(truth(node, query))
    expect(gone).toBeDefined()
    expect(new Set(node.callsOf('eth_getLogs').map(({ endpoint }) => endpoint)).size).toBe(2)
  })
})
