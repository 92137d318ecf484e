import { expect, test } from 'vitest'
import { playSeeds } from '../../support/simulation/playSeeds.ts'
import { simulate } from '../../support/simulation/scan.ts'

// SEED=7 replays one; SEEDS=5000 tries more, from SEED on. `npm run simulate -- --only scan` is faster for many.
const { SEED, SEEDS } = process.env
playSeeds('what a scan says is true, and it asks for no more than it must', simulate, {
  first: Number(SEED) || 1,
  count: Number(SEEDS) || (SEED ? 1 : 140),
  together: 20,
})

// Seeds of worlds that failed once. When the simulation draws differently, a seed gives another world.
test.each([
  [3600203421, 'blocks that several calls read were of two chains'],
  [3600204347, 'two logs with one index hid that an answer was cut off at 256 logs'],
  [3600205085, 'the only answer to a batch of two was a refusal, which may refuse the batch'],
  [3600214292, 'blocks of an answer with malformed logs were of another chain than those read again'],
  [3600217483, 'a range that an endpoint had refused for its logs was sent to it again'],
  [3600250738, 'blocks failed as malformed that another endpoint would have read, fewer at a time'],
  [3600204503, 'one part of a filter failed for a block by hash, and the other was still sent'],
])('seed %i: %s', async (seed) => {
  await expect(simulate(seed)).resolves.toBeUndefined()
})
