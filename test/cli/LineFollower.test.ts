import { afterEach, expect, test, vi } from 'vitest'
import { ChangeLines } from '../../src/cli/ChangeLines.ts'
import { LineFollower } from '../../src/cli/LineFollower.ts'
import { Progress } from '../../src/cli/Progress.ts'
import { describeInterruption } from '../../src/cli/runLogs.ts'
import { NodeError, UnreadBlocksError } from '../../src/errors/NodeError.ts'
import type { FailedInterval } from '../../src/logs/Coverage.ts'
import type { LogQuery } from '../../src/logs/filter/LogQuery.ts'
import { parseLogQuery } from '../../src/logs/filter/parseLogQuery.ts'
import { clientOf } from '../support/clientOf.ts'
import { createFakeNode, type FakeNode } from '../support/fakeNode.ts'
import { soon } from '../support/soon.ts'

interface Line {
  readonly change: 'add' | 'remove' | 'reset'
  readonly fromBlock?: string
  readonly blockNumber: string
  readonly blockHash: string
  readonly logIndex: number
}

/** The logs that hold after all lines. */
function foldLines(lines: readonly Line[]): string[] {
  const held = new Map<string, bigint>()
  for (const line of lines) {
    const id = `${line.blockHash} ${line.logIndex}`
    if (line.change === 'add') held.set(id, BigInt(line.blockNumber))
    else if (line.change === 'remove') held.delete(id)
    else for (const [id, block] of held) if (block >= BigInt(line.blockNumber)) held.delete(id)
  }
  return [...held.keys()]
}

let end: AbortController
afterEach(() => end.abort())

/** Follows a query. `resumes` has, for each write, where to continue and the last block written before. */
function start(node: FakeNode, given: LogQuery, finality?: number, archive?: string) {
  const query = parseLogQuery(given)
  end = new AbortController()
  const { signal } = end
  let rest = ''
  const written: Line[] = []
  const lines = () => written
  const resumes: { readonly next: number; readonly last: number }[] = []
  const follower = new LineFollower(clientOf(node, { finality, archive }), query, {
    lines: new ChangeLines(query, { format: 'ndjson', columns: undefined }),
    write: async (text) => {
      const last = written.at(-1)
      if (last && follower.next !== undefined)
        resumes.push({ next: Number(follower.next), last: Number(last.blockNumber) })
      const texts = (rest + text).split('\n')
      rest = texts.pop()!
      written.push(...texts.map((line) => JSON.parse(line) as Line))
    },
    cache: undefined,
    progress: new Progress({ isQuiet: true, calls: () => 0 }),
    signal,
  })
  const ended = follower.run().catch((reason: unknown) => reason)
  return { follower, lines, resumes, ended, signal }
}

test('an interrupted one continues where it began at the earliest, and leaves out no block', async () => {
  const node = createFakeNode({ blocks: 200, logsPerBlock: 1 })
  const { follower, lines, resumes } = start(node, { fromBlock: 190n })
  await vi.waitFor(() => expect(lines()).toHaveLength(10), soon)
  node.chain.mine(1)
  await vi.waitFor(() => expect(lines()).toHaveLength(11), soon)
  // Earlier blocks are not final either, but were not requested.
  expect(follower.next).toBe(190n)
  node.chain.mine(3_000)
  await vi.waitFor(() => expect(lines()).toHaveLength(3_011), soon)
  expect(resumes.length).toBeGreaterThan(5)
  for (const { next, last } of resumes) expect(next).toBeLessThanOrEqual(last + 1)
})

test('standard error says why an archive is not used', async () => {
  const stderr = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const node = createFakeNode({ blocks: 20, logsPerBlock: 1 })
  const { lines } = start(node, { fromBlock: 0n }, 5, 'http://127.0.0.1:9/manifest.json')
  await vi.waitFor(() => expect(lines()).toHaveLength(20), soon)
  expect(stderr.mock.calls.join()).toContain('Nodes were read instead')
})

test.each(['latest', 'latest-5'] as const)(
  'from %s, a chain that is replaced deeply is written again from where it began',
  async (fromBlock) => {
    const node = createFakeNode({ blocks: 40, logsPerBlock: 1 })
    const { lines } = start(node, { fromBlock }, 5)
    await vi.waitFor(() => {
      node.chain.mine(1)
      expect(lines().length).toBeGreaterThan(1)
    }, soon)
    const began = BigInt(lines()[0]!.blockNumber)
    const isWhole = () =>
      expect(foldLines(lines())).toEqual(
        node.chain.logs({}, began).map(({ blockHash, logIndex }) => `${blockHash} ${logIndex}`),
      )
    node.chain.mine(30)
    await vi.waitFor(isWhole, soon)
    node.chain.reorg(Number(node.chain.head - began))
    await vi.waitFor(isWhole, soon)
    expect(lines().some(({ change }) => change === 'reset')).toBe(true)
  },
)

// Hardhat and `geth --dev` call their newest blocks final, and so does anvil with short epochs.
test('a chain that is replaced below the blocks that its node called final is written again', async () => {
  const node = createFakeNode({ blocks: 40, logsPerBlock: 1, finalized: 2 })
  const { lines, ended, signal } = start(node, { fromBlock: 0n })
  const isWhole = () => {
    const truth = node.chain
      .logs({}, 0n, node.chain.head)
      .map(({ blockHash, logIndex }) => `${blockHash} ${logIndex}`)
    expect(foldLines(lines())).toEqual(truth)
  }
  await vi.waitFor(isWhole, soon)
  node.chain.mine(1)
  await vi.waitFor(isWhole, soon)
  node.chain.reorg(30)
  await vi.waitFor(isWhole, soon)
  expect(lines().some(({ change }) => change === 'reset')).toBe(true)
  end.abort()
  expect(await ended).toBe(signal.reason)
})

test('standard error says why it is not up to date, also when the reason changes', async () => {
  const stderr = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const node = createFakeNode({ blocks: 20, logsPerBlock: 1 })
  const { lines } = start(node, { fromBlock: 0n })
  await vi.waitFor(() => expect(lines()).toHaveLength(20), soon)
  node.faults.down = 'cors'
  await vi.waitFor(() => expect(stderr.mock.calls.join()).toContain('Not up to date: '), soon)
  // A node of another chain starts at the same address.
  node.faults.down = undefined
  node.faults.respond = () => ({ error: { code: -32000, message: 'unsupported network' } })
  await vi.waitFor(
    () => expect(stderr.mock.calls.join()).toMatch(/Not up to date: .* network\. Retrying\./),
    soon,
  )
})

test('after blocks that could not be read, an interrupted one continues with them', async () => {
  const node = createFakeNode({ blocks: 300, logsPerBlock: 1, finalized: 2 })
  node.faults.maxBlockRange = 50
  node.faults.respond = ({ method, params }) => {
    if (method !== 'eth_getLogs') return undefined
    const [{ fromBlock, toBlock }] = params as [{ fromBlock: string; toBlock: string }]
    const hasBad = Number(fromBlock) <= 120 && Number(toBlock) >= 120
    return hasBad ? { error: { code: -32603, message: 'missing trie node' } } : undefined
  }
  const { follower, lines, ended } = start(node, { fromBlock: 0n })
  const failed = (await ended) as readonly { range: { from: bigint } }[]
  expect(Number(lines().at(-1)!.blockNumber)).toBeGreaterThan(250)
  expect(follower.next).toBe(failed[0]!.range.from)
})

test('after blocks that could not be read, an interrupted `topic0 logs` continues with them', () => {
  const cause = new NodeError('No answer.', { kind: 'transient', method: 'eth_getLogs' })
  const range = { from: 120n, to: 120n }
  const failed = [
    { range, error: new UnreadBlocksError(range, cause) },
  ] as unknown as readonly FailedInterval[]
  const progress = { range: { from: 0n, to: 300n }, next: 200n, written: 7, failed }
  const options = { output: undefined, format: undefined, cache: undefined }
  expect(describeInterruption(progress, options)).toMatch(/before block 120 .* --from 120\.$/)
  expect(describeInterruption({ ...progress, failed: [] }, options)).toMatch(/--from 200\.$/)
  expect(describeInterruption({ ...progress, next: 0n, written: 0, failed: [] }, options)).toBe(
    'Interrupted before the first logs.',
  )
})
