'use client'
import { useId, type ComponentProps } from 'react'
import type { BlockInterval, Coverage } from '../../logs/Coverage.ts'
import { countBlocks, intersect, toIntervalSet, type IntervalSet } from '../../logs/intervals.ts'
import { describeLogs, isLimited } from '../../logs/snapshot/describeLogs.ts'
import { formatNumber } from '../strings/formatNumber.ts'
import { useStrings } from '../strings/useStrings.ts'
import { Button } from '../ui/Button.tsx'
import { classNames } from '../ui/classNames.ts'
import { withRef } from '../ui/withRef.ts'
import { CoverageBar } from './CoverageBar.tsx'
import { coverageRange } from './coverageRange.ts'
import { coverageStrings } from './coverageStrings.ts'
import { formatProgress } from './formatProgress.ts'

export interface ScanProgressProps extends Omit<ComponentProps<'div'>, 'children'> {
  /** The coverage so far. */
  coverage: Coverage
  /** The requested range. @default the range of the coverage */
  range?: BlockInterval | undefined
  /** The `progress` of `useLogs`: needed with a limit, because coverage does not show its progress. @default derived from `coverage` and `range` */
  progress?: { readonly fraction: number; readonly read?: bigint; readonly total?: bigint } | undefined
  /** Shows the coverage bar. @default true */
  bar?: boolean | undefined
  /** Whether live updates are on: a complete scan then covers history only, and `LiveStatus` shows whether all is up to date. @default false */
  following?: boolean | undefined
  /** The host of the archive that some blocks come from, shown as a tooltip. @default none */
  archive?: string | undefined
  /** Whether blocks are being read: `isFetching` of `useLogs`. @default while blocks are pending */
  fetching?: boolean | undefined
  /** The newest block that could be read: pending ones above it do not exist, or are not final, yet. The `head` of `useLogs` fits. @default all of them can be read */
  head?: bigint | undefined
  /** Number of logs found so far. */
  logs?: number | undefined
  /** Shows a button that stops the scan while it runs or is paused. */
  onCancel?: (() => void) | undefined
  /** Shows a button that retries failed blocks. */
  onRetry?: (() => void) | undefined
  /** Whether the scan is paused. @default false */
  paused?: boolean | undefined
  /** Shows a pause button while the scan runs. */
  onPause?: (() => void) | undefined
  /** Shows a resume button while paused. */
  onResume?: (() => void) | undefined
}

/**
 * The progress and coverage of a scan. `data-state` is `running`, `paused`, `failed`, `complete` (a limit may have
 * been reached), `awaiting` (all available blocks were read) or `idle`.
 *
 * @example
 * <>{logs.coverage && <ScanProgress coverage={logs.coverage} fetching={logs.isFetching} head={logs.head} />}</>
 */
export const ScanProgress = /* @__PURE__ */ withRef(function ScanProgress(props: ScanProgressProps) {
  const { coverage, range, progress, bar = true, following = false, archive, ...rest } = props
  const { fetching, head, logs, paused = false, className, ...others } = rest
  const { onCancel, onRetry, onPause, onResume, ...root } = others
  const strings = useStrings(coverageStrings)
  const id = useId()
  const whole = range ?? coverageRange(coverage)
  const read = intersect(toIntervalSet([...coverage.verified, ...coverage.trimmed]), whole ? [whole] : [])
  const fraction = progress?.fraction ?? (whole ? share(read, whole) : 0)
  // Rounded down, so that 100% means complete.
  const tenths = Math.floor(fraction * 1_000)
  const pending = coverage.pending.length > 0
  const failed = countBlocks(toIntervalSet(coverage.failed.map((part) => part.range)))
  const { phase, isBusy, isCounted, isArchived } = describeLogs({
    status: pending && fetching !== false ? 'loading' : 'success',
    coverage,
    count: logs ?? 0,
    isComplete: !pending && failed === 0n && fraction === 1,
    head,
    isScanPaused: paused,
  })
  const state = stateOf()
  const isRunning = state === 'running'
  const isOpen = isRunning || state === 'paused'
  // A single button, so that it keeps focus.
  const toggle = isRunning ? onPause : onResume
  const number = (value: number | bigint) => formatNumber(value, strings.locale)
  const text = textOf()
  return (
    <div
      {...root}
      className={classNames('topic0', 'topic0-scan-progress', className)}
      data-state={state}
      data-following={following || undefined}
    >
      <div className="topic0-scan-progress-line">
        <span
          id={id}
          role="progressbar"
          aria-label={strings.progress}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={tenths / 10}
          aria-valuetext={text}
          title={titleOf()}
        >
          <strong className="topic0-number">{text}</strong>
        </span>
        {logs !== undefined && (
          <span className="topic0-muted topic0-number">{strings.logCount(number(logs))}</span>
        )}
        {state === 'paused' && !following && <span className="topic0-badge">{strings.progressPaused}</span>}
        {failed > 0n && (
          <span className="topic0-scan-progress-failed topic0-number">
            {strings.failedParts(coverage.failed.length, strings.blocks(number(failed)))}
          </span>
        )}
        <span className="topic0-scan-progress-actions">
          {isOpen && toggle && <Button onClick={toggle}>{paused ? strings.resume : strings.pause}</Button>}
          {isOpen && onCancel && <Button onClick={onCancel}>{strings.cancel}</Button>}
          {state === 'failed' && onRetry && (
            <Button onClick={onRetry}>{coverage.failed.length > 1 ? strings.retryAll : strings.retry}</Button>
          )}
        </span>
      </div>
      {bar && <CoverageBar coverage={coverage} range={whole} />}
    </div>
  )

  function stateOf() {
    if (isBusy) return 'running'
    if (isCounted) return 'complete'
    if (phase === 'paused' || phase === 'awaiting') return phase
    return failed > 0n ? 'failed' : 'idle'
  }

  function textOf(): string {
    if (state === 'complete') return completeText()
    if (state === 'awaiting' && head !== undefined && whole && whole.from <= head)
      return strings.progressAwaiting(number(head))
    const amount =
      tenths > 0 ? formatProgress(fraction, strings.locale) : strings.blocks(number(countBlocks(read)))
    return strings.progressSome(amount)
  }

  function titleOf(): string | undefined {
    if (!isCounted) return tenths > 0 && state !== 'awaiting' ? strings.progressHelp : undefined
    return archive !== undefined && isArchived ? strings.archivedBy(archive) : undefined
  }

  function completeText(): string {
    if (isLimited(coverage, progress))
      return isArchived ? strings.progressLimitedArchived : strings.progressLimited
    return isArchived ? strings.progressArchived : strings.progressDone
  }
})

/** The share of blocks that a part has, from 0 to 1. */
function share(part: IntervalSet, whole: BlockInterval): number {
  return Number((countBlocks(part) * 10_000n) / countBlocks([whole])) / 10_000
}
