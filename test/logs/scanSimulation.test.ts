import { expect, test } from 'vitest'
import { simulate } from '../support/simulation/scan.ts'

// SEED=7 replays one; SEEDS=5000 tries more, from SEED on. `npm run simulate -- --only scan` is faster for many.
const { SEED, SEEDS } = process.env
const first = Number(SEED) || 1
const count = Number(SEEDS) || (SEED ? 1 : 600)
/** Seeds of one test: each as a test of its own would take longer to tell than to play. */
const together = 20

// The simulation throws what it finds, with the seed and how to replay it.
test.each(Array.from({ length: Math.ceil(count / together) }, (_, index) => first + index * together))(
  'seeds from %i on: what a scan says is true, and it asks for no more than it must',
  async (from) => {
    const failures: string[] = []
    for (let seed = from; seed < Math.min(from + together, first + count); seed++)
      await simulate(seed).catch((error: Error) => failures.push(error.message))
    expect(failures.join('\n\n')).toBe('')
  },
  120_000,
)
