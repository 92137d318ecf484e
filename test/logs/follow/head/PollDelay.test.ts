import { expect, test } from 'vitest'
import { nextPollDelay } from '../../../../src/logs/follow/head/PollDelay.ts'
import type { Pool } from '../../../../src/rpc/Pool.ts'

const now = 1_000_000

function ask(rests: readonly (number | undefined)[], { failures = 1, interval = 4_000 } = {}): number {
  const http = rests.map((rest) => ({ type: 'http', resumesAt: rest === undefined ? undefined : now + rest }))
  // The pauses of the socket do not delay polls.
  const getStatus = () => [{ type: 'webSocket', resumesAt: now + 7 }, ...http]
  return nextPollDelay({ getStatus } as unknown as Pool, { failures, interval, now })
}

test('while all endpoints are paused, the next poll waits for the first to resume', () => {
  expect(ask([3_000])).toBe(3_000)
  expect(ask([30_000, 2_500, 9_000])).toBe(2_500)
  expect(ask([2_500], { failures: 9 })).toBe(2_500)
})

test('with an endpoint available, or none left, delays grow', () => {
  expect([1, 2, 3, 4].map((failures) => ask([9_000, undefined], { failures }))).toEqual([
    1_000, 2_000, 4_000, 8_000,
  ])
  expect([1, 2, 3].map((failures) => ask([], { failures }))).toEqual([1_000, 2_000, 4_000])
})

test('the delay is at least a second, or the interval if shorter, and at most a minute', () => {
  expect(ask([1])).toBe(1_000)
  expect(ask([1], { interval: 60 })).toBe(60)
  expect(ask([3_600_000])).toBe(60_000)
  expect(ask([undefined], { failures: 50 })).toBe(60_000)
})
