import type { Pool } from '../../rpc/Pool.ts'
import type { BlockInterval } from '../Coverage.ts'
import { countBlocks } from '../intervals.ts'
import { isNarrowed } from './ArchiveFileReader.ts'
import type { FileRead } from './ArchiveFileReader.ts'
import { countRows } from './ArchiveKeys.ts'
import type { ArchiveFile } from './ArchiveManifest.ts'

/** What a node's answer costs, in bytes: per log, and per call. */
const nodeCost = { log: 600, call: 100_000 }
const usualBlockRange = 10_000
/** Rows of an index of words that are always read. */
const fewRows = 100

/** Compares the bytes to download with those that nodes would send. */
export function isWorthwhile(
  pool: Pool,
  { file, runs, rows: found, blocks, limit = Number.POSITIVE_INFINITY }: Omit<FileRead, 'filter' | 'order'>,
): boolean {
  const rows = found?.length ?? countRows(runs)
  if (rows === 0 || (found && rows <= fewRows)) return true
  const logs = Math.max(1, rows * shareOf(file, blocks))
  const bytesPerLog = file.bytes / Math.max(1, file.rows)
  const narrowed = isNarrowed({
    runs,
    rows: found,
    blocks,
    limit: Number.isFinite(limit) ? limit : undefined,
  })
  const bytes = narrowed ? rows * 3 + Math.min(logs, limit) * bytesPerLog : rows * bytesPerLog
  return isCheaper(pool, file.bytes - file.indexStart + bytes, { blocks, logs, limit })
}

/** Whether a download has not much more bytes than nodes would send. */
export function isCheaper(
  pool: Pool,
  bytes: number,
  {
    blocks,
    logs,
    limit = Number.POSITIVE_INFINITY,
  }: { blocks: BlockInterval; logs: number; limit?: number | undefined },
): boolean {
  const wanted = Math.min(logs, limit)
  const ranges = pool.getStatus().flatMap(({ limits }) => limits.blockRange ?? [])
  const blockRange = ranges.length > 0 ? Math.max(...ranges) : usualBlockRange
  const calls = Math.max(1, (Number(countBlocks([blocks])) * (wanted / logs)) / blockRange)
  return bytes <= 2 * (wanted * nodeCost.log + calls * nodeCost.call)
}

/** The share of a file's blocks. */
export function shareOf({ fromBlock, toBlock }: ArchiveFile, blocks: BlockInterval): number {
  return Number(countBlocks([blocks])) / (toBlock - fromBlock + 1)
}
