import fc from 'fast-check'
import { expect, test } from 'vitest'
import { logId } from '../../../../src/logs/order.ts'
import { estimateScan } from '../../../../src/logs/scan/estimate/estimateScan.ts'
import type { EndpointFaults, TestCall } from '../../../../src/testing/EndpointFaults.ts'
import { clientOf } from '../../../support/clientOf.ts'
import { createFakeNode } from '../../../support/fakeNode.ts'
import { readAll } from '../../../support/readAll.ts'

/** Blocks that are not final, which take four calls. */
const finality = 20
const maxBlockRange = 5

function setUp({ endpoints = 1, faults = {} }: { endpoints?: number; faults?: EndpointFaults } = {}) {
  const node = createFakeNode({ blocks: 100, logsPerBlock: 3, endpoints, plainReplies: true })
  for (const endpoint of node.endpoints) endpoint.faults = { maxBlockRange, ...faults }
  return { node, client: clientOf(node, { finality }) }
}

type Node = ReturnType<typeof setUp>['node']

/** Runs `then` before the answer to the `nth` call that `counts`. */
function beforeAnswer(node: Node, nth: number, counts: (call: TestCall) => boolean, then: () => void): void {
  let calls = 0
  for (const { faults } of node.endpoints)
    faults.respond = (call) => {
      if (counts(call) && ++calls === nth) then()
      return undefined
    }
}

const isHeader = ({ method, params }: Pick<TestCall, 'method' | 'params'>) =>
  method === 'eth_getBlockByNumber' && String(params[0]).startsWith('0x')

/** A read of some blocks that are not final. */
const isOpenRead =
  (node: Node) =>
  ({ method, params }: TestCall) => {
    if (method !== 'eth_getLogs') return false
    const { fromBlock, toBlock } = params[0] as { fromBlock: string; toBlock: string }
    const isNarrow = Number(toBlock) - Number(fromBlock) < maxBlockRange
    return isNarrow && BigInt(toBlock) > node.chain.head - BigInt(finality)
  }

const headers = (node: Node) => node.calls.filter(isHeader)
const single: EndpointFaults = { batchLimit: { limit: 1, style: 'object' } }

async function expectAll({ node, client }: ReturnType<typeof setUp>, order: 'asc' | 'desc' = 'asc') {
  const { coverage, logs, events } = await readAll(client, { fromBlock: 60n, order })
  expect(coverage.failed).toEqual([])
  const now = node.chain.logs({}, 60n, node.chain.head).map(logId)
  expect(logs.map(logId)).toEqual(order === 'asc' ? now : now.toReversed())
  return events
}

/** A message begins with the call for the last block. */
const messages = fc.record({
  nth: fc.integer({ min: 1, max: 6 }),
  order: fc.constantFrom('asc' as const, 'desc' as const),
  endpoints: fc.integer({ min: 1, max: 3 }),
  depth: fc.integer({ min: 1, max: finality }),
})

test('a reorganization between two messages with some of the newest blocks starts the scan over', async () => {
  let resets = 0
  await fc.assert(
    fc.asyncProperty(messages, async ({ nth, order, endpoints, depth }) => {
      const world = setUp({ endpoints })
      beforeAnswer(world.node, nth, isHeader, () => world.node.chain.reorg(depth, { blocks: depth }))
      const events = await expectAll(world, order)
      if (events.some((event) => event.type === 'reset' && event.reason === 'reorg')) resets++
    }),
    { numRuns: 40 },
  )
  expect(resets).toBeGreaterThan(0)
})

test('so does one between two calls, from endpoints that take one call in a message', async () => {
  let resets = 0
  await fc.assert(
    fc.asyncProperty(messages, async ({ nth, order, endpoints, depth }) => {
      const world = setUp({ endpoints, faults: single })
      // Such endpoints are known by their first refusal.
      await readAll(world.client, { toBlock: 20n })
      const { chain } = world.node
      beforeAnswer(world.node, nth, isOpenRead(world.node), () => chain.reorg(depth, { blocks: depth }))
      const events = await expectAll(world, order)
      if (events.some((event) => event.type === 'reset' && event.reason === 'reorg')) resets++
    }),
    { numRuns: 40 },
  )
  expect(resets).toBeGreaterThan(0)
})

test.each([1, 2, 3])(
  'a node behind a load balancer that is behind for message %i leaves out no log',
  async (nth) => {
    for (const order of ['asc', 'desc'] as const) {
      const world = setUp()
      const [{ faults }] = world.node.endpoints as [(typeof world.node.endpoints)[0]]
      let times = 0
      faults.beyondHead = 'empty'
      faults.respond = (call) => {
        if (isHeader(call)) faults.lag = ++times === nth ? 18 : undefined
        if (call.method === 'eth_blockNumber') faults.lag = undefined
        return undefined
      }
      await expectAll(world, order)
      expect(times).toBeGreaterThan(1)
    }
  },
)

test('one answer with all of the newest blocks needs no check', async () => {
  const { node, client } = setUp({ faults: { maxBlockRange: finality + 1 } })
  await readAll(client, { fromBlock: 0n, order: 'desc' })
  expect(headers(node)).toEqual([])
})

test('blocks that are final need no check', async () => {
  const { node, client } = setUp()
  await readAll(client, { fromBlock: 0n, toBlock: node.chain.head - BigInt(finality) })
  expect(headers(node)).toEqual([])
})

test('the check takes a call before, and at most one after each read: the estimate includes them', async () => {
  const { node, client } = setUp()
  await readAll(client, { fromBlock: 0n, toBlock: 50n })
  node.clearCalls()
  const { requests } = await estimateScan(client, { fromBlock: 81n, order: 'desc' })
  const { coverage } = await readAll(client, { fromBlock: 81n, order: 'desc' })
  expect(coverage.failed).toEqual([])
  expect(headers(node).length).toBeGreaterThanOrEqual(2)
  expect(headers(node).length).toBeLessThanOrEqual(1 + finality / maxBlockRange)
  expect(node.calls.length).toBeLessThanOrEqual(requests.high)
})

test('without eth_getBlockByNumber, the newest blocks are read without the check', async () => {
  const missing = { code: -32601, message: 'the method does not exist' }
  await expectAll(setUp({ faults: { refuse: { eth_getBlockByNumber: missing } } }))
})
