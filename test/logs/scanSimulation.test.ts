import { test } from 'vitest'
import { simulate } from '../support/simulation/scan.ts'

// SEED=7 replays one; SEEDS=5000 tries more, from SEED on. `npm run simulate` is faster for many.
const { SEED, SEEDS } = process.env
const first = Number(SEED) || 1
const count = Number(SEEDS) || (SEED ? 1 : 300)

// The simulation throws what it finds, with the seed and how to replay it.
test.each([...Array(count)].map((_, index) => first + index))(
  'seed %i: what a scan says is true, and it asks for no more than it must',
  async (seed) => {
    await simulate(seed)
  },
)
