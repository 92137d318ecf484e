import { createClient } from 'viem'
import { afterEach, expect, test, vi } from 'vitest'
import { ChangeLines } from '../../src/cli/ChangeLines.ts'
import { LineFollower } from '../../src/cli/LineFollower.ts'
import { Progress } from '../../src/cli/Progress.ts'
import { defineNetwork } from '../../src/logs/archive/defineNetwork.ts'
import { parseLogQuery } from '../../src/logs/filter/parseLogQuery.ts'
import { xone } from '../../src/rpc/networks/xone.ts'
import { nodePool } from '../../src/rpc/pool/nodePool.ts'
import { createFakeNode } from '../support/fakeNode.ts'
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

// Hardhat and `geth --dev` call their newest blocks final, and so does anvil with short epochs.
test('a chain that is replaced below the blocks that its node called final is written again', async () => {
  const node = createFakeNode({ blocks: 40, logsPerBlock: 1, finalized: 2 })
  const network = defineNetwork(xone, { http: node.urls })
  const transport = nodePool(network, { fetch: node.fetch, storage: null, channel: null })
  const query = parseLogQuery({ fromBlock: 0n })
  end = new AbortController()
  const { signal } = end
  let written = ''
  const follower = new LineFollower(createClient({ chain: network, transport }), query, {
    lines: new ChangeLines(query, { format: 'ndjson', columns: undefined }),
    write: async (text) => {
      written += text
    },
    cache: undefined,
    progress: new Progress({ isQuiet: true, calls: () => 0 }),
    signal,
  })
  const lines = () =>
    written
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line) as Line)
  const isWhole = () => {
    const truth = node.chain
      .logs({}, 0n, node.chain.head)
      .map(({ blockHash, logIndex }) => `${blockHash} ${logIndex}`)
    expect(foldLines(lines())).toEqual(truth)
  }
  const ended = follower.run().catch((reason: unknown) => reason)
  await vi.waitFor(isWhole, soon)
  node.chain.mine(1)
  await vi.waitFor(isWhole, soon)
  node.chain.reorg(30)
  await vi.waitFor(isWhole, soon)
  expect(lines().some(({ change }) => change === 'reset')).toBe(true)
  end.abort()
  expect(await ended).toBe(signal.reason)
})
