import type { BlockInterval } from '../../Coverage.ts'
import { countBlocks } from '../../intervals.ts'

/** The number in an error message that may be the node's limit of blocks per call. */
export function guessBlockLimit(words: string | undefined, range: BlockInterval): number | undefined {
  const width = countBlocks([range])
  const own = new Set([range.from, range.to, range.to + 1n, width - 1n])
  let likely: bigint | undefined
  for (const [text, thousands] of (words ?? '').matchAll(/(?<![\w.])\d[\d,_]{0,14}(k)?(?![\w.]\w)/gi)) {
    const number = BigInt(text.replaceAll(/\D/g, '')) * (thousands === undefined ? 1n : 1_000n)
    if (number > 1n && number < width && !own.has(number) && number > (likely ?? 0n)) likely = number
  }
  return likely === undefined ? undefined : Number(likely)
}
