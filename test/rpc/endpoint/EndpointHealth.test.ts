import { expect, test } from 'vitest'
import { NodeError } from '../../../src/errors/NodeError.ts'
import { EndpointHealth } from '../../../src/rpc/endpoint/EndpointHealth.ts'

const failure = (kind: NodeError['kind']) => new NodeError('It failed.', { kind, method: 'eth_chainId' })

/** The pauses after consecutive failures, each right after the previous pause, in milliseconds. */
function rests(kinds: readonly NodeError['kind'][]): { rests: number[]; down: boolean[] } {
  const health = new EndpointHealth(() => 1)
  let now = 1_000
  const down: boolean[] = []
  const all = kinds.map((kind) => {
    health.failed(failure(kind), now, now)
    down.push(health.isDown)
    const rest = health.pausedUntil - now
    now = health.pausedUntil
    return rest
  })
  return { rests: all, down }
}

test('the pause grows with each failure, and starts over once the endpoint counts as unreachable', () => {
  expect(rests(Array.from({ length: 6 }, () => 'transient' as const))).toEqual({
    rests: [251, 501, 3_001, 5_001, 9_001, 17_001],
    down: [false, false, true, true, true, true],
  })
})

test('a rate-limited endpoint is not unreachable, and pauses longer each time', () => {
  expect(rests(Array.from({ length: 5 }, () => 'rate-limited' as const))).toEqual({
    rests: [1_501, 2_501, 4_501, 8_501, 16_501],
    down: [false, false, false, false, false],
  })
})

test('no pause exceeds about a minute', () => {
  expect(Math.max(...rests(Array.from({ length: 40 }, () => 'transient' as const)).rests)).toBe(61_001)
})

test.each([
  [{ isOnly: true }, 21_001],
  [{ isOnly: true, isFree: true }, 5_001],
  [{ isFree: true }, 61_001],
])('the only endpoint is tried again sooner, the more so without a quota: %o', (only, longest) => {
  const health = new EndpointHealth(() => 1, only)
  let now = 1_000
  const pauses = Array.from({ length: 40 }, () => {
    health.failed(failure('transient'), now, now)
    const pause = health.pausedUntil - now
    now += pause
    return pause
  })
  expect(Math.max(...pauses)).toBe(longest)
})

test('concurrent failures count once, and the answer to an older request changes nothing', () => {
  const health = new EndpointHealth(() => 1)
  expect(health.failed(failure('transient'), 1_000, 900)).toBe(true)
  expect(health.failed(failure('transient'), 1_001, 901)).toBe(false)
  expect(health.pausedUntil).toBe(1_251)
  expect(health.succeeded(1_100, 902)).toBe(false)
  expect(health.window).toBe(1)
  expect(health.pausedUntil).toBe(1_251)
  expect(health.succeeded(1_200, 1_150)).toBe(true)
  expect(health.window).toBeGreaterThan(1)
  expect(health.error).toBeUndefined()
})

test('whatever succeeds later than the last failure ends its pause', () => {
  const health = new EndpointHealth(() => 1)
  for (const now of [1_000, 2_000, 3_000, 4_000]) health.failed(failure('transient'), now, now)
  expect(health.pausedUntil).toBe(9_001)
  // Such as a subscription: sockets reconnect by themselves.
  health.succeeded(4_500)
  expect(health.pausedUntil).toBeLessThanOrEqual(4_500)
})

test('a pause that the endpoint requested outlasts later failures and a manual retry', () => {
  const health = new EndpointHealth(() => 1)
  const noon = Date.UTC(2026, 0, 1, 12)
  const midnight = Date.UTC(2026, 0, 2)
  health.failed(failure('quota'), noon, noon)
  expect(health.pausedUntil).toBe(midnight)
  // Such as a dropped socket, while the calls over it are out of quota.
  health.failed(failure('transient'), noon + 10_000, noon + 10_000)
  expect(health.pausedUntil).toBe(midnight)
  health.resume()
  expect(health.pausedUntil).toBe(midnight)
})
