import { playSeeds } from '../../support/simulation/playSeeds.ts'
import { simulate } from '../../support/simulation/scan.ts'

// SEED=7 replays one; SEEDS=5000 tries more, from SEED on. `npm run simulate -- --only scan` is faster for many.
const { SEED, SEEDS } = process.env
playSeeds('what a scan says is true, and it asks for no more than it must', simulate, {
  first: Number(SEED) || 1,
  count: Number(SEEDS) || (SEED ? 1 : 260),
  together: 20,
})
