import { clipToRanges, type LogSelection } from '../columns/LogSelection.ts'
import type { BlockInterval, Coverage } from '../Coverage.ts'
import type { Range } from '../filter/ParsedLogQuery.ts'
import { covers, earlier, intersect, subtract } from '../intervals.ts'
import type { ScanEvent } from '../scan/ScanEvent.ts'
import { subtractFailed } from './failedIntervals.ts'
import { everything, type PageBounds, type SnapshotFields } from './SnapshotView.ts'

/** One page of a query: its blocks, their logs and their coverage. */
export interface SnapshotPage {
  readonly range: BlockInterval
  /** Oldest first. */
  readonly selections: readonly LogSelection[]
  readonly coverage: Coverage
  readonly isComplete: boolean
}

/** The bounds of a query of which no page was read. */
export function emptyPages(range: Range): PageBounds {
  const from = 'blockHash' in range ? undefined : range.fromBlock
  return { from: from === 'earliest' ? 0n : typeof from === 'bigint' ? from : undefined, starts: [] }
}

/** An event of a scan that reads one page: the other pages of the snapshot do not count towards its limit. */
export function withoutLimit(event: ScanEvent): ScanEvent {
  return event.type === 'planned' ? { ...event, limit: undefined } : event
}

/** Whether there are older blocks than those of the pages. */
export function hasOlderBlocks({ pages }: SnapshotFields): boolean {
  const last = pages?.starts.at(-1)
  return pages?.from !== undefined && last !== undefined && last > pages.from
}

/** The fields while the next page is read, which may reach down to the query's first block. */
export function openPage(fields: SnapshotFields): SnapshotFields {
  const { pages, requested } = fields
  if (!requested || !hasOlderBlocks(fields)) return fields
  return { ...fields, requested: { from: pages!.from!, to: requested.to } }
}

/**
 * The fields when no page is being read: the last page ends with the last block that could be read without a gap. Blocks
 * below it belong to the next page, failed ones as well.
 */
export function closePage(fields: SnapshotFields): SnapshotFields {
  const { pages, requested, head, held, read, pending, failed } = fields
  if (pages?.from === undefined || !requested) return fields
  const { starts } = pages
  const last = starts.at(-1)
  const page = { from: requested.from, to: last === undefined ? requested.to : last - 1n }
  if (page.from > page.to) return fields
  const exists = { from: page.from, to: earlier(head ?? page.to, page.to) }
  const unread = exists.from > exists.to ? undefined : intersect(pending, [exists]).at(-1)
  const [lowest] = intersect(read, [{ from: unread ? unread.to + 1n : page.from, to: page.to }])
  const edge = lowest?.from ?? last
  if (edge === undefined) return fields
  const keep = [{ from: edge, to: everything.to }]
  return {
    ...fields,
    held: clipToRanges(held, keep),
    read: intersect(read, keep),
    trimmedRead: [],
    pending: intersect(pending, keep),
    failed: subtractFailed(failed, subtract([everything], keep)),
    requested: { from: edge, to: requested.to },
    pages: { ...pages, starts: lowest ? [...starts, edge] : starts },
  }
}

/** The bounds when a query begins at a later block: older pages are gone. */
export function raiseBounds(pages: PageBounds | undefined, from: bigint): PageBounds | undefined {
  if (!pages) return undefined
  const { starts } = pages
  const above = starts.filter((start) => start > from)
  const isKept = pages.from !== undefined && pages.from > from
  return {
    from: isKept ? pages.from : from,
    starts: above.length < starts.length ? [...above, from] : starts,
  }
}

/** The bounds of pages that begin at or below the head. */
export function lowerBounds(pages: PageBounds | undefined, head: bigint): PageBounds | undefined {
  return pages && { ...pages, starts: pages.starts.filter((start) => start <= head) }
}

/** The pages, newest first. The last one may be incomplete while it is read. */
export function pagesOf(
  { pages, requested, held }: SnapshotFields,
  coverage: Coverage,
): readonly SnapshotPage[] {
  if (!pages || !requested) return []
  const { starts } = pages
  const bounds = starts.at(-1) === requested.from ? starts : [...starts, requested.from]
  return bounds.map((from, index) => {
    const range = { from, to: index === 0 ? requested.to : bounds[index - 1]! - 1n }
    const within = (set: Coverage['verified']) => (range.from > range.to ? [] : intersect(set, [range]))
    const verified = within(coverage.verified)
    const archived = within(coverage.archived ?? [])
    return {
      range,
      selections: clipToRanges(held, [range]),
      coverage: {
        verified,
        ...(archived.length > 0 && { archived }),
        trimmed: within(coverage.trimmed),
        pending: within(coverage.pending),
        failed: subtractFailed(coverage.failed, subtract([everything], [range])),
      },
      isComplete: covers(verified, range),
    }
  })
}
