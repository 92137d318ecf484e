import { hashWords, type WordTable } from '../columns/WordTable.ts'

/**
 * Interns consecutive values.
 *
 * A large table exceeds the CPU caches. Touching the entries of all values first lets the CPU fetch many of them at once, in
 * half the time.
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
