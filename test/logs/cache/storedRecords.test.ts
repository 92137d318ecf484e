import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseRecordKeys, readSegment } from '../../../src/logs/cache/records.ts'
import { packLogs } from '../../../src/logs/columns/packLogs.ts'
import type { Filter } from '../../../src/logs/filter/Filter.ts'
import { filterKey, parseFilterKey } from '../../../src/logs/filter/filterKey.ts'
import { matchesFilter } from '../../../src/logs/filter/matchesFilter.ts'
import { compareLogs } from '../../../src/logs/order.ts'
import { randomLogs } from '../../support/randomLogs.ts'

const everything: Filter = { address: undefined, topics: [] }
const logs = randomLogs({ seed: 9, count: 60 })
const range = { from: logs[0]!.blockNumber, to: logs.at(-1)!.blockNumber }
const sound = packLogs(logs).toBuffers()

/** An accepted record must match its key and be readable to the last byte. */
function checkTaken(buffers: unknown, filter: Filter): boolean {
  const segment = readSegment(buffers, filter, range)
  if (!segment) return false
  const rows = [...segment]
  expect(rows).toHaveLength(segment.length)
  rows.forEach((row, at) => {
    expect(row.blockNumber >= range.from && row.blockNumber <= range.to).toBe(true)
    expect(matchesFilter(filter, row)).toBe(true)
    if (at > 0) expect(compareLogs(rows[at - 1]!, row)).toBeLessThan(0)
  })
  return true
}

describe('records written by other code', () => {
  test('are read unchanged when undamaged', () => {
    expect(checkTaken(sound, everything)).toBe(true)
    expect(readSegment(sound, everything, range)).toHaveLength(logs.length)
    expect(readSegment(sound, { address: [`0x${'0'.repeat(40)}`], topics: [] }, range)).toBeUndefined()
    expect(readSegment(sound, everything, { ...range, to: range.to - 1n })).toBeUndefined()
  })

  test('with damaged, missing or foreign bytes are refused or valid, and never crash the reader', () => {
    const damage = fc.record({
      bytes: fc.array(fc.tuple(fc.nat(), fc.nat({ max: 255 })), { maxLength: 12 }),
      // A corrupt length or offset: a whole word at once, most often in the header.
      words: fc.array(fc.tuple(fc.nat({ max: 40 }), fc.nat({ max: 2 ** 32 - 1 })), { maxLength: 3 }),
      cut: fc.option(fc.nat()),
      narrow: fc.boolean(),
    })
    fc.assert(
      fc.property(damage, ({ bytes, words, cut, narrow }) => {
        const copies = structuredClone(sound) as ArrayBuffer[]
        const [first] = copies as [ArrayBuffer]
        const view = new Uint8Array(first)
        for (const [at, value] of bytes) view[at % view.length] = value
        const longs = new Uint32Array(first, 0, first.byteLength >> 2)
        for (const [at, value] of words) longs[at % longs.length] = value
        if (cut !== null) copies[0] = first.slice(0, cut % (first.byteLength + 1))
        checkTaken(copies, narrow ? { address: [logs[0]!.address], topics: [] } : everything)
      }),
      { numRuns: 3_000 },
    )
  })

  test('of any other kind are refused', () => {
    for (const buffers of [
      undefined,
      null,
      7,
      'x',
      {},
      [null],
      ['x'],
      [[]],
      [{}],
      [new Uint8Array(64)],
      sound[0],
    ])
      expect(checkTaken(buffers, everything), String(buffers)).toBe(false)
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 400 })), (arrays) => {
        expect(
          checkTaken(
            arrays.map(({ buffer }) => buffer),
            everything,
          ),
        ).toBe(false)
      }),
      { numRuns: 500 },
    )
  })

  test('under our keys are read back, and those under other keys are ignored', () => {
    const filters: readonly Filter[] = [
      everything,
      { address: [logs[0]!.address], topics: [null, [logs[0]!.topics[0]!]] },
    ]
    // None of these belongs at any of the four places of a key.
    const foreign = fc.constantFrom(
      -1,
      1.5,
      NaN,
      2 ** 53,
      '7',
      'x',
      '[null]',
      '[[],[]]',
      null,
      undefined,
      [],
      {},
    )
    const spoiling = fc.option(fc.record({ at: fc.nat(3), by: foreign }))
    const stored = fc.record({
      chainId: fc.nat(),
      filter: fc.constantFrom(...filters),
      from: fc.nat(),
      length: fc.nat(1_000),
      spoiling,
    })
    fc.assert(
      fc.property(fc.array(stored), fc.array(fc.anything()), (own, others) => {
        const keys = own.map(({ chainId, filter, from, length, spoiling: spoilt }) => {
          const key: unknown[] = [chainId, filterKey(filter), from, from + length]
          if (spoilt) key[spoilt.at] = spoilt.by
          return key
        })
        const expected = own
          .filter((one) => !one.spoiling)
          .map(({ chainId, filter, from, length }) => ({
            chainId,
            filter,
            range: { from: BigInt(from), to: BigInt(from + length) },
          }))
        expect(parseRecordKeys([...others, ...keys])).toEqual(expected)
      }),
      { numRuns: 1_000 },
    )
  })

  test('under a truncated key are ignored', () => {
    const key = filterKey({ address: [logs[0]!.address], topics: [null, [logs[0]!.topics[0]!]] })
    expect(parseFilterKey(key)).toBeDefined()
    for (let end = 0; end < key.length; end++) expect(parseFilterKey(key.slice(0, end))).toBeUndefined()
  })
})
