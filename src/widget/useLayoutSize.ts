'use client'
import { useState } from 'react'
import { attachRef } from '../components/ui/attachRef.ts'
import { observeSize } from '../components/ui/observeSize.ts'

/** The size classes that the layout of an explorer depends on. */
export interface LayoutSize {
  /**
   * - `narrow`: the table alone, the filter over all of it, details over its lower part
   * - `medium`: the table alone, the filter and details over its sides
   * - `wide`: the filter beside the table, details over it
   * - `full`: all three side by side
   */
  readonly width: 'narrow' | 'medium' | 'wide' | 'full'
  /** Whether the chart fits above the table. */
  readonly isTall: boolean
  /** Whether rows must be compact to show enough of them. */
  readonly isLow: boolean
}

// In rem, because larger text needs more space.
const mediumFrom = 52
const wideFrom = 80
const fullFrom = 88
const tallFrom = 48
const lowBelow = 34

/**
 * The size class of an element, measured before the first paint. On a server, and where nothing can be measured, it is the
 * largest.
 */
export function useLayoutSize(): {
  readonly size: LayoutSize
  readonly isMeasured: boolean
  readonly measure: (element: HTMLElement | null) => void
} {
  const [measured, setSize] = useState<LayoutSize>()
  const [measure] = useState(() =>
    attachRef((element: HTMLElement) => {
      const read = () => {
        const next = sizeOf(element)
        if (next) setSize((now) => (now && isSame(now, next) ? now : next))
      }
      const unobserve = observeSize(element, read)
      if (unobserve) read()
      return unobserve
    }),
  )
  return { size: measured ?? largest, isMeasured: measured !== undefined, measure }
}

/** The size class of an element; `undefined` while it is not displayed. */
function sizeOf(element: HTMLElement): LayoutSize | undefined {
  const { width, height } = element.getBoundingClientRect()
  if (width === 0) return undefined
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
  return {
    width: widthClass(width / rem),
    isTall: height >= tallFrom * rem,
    isLow: height < lowBelow * rem,
  }
}

function widthClass(rems: number): LayoutSize['width'] {
  if (rems < mediumFrom) return 'narrow'
  if (rems < wideFrom) return 'medium'
  return rems < fullFrom ? 'wide' : 'full'
}

const largest: LayoutSize = { width: 'full', isTall: true, isLow: false }

function isSame(a: LayoutSize, b: LayoutSize): boolean {
  return a.width === b.width && a.isTall === b.isTall && a.isLow === b.isLow
}
