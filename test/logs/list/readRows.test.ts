import fc from 'fast-check'
import { expect, test } from 'vitest'
import { packLogs } from '../../../src/logs/columns/packLogs.ts'
import { createDecoder } from '../../../src/logs/decode/createDecoder.ts'
import { toLogRecord } from '../../../src/logs/export/toLogRecord.ts'
import { createPackedLogList } from '../../../src/logs/list/createPackedLogList.ts'
import { createLogList } from '../../../src/logs/list/LogList.ts'
import { readRows } from '../../../src/logs/list/readRows.ts'
import { randomLogs, transferEvent } from '../../support/randomLogs.ts'

test('matching rows equal those of the list, at any index, in any storage and order', () => {
  const places = fc.array(fc.integer({ min: -2, max: 45 }), { maxLength: 30 })
  fc.assert(
    fc.property(
      fc.integer(),
      fc.nat(40),
      fc.constantFrom('asc' as const, 'desc' as const),
      fc.boolean(),
      fc.tuple(fc.nat(20), fc.integer({ min: 20, max: 40 })),
      places,
      (seed, cut, order, isDecoded, [from, to], at) => {
        const logs = randomLogs({ seed, count: 40, addresses: 5 })
        const packed = createPackedLogList({
          segments: [packLogs(logs.slice(0, cut)), packLogs(logs.slice(cut))],
          order,
          decoder: isDecoded ? createDecoder([transferEvent]) : undefined,
        })
        for (const list of [packed, packed.slice(from, to), createLogList(packed.toArray())]) {
          const rowAt = readRows(list)
          for (const place of [...at.filter((one) => one >= 0), ...list.toArray().keys()]) {
            const row = rowAt(place)
            const known = list.at(place)
            expect(row && toLogRecord(row)).toEqual(known && toLogRecord(known))
          }
        }
      },
    ),
    { numRuns: 60 },
  )
})

test('rows read from packed logs are not shared with the list', () => {
  const packed = createPackedLogList({ segments: [packLogs(randomLogs({ seed: 1, count: 3 }))] })
  expect(readRows(packed)(1)).not.toBe(packed.at(1))
  expect(readRows(packed.toArray())(1)).toBe(packed.at(1))
})
