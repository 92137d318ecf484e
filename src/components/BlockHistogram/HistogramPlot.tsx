'use client'
import { useId, type RefObject } from 'react'
import type { HistogramBin, Histogram } from '../../logs/analyze/histogram.ts'
import { formatNumber } from '../strings/formatNumber.ts'
import { useStrings } from '../strings/useStrings.ts'
import { withRef } from '../ui/withRef.ts'
import type { BinText } from './bins.ts'
import { histogramStrings } from './histogramStrings.ts'
import type { Brush } from './useBrush.ts'

interface HistogramPlotProps {
  ref: RefObject<HTMLDivElement | null>
  label: string
  histogram: Histogram
  brush: Brush
  /** Description of the bin under the cursor. */
  text: BinText | undefined
}

/** The bars, the coverage below them, and the selection. */
export const HistogramPlot = /* @__PURE__ */ withRef(function HistogramPlot({
  ref,
  label,
  histogram,
  brush,
  text,
}: HistogramPlotProps) {
  const strings = useStrings(histogramStrings)
  const helpId = useId()
  const { bins, highest } = histogram
  const { cursor, selected } = brush
  const width = Math.max(1, bins.length)
  const bars = barsPath(bins, highest)
  const part = (start: number, length: number) => ({
    insetInlineStart: `${(start / bins.length) * 100}%`,
    inlineSize: `${(length / bins.length) * 100}%`,
  })
  const valueText = text && [text.blocks, text.time, text.logs, text.state].filter(Boolean).join(', ')
  return (
    <div ref={ref} className="topic0-block-histogram-plot" {...brush.plotProps}>
      {groupByState(bins).map(({ state, start, length }) => (
        <span
          key={`${state}:${start}`}
          className="topic0-block-histogram-run"
          data-state={state}
          style={part(start, length)}
        />
      ))}
      <span className="topic0-block-histogram-bars" aria-hidden="true">
        <svg viewBox={`0 0 ${2 * width} 100`} preserveAspectRatio="none">
          <path d={bars} />
          {/* In right-to-left layouts this half is visible. */}
          <path d={bars} transform={`translate(${2 * width}) scale(-1 1)`} />
        </svg>
      </span>
      {highest > 0 && (
        <span className="topic0-block-histogram-highest" aria-hidden="true">
          {formatNumber(highest, strings.locale)}
        </span>
      )}
      {bins.length > 0 && (
        <span
          className="topic0-block-histogram-cursor"
          data-hovered={brush.hovered}
          style={part(cursor, 1)}
          role="slider"
          tabIndex={0}
          aria-label={label}
          aria-describedby={helpId}
          aria-valuemin={1}
          aria-valuemax={bins.length}
          aria-valuenow={cursor + 1}
          aria-valuetext={valueText}
          onFocus={brush.onFocus}
          onBlur={brush.onBlur}
          onKeyDown={brush.onCursorKeyDown}
        />
      )}
      {selected && (
        <span
          className="topic0-block-histogram-selection"
          style={part(selected.first, selected.last - selected.first + 1)}
        >
          <SelectionHandle {...{ bins, brush }} edge="first" at={selected.first} />
          <SelectionHandle {...{ bins, brush }} edge="last" at={selected.last} />
        </span>
      )}
      <span id={helpId} hidden>
        {strings.histogramHelp}
      </span>
    </div>
  )
})

interface SelectionHandleProps {
  bins: readonly HistogramBin[]
  brush: Brush
  edge: 'first' | 'last'
  /** The bin at that end. */
  at: number
}

/** A slider that moves one end of the selection. */
function SelectionHandle({ bins, brush, edge, at }: SelectionHandleProps) {
  const strings = useStrings(histogramStrings)
  const { from, to } = bins[at]!
  const block = edge === 'first' ? from : to
  return (
    <span
      data-edge={edge}
      role="slider"
      tabIndex={0}
      aria-label={edge === 'first' ? strings.selectionStart : strings.selectionEnd}
      aria-valuemin={1}
      aria-valuemax={bins.length}
      aria-valuenow={at + 1}
      aria-valuetext={strings.blockRange(formatNumber(block, strings.locale), true)}
      onKeyDown={(event) => brush.onHandleKeyDown(edge, event)}
    />
  )
}

// Minimum bar height, of 100.
const lowest = 4
// Share of a bar in its slot; the rest is the gap.
const widest = 0.84
// Fewer bars are as wide as if there were this many.
const fewest = 24

/** All bars as one path: 1 wide each, the highest 100 high. */
function barsPath(bins: readonly HistogramBin[], highest: number): string {
  const width = round(Math.min(widest, bins.length / fewest))
  const margin = (1 - width) / 2
  return bins
    .map(({ count }, at) => {
      if (count === 0) return ''
      const height = Math.max(lowest, (count / highest) * 100)
      return `M${round(at + margin)} 100V${round(100 - height)}h${width}V100Z`
    })
    .join('')
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}

interface StateRun {
  readonly state: NonNullable<HistogramBin['state']>
  /** Index of the first bin, and number of bins. */
  readonly start: number
  readonly length: number
}

/** Joins adjacent bins of the same coverage state. */
function groupByState(bins: readonly HistogramBin[]): readonly StateRun[] {
  const runs: StateRun[] = []
  for (const [start, { state }] of bins.entries()) {
    if (!state) continue
    const last = runs.at(-1)
    if (last?.state === state && last.start + last.length === start)
      runs[runs.length - 1] = { ...last, length: last.length + 1 }
    else runs.push({ state, start, length: 1 })
  }
  return runs
}
