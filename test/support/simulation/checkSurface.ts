import { describeBin, mergeBins } from '../../../src/components/BlockHistogram/bins.ts'
import { english } from '../../../src/components/locales/english.ts'
import { coverageGaps } from '../../../src/components/LogTable/model/coverageGaps.ts'
import { coverageSegments } from '../../../src/components/status/coverageSegments.ts'
import { groupLogs } from '../../../src/logs/analyze/groupLogs.ts'
import { histogram, type HistogramBin } from '../../../src/logs/analyze/histogram.ts'
import { blockBins } from '../../../src/logs/analyze/timeBins.ts'
import type { BlockInterval } from '../../../src/logs/Coverage.ts'
import { toProvenance } from '../../../src/logs/export/toProvenance.ts'
import { countBlocks, intersect, subtract, toIntervalSet, unite } from '../../../src/logs/intervals.ts'
import { createPackedLogList } from '../../../src/logs/list/createPackedLogList.ts'
import type { RawLog } from '../../../src/logs/Log.ts'
import { describeLogs } from '../../../src/logs/snapshot/describeLogs.ts'
import type { LogsSnapshot } from '../../../src/logs/snapshot/LogsSnapshot.ts'
import { check } from './check.ts'
import type { SnapshotTruth } from './checkSnapshot.ts'
import { show } from './show.ts'

/**
 * Compares what is drawn, said and exported of a snapshot with the chain: chart, groups, notices between rows, coverage bar,
 * provenance and state. Throws at the first false claim.
 */
export function checkSurface(what: string, snapshot: LogsSnapshot, truth: SnapshotTruth): void {
  const { coverage, selections, requested, isComplete, order, head } = snapshot
  if (!requested || requested.from > requested.to) return
  const rows = createPackedLogList({ segments: selections, order })
  const inside = (list: readonly RawLog[], { from, to }: BlockInterval) =>
    list.filter(({ blockNumber: at }) => at >= from && at <= to).length
  const listed = rows.toArray()

  const { bins, total } = histogram(rows, blockBins(requested, 7), coverage)
  check(total === inside(listed, requested), `${what}: the chart has ${total} logs of ${rows.length}`)
  const checkBin = (bin: HistogramBin & { readonly isMixed?: boolean }) => {
    const [shown, there] = [inside(listed, bin), inside(truth.logs, bin)]
    check(bin.count === shown, `${what}: a bar of ${show(bin)} has ${bin.count} logs of ${shown}`)
    const { logs } = describeBin(bin, undefined, english)
    const isWhole = bin.state === 'verified'
    check(!isWhole || bin.count === there, `${what}: ${show(bin)} is called verified, of ${there} logs`)
    check(
      bin.count > 0 || logs === undefined || there === 0,
      `${what}: ${logs} said of ${there} in ${show(bin)}`,
    )
  }
  for (const bin of bins) checkBin(bin)
  for (let at = 1; at < bins.length; at++) checkBin(mergeBins(bins.slice(at - 1, at + 1))!)

  const steps = groupLogs(rows, { by: { field: 'address' } })
  let step = steps.next()
  while (!step.done) step = steps.next()
  const grouped = step.value.groups.reduce((sum, { count }) => sum + count, 0)
  check(grouped === rows.length, `${what}: groups have ${grouped} logs of ${rows.length}`)

  const failed = toIntervalSet(coverage.failed.map(({ range }) => range))
  const read = toIntervalSet([...coverage.verified, ...coverage.trimmed])
  if (rows.length > 0) {
    const gaps = coverageGaps(coverage, rows, order, head)
    const parts = gaps.flatMap((gap) => gap.parts)
    check(
      countBlocks(intersect(toIntervalSet(parts), read)) === 0n,
      `${what}: a notice says of read blocks that they are missing`,
    )
    for (const { state, range } of gaps)
      check(
        (state === 'awaiting') === (state !== 'failed' && head !== undefined && range.from > head),
        `${what}: a notice says ${state} of ${show(range)}, with head ${head}`,
      )
    const known = unite(read, toIntervalSet(parts))
    const claimed = toIntervalSet([...coverage.verified, ...coverage.trimmed, ...coverage.pending, ...failed])
    check(
      countBlocks(subtract(claimed, known)) === 0n,
      `${what}: no notice mentions ${show(subtract(claimed, known))}`,
    )
    for (const {
      before,
      parts: [first],
    } of gaps) {
      const [above, below] = [listed[before - 1]?.blockNumber, listed[before]?.blockNumber]
      const isPlaced =
        order === 'asc'
          ? (above === undefined || above < first!.from) && (below === undefined || below >= first!.from)
          : (above === undefined || above > first!.to) && (below === undefined || below <= first!.to)
      check(isPlaced, `${what}: the notice of ${show(first)} stands between ${above} and ${below}`)
    }
  }

  for (const { state, range, blocks } of coverageSegments(coverage, requested)) {
    const all = state === 'failed' ? failed : toIntervalSet(coverage[state] ?? [])
    const set = state === 'verified' ? subtract(all, toIntervalSet(coverage.archived ?? [])) : all
    const there = countBlocks(intersect(set, [range]))
    check(blocks === there, `${what}: the bar draws ${blocks} ${state} blocks of ${there} in ${show(range)}`)
  }

  const provenance = toProvenance({ coverage, time: 0 })
  for (const [from, to] of provenance.verified!) {
    const range = { from: BigInt(from), to: BigInt(to) }
    const [shown, there] = [inside(listed, range), inside(truth.logs, range)]
    check(
      shown === there,
      `${what}: a file says verified of ${from} to ${to}, with ${shown} logs of ${there}`,
    )
  }
  const said = [provenance.trimmed!, provenance.pending!, provenance.failed!].map((one) => one.length)
  const held = [coverage.trimmed, coverage.pending, coverage.failed].map((one) => one.length)
  check(show(said) === show(held), `${what}: a file says ${show(said)} of ${show(held)}`)

  const wanted = Math.min(truth.limit, inside(truth.logs, requested))
  for (const status of ['success', 'loading', 'error'] as const) {
    const { phase, isCounted } = describeLogs({ status, count: rows.length, coverage, isComplete, head })
    check(
      !isCounted || rows.length === wanted,
      `${what}: ${phase} is said of ${rows.length} logs of ${wanted}`,
    )
    check(phase !== 'empty' || wanted === 0, `${what}: empty is said of ${wanted} logs`)
    const exist =
      head === undefined || head < requested.from
        ? []
        : [{ from: requested.from, to: head < requested.to ? head : requested.to }]
    check(
      phase !== 'awaiting' || countBlocks(subtract(exist, read)) === 0n,
      `${what}: awaiting is said, with blocks unread`,
    )
  }
}
