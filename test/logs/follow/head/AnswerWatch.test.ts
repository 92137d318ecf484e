import { beforeEach, expect, test, vi } from 'vitest'
import { AnswerWatch } from '../../../../src/logs/follow/head/AnswerWatch.ts'
import { systemClock } from '../../../../src/rpc/Clock.ts'
import type { Pool } from '../../../../src/rpc/Pool.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: 0 })
})

/** Watches a pool of which only these facts matter. */
function watch() {
  const facts: { waitingSince?: number; respondedAt?: number } = {}
  const pool = {
    getStatus: () => [{ respondedAt: facts.respondedAt }],
    waitingSince: () => facts.waitingSince,
  } as unknown as Pool
  const reports: (number | undefined)[] = []
  const answers = new AnswerWatch(pool, systemClock, () => reports.push(answers.silentSince))
  answers.begin()
  const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1_000)
  return { facts, reports, answers, pass }
}

test('a message without an answer is reported after 5 s, with the time of the last answer', async () => {
  const { facts, answers, pass } = watch()
  facts.respondedAt = 2_000
  facts.waitingSince = 3_000
  await pass(7)
  expect(answers.silentSince).toBeUndefined()
  await pass(1)
  expect(answers.silentSince).toBe(2_000)
})

test('without pending calls, no endpoint counts as silent', async () => {
  const { facts, reports, pass } = watch()
  await pass(60)
  // An archive or the cache was read meanwhile.
  facts.waitingSince = 60_000
  await pass(4)
  expect(reports).toEqual([])
  await pass(1)
  expect(reports).toEqual([0])
})

test('endpoints that are asked one after another are silent until one answers', async () => {
  const { facts, reports, pass } = watch()
  facts.waitingSince = 0
  await pass(30)
  delete facts.waitingSince
  await pass(10)
  facts.waitingSince = 40_000
  await pass(10)
  expect(reports).toEqual([0])
  facts.respondedAt = 50_000
  await pass(1)
  expect(reports).toEqual([0, undefined])
})
