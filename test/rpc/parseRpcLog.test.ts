import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseRpcLog } from '../../src/rpc/parseRpcLog.ts'

const word = (digit: string) => `0x${digit.repeat(64)}`
const wire = {
  address: `0x${'Ab'.repeat(20)}`,
  topics: [word('A'), word('1')],
  data: '0xDEAD',
  blockNumber: '0x10',
  blockHash: word('B'),
  transactionHash: word('c'),
  transactionIndex: '0x2',
  logIndex: '0x03',
  removed: false,
}

describe('parseRpcLog', () => {
  test('reads a log: numbers once, hex in lower case', () => {
    expect(parseRpcLog(wire)).toEqual({
      address: `0x${'ab'.repeat(20)}`,
      topics: [word('a'), word('1')],
      data: '0xdead',
      blockNumber: 16n,
      blockHash: word('b'),
      transactionHash: word('c'),
      transactionIndex: 2,
      logIndex: 3,
      removed: false,
    })
    expect(parseRpcLog({ ...wire, blockTimestamp: '0x65', removed: true })).toMatchObject({
      blockTimestamp: 101n,
      removed: true,
    })
    expect(parseRpcLog({ ...wire, removed: undefined, topics: [], data: '0x' })).toMatchObject({
      removed: false,
    })
  })

  test.each<[string, object]>([
    ['an address too short', { address: '0xab' }],
    ['five topics', { topics: Array.from({ length: 5 }, () => word('1')) }],
    ['a topic too long', { topics: [`${word('1')}0`] }],
    ['a topic that is null', { topics: [null] }],
    ['topics that are no list', { topics: word('1') }],
    ['half a byte of data', { data: '0xabc' }],
    ['data that is no hex', { data: '0xzz' }],
    ['data with a trailing newline', { data: '0xab\n' }],
    ['a pending block', { blockNumber: null }],
    ['a number in decimals', { blockNumber: '16' }],
    ['a number of two megabytes', { blockNumber: `0x${'1'.repeat(2_000_000)}` }],
    ['an index past safe integers', { logIndex: '0xffffffffffffffff' }],
    ['a number for a hash', { blockHash: 7 }],
    ['removed as text', { removed: 'false' }],
  ])('refuses %s', (_, change) => {
    expect(parseRpcLog({ ...wire, ...change })).toBeUndefined()
  })

  test('drops an invalid timestamp and keeps the log', () => {
    const log = parseRpcLog({ ...wire, blockTimestamp: 'yesterday' })
    expect(log).toBeDefined()
    expect(log && 'blockTimestamp' in log).toBe(false)
  })

  test('never throws, whatever the input', () => {
    const keys = Object.keys(wire) as (keyof typeof wire)[]
    fc.assert(
      fc.property(fc.constantFrom(...keys), fc.anything(), fc.anything(), (key, value, whole) => {
        expect(() => parseRpcLog(whole)).not.toThrow()
        expect(() => parseRpcLog({ ...wire, [key]: value })).not.toThrow()
      }),
    )
  })
})
