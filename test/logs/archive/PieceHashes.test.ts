import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { hashBytes, pieceBytes, PieceHashes } from '../../../src/logs/archive/PieceHashes.ts'
import { countTurns } from '../../support/countTurns.ts'

const count = 40
const length = 10

/** Pieces of ten bytes each, and the index of their hashes. */
function makePieces() {
  const bytes = Uint8Array.from({ length: count * length }, (_, at) => at)
  const index = new Uint8Array(4 + count * pieceBytes)
  const view = new DataView(index.buffer)
  view.setUint32(0, count, true)
  for (let piece = 0; piece < count; piece++) {
    const at = 4 + piece * pieceBytes
    const content = bytes.subarray(piece * length, (piece + 1) * length)
    view.setUint32(at, length, true)
    index.set(createHash('sha256').update(content).digest().subarray(0, hashBytes), at + 4)
  }
  return { bytes, pieces: PieceHashes.parse(index, bytes.length)! }
}

test('some pieces match, and any other byte in them does not', async () => {
  const { bytes, pieces } = makePieces()
  expect(await pieces.matches(bytes, 0)).toBe(true)
  expect(pieces.widen({ from: 35, to: 41 })).toEqual({ from: 30, to: 50 })
  const some = bytes.slice(30, 50)
  expect(await pieces.matches(some, 30)).toBe(true)
  for (const at of some.keys()) {
    const other = some.slice()
    other[at]! ^= 1
    expect(await pieces.matches(other, 30)).toBe(false)
  }
})

test('many small pieces are checked in slices that do not block the page', async () => {
  const { bytes, pieces } = makePieces()
  const { result, turns } = await countTurns(() => pieces.matches(bytes, 0))
  expect(result).toBe(true)
  expect(turns).toBeGreaterThanOrEqual(count - 1)
})
