'use client'
import type { ExplorerChartProps } from './ExplorerChart.tsx'
import { useLazyPanels } from './useLazyPanels.tsx'

/** {@link ExplorerChart}, once it is loaded; until then as much room as it takes. */
export function LazyChart(props: ExplorerChartProps) {
  const { panels, error, placeholder } = useLazyPanels()
  if (panels) return <panels.ExplorerChart {...props} />
  if (error) return placeholder
  return (
    <figure className="topic0 topic0-block-histogram" aria-hidden="true">
      <figcaption className="topic0-block-histogram-bar">
        <span className="topic0-block-histogram-readout" />
        <span className="topic0-block-histogram-actions" />
      </figcaption>
      <div className="topic0-block-histogram-plot" />
      <div className="topic0-block-histogram-axis">
        <span>
          <br />
        </span>
      </div>
    </figure>
  )
}
