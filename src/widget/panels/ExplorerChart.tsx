'use client'
import { useState } from 'react'
import type { Hash } from 'viem'
import { BlockHistogram, type BlockHistogramProps } from '../../components/BlockHistogram/BlockHistogram.tsx'
import { fullRange } from '../../components/BlockHistogram/fullRange.ts'
import { useBlockTimestamps } from '../../hooks/useBlockTimestamps.ts'
import type { BlockInterval } from '../../logs/Coverage.ts'
import type { UseZoomReturnType } from '../session/useZoom.ts'

export interface ExplorerChartProps
  extends
    Pick<
      BlockHistogramProps,
      'logs' | 'status' | 'isOffline' | 'error' | 'coverage' | 'onJump' | 'defaultBy' | 'onBy'
    >,
    UseZoomReturnType {
  /** The requested range, including blocks not read yet. */
  requested: BlockInterval | undefined
}

/** The chart of logs over blocks. */
export function ExplorerChart({ zoom, zoomTo, requested, ...histogram }: ExplorerChartProps) {
  const [blocks, setBlocks] = useState<readonly Hash[]>([])
  const times = useBlockTimestamps({ blocks })
  const shown = requested ?? fullRange(histogram.logs ?? [], histogram.coverage)
  return (
    <BlockHistogram
      {...histogram}
      legend={false}
      range={zoom?.whole ?? requested}
      zoom={zoom ? growing(zoom.range, zoom.whole, shown) : null}
      onZoom={(range) => zoomTo(range, shown)}
      timestamps={times.data}
      onTimesNeeded={setBlocks}
    />
  )
}

/** A range up to the newest block stays open-ended. */
function growing(
  range: BlockInterval,
  whole: BlockInterval,
  shown: BlockInterval | undefined,
): BlockInterval {
  return shown && range.to >= whole.to && shown.to > range.to ? { from: range.from, to: shown.to } : range
}
