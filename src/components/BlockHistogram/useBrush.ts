'use client'
import { useState, type FocusEvent, type KeyboardEvent, type PointerEvent } from 'react'
import type { HistogramBin } from '../../logs/analyze/histogram.ts'
import type { BlockInterval } from '../../logs/Coverage.ts'
import { findBin } from './bins.ts'

export type Brush = ReturnType<typeof useBrush>

interface BrushOptions {
  readonly bins: readonly HistogramBin[]
  readonly onJump: (bin: HistogramBin) => void
  readonly onZoom: (range: BlockInterval) => void
}

/** A drag in progress. */
interface Drag {
  /** The block at the end of the selection that stays. */
  readonly anchor: bigint
  /** Where the pointer was pressed. */
  readonly x: number
  readonly moved: boolean
}

// Shorter drags count as clicks.
const threshold = 4

/** The hovered bin and the selection, by pointer and keyboard. Stored as blocks, because bins change. */
export function useBrush({ bins, onJump, onZoom }: BrushOptions) {
  const [at, setAt] = useState<bigint>()
  const [hovered, setHovered] = useState(false)
  const [focused, setFocused] = useState(false)
  const [drag, setDrag] = useState<Drag>()
  const [anchor, setAnchor] = useState<bigint>()
  const [range, setRange] = useState<BlockInterval>()
  const last = bins.length - 1
  const cursor = at === undefined ? 0 : findBin(bins, at)
  // A single bin cannot be selected.
  const inSight = range && last > 0 && range.to >= bins[0]!.from && range.from <= bins[last]!.to
  const selected = inSight ? { first: findBin(bins, range.from), last: findBin(bins, range.to) } : undefined
  const isPart = selected !== undefined && (selected.first > 0 || selected.last < last)
  const zoom = () => {
    if (selected && isPart) onZoom({ from: bins[selected.first]!.from, to: bins[selected.last]!.to })
  }

  const selectBetween = (a: number, b: number) =>
    setRange({ from: bins[Math.min(a, b)]!.from, to: bins[Math.max(a, b)]!.to })
  const select = (next: BlockInterval | undefined) => {
    setRange(next)
    setAnchor(undefined)
  }

  return {
    /** The hovered or focused bin. */
    cursor,
    /** The selected bins. */
    selected,
    /** Whether only some of the bins are selected. */
    isPart,
    select,
    /** Whether a pointer is over the bins. */
    hovered,
    focused,
    // If a click moved the focus, the pointer sets the cursor.
    onFocus: (event: FocusEvent<HTMLElement>) => setFocused(event.currentTarget.matches(':focus-visible')),
    onBlur: () => setFocused(false),
    /** For the element that spans all bins. */
    plotProps: {
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        if (event.button !== 0 || bins.length === 0) return
        event.currentTarget.setPointerCapture(event.pointerId)
        const fixed = selected && fixedEnd(event.target as HTMLElement, selected)
        const bin = fixed ?? binUnder(event, bins.length)
        setDrag({ anchor: bins[bin]!.from, x: event.clientX, moved: fixed !== undefined })
        setAnchor(undefined)
      },
      onPointerMove: (event: PointerEvent<HTMLElement>) => {
        if (bins.length === 0) return
        const bin = binUnder(event, bins.length)
        setHovered(true)
        setAt(bins[bin]!.from)
        if (!drag || last === 0) return
        if (!drag.moved && Math.abs(event.clientX - drag.x) < threshold) return
        if (!drag.moved) setDrag({ ...drag, moved: true })
        selectBetween(findBin(bins, drag.anchor), bin)
      },
      onPointerUp: (event: PointerEvent<HTMLElement>) => {
        const bin = bins[binUnder(event, bins.length)]
        if (drag && !drag.moved && bin) onJump(bin)
        setDrag(undefined)
      },
      onPointerCancel: () => setDrag(undefined),
      onPointerLeave: () => setHovered(false),
    },
    onCursorKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      if (event.key === 'Escape' && range) select(undefined)
      else if (event.key === 'Enter' || event.key === ' ') {
        if (selected) zoom()
        else if (bins[cursor]) onJump(bins[cursor])
      } else {
        const to = binAfterKey(event, cursor, last)
        if (to === undefined) return
        setAt(bins[to]!.from)
        if (event.shiftKey) {
          const start = anchor === undefined || !selected ? cursor : findBin(bins, anchor)
          setAnchor(bins[start]!.from)
          selectBetween(start, to)
        } else setAnchor(undefined)
      }
      event.preventDefault()
      event.stopPropagation()
    },
    onHandleKeyDown: (edge: 'first' | 'last', event: KeyboardEvent<HTMLElement>) => {
      if (!selected) return
      if (event.key === 'Escape') select(undefined)
      else if (event.key === 'Enter') zoom()
      else {
        const to = binAfterKey(event, selected[edge], last)
        if (to === undefined) return
        // The ends cannot cross.
        if (edge === 'first') selectBetween(Math.min(to, selected.last), selected.last)
        else selectBetween(selected.first, Math.max(to, selected.first))
      }
      event.preventDefault()
      event.stopPropagation()
    },
  }
}

/** The other end of the selection, if a handle is pressed: it moves one end only. */
function fixedEnd({ dataset }: HTMLElement, selected: { first: number; last: number }): number | undefined {
  if (dataset['edge'] === 'first') return selected.last
  return dataset['edge'] === 'last' ? selected.first : undefined
}

/** The bin that a key moves to; `undefined` for other keys, and for shortcuts of the browser such as Alt with an arrow. */
function binAfterKey(event: KeyboardEvent<HTMLElement>, from: number, last: number): number | undefined {
  if (event.altKey || event.ctrlKey || event.metaKey) return undefined
  const ahead = isRightToLeft(event.currentTarget) ? -1 : 1
  const steps: Record<string, number> = {
    ArrowRight: ahead,
    ArrowLeft: -ahead,
    ArrowUp: 1,
    ArrowDown: -1,
    PageUp: 10,
    PageDown: -10,
    Home: -last,
    End: last,
  }
  const by = steps[event.key]
  if (by === undefined || last < 0) return undefined
  return Math.max(0, Math.min(last, from + by))
}

function binUnder(event: PointerEvent<HTMLElement>, count: number): number {
  const { left, width } = event.currentTarget.getBoundingClientRect()
  const share = width === 0 ? 0 : (event.clientX - left) / width
  const along = isRightToLeft(event.currentTarget) ? 1 - share : share
  return Math.max(0, Math.min(count - 1, Math.floor(along * count)))
}

function isRightToLeft(element: Element): boolean {
  return getComputedStyle(element).direction === 'rtl'
}
