'use client'
import { useId, useMemo, useRef, useState, type ComponentProps } from 'react'
import type { Hash } from 'viem'
import { createBlockClock, type BlockClock } from '../../logs/analyze/createBlockClock.ts'
import { histogram, type Histogram, type HistogramBin } from '../../logs/analyze/histogram.ts'
import { blockBins, timeBins } from '../../logs/analyze/timeBins.ts'
import type { BlockInterval, Coverage } from '../../logs/Coverage.ts'
import { firstLogIn } from '../../logs/list/firstLogIn.ts'
import type { LogList } from '../../logs/list/LogList.ts'
import type { RawLog } from '../../logs/Log.ts'
import { describeLogs } from '../../logs/snapshot/describeLogs.ts'
import { ErrorMessage } from '../status/ErrorMessage.tsx'
import { formatInterval } from '../strings/formatInterval.ts'
import { formatNumber } from '../strings/formatNumber.ts'
import { useStrings } from '../strings/useStrings.ts'
import { Button } from '../ui/Button.tsx'
import { classNames } from '../ui/classNames.ts'
import { withRef } from '../ui/withRef.ts'
import { describeBin, mergeBins } from './bins.ts'
import { fullRange, readRange } from './fullRange.ts'
import { HistogramAxis } from './HistogramAxis.tsx'
import { HistogramPlot } from './HistogramPlot.tsx'
import { histogramStrings } from './histogramStrings.ts'
import { HistogramTable } from './HistogramTable.tsx'
import { HistogramToolbar } from './HistogramToolbar.tsx'
import { useBrush } from './useBrush.ts'
import { useSampledClock } from './useSampledClock.ts'

export interface BlockHistogramProps extends Omit<ComponentProps<'figure'>, 'children'> {
  /** Ascending or descending in chain order. `undefined` while pending, as in a hook's result. */
  logs: LogList<RawLog> | readonly RawLog[] | undefined
  /** The coverage of the logs, to tell "no logs" from "unknown". */
  coverage?: Coverage | undefined
  /** The requested range. @default the range of the logs and their coverage */
  range?: BlockInterval | undefined
  /** The status of the request. @default 'error' with an error, else 'success' with logs and 'loading' without */
  status?: 'idle' | 'loading' | 'success' | 'error' | undefined
  /** Whether reading waits for the browser to be online. @default false */
  isOffline?: boolean | undefined
  /** The error, if nothing could be read. */
  error?: Error | null | undefined
  /** Called to retry everything that failed. */
  onRetry?: (() => void) | undefined
  /** Called when a bar is clicked or Enter is pressed, with the block of its first log or, without logs, its first block. */
  onJump?: ((block: bigint) => void) | undefined
  /** The visible blocks (controlled); `null` for all. See `onZoom`. @default uncontrolled */
  zoom?: BlockInterval | null | undefined
  /** Called with the blocks to zoom to; `undefined` for all. */
  onZoom?: ((range: BlockInterval | undefined) => void) | undefined
  /** The initial axis. `'time'` needs logs with timestamps, `timestamps` or `onTimesNeeded`. @default 'block' */
  defaultBy?: 'block' | 'time' | undefined
  /** Called when the user changes the axis. */
  onBy?: ((by: 'block' | 'time') => void) | undefined
  /** Timestamps by block hash, in seconds since the epoch, for logs without one. */
  timestamps?: ReadonlyMap<Hash, bigint> | undefined
  /** Called with the hashes of the few blocks whose timestamps the time axis needs. */
  onTimesNeeded?: ((blocks: readonly Hash[]) => void) | undefined
  /** Maximum number of bars. @default 120 */
  bars?: number | undefined
  /** Shows the legend. @default true */
  legend?: boolean | undefined
}

// Number of rows of the table for screen readers.
const tableRows = 12

/**
 * The number of logs over blocks or time, with the coverage below. Drag, or Shift with the arrow keys, selects blocks to zoom to.
 * `data-state` is `idle`, `loading`, `offline`, `error`, `empty`, `undecodable`, `failed`, `partial` or `complete`.
 *
 * @example
 * <BlockHistogram logs={logs.data} coverage={logs.coverage} error={logs.error} onRetry={logs.retry} />
 */
export const BlockHistogram = /* @__PURE__ */ withRef(function BlockHistogram(props: BlockHistogramProps) {
  const { logs, coverage, range, status, isOffline, error, onRetry, onJump, zoom, onZoom, ...more } = props
  const { defaultBy = 'block', onBy, timestamps, onTimesNeeded, ...others } = more
  const { bars = 120, legend = true, className, ...rest } = others
  const strings = useStrings(histogramStrings)
  const labelId = useId()
  const plot = useRef<HTMLDivElement>(null)
  const [by, setBy] = useState(defaultBy)
  const rows = logs ?? none
  const undecodable = 'undecodable' in rows ? rows.undecodable : 0
  const whole = range ?? fullRange(rows, coverage)
  const { shown, setZoom } = useZoomedBlocks(whole, zoom)
  const { clock, mayHaveTimes } = useClock(rows, by, { timestamps, onTimesNeeded })
  const overTime = by === 'time' ? clock : undefined
  const counted = useCounts(rows, coverage, shown, overTime, bars)
  const tabulated = useCounts(rows, coverage, shown, overTime, tableRows)

  const show = (interval: BlockInterval | undefined) => {
    const next = interval && { from: interval.from, to: interval.to }
    setZoom(next)
    onZoom?.(next)
    select(undefined)
  }
  const select = (interval: BlockInterval | undefined) => {
    brush.select(interval)
    // The zoom buttons are unmounted: focus moves to the bars.
    plot.current?.querySelector<HTMLElement>('[role="slider"]')?.focus({ preventScroll: true })
  }
  const brush = useBrush({
    bins: counted.bins,
    onZoom: show,
    onJump: (bin) => onJump?.(firstLogIn(rows, bin)?.blockNumber ?? bin.from),
  })
  const withoutError = logs ? 'success' : 'loading'
  const given = status ?? (error ? 'error' : withoutError)
  // Undecodable logs may be in any bin; so may unread ones, if there is no coverage.
  const isUnsure = (counted.total === 0 && undecodable > 0) || (!coverage && given !== 'success')
  const describe = (one: HistogramBin & { isMixed?: boolean }, times: BlockClock | undefined) =>
    describeBin(isUnsure ? { ...one, isMixed: true } : one, times, strings)
  const bin = counted.bins[brush.cursor]
  const text = bin && describe(bin, clock)
  const { selected } = brush
  const marked = selected && mergeBins(counted.bins.slice(selected.first, selected.last + 1))
  const all = mergeBins(counted.bins)
  // The known logs are those of the blocks read so far.
  const allText = all && describe({ ...all, ...(all.count > 0 && readRange(all, rows, coverage)) }, undefined)
  const isPointed = brush.hovered || brush.focused
  const unpointedText = marked ? describe(marked, clock) : allText
  const state = stateOf(counted, { status: given, isOffline, undecodable, logs })
  const label = overTime ? strings.histogramOverTime : strings.histogram

  return (
    <figure
      aria-labelledby={labelId}
      {...rest}
      className={classNames('topic0', 'topic0-block-histogram', className)}
      data-state={state}
    >
      <HistogramToolbar
        id={labelId}
        name={[label, allText?.logs].filter(Boolean).join(', ')}
        text={isPointed ? text : unpointedText}
        isAll={!isPointed && !marked}
        // Without a legend, the page shows the state of the whole range itself.
        showsState={legend || isPointed || marked !== undefined}
        by={clock || mayHaveTimes ? by : undefined}
        onBy={(next) => {
          setBy(next)
          onBy?.(next)
        }}
        selected={marked}
        canZoom={brush.isPart}
        onZoom={show}
        onClear={() => select(undefined)}
        zoomed={whole !== undefined && (shown?.from !== whole.from || shown.to !== whole.to)}
      />
      {state === 'error' ? (
        <div className="topic0-block-histogram-message" role="alert">
          <strong>{strings.errorTitle}</strong>
          {error && <ErrorMessage error={error} />}
          {onRetry && <Button onClick={onRetry}>{strings.retry}</Button>}
        </div>
      ) : (
        <>
          <HistogramPlot ref={plot} label={label} histogram={counted} brush={brush} text={text} />
          <HistogramNote {...{ state, undecodable }} hasNoBins={counted.bins.length === 0} />
        </>
      )}
      <HistogramAxis range={shown} clock={overTime} bins={counted.bins} legend={legend} />
      {shown && state !== 'error' && (
        <HistogramTable
          caption={`${label}, ${strings.blockRange(formatInterval(shown, strings.locale), shown.from === shown.to)}`}
          bins={tabulated.bins}
          describe={(one) => describe(one, clock)}
          hasTimes={clock !== undefined}
        />
      )}
    </figure>
  )
})

const none: readonly RawLog[] = []

interface HistogramNoteProps {
  state: string
  undecodable: number
  hasNoBins: boolean
}

/** Why there are no bars, if that is known. */
function HistogramNote({ state, undecodable, hasNoBins }: HistogramNoteProps) {
  const strings = useStrings(histogramStrings)
  const text = textOf()
  if (!text) return null
  return (
    <p className="topic0-block-histogram-note" aria-hidden={state === 'loading'}>
      {text}
    </p>
  )

  function textOf(): string | undefined {
    if (state === 'idle') return strings.idleTitle
    if (state === 'offline') return strings.offlineTitle
    if (state === 'empty') return strings.emptyTitle
    if (state === 'undecodable')
      return strings.undecodableTitle(formatNumber(undecodable, strings.locale), undecodable === 1)
    return state === 'loading' && hasNoBins ? strings.loading : undefined
  }
}

/** The visible blocks: those zoomed to by the caller, else by the user, else all. */
function useZoomedBlocks(whole: BlockInterval | undefined, zoom: BlockHistogramProps['zoom']) {
  const [ownZoom, setZoom] = useState<BlockInterval>()
  // A zoom that is left from another query may be outside of the blocks.
  const isInside = ownZoom && whole && ownZoom.to >= whole.from && ownZoom.from <= whole.to
  return { shown: (zoom === undefined && isInside ? ownZoom : zoom) ?? whole, setZoom }
}

/** The times of blocks: from the logs or, on a time axis, from the timestamps of a few of them. */
function useClock(
  logs: LogList<RawLog> | readonly RawLog[],
  by: 'block' | 'time',
  { timestamps, onTimesNeeded }: Pick<BlockHistogramProps, 'timestamps' | 'onTimesNeeded'>,
) {
  const own = useMemo(() => createBlockClock(logs), [logs])
  const mayHaveTimes = onTimesNeeded !== undefined || timestamps !== undefined
  const wanted = by === 'time' && !own && mayHaveTimes
  const sampled = useSampledClock({ logs, wanted, timestamps, onTimesNeeded })
  return { clock: own ?? sampled, mayHaveTimes }
}

function useCounts(
  logs: LogList<RawLog> | readonly RawLog[],
  coverage: Coverage | undefined,
  shown: BlockInterval | undefined,
  clock: BlockClock | undefined,
  bars: number,
) {
  // Compared by value, because callers may pass a new object each time.
  const from = shown?.from
  const to = shown?.to
  return useMemo(() => {
    if (from === undefined || to === undefined) return histogram(logs, [])
    const range = { from, to }
    return histogram(logs, clock ? timeBins(range, bars, clock) : blockBins(range, bars), coverage)
  }, [logs, coverage, from, to, clock, bars])
}

interface StateOptions extends Pick<BlockHistogramProps, 'isOffline' | 'logs'> {
  readonly status: NonNullable<BlockHistogramProps['status']>
  readonly undecodable: number
}

/** The state of the blocks shown, which may be only some of the query's. */
function stateOf({ bins, total }: Histogram, { status, isOffline, undecodable, logs }: StateOptions): string {
  const missing = missingState(bins)
  const isRead = bins.some(({ state }) => state !== undefined) ? !missing : status === 'success'
  if (total > 0) return missing ?? (isRead ? 'complete' : 'partial')
  const { phase } = describeLogs({
    // With logs, the coverage says what failed.
    status: status === 'error' && logs?.length ? 'success' : status,
    isOffline,
    undecodable,
    count: 0,
    isComplete: isRead && logs !== undefined,
  })
  if (phase === 'failed') return 'error'
  return phase === 'incomplete' ? (missing ?? 'partial') : phase
}

/** Whether some of the blocks failed, or are incomplete for another reason. */
function missingState(bins: readonly HistogramBin[]): 'failed' | 'partial' | undefined {
  if (bins.some(({ state }) => state === 'failed')) return 'failed'
  return bins.some(({ state }) => state && state !== 'verified' && state !== 'archived')
    ? 'partial'
    : undefined
}
