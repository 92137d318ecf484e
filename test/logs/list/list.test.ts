import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { joinSegments } from '../../../src/logs/columns/joinSegments.ts'
import { countLogs } from '../../../src/logs/columns/LogSelection.ts'
import { packLogs } from '../../../src/logs/columns/packLogs.ts'
import { selectLogs } from '../../../src/logs/columns/selectRows.ts'
import { createDecoder } from '../../../src/logs/decode/createDecoder.ts'
import { createPackedLogList } from '../../../src/logs/list/createPackedLogList.ts'
import { createLogList, type LogListJson } from '../../../src/logs/list/LogList.ts'
import type { LogRow } from '../../../src/logs/Log.ts'
import { compareLogs } from '../../../src/logs/order.ts'
import { parseRpcLog } from '../../../src/rpc/parseRpcLog.ts'
import { arbitraryLog } from '../../support/arbitraryLog.ts'
import { randomLogs, swapEvent, transferEvent } from '../../support/randomLogs.ts'

const decoder = createDecoder([transferEvent])
const raw = (row: LogRow) => {
  const { decoded, ...log } = row
  expect(decoded).toBeUndefined()
  return log
}

test('a packed list behaves like the array of its logs, in both orders', () => {
  fc.assert(
    fc.property(
      fc.array(arbitraryLog, { maxLength: 30 }),
      fc.array(fc.nat({ max: 30 }), { maxLength: 4 }),
      fc.constantFrom('asc' as const, 'desc' as const),
      fc.integer({ min: -35, max: 35 }),
      fc.integer({ min: -35, max: 35 }),
      (logs, cuts, order, a, b) => {
        const sorted = [...logs].sort(compareLogs)
        const edges = [0, ...cuts.sort((x, y) => x - y), logs.length]
        const segments = edges.slice(1).map((end, at) => packLogs(sorted.slice(edges[at], end)))
        const list = createPackedLogList({ segments, order })
        const array = order === 'asc' ? sorted : sorted.toReversed()
        expect(list.length).toBe(array.length)
        expect(list.toArray().map(raw)).toEqual(array)
        expect([...list].map(raw)).toEqual(array)
        expect(list.at(a) && raw(list.at(a)!)).toEqual(array.at(a))
        expect(list.slice(a, b).toArray().map(raw)).toEqual(array.slice(a, b))
        // Readers of packed logs look at the first log of each selection.
        expect(list.slice(a, b).selections!().every(countLogs)).toBe(true)
        expect(list.slice(a).slice(b).toArray().map(raw)).toEqual(array.slice(a).slice(b))
        expect(list.map((row, index) => [row.logIndex, index])).toEqual(
          array.map((log, index) => [log.logIndex, index]),
        )
        expect(list.filter((_, index) => index % 2 === 1).map(raw)).toEqual(
          array.filter((_, index) => index % 2 === 1),
        )
      },
    ),
  )
})

test('a list survives JSON', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(arbitraryLog, {
        maxLength: 20,
        selector: ({ blockNumber, logIndex }) => `${blockNumber}:${logIndex}`,
      }),
      fc.constantFrom('asc' as const, 'desc' as const),
      (logs, order) => {
        const list = createPackedLogList({ segments: [packLogs(logs)], order, undecodable: 3 })
        const json = JSON.parse(JSON.stringify(list)) as LogListJson
        const revived = packLogs(json.logs.map(parseRpcLog).filter((log) => log !== undefined))
        const again = createPackedLogList({ segments: [revived], order, undecodable: json.undecodable })
        expect(again.toArray()).toEqual(list.toArray())
        expect(again.toJSON()).toEqual(json)
        expect(JSON.parse(JSON.stringify(createLogList(list.toArray(), 3)))).toEqual(json)
      },
    ),
  )
})

test('a row is the same object each time, in every list over its segment', () => {
  const segments = [0, 1, 2].map((at) =>
    packLogs(randomLogs({ seed: 2, count: 30 }).slice(at * 10, at * 10 + 10)),
  )
  const early = createPackedLogList({ segments: segments.slice(0, 2), decoder })
  const late = createPackedLogList({ segments, decoder, order: 'desc' })
  const rows = early.toArray()
  rows.forEach((row, index) => {
    expect(early.at(index)).toBe(row)
    expect(early.slice(index).at(0)).toBe(row)
    expect(late.at(-1 - index)).toBe(row)
    expect(row.args).toBe(row.args)
    expect(row.decoded).toBe(row.decoded)
  })
})

test('a loop keeps half a million rows at most, and a row that is read after it is the same each time', async () => {
  const logs = packLogs(randomLogs({ seed: 5, count: 2_000 }))
  // Copies: rows of one segment would be the same.
  const segments = Array.from({ length: 255 }, () => joinSegments([logs]))
  const list = createPackedLogList({ segments })
  // A few rows that were read before take nothing away from the loop.
  list.slice(-900).toArray()
  await new Promise((resolve) => setTimeout(resolve))
  let kept = 0
  class CountedRef<row extends object> extends WeakRef<row> {
    constructor(row: row) {
      super(row)
      if ('logIndex' in row) kept++
    }
  }
  vi.stubGlobal('WeakRef', CountedRef)
  expect(list.filter(({ logIndex }) => logIndex < 0)).toEqual([])
  expect(list.length).toBe(510_000)
  expect(kept).toBeGreaterThanOrEqual(500_000)
  expect(kept).toBeLessThanOrEqual(501_000)
  await new Promise((resolve) => setTimeout(resolve))
  const row = list.at(-1)
  expect(list.at(-1)).toBe(row)
})

test('a list of more segments selects no rows of the earlier ones again', () => {
  const [first, ...logs] = randomLogs({ seed: 6, count: 100 })
  const early = packLogs([{ ...first!, data: '0x' }, ...logs])
  const late = packLogs(randomLogs({ seed: 7, count: 10 }))
  const before = createPackedLogList({ segments: [early], decoder, strict: true })
  const after = createPackedLogList({ segments: [early, late], decoder, strict: true })
  expect(before.undecodable).toBe(1)
  expect(after.undecodable).toBe(1)
  expect(after.selections?.()[0]!.rows).toHaveLength(99)
  expect(after.selections?.()[0]!.rows).toBe(before.selections?.()[0]!.rows)
})

test('reads nothing before it is accessed', () => {
  const segment = packLogs(randomLogs({ seed: 3, count: 1000 }))
  const get = vi.spyOn(segment, 'get')
  const decodeArgs = vi.fn(decoder.decodeArgs)
  const list = createPackedLogList({ segments: [segment], decoder: { ...decoder, decodeArgs } })
  const page = list.slice(10, 13).toArray()
  expect(get).toHaveBeenCalledTimes(3)
  expect(decodeArgs).not.toHaveBeenCalled()
  expect(page[0]!.args).toHaveProperty('value')
  expect(page[0]!.eventName).toBe('Transfer')
  expect(decodeArgs).toHaveBeenCalledTimes(1)
})

test('a copy of a row has the fields of the row', () => {
  const [log] = randomLogs({ seed: 4, count: 1 })
  const row = createPackedLogList({ segments: [packLogs([log!])], decoder }).at(0)!
  const copy = { ...row }
  expect(copy).toEqual({ ...log, ...decoder.decodeArgs(log!), decoded: decoder.decode(log!) })
  expect(Object.keys(row)).toEqual(Object.keys(copy))
})

test('strict drops and counts logs that do not fit their event', () => {
  const logs = randomLogs({ seed: 5, count: 20 })
  const misfits = logs.map((log, index) => (index % 5 === 0 ? { ...log, data: '0x' as const } : log))
  const segment = packLogs(misfits)
  const strict = createPackedLogList({ segments: [segment], decoder })
  expect([strict.length, strict.undecodable]).toEqual([16, 4])
  expect(strict.filter(({ args }) => args === undefined)).toEqual([])
  const loose = createDecoder([transferEvent], { strict: false })
  const all = createPackedLogList({ segments: [segment], decoder: loose })
  expect([all.length, all.undecodable]).toEqual([20, 0])
  // Its topics and data are unknown; only topic 0 matches.
  const { eventName, args, decoded, misfit } = all.at(0)!
  expect([eventName, args, decoded, misfit?.name]).toEqual(['Transfer', {}, undefined, 'Transfer'])
  expect(all.at(1)!.misfit).toBeUndefined()
})

test('logs of other events are kept undecoded, or dropped without being counted', () => {
  const logs = [...randomLogs({ seed: 6, count: 10 }), ...randomLogs({ seed: 6, count: 5, event: 'swap' })]
  const segment = packLogs(logs)
  const kept = createPackedLogList({ segments: [segment], decoder })
  expect([kept.length, kept.undecodable, kept.filter(({ decoded }) => !decoded).length]).toEqual([15, 0, 5])
  const rejected = createPackedLogList({ segments: [segment], decoder, unknown: 'drop' })
  expect([rejected.length, rejected.undecodable]).toEqual([10, 0])
  const swaps = createPackedLogList({
    segments: [selectLogs(segment, { address: undefined, topics: [[logs.at(-1)!.topics[0]!]] })],
    decoder: createDecoder([swapEvent]),
  })
  expect(swaps.map(({ eventName }) => eventName)).toEqual(Array(5).fill('Swap'))
})
