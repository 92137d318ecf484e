import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  clipToRanges,
  countLogs,
  countLogsIn,
  type LogSelection,
} from '../../../src/logs/columns/LogSelection.ts'
import { packLogs } from '../../../src/logs/columns/packLogs.ts'
import { toIntervalSet } from '../../../src/logs/intervals.ts'
import { makeRow } from '../../components/makeRow.ts'

const block = fc.nat({ max: 40 })

test('logs in ranges are counted as they are clipped', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(block, fc.boolean()), { maxLength: 30 }),
      fc.array(block, { maxLength: 4 }),
      fc.array(fc.tuple(block, block), { maxLength: 5 }),
      (logs, cuts, spans) => {
        const sorted = logs.toSorted(([a], [b]) => a - b)
        const bounds = [0, ...cuts.toSorted((a, b) => a - b), 41]
        const list = bounds.slice(1).map((to, k): LogSelection => {
          const part = sorted.filter(([at]) => at >= bounds[k]! && at < to)
          const segment = packLogs(
            part.map(([at], logIndex) => makeRow(at, { blockNumber: BigInt(at), logIndex })),
          )
          const rows = part.flatMap(([, isChosen], row) => (isChosen ? [row] : []))
          return { segment, rows: k % 2 ? Uint32Array.from(rows) : undefined }
        })
        const ranges = toIntervalSet(
          spans.map(([a, b]) => ({ from: BigInt(Math.min(a, b)), to: BigInt(Math.max(a, b)) })),
        )
        const clipped = clipToRanges(list, ranges).reduce((sum, one) => sum + countLogs(one), 0)
        expect(countLogsIn(list, ranges)).toBe(clipped)
      },
    ),
  )
})
