import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createRandom, tellStory } from '../../demo/story.mjs'

const tell = (seed: number, blocks: number) => [...tellStory({ seed, blocks })]

describe('tellStory', () => {
  test('is the same for the same seed, and another for another', () => {
    expect(tell(7, 500)).toEqual(tell(7, 500))
    expect(tell(7, 500)).not.toEqual(tell(8, 500))
  })

  test('goes forward, within its blocks, with calls that emit something', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 2 ** 32 - 1 }),
        fc.integer({ min: 1, max: 600 }),
        (seed, blocks) => {
          let before = -1
          for (const { block, calls } of tellStory({ seed, blocks })) {
            expect(block).toBeGreaterThan(before)
            expect(block).toBeLessThan(blocks)
            expect(calls.length).toBeGreaterThan(0)
            for (const { count } of calls) expect(count).toBeGreaterThan(0)
            before = block
          }
        },
      ),
      { numRuns: 30 },
    )
  })

  test('is skewed: many blocks without a call, and a few with a great many events', () => {
    const told = tell(3721, 4000)
    const events = told.map(({ calls }) => calls.reduce((sum, { count }) => sum + count, 0))
    expect(told.length).toBeLessThan(3000)
    expect(events.reduce((a, b) => a + b, 0)).toBeGreaterThan(30_000)
    expect(Math.max(...events)).toBeGreaterThan(2000)
    expect(new Set(told.flatMap(({ calls }) => calls.map(({ contract }) => contract))).size).toBe(8)
  })
})

test('createRandom draws evenly from 0 up to 1', () => {
  const random = createRandom(1)
  const drawn = Array.from({ length: 10_000 }, random)
  expect(Math.min(...drawn)).toBeGreaterThanOrEqual(0)
  expect(Math.max(...drawn)).toBeLessThan(1)
  for (let tenth = 0; tenth < 10; tenth++) {
    const share = drawn.filter((value) => Math.floor(value * 10) === tenth).length
    expect(share).toBeGreaterThan(800)
    expect(share).toBeLessThan(1200)
  }
})
