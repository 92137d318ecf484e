import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseBlockHeader } from '../../src/rpc/parseBlockHeader.ts'
import { parseRpcLog } from '../../src/rpc/parseRpcLog.ts'
import { parseRpcReply } from '../../src/rpc/parseRpcReply.ts'
import { toRpcHeader } from '../../src/testing/rpcObjects.ts'
import { createFakeNode } from '../support/fakeNode.ts'

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

describe('parsers of replies', () => {
  test('a block header: numbers as bigint, other fields dropped', () => {
    const { chain } = createFakeNode({ blocks: 3 })
    const block = chain.block(2)
    if (!block) throw new Error('no block')
    const wire = toRpcHeader(block)
    const header = parseBlockHeader(wire)
    expect(header).toMatchObject({ number: 2n, hash: block.hash, parentHash: chain.block(1)?.hash })
    expect(Object.keys(header ?? {}).sort()).toEqual([
      'gasUsed',
      'hash',
      'logsBloom',
      'number',
      'parentHash',
      'timestamp',
    ])
    expect(parseBlockHeader({ ...wire, logsBloom: undefined, gasUsed: undefined })?.hash).toBe(block.hash)
  })

  test('a block header may have nanoseconds, but no number that no chain has', () => {
    const block = createFakeNode({ blocks: 3 }).chain.block(2)
    if (!block) throw new Error('no block')
    const wire = toRpcHeader(block)
    const nanoseconds = parseBlockHeader({ ...wire, timestamp: '0x18a6a3b3c0d40000' })?.timestamp
    expect(nanoseconds).toBe(0x18a6a3b3c0d40000n)
    expect(parseBlockHeader({ ...wire, number: '0x1fffffffffffff' })?.number).toBe(2n ** 53n - 1n)
    expect(parseBlockHeader({ ...wire, number: '0x20000000000000' })).toBe(undefined)
  })

  test.each(['number', 'hash', 'parentHash', 'timestamp', 'logsBloom', 'gasUsed'])(
    'a block header with a malformed %s is none',
    (field) => {
      const block = createFakeNode({ blocks: 3 }).chain.block(2)
      if (!block) throw new Error('no block')
      expect(parseBlockHeader({ ...toRpcHeader(block), [field]: '0x' })).toBe(undefined)
      expect(parseBlockHeader({ ...toRpcHeader(block), [field]: 2 })).toBe(undefined)
    },
  )

  test('nothing makes them throw', () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        expect(() => parseBlockHeader(value)).not.toThrow()
        expect(() => parseRpcReply(value)).not.toThrow()
        expect(() => parseRpcReply({ id: 1, error: value })).not.toThrow()
      }),
    )
  })

  test.each<[boolean, unknown]>([
    [true, { id: 1, result: null }],
    [true, { jsonrpc: '2.0', id: null, error: { code: 1, message: 'm' } }],
    [false, null],
    [false, 'text'],
    [false, { id: {}, result: 1 }],
    [true, { id: '1', error: 'a text' }],
    [true, { id: 1, error: { code: '-32000' } }],
    [false, [{ id: 1, result: 1 }]],
    [false, { id: Number.NaN, result: 1 }],
    [false, { id: 1, error: 7 }],
    [false, { id: 1, error: [] }],
    [false, { id: 1, error: { code: {} } }],
    [false, { id: 1, error: { message: 1 } }],
  ])('an envelope: %s for %j', (valid, value) => {
    expect(parseRpcReply(value) !== undefined).toBe(valid)
  })

  test('an error has its code as a number and its text as the message', () => {
    expect(parseRpcReply({ id: 1, error: { code: '-32000' } })?.error?.code).toBe(-32_000)
    const named = { code: 'RATE_LIMITED', message: 'slow down' }
    expect(parseRpcReply({ id: 1, error: named })?.error).toEqual({ code: undefined, message: 'slow down' })
    expect(parseRpcReply({ id: 1, error: 'a text' })?.error?.message).toBe('a text')
  })
})
