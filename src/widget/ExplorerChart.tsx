'use client'
import { useState } from 'react'
import type { Hash } from 'viem'
import { BlockHistogram } from '../components/BlockHistogram/BlockHistogram.tsx'
import type { BlockHistogramProps } from '../components/BlockHistogram/BlockHistogram.tsx'
import { wholeRange } from '../components/BlockHistogram/wholeRange.ts'
import { useBlockTimestamps } from '../hooks/useBlockTimestamps.ts'
import type { BlockInterval } from '../logs/Coverage.ts'
import type { LogSearch } from '../logs/LogSearch.ts'

export interface ExplorerChartProps extends Pick<
  BlockHistogramProps,
  'logs' | 'status' | 'error' | 'coverage' | 'onJump'
> {
  query: LogSearch | undefined
  /** Only some of the blocks are wanted, or all of them again. */
  onZoom: (query: LogSearch) => void
}

/** What zooming in has left. */
interface Zoom {
  readonly outer: LogSearch
  readonly whole: BlockInterval
  readonly range: BlockInterval
}

/**
 * Where logs are, and where that is not known. To zoom in is to ask for fewer blocks: what is held answers without a
 * request.
 */
export function ExplorerChart({ query, onZoom, ...histogram }: ExplorerChartProps) {
  const [zoom, setZoom] = useState<Zoom>()
  const [blocks, setBlocks] = useState<readonly Hash[]>([])
  const times = useBlockTimestamps({ blocks })
  const shown = wholeRange(histogram.logs ?? [], histogram.coverage)
  function zoomTo(range: BlockInterval | undefined) {
    if (!query) return
    if (!range) {
      setZoom(undefined)
      if (zoom) onZoom(zoom.outer)
      return
    }
    const outer = zoom?.outer ?? query
    const whole = zoom?.whole ?? shown ?? range
    setZoom({ outer, whole, range })
    // What ends at the newest block goes on to do so.
    const isOpen = range.to >= whole.to
    onZoom({
      ...outer,
      blockHash: undefined,
      fromBlock: range.from,
      toBlock: isOpen ? outer.toBlock : range.to,
    })
  }
  return (
    <BlockHistogram
      {...histogram}
      legend={false}
      range={zoom?.whole}
      zoom={zoom?.range}
      onZoom={zoomTo}
      timestamps={times.data}
      onTimesNeeded={setBlocks}
    />
  )
}
