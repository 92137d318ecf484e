import type { Hash } from 'viem'
import { describe, expect, test } from 'vitest'
import { ChainHashes } from '../../../src/logs/cache/ChainHashes.ts'

const hash = (name: string): Hash => `0x${name.repeat(64)}`
const shown = (hashes: Record<number, string>) =>
  new Map(Object.entries(hashes).map(([height, name]) => [BigInt(height), hash(name)] as const))

describe('ChainHashes', () => {
  test('finds the highest block on which both chains agree', () => {
    const chain = new ChainHashes()
    chain.retain(shown({ 3: 'a', 5: 'b' }))
    chain.retain(shown({ 5: 'b', 9: 'c' }))
    expect(chain.compare(shown({ 4: 'd' }))).toEqual({ conflictAbove: undefined, agrees: false })
    expect(chain.compare(shown({ 9: 'c' }))).toEqual({ conflictAbove: undefined, agrees: true })
    expect(chain.compare(shown({ 3: 'a', 5: 'b', 9: 'f' }))).toEqual({ conflictAbove: 5n, agrees: true })
    expect(chain.compare(shown({ 5: 'f' }))).toEqual({ conflictAbove: -1n, agrees: false })
  })

  test('trusts nothing above a contradiction, even if hashes agree there', () => {
    const chain = new ChainHashes()
    chain.retain(shown({ 3: 'a', 5: 'b', 9: 'c' }))
    // No chain can do this; a malicious node can.
    expect(chain.compare(shown({ 3: 'a', 5: 'f', 9: 'c' })).conflictAbove).toBe(3n)
  })

  test('remembers a height while a response that showed it is held', () => {
    const chain = new ChainHashes()
    chain.retain(shown({ 5: 'b' }))
    chain.retain(shown({ 5: 'b' }))
    chain.release(shown({ 5: 'b' }))
    expect(chain.has(5n)).toBe(true)
    chain.release(shown({ 5: 'b' }))
    expect(chain.has(5n)).toBe(false)
    expect(chain.compare(shown({ 5: 'f' })).conflictAbove).toBeUndefined()
  })
})
