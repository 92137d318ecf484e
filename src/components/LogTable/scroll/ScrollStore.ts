'use client'
import { useSyncExternalStore } from 'react'
import { Listeners } from '../../../base/Listeners.ts'
import { attachRef } from '../../ui/attachRef.ts'
import { observeSize } from '../../ui/observeSize.ts'
import { scrollScale } from './scrollScale.ts'

// Milliseconds after `scrollend` until scrolling counts as stopped: a wheel sends one at each of its clicks.
const stopDelay = 150

// Enough digits to measure the width of one in whole pixels.
const rulerDigits = 50
// In rem, for pages without layout.
const usualDigit = 0.45

/** The scroll state of a virtualized element: its offset and size. Handles more rows than browsers can scroll through. */
export class ScrollStore {
  /** Pixels of rows above the viewport. */
  offset = 0
  /** Height of the viewport in pixels. */
  height = 0
  width = 0
  /** Width of the whole table. The grid is narrower where padding makes room for what lies over it. */
  tableWidth = 0
  /** Pixels of a rem and of a digit, the units of column widths. */
  rem = 16
  digit = 7
  /** Whether the size of the element is known, after layout. */
  measured = false
  /** Whether the observer has reported the size, as it does on each change. */
  observed = false
  /** Number of rows that arrived out of view. */
  arrived = 0
  /** How often `keepRows` was called. */
  kept = 0
  /** Where the newest rows are. */
  newestAt: 'start' | 'end' = 'start'
  element: HTMLElement | null = null
  #ruler: HTMLElement | null = null
  #top = 0
  #count = 0
  #rowHeight = 1
  #stopTimer: ReturnType<typeof setTimeout> | undefined
  readonly #header: number
  readonly #listeners = new Listeners()
  readonly subscribe = this.#listeners.add

  /** `header`: pixels of what stays at the top. */
  constructor(header: number) {
    this.#header = header
  }

  /** Offset of the rows minus that of the scrollbar: 0 while all rows fit. */
  get drift(): number {
    return this.#scale().scaled ? this.offset - this.#top : 0
  }

  get atEnd(): boolean {
    return this.offset >= this.#scale().maxOffset - 1
  }

  /** The element's ref. */
  readonly attach = attachRef((element: HTMLElement) => {
    this.element = element
    element.addEventListener('scroll', this.measure, { passive: true })
    element.addEventListener('scrollend', this.#onScrollEnd)
    // The first report comes before paint; measuring here would force an extra layout.
    const unobserve = observeSize(element, this.#observe)
    if (!unobserve) this.measure()
    return () => {
      element.removeEventListener('scroll', this.measure)
      element.removeEventListener('scrollend', this.#onScrollEnd)
      clearTimeout(this.#stopTimer)
      unobserve?.()
      this.element = null
    }
  })

  /** The ref of an inner element 50 digits wide, which detects font changes, including late-loaded fonts. */
  readonly attachRuler = attachRef((ruler: HTMLElement) => {
    this.#ruler = ruler
    const unobserve = observeSize(ruler, () => {
      this.#readRuler()
      this.#listeners.notify()
    })
    return () => {
      unobserve?.()
      this.#ruler = null
    }
  })

  /** Sets the number of rows and where the newest are. The offset stays. */
  setRows(count: number, rowHeight: number, newestAt: 'start' | 'end'): void {
    this.newestAt = newestAt
    if (count === this.#count && rowHeight === this.#rowHeight) return
    const wasScaled = this.#scale().scaled
    this.#count = count
    this.#rowHeight = rowHeight
    const { scaled, maxOffset } = this.#scale()
    if (!scaled) {
      if (wasScaled) this.scrollTo(this.offset)
    } else if (this.offset > maxOffset) {
      this.offset = maxOffset
      this.#listeners.notify()
    }
  }

  setArrived(count: number): void {
    if (count === this.arrived) return
    this.arrived = count
    this.#listeners.notify()
  }

  /** Shows the rows from pixel `offset` on. */
  scrollTo(offset: number): void {
    const { element } = this
    if (!element) return
    const { scaled, maxOffset, maxTop } = this.#scale()
    const wanted = Math.max(0, scaled ? Math.min(offset, maxOffset) : offset)
    element.scrollTop = scaled ? (wanted / maxOffset) * maxTop : wanted
    this.#top = element.scrollTop
    // Scroll positions are whole pixels, and each may stand for several pixels of rows.
    this.offset = scaled ? wanted : this.#top
    this.#forgetSeen()
    this.#listeners.notify()
  }

  /** Keeps the visible rows in place after others moved them to pixel `offset`. */
  keepRows(offset: number): void {
    this.kept++
    this.scrollTo(offset)
  }

  /** Scrolls as little as is needed to see row `index` whole. */
  reveal(index: number): void {
    const start = index * this.#rowHeight
    if (start < this.offset) this.scrollTo(start)
    else if (start + this.#rowHeight > this.offset + this.height)
      this.scrollTo(start + this.#rowHeight - this.height)
  }

  #scale() {
    return scrollScale({ count: this.#count, rowHeight: this.#rowHeight, height: this.height })
  }

  readonly #observe = () => {
    this.observed = true
    this.measure()
  }

  /** Measures the size and scroll position of the element. */
  readonly measure = () => {
    const { element } = this
    if (!element) return
    this.measured = true
    this.height = Math.max(0, element.clientHeight - this.#header)
    const width = element.clientWidth
    if (width !== this.width) {
      this.tableWidth = element.closest('.topic0-log-table')?.clientWidth ?? width
      this.rem = Number.parseFloat(getComputedStyle(element.ownerDocument.documentElement).fontSize) || 16
      this.#readRuler()
    }
    this.width = width
    clearTimeout(this.#stopTimer)
    const top = element.scrollTop
    const { scaled, maxOffset, maxTop } = this.#scale()
    this.offset = scaled ? this.#offsetAt(top, maxOffset, maxTop) : top
    this.#top = top
    this.#forgetSeen()
    this.#listeners.notify()
  }

  /** Measures a digit. */
  #readRuler(): void {
    this.digit = (this.#ruler?.offsetWidth ?? 0) / rulerDigits || usualDigit * this.rem
  }

  /** The offset for scroll position `top`: moved by the same pixels if near, by its share of all rows if far. */
  #offsetAt(top: number, maxOffset: number, maxTop: number): number {
    const by = top - this.#top
    if (top <= 0) return by === 0 ? this.offset : 0
    if (top >= maxTop - 1) return by === 0 ? this.offset : maxOffset
    if (Math.abs(by) > this.height * 2) return (top / maxTop) * maxOffset
    // Near an end, the rest of the scrollbar must cover the rest of the rows.
    const room = by > 0 ? maxTop - this.#top : this.#top
    const left = by > 0 ? maxOffset - this.offset : this.offset
    const pace = room > this.height * 4 ? 1 : left / Math.max(1, room)
    return Math.max(0, Math.min(maxOffset, this.offset + by * pace))
  }

  readonly #onScrollEnd = () => {
    clearTimeout(this.#stopTimer)
    if (this.#scale().scaled) this.#stopTimer = setTimeout(this.#alignScrollbar, stopDelay)
  }

  /** After scrolling stops, moves the scrollbar to match the rows, which stay in place. */
  readonly #alignScrollbar = () => {
    const { scaled, maxOffset, maxTop } = this.#scale()
    if (scaled && Math.abs((this.offset / maxOffset) * maxTop - this.#top) > this.height)
      this.scrollTo(this.offset)
  }

  /** Clears the count of new rows once they are visible. */
  #forgetSeen(): void {
    if (this.newestAt === 'start' ? this.offset < this.#rowHeight : this.atEnd) this.arrived = 0
  }
}

/** Reads from a store, and renders again when what it reads changes. `assumed` is used on a server. */
export function useScroll<value>(store: ScrollStore, read: () => value, assumed: value): value {
  return useSyncExternalStore(store.subscribe, read, () => assumed)
}
