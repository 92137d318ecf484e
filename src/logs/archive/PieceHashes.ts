import { Pace } from '../../rpc/Pace.ts'
import { lowerBound } from '../lowerBound.ts'

export interface ByteRange {
  readonly from: number
  /** Exclusive. */
  readonly to: number
}

/** Bytes of a hash, and of a hash with the length of its piece. 96 bits are enough against forged pieces with the same hash. */
export const hashBytes = 12
export const pieceBytes = 4 + hashBytes

/** The hashes of a file's pieces, which are its pages and dictionaries, so that ranges of it can be checked. */
export class PieceHashes {
  /** Where each piece begins, and where the last one ends. */
  readonly #edges: Float64Array
  /** Begins with their number; then the length and the hash of each piece. */
  readonly #index: Uint8Array

  private constructor(edges: Float64Array, index: Uint8Array) {
    this.#edges = edges
    this.#index = index
  }

  /** Parses the beginning of a file's index. `undefined` unless it has a hash for each byte before `indexStart`. */
  static parse(index: Uint8Array, indexStart: number): PieceHashes | undefined {
    const view = new DataView(index.buffer, index.byteOffset, index.length)
    const count = index.length < 4 ? Number.NaN : view.getUint32(0, true)
    if (!(4 + count * pieceBytes <= index.length)) return undefined
    const edges = new Float64Array(count + 1)
    for (let piece = 0; piece < count; piece++)
      edges[piece + 1] = edges[piece]! + view.getUint32(4 + piece * pieceBytes, true)
    return edges[count] === indexStart ? new PieceHashes(edges, index) : undefined
  }

  /** The smallest range of whole pieces that has these bytes. */
  widen({ from, to }: ByteRange): ByteRange {
    const edges = this.#edges
    return {
      from: edges[this.#firstEdge(from + 1) - 1] ?? 0,
      to: edges[this.#firstEdge(to)] ?? to,
    }
  }

  /** Whether the bytes of whole pieces, from `from` on, have the stated hashes. Yields to the page in between. */
  async matches(bytes: Uint8Array, from: number): Promise<boolean> {
    const end = this.#firstEdge(from + bytes.length)
    const pace = new Pace()
    const checks: Promise<boolean>[] = []
    for (let piece = this.#firstEdge(from); piece < end; piece++) {
      if (pace.isDue) await pace.rest()
      checks.push(
        this.#matchesPiece(piece, bytes.subarray(this.#edges[piece]! - from, this.#edges[piece + 1]! - from)),
      )
    }
    return (await Promise.all(checks)).every(Boolean)
  }

  async #matchesPiece(piece: number, content: Uint8Array): Promise<boolean> {
    const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', content as Uint8Array<ArrayBuffer>))
    return hash.subarray(0, hashBytes).every((byte, k) => byte === this.#index[8 + piece * pieceBytes + k])
  }

  #firstEdge(byte: number): number {
    return lowerBound(this.#edges.length, (at) => this.#edges[at]! < byte)
  }
}
