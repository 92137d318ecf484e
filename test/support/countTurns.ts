import { vi } from 'vitest'
import { yieldToMain } from '../../src/rpc/yieldToMain.ts'

/** Counts how often `work` yields on a machine where each step uses up a time slice. Mocks `performance.now`. */
export async function countTurns<result>(
  work: () => Promise<result>,
): Promise<{ result: result; turns: number }> {
  let now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => (now += 10))
  let turns = 0
  let isDone = false
  const counting = (async () => {
    while (!isDone) {
      await yieldToMain()
      turns++
    }
  })()
  const result = await work()
  isDone = true
  await counting
  return { result, turns }
}
