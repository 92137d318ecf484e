import { beforeEach, expect, test, vi } from 'vitest'
import { NodeError } from '../../src/errors/NodeError.ts'
import { QuotaExceededError } from '../../src/errors/QuotaExceededError.ts'
import { RetryTimer } from '../../src/query/RetryTimer.ts'

beforeEach(() => {
  vi.useFakeTimers()
})

const nodeError = (kind: NodeError['kind']) => new NodeError('It failed.', { kind, method: 'eth_getLogs' })

/** When a first read that always fails is retried, in milliseconds since its first failure. */
async function retriesWithin(milliseconds: number, error: Error): Promise<readonly number[]> {
  const begun = Date.now()
  const retries: number[] = []
  const timer = new RetryTimer(
    () => {
      retries.push(Date.now() - begun)
      timer.start(error)
    },
    () => {},
  )
  timer.start(error)
  expect(timer.state).toMatchObject({ status: 'stale', error })
  await vi.advanceTimersByTimeAsync(milliseconds)
  timer.stop()
  return retries
}

test.each(['transient', 'wrong-network', 'rate-limited'] as const)(
  'a read that failed is retried with growing delays: %s',
  async (kind) => {
    expect(await retriesWithin(20_000, nodeError(kind))).toEqual([1_000, 3_000, 7_000, 15_000])
  },
)

test.each(['fatal', 'invalid-input', 'unavailable', 'pruned'] as const)(
  'a read that would fail again is not retried: %s',
  async (kind) => {
    expect(await retriesWithin(600_000, nodeError(kind))).toEqual([])
  },
)

test('when the daily budget is spent, the read is retried once the next day has begun', async () => {
  const resetsAt = Date.now() + 3_600_000
  const error = new QuotaExceededError('Test network', { used: 10, quota: 10, resetsAt })
  expect(await retriesWithin(3_605_000, error)).toEqual([3_600_000, 3_602_000])
})
