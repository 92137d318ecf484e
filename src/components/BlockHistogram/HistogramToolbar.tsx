'use client'
import type { BlockInterval } from '../../logs/Coverage.ts'
import { useStrings } from '../strings/useStrings.ts'
import { Button } from '../ui/Button.tsx'
import { Select } from '../ui/Select.tsx'
import type { BinText } from './bins.ts'
import { histogramStrings } from './histogramStrings.ts'

const axes = ['block', 'time'] as const

interface HistogramToolbarProps {
  id: string
  /** The accessible name of the chart. */
  name: string
  /** Describes the hovered bin, the selection, or everything. */
  text: BinText | undefined
  /** Whether everything is described. */
  isAll: boolean
  /** Whether to show the coverage state, too. */
  showsState: boolean
  /** The axis; `undefined` if there is no choice. */
  by: 'block' | 'time' | undefined
  onBy: (by: 'block' | 'time') => void
  selected: BlockInterval | undefined
  /** Whether only some of the bins are selected. */
  canZoom: boolean
  onZoom: (range: BlockInterval | undefined) => void
  onClear: () => void
  zoomed: boolean
}

/** The toolbar above the bars: describes a bin or the selection, zooms, and chooses the axis. */
export function HistogramToolbar(props: HistogramToolbarProps) {
  const { id, name, text, isAll, showsState, by, onBy, selected, ...rest } = props
  const { canZoom, onZoom, onClear, zoomed } = rest
  const strings = useStrings(histogramStrings)
  return (
    <figcaption className="topic0-block-histogram-bar">
      <span id={id} className="topic0-visually-hidden">
        {name}
      </span>
      <span className="topic0-block-histogram-readout" data-of={isAll ? 'all' : 'some'} aria-hidden="true">
        {text && (
          <>
            {text.logs && <strong className="topic0-number">{text.logs}</strong>}
            <span className="topic0-number">{text.blocks}</span>
            {showsState && text.state && (
              <span className="topic0-muted" data-part="state">
                {text.state}
              </span>
            )}
            {text.time && (
              <span className="topic0-muted topic0-number" data-part="time">
                {text.time}
              </span>
            )}
          </>
        )}
      </span>
      <span className="topic0-block-histogram-actions">
        {selected && (
          <>
            {canZoom && (
              <Button kind="primary" onClick={() => onZoom(selected)}>
                {strings.zoomIn}
              </Button>
            )}
            <Button kind="quiet" onClick={onClear}>
              {strings.clearSelection}
            </Button>
          </>
        )}
        {zoomed && <Button onClick={() => onZoom(undefined)}>{strings.zoomOut}</Button>}
        {by && (
          <Select
            size="small"
            aria-label={strings.histogramBy}
            title={strings.histogramBy}
            value={by}
            choices={axes.map((value) => ({ value, label: strings.histogramAxes[value] }))}
            onChange={onBy}
          />
        )}
      </span>
    </figcaption>
  )
}
