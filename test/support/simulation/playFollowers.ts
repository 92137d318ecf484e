import { simulate } from './follow.ts'
import { playSeeds } from './playSeeds.ts'

export function playFollowers(first: number, count: number): void {
  const what = 'what followers tell is true, and it is all there in the end'
  playSeeds(what, simulate, { first, count, together: 10 })
}
