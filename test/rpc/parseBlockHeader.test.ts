import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseBlockHeader } from '../../src/rpc/parseBlockHeader.ts'
import { toRpcHeader } from '../../src/testing/rpcObjects.ts'
import { createFakeNode } from '../support/fakeNode.ts'

describe('parseBlockHeader', () => {
  test('reads numbers as bigint, and drops other fields', () => {
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

  test('allows nanoseconds, but no unsafe block number', () => {
    const block = createFakeNode({ blocks: 3 }).chain.block(2)
    if (!block) throw new Error('no block')
    const wire = toRpcHeader(block)
    const nanoseconds = parseBlockHeader({ ...wire, timestamp: '0x18a6a3b3c0d40000' })?.timestamp
    expect(nanoseconds).toBe(0x18a6a3b3c0d40000n)
    expect(parseBlockHeader({ ...wire, number: '0x1fffffffffffff' })?.number).toBe(2n ** 53n - 1n)
    expect(parseBlockHeader({ ...wire, number: '0x20000000000000' })).toBe(undefined)
  })

  test.each(['number', 'hash', 'parentHash', 'timestamp', 'logsBloom', 'gasUsed'])(
    'refuses a header with a malformed %s',
    (field) => {
      const block = createFakeNode({ blocks: 3 }).chain.block(2)
      if (!block) throw new Error('no block')
      expect(parseBlockHeader({ ...toRpcHeader(block), [field]: '0x' })).toBe(undefined)
      expect(parseBlockHeader({ ...toRpcHeader(block), [field]: 2 })).toBe(undefined)
    },
  )

  test('never throws, whatever the input', () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        expect(() => parseBlockHeader(value)).not.toThrow()
      }),
    )
  })
})
