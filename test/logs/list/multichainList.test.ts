import { expect, test } from 'vitest'
import { packLogs } from '../../../src/logs/columns/packLogs.ts'
import { createMultichainList } from '../../../src/logs/list/createMultichainList.ts'
import { createPackedLogList } from '../../../src/logs/list/createPackedLogList.ts'
import { makeRow } from '../../components/makeRow.ts'

const listOf = (blocks: readonly [number: number, time?: number][], order: 'asc' | 'desc') =>
  createPackedLogList({
    segments: [
      packLogs(
        blocks.map(([block, time]) =>
          makeRow(block, time === undefined ? {} : { blockTimestamp: BigInt(time) }),
        ),
      ),
    ],
    order,
  })

test.each(['asc', 'desc'] as const)(
  'the order of one chain holds where some logs have no time: %s',
  (order) => {
    const list = createMultichainList(
      [
        { chainId: 1, list: listOf([], order) },
        { chainId: 2, list: listOf([[1, 50], [2], [3, 70], [4]], order) },
      ],
      order,
    )
    const sorted = list.toArray().toSorted(list.compare)
    expect(order === 'asc' ? sorted : sorted.toReversed()).toEqual(list.toArray())
  },
)
