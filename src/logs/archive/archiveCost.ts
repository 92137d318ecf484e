import type { Pool } from '../../rpc/Pool.ts'
import type { BlockInterval } from '../Coverage.ts'
import { countBlocks } from '../intervals.ts'
import type { ArchiveFile } from './ArchiveManifest.ts'
import type { HostSpeed } from './HostSpeed.ts'
import { isNarrowed, type FileRead } from './readFile.ts'

/** Assumed until measured: milliseconds of a round trip, and bytes per millisecond. */
const usual = { latency: 50, rate: 1_000 }
/** Shorter round trips, in milliseconds, do not count as slow: a busy machine may be the reason. */
const slowLatency = 250
/** Bytes of a log in a node's answer. */
const logBytes = 600
/** The cost of a call besides its time, in milliseconds: the day's calls are limited. */
const callCost = 100
/** Calls in flight to an endpoint. */
const parallelCalls = 6
/** Blocks that most nodes read in a call. */
const usualBlockRange = 10_000
/** Maximum rows found by an index of words that are read whatever they cost. */
const fewRows = 100

/** Whether some blocks are cheaper to read from a file, one request after another, than from nodes, several calls at a time. */
export function isWorthwhile(
  pool: Pool,
  read: Omit<FileRead, 'filter' | 'order'> & {
    readonly speed: HostSpeed
    /** Whether the index of the file is in memory. */
    readonly hasIndex: boolean
  },
): boolean {
  const { file, speed, hasIndex, runs, rows: found, blocks, limit = Number.POSITIVE_INFINITY } = read
  const rows = found?.length ?? runs.rowCount
  if (rows === 0 || (found && rows <= fewRows)) return true
  const logs = rows * shareOf(file, blocks)
  const bytesPerLog = file.bytes / Math.max(1, file.rows)
  const narrowed = isNarrowed(read)
  const pages = narrowed ? rows * 3 + Math.min(logs, limit) * bytesPerLog : rows * bytesPerLog
  const index = hasIndex ? 0 : file.bytes - file.indexStart
  const roundTrips = Number(!hasIndex) + Number(narrowed) + 1
  return isCheaper(pool, { bytes: index + pages, roundTrips, speed }, { blocks, logs, limit })
}

interface Download {
  readonly bytes: number
  /** Requests that wait for each other. */
  readonly roundTrips: number
  readonly speed: HostSpeed
}

interface WantedLogs {
  readonly blocks: BlockInterval
  /** All logs of these blocks that match. */
  readonly logs: number
  readonly limit?: number | undefined
}

/**
 * Whether a download takes at most twice as long as calls to nodes cost. Uses the latencies, bandwidth and limits measured
 * so far.
 */
export function isCheaper(
  pool: Pick<Pool, 'getStatus'>,
  { bytes, roundTrips, speed }: Download,
  wanted: WantedLogs,
): boolean {
  const { latency: measured = usual.latency, rate = usual.rate } = speed
  const latency = measured < slowLatency ? Math.min(measured, usual.latency) : measured
  const byNodes = nodeCost(pool, wanted, rate)
  return bytes / rate + roundTrips * latency <= 2 * byNodes
}

function nodeCost(
  pool: Pick<Pool, 'getStatus'>,
  { blocks, logs: found, limit = Number.POSITIVE_INFINITY }: WantedLogs,
  rate: number,
): number {
  const logs = Math.max(1, found)
  const endpoints = pool.getStatus().filter(({ state }) => state === 'ok')
  const known = endpoints.flatMap((endpoint) => endpoint.latency ?? [])
  const latency = known.length > 0 ? Math.min(...known) : usual.latency
  const wanted = Math.min(logs, limit)
  const share = wanted / logs
  const results = Math.max(0, ...endpoints.flatMap(({ limits }) => limits.results ?? [])) || wanted
  const calls = Math.max(1, (Number(countBlocks([blocks])) * share) / blockRangeOf(pool), wanted / results)
  const rounds = Math.ceil(calls / (parallelCalls * Math.max(1, endpoints.length)))
  return (wanted * logBytes) / rate + calls * callCost + rounds * latency
}

/** The most blocks that a node is known to read in a call. */
function blockRangeOf(pool: Pick<Pool, 'getStatus'>): number {
  const ranges = pool
    .getStatus()
    .map(({ limits, widest = 0 }) => limits.blockRange ?? Math.max(widest, usualBlockRange))
  return ranges.length > 0 ? Math.max(...ranges) : usualBlockRange
}

/** The share of a file's blocks. */
export function shareOf({ fromBlock, toBlock }: ArchiveFile, blocks: BlockInterval): number {
  return Number(countBlocks([blocks])) / (toBlock - fromBlock + 1)
}
