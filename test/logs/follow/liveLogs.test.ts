import { numberToHex } from 'viem'
import { expect, test } from 'vitest'
import type { FollowChange } from '../../../src/logs/follow/FollowState.ts'
import { createPackedLogList } from '../../../src/logs/list/createPackedLogList.ts'
import type { RawLog } from '../../../src/logs/Log.ts'
import { logId } from '../../../src/logs/order.ts'
import { applyFollowChange } from '../../../src/logs/snapshot/applyFollowChange.ts'
import { applyScanEvent } from '../../../src/logs/snapshot/applyScanEvent.ts'
import { LogsSnapshot } from '../../../src/logs/snapshot/LogsSnapshot.ts'
import { packChange } from '../../support/packChange.ts'

const perBlock = 20
const block = (number: bigint): RawLog[] =>
  Array.from({ length: perBlock }, (_, logIndex) => ({
    address: numberToHex(1, { size: 20 }),
    topics: [],
    data: '0x',
    blockNumber: number,
    blockHash: numberToHex(number, { size: 32 }),
    transactionHash: numberToHex(number, { size: 32 }),
    transactionIndex: 0,
    logIndex,
    removed: false,
  }))

test('newest first with a limit, a hundred thousand live logs take no more memory than a thousand', () => {
  const limit = 1_000
  const history = applyScanEvent(LogsSnapshot.empty, {
    type: 'planned',
    range: { from: 0n, to: 0n },
    requested: { from: 0n, to: 0n },
    head: 0n,
    order: 'desc',
    limit,
  })
  let live = history
  let most = 0
  for (let number = 1n; number <= 5_000n; number++) {
    const logs = block(number)
    const change: FollowChange = {
      type: 'change',
      range: { from: number, to: number },
      ...packChange(logs),
      added: logs,
      removed: [],
      head: { number, hash: logs[0]!.blockHash },
      finalized: number - 10n,
      reorg: undefined,
    }
    live = applyFollowChange(live, change, number - 10n)
    // A segment is kept whole, however little of it is shown.
    const held = live.held.reduce((sum, { segment }) => sum + segment.length, 0)
    most = Math.max(most, held)
  }
  expect(most).toBeLessThanOrEqual(3 * limit)
  const { selections, coverage } = live
  const shown = createPackedLogList({ segments: selections }).map(logId)
  const newest = Array.from({ length: limit / perBlock }, (_, at) => block(4_951n + BigInt(at)))
  expect(shown).toEqual(newest.flat().map(logId))
  expect(coverage.verified).toEqual([{ from: 4_951n, to: 5_000n }])
  expect(coverage.trimmed.at(-1)).toEqual({ from: 1n, to: 4_950n })
  expect(live.isComplete).toBe(true)
})
