import fc from 'fast-check'
import { numberToHex } from 'viem'
import { describe, expect, test } from 'vitest'
import type { LogSelection } from '../../../src/logs/columns/LogSelection.ts'
import { applyChange } from '../../../src/logs/follow/applyChange.ts'
import type { FollowChange } from '../../../src/logs/follow/FollowState.ts'
import { createPackedLogList } from '../../../src/logs/list/createPackedLogList.ts'
import type { RawLog } from '../../../src/logs/Log.ts'
import { logId } from '../../../src/logs/order.ts'
import { packChange } from '../../support/packChange.ts'

const hash = (block: number, fork: number) => numberToHex(block * 1_000 + fork, { size: 32 })

/** This many logs in a block of one of the chains. */
const block = (number: number, fork: number, count: number): RawLog[] =>
  Array.from({ length: count }, (_, logIndex) => ({
    address: numberToHex(1, { size: 20 }),
    topics: [],
    data: '0x',
    blockNumber: BigInt(number),
    blockHash: hash(number, fork),
    transactionHash: hash(number, fork),
    transactionIndex: 0,
    logIndex,
    removed: false,
  }))

const isIn = (log: RawLog, from: number, to: number) => log.blockNumber >= from && log.blockNumber <= to

/** The change that replaces the logs of a range with `logs`. */
function toChange(
  before: readonly RawLog[],
  from: number,
  to: number,
  logs: readonly RawLog[],
): FollowChange {
  const old = before.filter((log) => isIn(log, from, to))
  const has = (all: readonly RawLog[]) => (log: RawLog) => all.some((one) => logId(one) === logId(log))
  return {
    type: 'change',
    range: { from: BigInt(from), to: BigInt(to) },
    ...packChange(logs),
    added: logs.filter((log) => !has(old)(log)),
    removed: old.filter((log) => !has(logs)(log)),
    head: { number: BigInt(to), hash: hash(to, 0) },
    finalized: 0n,
    reorg: undefined,
  }
}

const rows = (selections: readonly LogSelection[]) => createPackedLogList({ segments: selections }).toArray()

describe('applyChange', () => {
  test('equals removing the old logs of a range and inserting the new ones', () => {
    const step = fc.record({
      back: fc.nat({ max: 6 }),
      forward: fc.integer({ min: 1, max: 4 }),
      fork: fc.nat({ max: 2 }),
      counts: fc.array(fc.nat({ max: 3 }), { minLength: 11, maxLength: 11 }),
    })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        let naive: RawLog[] = []
        let selections: readonly LogSelection[] = []
        let head = 10
        for (const { back, forward, fork, counts } of steps) {
          const from = head - back
          const to = head + forward
          const logs = Array.from({ length: to - from + 1 }, (_, at) =>
            block(from + at, fork, counts[at]!),
          ).flat()
          selections = applyChange(selections, toChange(naive, from, to, logs))
          naive = [...naive.filter((log) => !isIn(log, from, to)), ...logs]
          head = to
          expect(rows(selections).map(logId)).toEqual(naive.map(logId))
        }
      }),
    )
  })

  test('rows of unchanged blocks are the same objects', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 0, max: 5 }), (length, depth) => {
        let logs: RawLog[] = []
        let selections: readonly LogSelection[] = []
        const apply = (from: number, to: number, fork: number) => {
          const read = Array.from({ length: to - from + 1 }, (_, at) => block(from + at, fork, 2)).flat()
          selections = applyChange(selections, toChange(logs, from, to, read))
          logs = [...logs.filter((log) => !isIn(log, from, to)), ...read]
        }
        for (let number = 1; number <= length; number++) apply(number, number, 0)
        const before = rows(selections)
        const fork = Math.max(1, length - depth + 1)
        apply(fork, length + 1, 1)
        const after = rows(selections)
        for (let at = 0; at < 2 * (fork - 1); at++) expect(after[at]).toBe(before[at])
      }),
    )
  })

  test('reading the same range again changes nothing', () => {
    const logs = [...block(1, 0, 2), ...block(2, 0, 1)]
    const selections = applyChange([], toChange([], 1, 2, logs))
    expect(applyChange(selections, toChange(logs, 1, 3, logs))).toBe(selections)
  })

  test('thousands of small changes make few selections', () => {
    let selections: readonly LogSelection[] = []
    for (let number = 1; number <= 6_000; number++) {
      selections = applyChange(selections, toChange([], number, number, block(number, 0, 1)))
      expect(selections.length).toBeLessThanOrEqual(64 + 2)
    }
    expect(rows(selections).length).toBe(6_000)
  })

  test('replacing the whole chain replaces all logs of the range', () => {
    const old = [...block(1, 0, 1), ...block(2, 0, 2), ...block(3, 0, 1)]
    const selections = applyChange([], toChange([], 1, 3, old))
    const change = toChange([], 2, 4, block(4, 1, 1))
    const { range, selection, logs, head, finalized } = change
    const reorg = { from: 2n, isDeep: true }
    const deep: FollowChange = {
      type: 'reset',
      range,
      selection,
      logs,
      head,
      finalized,
      reorg,
      current: block(4, 1, 1),
    }
    expect(rows(applyChange(selections, deep)).map(logId)).toEqual(
      [...block(1, 0, 1), ...block(4, 1, 1)].map(logId),
    )
  })
})
