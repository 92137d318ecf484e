import { playSeeds } from '../../support/simulation/playSeeds.ts'
import { simulate } from '../../support/simulation/pool.ts'

// SEED=7 replays one; SEEDS=5000 tries more, from SEED on. `npm run simulate -- --only pool` is faster for many.
const { SEED, SEEDS } = process.env
playSeeds('every question ends, none is sent in vain, and who can answer does', simulate, {
  first: Number(SEED) || 1,
  count: Number(SEEDS) || (SEED ? 1 : 150),
  together: 50,
})
