import type { Pool } from '../../rpc/Pool.ts'
import type { BlockInterval } from '../Coverage.ts'
import { countBlocks } from '../intervals.ts'
import { isNarrowed } from './ArchiveFileReader.ts'
import type { FileRead } from './ArchiveFileReader.ts'
import { countRows } from './ArchiveKeys.ts'
import type { ArchiveFile } from './ArchiveManifest.ts'

/** What a node's answer costs, in bytes: per log, and per call, of which a day has few. */
const nodeCost = { log: 600, call: 100_000 }
/** What a round trip costs, in bytes that could be downloaded in that time. */
const roundTrip = 50_000
/** Calls that are sent to nodes at a time. */
const parallelCalls = 6
const usualBlockRange = 10_000
/** Rows of an index of words that are always read. */
const fewRows = 100

/** Compares what is read of a file, one request after another, with what nodes would send, several calls at a time. */
export function isWorthwhile(
  pool: Pool,
  {
    file,
    hasIndex,
    runs,
    rows: found,
    blocks,
    limit = Number.POSITIVE_INFINITY,
  }: Omit<FileRead, 'filter' | 'order'> & {
    /** Whether the index of the file is in memory. */
    readonly hasIndex: boolean
  },
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
  const pages = narrowed ? rows * 3 + Math.min(logs, limit) * bytesPerLog : rows * bytesPerLog
  const index = hasIndex ? 0 : file.bytes - file.indexStart
  const roundTrips = Number(!hasIndex) + Number(narrowed) + 1
  return isCheaper(pool, { bytes: index + pages, roundTrips }, { blocks, logs, limit })
}

/** Whether a download costs not much more than calls to nodes. */
export function isCheaper(
  pool: Pool,
  { bytes, roundTrips }: { readonly bytes: number; readonly roundTrips: number },
  {
    blocks,
    logs,
    limit = Number.POSITIVE_INFINITY,
  }: { blocks: BlockInterval; logs: number; limit?: number | undefined },
): boolean {
  const wanted = Math.min(logs, limit)
  const calls = Math.max(1, (Number(countBlocks([blocks])) * (wanted / logs)) / blockRangeOf(pool))
  const byNodes = wanted * nodeCost.log + calls * nodeCost.call + Math.ceil(calls / parallelCalls) * roundTrip
  return bytes + roundTrips * roundTrip <= 2 * byNodes
}

/** Blocks that a node reads in a call, as far as it is known. */
export function blockRangeOf(pool: Pool): number {
  const ranges = pool.getStatus().flatMap(({ limits }) => limits.blockRange ?? [])
  return ranges.length > 0 ? Math.max(...ranges) : usualBlockRange
}

/** The share of a file's blocks. */
export function shareOf({ fromBlock, toBlock }: ArchiveFile, blocks: BlockInterval): number {
  return Number(countBlocks([blocks])) / (toBlock - fromBlock + 1)
}
