import { expect, test } from 'vitest'
import { chainGaps } from '../../../src/components/LogTable/model/chainGaps.ts'
import { NodeError, UnreadBlocksError } from '../../../src/errors/NodeError.ts'
import type { BlockInterval } from '../../../src/logs/Coverage.ts'
import { subtract, toIntervalSet } from '../../../src/logs/intervals.ts'
import { createMultichainList } from '../../../src/logs/list/createMultichainList.ts'
import { createLogList } from '../../../src/logs/list/LogList.ts'
import type { LogRow } from '../../../src/logs/Log.ts'
import type { ChainLogsResult } from '../../../src/logs/snapshot/LogsResult.ts'
import { makeRow } from '../makeRow.ts'

const interval = (from: number, to = from): BlockInterval => ({ from: BigInt(from), to: BigInt(to) })

/** A chain with a log in each of these blocks, and blocks that failed. Its time is that of its blocks. */
function chainOf(
  chainId: number,
  blocks: readonly number[],
  failed: readonly BlockInterval[],
  order: 'asc' | 'desc',
) {
  const logs = blocks.map((block) =>
    makeRow(block, { blockNumber: BigInt(block), blockTimestamp: BigInt(block) }),
  )
  const data = createLogList(order === 'asc' ? logs : logs.toReversed())
  const error = new NodeError('No.', { kind: 'fatal', method: 'eth_getLogs' })
  const chain = {
    chainId,
    name: `Chain ${chainId}`,
    data: blocks.length > 0 ? data : undefined,
    isFetching: false,
    retryRange: () => {},
    coverage: {
      verified: subtract([interval(0, 99)], toIntervalSet(failed)),
      trimmed: [],
      pending: [],
      failed: failed.map((range) => ({ range, error: UnreadBlocksError.of(range, error) })),
    },
  }
  return chain as unknown as ChainLogsResult
}

test.each(['asc', 'desc'] as const)('gaps stand between the logs of their own chain (%s)', (order) => {
  const chains = [
    chainOf(1, [10, 30, 50], [interval(20, 25)], order),
    chainOf(10, [15, 22, 24, 60], [interval(0, 5), interval(40, 45)], order),
    chainOf(5, [], [interval(7, 9)], order),
  ]
  const list = createMultichainList(
    chains.flatMap(({ chainId, data }) => (data ? [{ chainId, list: data }] : [])),
    order,
  )
  for (const direction of ['asc', 'desc'] as const) {
    const at = (row: number): LogRow | undefined => list.at(direction === order ? row : list.length - 1 - row)
    const shown = { length: list.length, at, compare: list.compare }
    const gaps = chainGaps(chains, shown, direction)
    expect(gaps.map(({ network, range }) => `${network}: ${range.from}`).toSorted()).toEqual([
      'Chain 10: 0',
      'Chain 10: 40',
      'Chain 1: 20',
      'Chain 5: 7',
    ])
    for (const { network, range, before, onRetryRange } of gaps) {
      const chain = chains.find(({ name }) => name === network)!
      expect(onRetryRange).toBe(chain.retryRange)
      for (let row = 0; row < list.length; row++) {
        const log = at(row)! as LogRow & { chainId: number }
        if (log.chainId !== chain.chainId) continue
        const isEarlier = direction === 'asc' ? log.blockNumber < range.from : log.blockNumber > range.to
        expect(row < before).toBe(isEarlier)
      }
    }
    expect(gaps.map(({ before }) => before)).toEqual(
      gaps.map(({ before }) => before).toSorted((a, b) => a - b),
    )
    expect(gaps.find(({ network }) => network === 'Chain 5')!.before).toBe(list.length)
  }
})
