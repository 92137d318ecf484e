import { hashWords } from '../columns/WordTable.ts'
import type { WordTable } from '../columns/WordTable.ts'

/**
 * Interns several values that follow each other.
 *
 * A large table is in memory, not in the processor's caches. Loops that touch the entry of each value first let the processor fetch many
 * of them at the same time, which halves the time.
 */
export function internAll(table: WordTable, words: Uint32Array, count: number, ids: Uint32Array): void {
  const { width, words: own, slots, shift } = table
  for (let index = 0; index < count; index++) ids[index] = hashWords(words, index * width, width) >>> shift
  for (let index = 0; index < count; index++) ids[index] = slots[ids[index]!]!
  let seen = 0
  for (let index = 0; index < count; index++) seen ^= own[Math.max(0, ids[index]! - 1) * width]!
  // Overwritten below: stored only so that the loop is not optimized away.
  ids[0] = seen
  for (let index = 0; index < count; index++) ids[index] = table.intern(words, index * width)
}
