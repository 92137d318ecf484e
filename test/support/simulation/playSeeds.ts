import { expect, test } from 'vitest'

export interface SeedsOptions {
  readonly first: number
  readonly count: number
  /** Seeds per test: a test for each would take longer to report than to run. */
  readonly together: number
}

/**
 * Defines tests that run seeds one after the other.
 *
 * @param simulate throws an error with the seed and how to replay it
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
  )
}
