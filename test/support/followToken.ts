import { createClient } from 'viem'
import { expect, vi } from 'vitest'
import { defineNetwork } from '../../src/logs/archive/defineNetwork.ts'
import type { LogSelection } from '../../src/logs/columns/LogSelection.ts'
import { applyChange } from '../../src/logs/follow/applyChange.ts'
import { Follower } from '../../src/logs/follow/Follower.ts'
import type { FollowChange, FollowStatus } from '../../src/logs/follow/FollowState.ts'
import { createPackedLogList } from '../../src/logs/list/createPackedLogList.ts'
import { logId } from '../../src/logs/order.ts'
import type { Clock } from '../../src/rpc/Clock.ts'
import { nodePool } from '../../src/rpc/pool/nodePool.ts'
import type { TestChain } from './anvil.ts'
import { soon } from './soon.ts'

export interface FollowTokenOptions {
  readonly http: string | readonly string[]
  readonly webSocket?: string | undefined
  /** @default 8 */
  readonly finality?: number | undefined
  /** @default unlimited */
  readonly dailyQuota?: number | undefined
  readonly clock?: Clock | undefined
}

/** Follows one token of a real chain from the next block on, and keeps what a consumer would show. */
export async function followToken(chain: TestChain, options: FollowTokenOptions) {
  const { http, webSocket, finality = 8, dailyQuota, clock } = options
  const network = defineNetwork(chain.network(), { http: [http].flat(), webSocket, finality, dailyQuota })
  const transport = nodePool(network, { timeout: 2_000, socketStallTimeout: 400, clock })
  const client = createClient({ chain: network, transport })
  const start = (await chain.head()) + 1n
  const changes: FollowChange[] = []
  const statuses: FollowStatus[] = []
  let selections: readonly LogSelection[] = []
  const { address } = chain.contract('harbour')
  const follower = new Follower(client, {
    filter: { address: [address.toLowerCase() as typeof address], topics: [] },
    start,
    pollingInterval: 100,
    clock,
    onChange(change) {
      changes.push(change)
      selections = applyChange(selections, change)
    },
  })
  const unsubscribe = follower.subscribe(() => {
    const { status } = follower.getState()
    if (statuses.at(-1) !== status) statuses.push(status)
  })
  const shown = () => createPackedLogList({ segments: selections }).map(logId)
  const until = (status: FollowStatus) =>
    vi.waitFor(() => expect(follower.getState().status).toBe(status), soon)
  /** Waits until exactly what the node has is shown. */
  const complete = async () => {
    const truth = (await chain.allLogs())
      .filter((log) => log.address === address.toLowerCase() && BigInt(log.blockNumber) >= start)
      .map((log) => logId({ blockHash: log.blockHash, logIndex: Number(log.logIndex) }))
    await vi.waitFor(() => expect(shown()).toEqual(truth), soon)
    return truth
  }
  const end = () => {
    unsubscribe()
    client.transport.pool.close()
  }
  await until('live')
  return { follower, start, changes, statuses, selections: () => selections, shown, until, complete, end }
}
