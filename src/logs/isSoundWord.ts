import type { WordArg } from './decode/WordArg.ts'

const twoTo32 = 2 ** 32

/** Whether a word is a value of the argument's type. */
export function isSoundWord(word: Uint32Array, { sound }: WordArg): boolean {
  if (sound === 'any') return true
  const high = word[6]!
  const low = word[7]!
  if (sound === 'smallSigned' && isFilled(word, 0xffffffff))
    return Number.isSafeInteger((high - twoTo32) * twoTo32 + low)
  if (!isFilled(word, 0)) return false
  return sound === 'bool' ? high === 0 && low <= 1 : Number.isSafeInteger(high * twoTo32 + low)
}

/** Whether all but the last 64 bits are `part` over and over. */
function isFilled(word: Uint32Array, part: number): boolean {
  for (let k = 0; k < 6; k++) if (word[k] !== part) return false
  return true
}
