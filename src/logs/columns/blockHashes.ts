import type { Hash } from 'viem'
import { wordsToHex } from './hex.ts'
import type { LogSegment } from './LogSegment.ts'

/** Block hashes by height. */
export type BlockHashes = ReadonlyMap<bigint, Hash>

/**
 * The block hashes in the logs of one answer; `undefined` if they contradict each other: the answer is from two chains. With
 * `wants`, heights it does not accept may be left out.
 */
export function blockHashes(
  segment: LogSegment,
  wants?: (height: bigint) => boolean,
): BlockHashes | undefined {
  const hashes = new Map<bigint, Hash>()
  const { blockNumbers, blockHashes: words } = segment.columns
  // If each height occurs once, no two hashes can differ, and most need not be converted to text.
  const once = blockNumbers.every((height, block) => block === 0 || blockNumbers[block - 1]! < height)
  for (let block = 0; block < blockNumbers.length; block++) {
    const height = BigInt(blockNumbers[block]!)
    if (once && wants && !wants(height)) continue
    const hash = wordsToHex(words, block * 8, 8)
    const other = hashes.get(height)
    if (other !== undefined && other !== hash) return undefined
    hashes.set(height, hash)
  }
  return hashes
}
