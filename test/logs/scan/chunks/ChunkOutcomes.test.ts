import { expect, test } from 'vitest'
import { NodeError } from '../../../../src/errors/NodeError.ts'
import { packLogs } from '../../../../src/logs/columns/packLogs.ts'
import type { BlockInterval } from '../../../../src/logs/Coverage.ts'
import { covers } from '../../../../src/logs/intervals.ts'
import { ChunkOutcomes } from '../../../../src/logs/scan/chunks/ChunkOutcomes.ts'
import { ChunkPlan, type Chunk } from '../../../../src/logs/scan/chunks/ChunkPlan.ts'
import { ChunkSizer } from '../../../../src/logs/scan/chunks/ChunkSizer.ts'
import { UnreadBlocks } from '../../../../src/logs/scan/chunks/UnreadBlocks.ts'
import type { EndpointStatus } from '../../../../src/rpc/Pool.ts'
import { getPool } from '../../../../src/rpc/pool/getPool.ts'
import { openVirtualNode } from '../../../support/openVirtualNode.ts'

const endpoint = 'node-1.test'
const tooMany = new NodeError('More than one result.', {
  kind: 'too-many-results',
  method: 'eth_getLogs',
  endpoint,
  maxResults: 1,
})
const request = { avoided: [], narrow: { names: [], maxWidth: 0 } }

/** The outcomes of a scan of 1,000 blocks, over endpoints of which the first `narrow` take 10 blocks. */
function setUp({ endpoints = 1, narrow = 0, others = {} as Partial<EndpointStatus> } = {}) {
  const unread = new UnreadBlocks(false)
  unread.add({ from: 0n, to: 999n, blindSplits: 0 })
  const sizer = new ChunkSizer({ blocks: 1_000n })
  const plan = new ChunkPlan(unread, sizer, { newestFirst: false, careful: true })
  const known = getPool(openVirtualNode({ endpoints }).client)
  const status = known
    .getStatus()
    .map((one, at) => (at < narrow ? { ...one, limits: { blockRange: 10 } } : { ...one, ...others }))
  const pool = { ...known, getStatus: () => status }
  const outcomes = new ChunkOutcomes({ pool: () => pool, unread, plan, sizer, parts: 1, careful: true })
  const take = (range: BlockInterval): Chunk => {
    const open = unread.all().find((one) => covers([one], range))!
    unread.take(open, range)
    const kind = { narrowed: false, sample: false, first: false, search: false, suggestedBy: undefined }
    return { ...range, blindSplits: 0, ...kind }
  }
  return { unread, plan, outcomes, take }
}

test('blocks refused for their number are not requested as a whole again once it turns out to be their logs', () => {
  const { unread, plan, outcomes, take } = setUp()
  const chunks = [take({ from: 0n, to: 99n }), take({ from: 100n, to: 499n }), take({ from: 500n, to: 549n })]
  const [empty, wide, narrow] = chunks as [Chunk, Chunk, Chunk]
  const selection = { segment: packLogs([]), rows: undefined }
  const answers = [{ endpoint, logs: 0, certain: 0, suspect: false, batch: undefined }]
  outcomes.answered(empty, { range: empty, selection, endpoint, rejected: 0, answers })
  // Logs are rare so far: this may be a limit of blocks. The next refusal, of fewer blocks than were answered, is not.
  outcomes.failed(wide, tooMany, request)
  outcomes.failed(narrow, tooMany, request)
  const next = plan.front(unread.first!)
  expect(next.from).toBe(wide.from)
  expect(next.to).toBeLessThan(wide.to)
})

test('a failed chunk is read in narrower ones where an endpoint has turned out to take only these', () => {
  const { unread, plan, outcomes, take } = setUp({ endpoints: 2, narrow: 1 })
  const error = new NodeError('Not now.', {
    kind: 'transient',
    method: 'eth_getLogs',
    endpoint: 'node-2.test',
  })
  expect(outcomes.failed(take({ from: 0n, to: 99n }), error, request)).toEqual([])
  expect(plan.front(unread.first!)).toEqual({ from: 0n, to: 9n })
})

test('an endpoint is not asked again for any of the blocks that it refused in unknown words', () => {
  const { outcomes, take } = setUp({ endpoints: 2 })
  const error = new NodeError('Nope.', { kind: 'invalid-input', method: 'eth_getLogs', endpoint })
  const ranges = [
    { from: 0n, to: 99n },
    { from: 100n, to: 199n },
  ]
  for (const range of ranges) outcomes.failed(take(range), error, request)
  for (const range of ranges) expect(outcomes.optionsFor(range).refusals).toEqual([error])
})

test('a refused width is not requested again because the same endpoint once answered it', () => {
  // The pool has learned the limit from the refusal.
  const others = { widest: 950, limits: { blockRange: 25 } }
  const { unread, plan, outcomes, take } = setUp({ endpoints: 2, narrow: 1, others })
  const refusal = new NodeError('Too many blocks.', {
    kind: 'range-too-wide',
    method: 'eth_getLogs',
    endpoint: 'node-2.test',
    maxBlockRange: 25,
  })
  const wide = take({ from: 0n, to: 899n })
  outcomes.failed(wide, refusal, { avoided: [], narrow: { names: [endpoint], maxWidth: 10 } })
  expect(plan.front(unread.first!)).toMatchObject({ from: 0n, to: 24n })
})
