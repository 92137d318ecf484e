'use client'
import { useId } from 'react'
import type { RefObject } from 'react'
import type { Histogram } from '../../logs/analyse/histogram.ts'
import { formatNumber } from '../strings/formatNumber.ts'
import { useStrings } from '../strings/useStrings.ts'
import { histogramStrings } from './histogramStrings.ts'
import { barsPath } from './barsPath.ts'
import type { BinText } from './bins.ts'
import { groupByState } from './groupByState.ts'
import type { Brush } from './useBrush.ts'
import { withRef } from '../ui/withRef.ts'

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
          {(['first', 'last'] as const).map((edge) => {
            const bin = bins[selected[edge]]!
            const block = edge === 'first' ? bin.from : bin.to
            return (
              <span
                key={edge}
                data-edge={edge}
                role="slider"
                tabIndex={0}
                aria-label={edge === 'first' ? strings.selectionStart : strings.selectionEnd}
                aria-valuemin={1}
                aria-valuemax={bins.length}
                aria-valuenow={selected[edge] + 1}
                aria-valuetext={strings.blockRange(formatNumber(block, strings.locale), true)}
                onKeyDown={(event) => brush.onHandleKeyDown(edge, event)}
              />
            )
          })}
        </span>
      )}
      <span id={helpId} hidden>
        {strings.histogramHelp}
      </span>
    </div>
  )
})
