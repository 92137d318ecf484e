import { expect, test } from 'vitest'

export interface SeedsOptions {
  readonly first: number
  readonly count: number
  /** Seeds of one test: each as a test of its own would take longer to tell than to play. */
  readonly together: number
}

/**
 * Tests that play seeds one after the other.
 *
 * @param simulate throws what it finds, with the seed and how to replay it
 */
export function playSeeds(
  what: string,
  simulate: (seed: number) => Promise<void>,
  { first, count, together }: SeedsOptions,
): void {
  test.each(Array.from({ length: Math.ceil(count / together) }, (_, index) => first + index * together))(
    `seeds from %i on: ${what}`,
    async (from) => {
      const failures: string[] = []
      for (let seed = from; seed < Math.min(from + together, first + count); seed++)
        await simulate(seed).catch((error: Error) => failures.push(error.message))
      expect(failures.join('\n\n')).toBe('')
    },
    120_000,
  )
}
