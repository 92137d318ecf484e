import type { Hash } from 'viem'
import { isCount } from '../../base/unknownJson.ts'
import type { LogSegment } from '../columns/LogSegment.ts'
import { isBlockHash } from '../filter/ParsedLogQuery.ts'
import type { Checkpoint, StoredRecord } from './LogStorage.ts'
import type { Piece } from './Piece.ts'
import { recordFormat } from './records.ts'

/** The highest final block up to `upTo` that has logs in the pieces of a network. */
export function findCheckpoint(
  pieces: Iterable<Piece>,
  chainId: number,
  upTo?: bigint,
): Checkpoint | undefined {
  let checkpoint: Checkpoint | undefined
  for (const { state, entry, segment } of pieces) {
    if (state !== 'final' || entry.chainId !== chainId) continue
    const end = upTo === undefined ? segment.length : segment.findBlock(upTo + 1n)
    checkpoint = higherOf(checkpoint, segment, end)
  }
  return checkpoint
}

/** The block of the last log before `end`, if it is higher than `known`. */
function higherOf(
  known: Checkpoint | undefined,
  segment: LogSegment,
  end = segment.length,
): Checkpoint | undefined {
  if (end === 0) return known
  const number = segment.blockNumber(end - 1)
  return known && number <= known.number ? known : { number, hash: segment.blockHash(end - 1) }
}

/**
 * The lowest and the highest checkpoint, in this order. The highest identifies the chain best; the lowest also exists
 * on a short chain. If two have the same height, the last one counts.
 */
export function outermostCheckpoints(checkpoints: readonly Checkpoint[]): readonly Checkpoint[] {
  const sorted = [...new Map(checkpoints.map((checkpoint) => [checkpoint.number, checkpoint])).values()].sort(
    (a, b) => (a.number < b.number ? -1 : 1),
  )
  return sorted.length > 2 ? [sorted[0]!, sorted.at(-1)!] : sorted
}

/** The highest block with logs in the records of each network. */
export function highestCheckpoints(records: readonly StoredRecord[]): ReadonlyMap<number, Checkpoint> {
  const checkpoints = new Map<number, Checkpoint>()
  for (const { key, segment } of records) {
    const highest = higherOf(checkpoints.get(key.chainId), segment)
    if (highest) checkpoints.set(key.chainId, highest)
  }
  return checkpoints
}

/** The stored form of checkpoints. */
export interface CheckpointRecord {
  readonly format: number
  readonly blocks: readonly (readonly [number: number, hash: Hash])[]
}

/** Converts checkpoints to a record; keeps the lowest and the highest. */
export function toCheckpointRecord(checkpoints: readonly Checkpoint[]): CheckpointRecord {
  const blocks = outermostCheckpoints(checkpoints).map(({ number, hash }) => [Number(number), hash] as const)
  return { format: recordFormat, blocks }
}

/** The checkpoints in a record, ascending; none if it is malformed. */
export function parseCheckpoints(value: unknown): readonly Checkpoint[] {
  const { format, blocks } = (value ?? {}) as Record<string, unknown>
  if (format !== recordFormat || !Array.isArray(blocks)) return []
  const checkpoints: Checkpoint[] = []
  for (const block of blocks as unknown[]) {
    if (!Array.isArray(block)) return []
    const [number, hash] = block as unknown[]
    if (!isCount(number) || !isBlockHash(hash)) return []
    checkpoints.push({ number: BigInt(number), hash })
  }
  return checkpoints
}
