import type { Hex } from 'viem'

export interface SeededRandom {
  /** From 0 up to, not including, 1. */
  (): number
  /** A whole number from 0 up to, not including, `below`. */
  below(below: number): number
  pick<item>(items: readonly item[]): item
  hex(bytes: number): Hex
}

/** All four-digit hex numbers, precomputed for speed. */
const fourDigits = Array.from({ length: 65_536 }, (_, value) => value.toString(16).padStart(4, '0'))

/** Creates pseudo-random numbers that depend only on the seeds. */
export function createSeededRandom(...seeds: readonly number[]): SeededRandom {
  let state = 0x9e3779b9
  for (const seed of seeds) {
    state = Math.imul(state ^ (seed >>> 0), 0x85ebca6b)
    state = Math.imul(state ^ (state >>> 13), 0xc2b2ae35) ^ (seed / 2 ** 32)
    state ^= state >>> 16
  }
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return (mixed ^ (mixed >>> 14)) >>> 0
  }
  const random = () => next() / 2 ** 32
  const below = (limit: number) => Math.floor(random() * limit)
  return Object.assign(random, {
    below,
    pick<item>(items: readonly item[]): item {
      const item = items[below(items.length)]
      if (item === undefined) throw new Error('nothing to pick from')
      return item
    },
    hex(bytes: number): Hex {
      let text = '0x'
      for (let missing = bytes * 2; missing > 0; missing -= 8) {
        const word = next()
        text += fourDigits[word >>> 16]! + fourDigits[word & 0xffff]!
      }
      return text.slice(0, 2 + bytes * 2) as Hex
    },
  })
}
