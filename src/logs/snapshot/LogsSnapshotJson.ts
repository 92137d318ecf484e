import { BaseError } from '../../errors/BaseError.ts'
import { NodeError, UnreadBlocksError } from '../../errors/NodeError.ts'
import { reasonOf } from '../../errors/reasonOf.ts'
import { packRpcLogs } from '../columns/packLogs.ts'
import type { BlockInterval } from '../Coverage.ts'
import type { IntervalSet } from '../intervals.ts'
import { createPackedLogList } from '../list/createPackedLogList.ts'
import type { LogJson } from '../list/toLogJson.ts'
import type { SnapshotFields, SnapshotView } from './SnapshotView.ts'

type IntervalJson = readonly [from: string, to: string]

/** The version of {@link LogsSnapshotJson} that this version of the library writes, and the only one that it reads. */
export const snapshotVersion = 2

/** A `LogsSnapshot` as plain JSON: block numbers in decimal. */
export interface LogsSnapshotJson {
  readonly version: 2
  readonly order: 'asc' | 'desc'
  readonly limit: number | undefined
  /** In the form of JSON-RPC, oldest first. */
  readonly logs: readonly LogJson[]
  readonly verified: readonly IntervalJson[]
  /** The part of `verified` that comes from an archive, if any. */
  readonly archived?: readonly IntervalJson[] | undefined
  readonly trimmed: readonly IntervalJson[]
  readonly pending: readonly IntervalJson[]
  readonly failed: readonly (readonly [from: string, to: string, message: string])[]
  readonly requested: IntervalJson | undefined
  /** Whether the query reaches beyond `requested`, up to a head that was not known. */
  readonly tentative?: boolean | undefined
  readonly head: string | undefined
  /** Set if some blocks were last read at this earlier head. */
  readonly readHead?: string | undefined
  readonly rejected: number
  /** The first block of the query and of its pages, newest first, if it is read in pages. */
  readonly pages?: { readonly from: string | undefined; readonly starts: readonly string[] } | undefined
}

const toIntervalJson = ({ from, to }: BlockInterval): IntervalJson => [from.toString(), to.toString()]
const toIntervalsJson = (set: IntervalSet) => set.map(toIntervalJson)
const fromIntervalJson = ([from, to]: readonly [string, string, ...unknown[]]): BlockInterval => ({
  from: BigInt(from),
  to: BigInt(to),
})

/** Serializes what is shown; logs beyond the limit are left out. */
export function snapshotToJson(
  fields: SnapshotFields,
  { selections, coverage }: SnapshotView,
): LogsSnapshotJson {
  const { order, limit, requested, isTentative, head, readHead, rejected, pages } = fields
  return {
    version: snapshotVersion,
    order,
    limit: Number.isFinite(limit) ? limit : undefined,
    logs: createPackedLogList({ segments: selections }).toJSON().logs,
    verified: toIntervalsJson(coverage.verified),
    ...(coverage.archived && { archived: toIntervalsJson(coverage.archived) }),
    trimmed: toIntervalsJson(coverage.trimmed),
    pending: toIntervalsJson(coverage.pending),
    failed: coverage.failed.map(({ range, error }) => [...toIntervalJson(range), reasonOf(error).message]),
    requested: requested && toIntervalJson(requested),
    ...(isTentative && { tentative: true }),
    head: head?.toString(),
    ...(readHead !== undefined && { readHead: readHead.toString() }),
    rejected,
    ...(pages && { pages: { from: pages.from?.toString(), starts: pages.starts.map(String) } }),
  }
}

/** @throws if the JSON is damaged. */
export function snapshotFromJson(json: LogsSnapshotJson): SnapshotFields {
  const {
    logs,
    order,
    limit,
    verified,
    archived = [],
    trimmed,
    pending,
    failed,
    requested,
    head,
    readHead,
    rejected,
    pages,
  } = json
  const segment = packRpcLogs(logs)
  if (segment.length !== logs.length) throw new BaseError('Some of the logs are malformed.')
  return {
    held: [{ segment, rows: undefined }],
    order,
    limit: limit ?? Number.POSITIVE_INFINITY,
    read: verified.map(fromIntervalJson),
    archived: archived.map(fromIntervalJson),
    trimmedRead: trimmed.map(fromIntervalJson),
    previewed: [],
    pending: pending.map(fromIntervalJson),
    failed: failed.map((part) => {
      const range = fromIntervalJson(part)
      const reason = new NodeError(part[2], { kind: 'fatal', method: 'eth_getLogs' })
      return { range, error: UnreadBlocksError.of(range, reason) }
    }),
    requested: requested ? fromIntervalJson(requested) : undefined,
    head: head === undefined ? undefined : BigInt(head),
    readHead: readHead === undefined ? undefined : BigInt(readHead),
    rejected,
    reorgFrom: undefined,
    isTentative: json.tentative ?? false,
    shownProgress: 0,
    pages: pages
      ? {
          from: pages.from === undefined ? undefined : BigInt(pages.from),
          starts: pages.starts.map(BigInt),
        }
      : undefined,
  }
}
