import { blockHashes, type BlockHashes } from '../columns/blockHashes.ts'
import { clipSegment, selectPart } from '../columns/clipSegment.ts'
import type { LogSegment } from '../columns/LogSegment.ts'
import type { BlockInterval } from '../Coverage.ts'
import { containsFilter } from '../filter/containsFilter.ts'
import type { Filter } from '../filter/Filter.ts'
import { filterKey } from '../filter/filterKey.ts'
import { subtract, toIntervalSet } from '../intervals.ts'
import { ChainHashes } from './ChainHashes.ts'
import type { CacheLookup } from './LogCache.ts'
import {
  cutPiece,
  isStored,
  mergePieces,
  PieceList,
  pieceSize,
  splitPiece,
  type CacheEntry,
  type Piece,
} from './Piece.ts'
import { placePieces, type PlacedPieces } from './placePieces.ts'

interface NetworkPieces {
  readonly entries: Map<string, CacheEntry>
  /** The block hashes of the unfinalized pieces of all filters. */
  readonly chain: ChainHashes
}

export interface AddOptions {
  readonly final: boolean
  /** Whether the logs come from storage, and need not be written again. */
  readonly stored?: boolean | undefined
}

const noHashes: BlockHashes = new Map()

/**
 * Ranges of logs per network and filter, in memory. Invariants:
 *
 * - a cached block has all of its logs that match the filter;
 * - final pieces never change, and are not requested again while they fit into memory;
 * - the tails of a network never contradict each other: new logs drop the tails they contradict;
 * - final pieces are removed only to stay within `maxBytes`.
 */
export class MemoryCache {
  readonly #networks = new Map<number, NetworkPieces>()
  readonly #maxBytes: number
  /** Least recently used first. */
  readonly #used = new Set<Piece>()
  readonly #unsaved: Set<Piece> | undefined
  #bytes = 0

  /** Final pieces that are not in storage are added to `unsaved`, and removed from it when they merge into others. */
  constructor(maxBytes: number, unsaved?: Set<Piece>) {
    this.#maxBytes = maxBytes
    this.#unsaved = unsaved
  }

  get bytes(): number {
    return this.#bytes
  }

  get pieces(): Iterable<Piece> {
    return this.#used
  }

  add(chainId: number, filter: Filter, range: BlockInterval, segment: LogSegment, options: AddOptions): void {
    if (range.from > range.to) return
    const { final, stored = false } = options
    const network = this.#network(chainId)
    const { chain, entries } = network
    const logs = clipSegment(segment, range)
    const hashes = blockHashes(logs, final ? (height) => chain.has(height) : undefined)
    if (!hashes) return
    const agrees = this.#settle(network, hashes)
    if (final && agrees) this.#confirm(network, hashes)

    const key = filterKey(filter)
    const entry = entries.get(key) ?? { chainId, key, filter, pieces: new PieceList() }
    const overlapping = entry.pieces.overlapping(range)
    const isFinal = ({ state }: Piece) => state === 'final'
    for (const piece of overlapping)
      if (!isFinal(piece))
        this.#replace(
          piece,
          subtract([piece.range], [range]).map((part) => cutPiece(piece, part)),
        )
    entries.set(key, entry)
    const known = toIntervalSet(overlapping.filter(isFinal).map((piece) => piece.range))
    for (const part of subtract([range], known))
      this.#insert({
        state: final ? 'final' : 'tail',
        entry,
        range: part,
        segment: clipSegment(logs, part),
        hashes: final ? noHashes : hashes,
        stored: stored ? [part] : [],
      })
    this.#evict()
  }

  lookup(chainId: number, filter: Filter, range: BlockInterval): CacheLookup {
    // A final piece of a wider filter is better than a tail of the same filter.
    const { placed, missing } = this.place(chainId, filter, range, ['final', 'tail'])
    const cached = placed.map(({ range: part, piece: { segment, state }, filter: narrower }) => ({
      range: part,
      selection: selectPart(segment, part, narrower),
      final: state === 'final',
    }))
    return { cached, missing }
  }

  /** The pieces of the filter and of wider ones with the logs of a range, in the order of `states`. Marks them as used. */
  place(
    chainId: number,
    filter: Filter,
    range: BlockInterval,
    states: readonly Piece['state'][],
  ): PlacedPieces {
    const entries = this.#networks.get(chainId)?.entries ?? new Map<string, CacheEntry>()
    const own = entries.get(filterKey(filter))
    const wider = [...entries.values()].filter(
      (entry) => entry !== own && containsFilter(entry.filter, filter),
    )
    const candidates = own ? [own, ...wider] : wider
    const found = placePieces(candidates, own?.filter ?? filter, toIntervalSet([range]), states)
    for (const { piece } of found.placed) {
      this.#used.delete(piece)
      this.#used.add(piece)
    }
    return found
  }

  conflictsWith(chainId: number, hashes: BlockHashes): boolean {
    return this.#networks.get(chainId)?.chain.compare(hashes).conflictAbove !== undefined
  }

  clear(chainId?: number): void {
    for (const piece of this.#used)
      if (chainId === undefined || piece.entry.chainId === chainId) this.#drop(piece)
  }

  #network(chainId: number): NetworkPieces {
    const network = this.#networks.get(chainId) ?? { entries: new Map(), chain: new ChainHashes() }
    this.#networks.set(chainId, network)
    return network
  }

  /** Drops tails that an answer contradicts. Returns whether it agrees with any. */
  #settle(network: NetworkPieces, hashes: BlockHashes): boolean {
    const { conflictAbove: above, agrees } = network.chain.compare(hashes)
    if (above !== undefined)
      for (const piece of tails(network)) {
        const known = new Map([...piece.hashes].filter(([height]) => height <= above))
        if (piece.range.to > above || known.size < piece.hashes.size)
          this.#replace(piece, splitPiece({ ...piece, hashes: known }, above, { above: 'dropped' }))
      }
    return agrees
  }

  /** If a final hash came with a tail, that tail is final up to this height. */
  #confirm(network: NetworkPieces, final: BlockHashes): void {
    for (const piece of tails(network)) {
      let confirmed: bigint | undefined
      for (const [height, hash] of piece.hashes)
        if (final.get(height) === hash && (confirmed === undefined || height > confirmed)) confirmed = height
      if (confirmed !== undefined && piece.range.from <= confirmed)
        this.#replace(piece, splitPiece(piece, confirmed, { below: 'final' }))
    }
  }

  #replace(piece: Piece, by: readonly Piece[]): void {
    this.#remove(piece)
    for (const part of by) this.#insert(part)
    this.#forgetEmpty(piece.entry)
  }

  #insert(piece: Piece): void {
    const { entry, state } = piece
    const { from, to } = piece.range
    for (const neighbor of entry.pieces.overlapping({ from: from - 1n, to: to + 1n })) {
      const merged = neighbor.range.to < from ? mergePieces(neighbor, piece) : mergePieces(piece, neighbor)
      if (!merged) continue
      this.#remove(neighbor)
      this.#unsaved?.delete(neighbor)
      return this.#insert(merged)
    }
    entry.pieces.insert(piece)
    this.#networks.get(entry.chainId)?.chain.retain(piece.hashes)
    this.#bytes += pieceSize(piece)
    this.#used.add(piece)
    if (state === 'final' && !isStored(piece)) this.#unsaved?.add(piece)
  }

  #remove(piece: Piece): void {
    const { entry } = piece
    entry.pieces.delete(piece)
    this.#networks.get(entry.chainId)?.chain.release(piece.hashes)
    this.#bytes -= pieceSize(piece)
    this.#used.delete(piece)
  }

  #evict(): void {
    if (this.#bytes <= this.#maxBytes) return
    for (const piece of this.#used) {
      this.#drop(piece)
      if (this.#bytes <= this.#maxBytes) return
    }
  }

  #drop(piece: Piece): void {
    this.#remove(piece)
    this.#forgetEmpty(piece.entry)
  }

  #forgetEmpty({ chainId, key, pieces }: CacheEntry): void {
    if (pieces.length === 0) this.#networks.get(chainId)?.entries.delete(key)
  }
}

function tails({ entries }: NetworkPieces): readonly Piece[] {
  return [...entries.values()].flatMap(({ pieces }) => pieces.all().filter(({ state }) => state === 'tail'))
}
