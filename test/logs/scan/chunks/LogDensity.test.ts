import fc from 'fast-check'
import { expect, test } from 'vitest'
import { LogDensity } from '../../../../src/logs/scan/chunks/LogDensity.ts'

const widths = fc.array(fc.record({ width: fc.integer({ min: 1, max: 500 }), logs: fc.nat(5_000) }), {
  minLength: 1,
  maxLength: 20,
})

test('the expectation matches the counts, in whatever order they were taken', () => {
  fc.assert(
    fc.property(widths, fc.boolean(), (parts, backwards) => {
      const density = new LogDensity()
      let at = 0
      const intervals = parts.map(({ width, logs }) => ({ from: at, to: (at += width) - 1, logs }))
      for (const { from, to, logs } of backwards ? intervals.toReversed() : intervals)
        density.count(from, to, logs)
      for (const { from, to, logs } of intervals) expect(density.expect(from, to)).toBeCloseTo(logs)
      const all = parts.reduce((sum, { logs }) => sum + logs, 0)
      expect(density.expect(0, at - 1)).toBeCloseTo(all)
      expect(density.average).toBeCloseTo(all / at)
    }),
  )
})

test('nothing is expected without counts, and values between two counts are interpolated', () => {
  const density = new LogDensity()
  expect(density.expect(0, 99)).toBeUndefined()
  density.count(0, 99, 100)
  density.count(200, 299, 300)
  expect(density.expect(100, 199)).toBeCloseTo(200)
  expect(density.expect(100, 109)!).toBeLessThan(density.expect(190, 199)!)
  // Beyond the edge, its value continues.
  expect(density.expect(300, 399)).toBeCloseTo(300)
})

test('a refused range counts with its minimum, less the logs counted in parts of it', () => {
  const density = new LogDensity()
  density.count(0, 99, 10)
  density.exceed(100, 199, 2_000)
  expect(density.expect(100, 199)).toBeGreaterThanOrEqual(2_000)
  density.count(100, 149, 500)
  expect(density.expect(150, 199)).toBeGreaterThanOrEqual(1_500)
  expect(density.expect(100, 149)).toBeCloseTo(500)
})
