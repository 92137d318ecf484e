import { playSeeds } from '../support/simulation/playSeeds.ts'
import { simulate } from '../support/simulation/query.ts'

// SEED=7 replays one, and SEEDS=500 tries more from it on: `npm run simulate -- --only query` plays as many as wanted.
const { SEED, SEEDS } = process.env
playSeeds('what components show is true, and it is all there in the end', simulate, {
  first: Number(SEED) || 1,
  count: Number(SEEDS) || (SEED ? 1 : 40),
  together: 10,
})
