import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openSegment } from '../../../src/logs/columns/openSegment.ts'
import { packLogs } from '../../../src/logs/columns/packLogs.ts'
import { selectLogs } from '../../../src/logs/columns/selectRows.ts'
import { matchesFilter } from '../../../src/logs/filter/matchesFilter.ts'
import type { RawLog } from '../../../src/logs/Log.ts'
import { compareLogs } from '../../../src/logs/order.ts'
import { arbitraryLog } from '../../support/arbitraryLog.ts'
import { randomLogs } from '../../support/randomLogs.ts'

const sorted = (logs: readonly RawLog[]) => [...logs].sort(compareLogs)

test('any logs survive a round trip through a segment, in ascending order', () => {
  fc.assert(
    fc.property(fc.array(arbitraryLog, { maxLength: 40 }), (logs) => {
      const segment = packLogs(logs)
      expect([...segment]).toEqual(sorted(logs))
      expect(segment.length).toBe(logs.length)
    }),
  )
})

test('every column agrees with the log', () => {
  fc.assert(
    fc.property(fc.array(arbitraryLog, { minLength: 1, maxLength: 20 }), (logs) => {
      const segment = packLogs(logs)
      sorted(logs).forEach((log, index) => {
        expect({
          address: segment.address(index),
          topics: segment.topics(index),
          data: segment.data(index),
          blockNumber: segment.blockNumber(index),
          blockHash: segment.blockHash(index),
          transactionHash: segment.transactionHash(index),
          transactionIndex: segment.transactionIndex(index),
          logIndex: segment.logIndex(index),
          blockTimestamp: segment.blockTimestamp(index),
          removed: segment.removed(index),
        }).toEqual({ blockTimestamp: undefined, ...log })
        expect(segment.topicCount(index)).toBe(log.topics.length)
        expect(segment.topic0(index)).toBe(log.topics[0])
        expect(segment.topic(index, 4)).toBeUndefined()
        expect(segment.dataLength(index)).toBe((log.data.length - 2) / 2)
      })
    }),
  )
})

test('a segment survives its buffers', () => {
  const logs = randomLogs({ seed: 1, count: 3000 })
  const buffers = packLogs(logs).toBuffers()
  const moved = structuredClone(buffers, { transfer: [...buffers] })
  expect(buffers[0]!.byteLength).toBe(0)
  expect([...openSegment(moved)!]).toEqual(logs)
})

test('buffers that are not a segment are refused; damaged ones are refused or still readable', () => {
  expect(openSegment([])).toBeUndefined()
  expect(openSegment([new ArrayBuffer(8)])).toBeUndefined()
  expect(openSegment([new ArrayBuffer(64)])).toBeUndefined()
  const [buffer] = packLogs(randomLogs({ seed: 2, count: 20 })).toBuffers()
  expect(openSegment([buffer!.slice(0, -8)])).toBeUndefined()
  fc.assert(
    fc.property(fc.nat({ max: buffer!.byteLength - 1 }), fc.integer({ min: 1, max: 255 }), (at, change) => {
      const copy = buffer!.slice(0)
      const bytes = new Uint8Array(copy)
      bytes[at] = bytes[at]! ^ change
      const segment = openSegment([copy])
      if (segment) expect([...segment]).toHaveLength(segment.length)
    }),
    { numRuns: 2000 },
  )
})

test('a header that declares more than there is allocates nothing', () => {
  const [buffer] = packLogs(randomLogs({ seed: 3, count: 5 })).toBuffers()
  new Uint32Array(buffer!)[1] = 0xffffffff
  expect(openSegment([buffer!])).toBeUndefined()
})

test('blocks are found by number', () => {
  const logs = randomLogs({ seed: 4, count: 500 })
  const segment = packLogs(logs)
  for (let block = logs[0]!.blockNumber - 1n; block <= logs.at(-1)!.blockNumber + 1n; block++) {
    const expected = logs.findIndex((log) => log.blockNumber >= block)
    expect(segment.findBlock(block)).toBe(expected < 0 ? logs.length : expected)
  }
})

test('selecting by filter and blocks agrees with checking each log', () => {
  fc.assert(
    fc.property(fc.array(arbitraryLog, { minLength: 1, maxLength: 30 }), fc.nat(), fc.nat(), (logs, a, b) => {
      const segment = packLogs(logs)
      const one = logs[a % logs.length]!
      const other = logs[b % logs.length]!
      const blocks =
        one.blockNumber <= other.blockNumber
          ? { from: one.blockNumber, to: other.blockNumber }
          : { from: other.blockNumber, to: one.blockNumber }
      const filters = [
        { address: undefined, topics: [] },
        { address: [one.address, other.address], topics: [] },
        { address: undefined, topics: one.topics.map((topic) => [topic]) },
        { address: [one.address], topics: [null, ...other.topics.slice(1).map((topic) => [topic])] },
        { address: undefined, topics: [null, null, null] },
      ]
      for (const filter of filters) {
        const { rows } = selectLogs(segment, filter, blocks)
        const found = rows ? Array.from(rows, (index) => segment.get(index)) : [...segment]
        expect(found).toEqual(
          sorted(logs).filter(
            (log) =>
              matchesFilter(filter, log) && log.blockNumber >= blocks.from && log.blockNumber <= blocks.to,
          ),
        )
      }
    }),
  )
})

test('transfers take at most 100 bytes each, also in small segments', () => {
  const logs = randomLogs({ seed: 5, count: 20_000 })
  expect(packLogs(logs).byteLength / logs.length).toBeLessThan(100)
  let total = 0
  for (let at = 0; at < logs.length; at += 2000) total += packLogs(logs.slice(at, at + 2000)).byteLength
  expect(total / logs.length).toBeLessThan(100)
})

test('only logs can be packed', () => {
  const [log] = randomLogs({ seed: 6, count: 1 })
  expect(() => packLogs([log!, { ...log!, address: '0x12' }])).toThrowErrorMatchingInlineSnapshot(`
    [Topic0Error: The log at index 1 cannot be packed: it does not have the shape of a log.
    An address has 20 bytes, hashes and topics 32, and there are at most 4 topics.]
  `)
  expect(() => packLogs([{ ...log!, topics: Array(5).fill(log!.topics[0]) }])).toThrow(/index 0/)
  expect(() => packLogs([{ ...log!, data: '0x123' }])).toThrow(/index 0/)
  expect(() => packLogs([{ ...log!, data: '0xzz' }])).toThrow(/index 0/)
  expect(() => packLogs([{ ...log!, blockNumber: -1n }])).toThrow(/index 0/)
  expect(() => packLogs([log!]).get(1)).toThrow(/no log 1/)
})
