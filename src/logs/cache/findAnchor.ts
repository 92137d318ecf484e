import type { BlockAnchor } from './BlockAnchor.ts'
import type { Piece } from './Piece.ts'

/** The highest final block up to `upTo` whose hash the logs of some pieces of a network show. */
export function findAnchor(
  pieces: Iterable<Piece>,
  networkId: number,
  upTo?: bigint,
): BlockAnchor | undefined {
  let anchor: BlockAnchor | undefined
  for (const { state, entry, segment } of pieces) {
    if (state !== 'final' || entry.networkId !== networkId) continue
    const last = (upTo === undefined ? segment.length : segment.findBlock(upTo + 1n)) - 1
    if (last < 0) continue
    const number = segment.blockNumber(last)
    if (!anchor || number > anchor.number) anchor = { number, hash: segment.blockHash(last) }
  }
  return anchor
}
