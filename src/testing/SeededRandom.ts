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

/** Creates a generator of 32-bit words that depends only on the seeds. */
function createWords(seeds: readonly number[]): () => number {
  let state = 0x9e3779b9
  for (const seed of seeds) {
    state = Math.imul(state ^ (seed >>> 0), 0x85ebca6b)
    state = Math.imul(state ^ (state >>> 13), 0xc2b2ae35) ^ (seed / 2 ** 32)
    state ^= state >>> 16
  }
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return (mixed ^ (mixed >>> 14)) >>> 0
  }
}

function drawHex(next: () => number, bytes: number): Hex {
  // Joined: a sum of strings keeps all its parts in memory.
  const parts = ['0x']
  for (let missing = bytes; missing > 0; missing -= 4) {
    const word = next()
    parts.push(fourDigits[word >>> 16]!, fourDigits[word & 0xffff]!)
  }
  return parts.join('').slice(0, 2 + bytes * 2) as Hex
}

/** The first hex number of {@link createSeededRandom}, at a part of the cost. */
export const seededHex = (bytes: number, ...seeds: readonly number[]): Hex =>
  drawHex(createWords(seeds), bytes)

/** Creates pseudo-random numbers that depend only on the seeds. */
export function createSeededRandom(...seeds: readonly number[]): SeededRandom {
  const next = createWords(seeds)
  const random = () => next() / 2 ** 32
  const below = (limit: number) => Math.floor(random() * limit)
  return Object.assign(random, {
    below,
    pick<item>(items: readonly item[]): item {
      const item = items[below(items.length)]
      if (item === undefined) throw new Error('nothing to pick from')
      return item
    },
    hex: (bytes: number) => drawHex(next, bytes),
  })
}
