import { expect, test } from 'vitest'
import { simulate } from './follow.ts'

/** Seeds of one test: each as a test of its own would take longer to tell than to play. */
const together = 50

/** Tests that play so many seeds from `first` on. What goes wrong is told with its seed, and how to replay it. */
export function playFollowers(first: number, count: number): void {
  test.each(Array.from({ length: Math.ceil(count / together) }, (_, index) => first + index * together))(
    'seeds from %i on: what followers tell is true, and it is all there in the end',
    async (from) => {
      const failures: string[] = []
      for (let seed = from; seed < Math.min(from + together, first + count); seed++)
        await simulate(seed).catch((error: Error) => failures.push(error.message))
      expect(failures.join('\n\n')).toBe('')
    },
    120_000,
  )
}
