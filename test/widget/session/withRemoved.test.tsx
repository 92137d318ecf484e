import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createLogList } from '../../../src/logs/list/LogList.ts'
import { compareLogs, logId } from '../../../src/logs/order.ts'
import { withRemoved } from '../../../src/widget/session/useRemovedLogs.ts'
import { makeRow } from '../../components/makeRow.ts'

const places = fc.uniqueArray(fc.tuple(fc.nat(20), fc.nat(3)), { selector: String, maxLength: 30 })
const rowsOf = (list: readonly (readonly [number, number])[], chain: string) =>
  list.map(([block, logIndex]) =>
    makeRow(0, {
      blockNumber: BigInt(block),
      logIndex,
      blockHash: `0x${chain.repeat(62)}${String(block).padStart(2, '0')}`,
    }),
  )

test('removed logs stay at their position, in list order', () => {
  fc.assert(
    fc.property(places, places, fc.boolean(), (there, gone, newestFirst) => {
      const rows = rowsOf(there, 'a').toSorted(compareLogs)
      const removed = rowsOf(gone, 'b')
      const list = withRemoved(
        createLogList(newestFirst && rows.length > 1 ? rows.toReversed() : rows),
        removed,
      )
      const direction = newestFirst && rows.length > 1 && compareLogs(rows[0]!, rows.at(-1)!) < 0 ? -1 : 1
      expect(list.length).toBe(rows.length + removed.length)
      const ids = [...list].map(logId)
      expect(ids.toSorted()).toEqual([...rows, ...removed].map(logId).toSorted())
      const all = list.toArray()
      for (const [index, row] of all.entries()) {
        expect(list.at(index)).toBe(row)
        expect(list.at(index - all.length)).toBe(row)
        const next = all[index + 1]
        if (next) expect(compareLogs(row, next) * direction).toBeLessThanOrEqual(0)
      }
      expect(list.at(all.length)).toBeUndefined()
      expect(list.at(-all.length - 1)).toBeUndefined()
    }),
  )
})

test('without removed logs, it returns the list itself', () => {
  const list = createLogList([makeRow(1)])
  expect(withRemoved(list, [])).toBe(list)
})
