import type { Hex } from 'viem'

export interface FakeRandom {
  /** From 0 up to, not including, 1. */
  (): number
  /** A whole number from 0 up to, not including, `below`. */
  below(below: number): number
  pick<item>(items: readonly item[]): item
  hex(bytes: number): Hex
}

/** Numbers that look random and follow from the seeds alone. */
export function createFakeRandom(...seeds: readonly number[]): FakeRandom {
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
      let text = ''
      while (text.length < bytes * 2) text += next().toString(16).padStart(8, '0')
      return `0x${text.slice(0, bytes * 2)}`
    },
  })
}
