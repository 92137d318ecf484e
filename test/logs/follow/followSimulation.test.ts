import { playFollowers } from '../../support/simulation/playFollowers.ts'

// 160 seeds, in four files so that every core plays some. SEED=7 replays one, and SEEDS=5000 tries more from it on:
// `npm run simulate -- --only follow` draws other worlds, as many as wanted.
const { SEED, SEEDS } = process.env
playFollowers(Number(SEED) || 1, Number(SEEDS) || (SEED ? 1 : 40))
