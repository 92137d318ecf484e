'use client'
import { useLayoutEffect, useState, useSyncExternalStore } from 'react'
import { Listeners } from '../../../base/Listeners.ts'
import type { RowRange, RowWindow } from './rowWindow.ts'
import { useScroll, type ScrollStore } from './ScrollStore.ts'

interface Drawn extends RowRange {
  /** Whose rows these are. */
  readonly items: object
  /** `ScrollStore.kept` at the time. */
  readonly kept: number
}

// Most rows drawn whole in one frame.
const maxPerFrame = 5
// Milliseconds after which a frame counts as dropped.
const lateFrame = 25
// Pixels per frame: rows that pass faster cannot be read, so they stay outlines.
const maxReadableSpeed = 110

/** Which rows are rendered in full. A few are added per frame; the others are outlines until then. */
export class WholeRows {
  drawn: Drawn
  #target: { around: RowRange; seen: RowRange; store: ScrollStore } | undefined
  #frame: number | undefined
  #offset = 0
  /** Rows added in the next frame: one more each time, until a frame comes late. */
  #perFrame = 1
  #time: number | undefined
  readonly #listeners = new Listeners(() => () => {
    if (this.#frame !== undefined) cancelAnimationFrame(this.#frame)
    this.#frame = undefined
  })
  readonly subscribe = this.#listeners.add

  constructor(drawn: Drawn) {
    this.drawn = drawn
  }

  setTarget(items: object, around: RowRange, seen: RowRange, store: ScrollStore): void {
    this.#target = { around, seen, store }
    // When rows change, most visible ones only move, so they are drawn at once. Without layout, all rows are.
    const { kept } = store
    const haveChanged = this.drawn.items !== items || this.drawn.kept !== kept
    if (haveChanged || (store.measured && store.height === 0)) this.#set({ ...around, items, kept })
    if (!isSameRange(this.drawn, around)) this.#frame ??= requestAnimationFrame(this.#step)
  }

  readonly #step = (time: number) => {
    this.#frame = undefined
    if (!this.#target) return
    if (this.#time !== undefined)
      this.#perFrame = time - this.#time > lateFrame ? 1 : Math.min(maxPerFrame, this.#perFrame + 1)
    this.#time = time
    const { around, seen, store } = this.#target
    const moved = Math.abs(store.offset - this.#offset)
    this.#offset = store.offset
    if (moved > maxReadableSpeed) this.#perFrame = 0
    else this.#set({ ...this.drawn, ...grow(this.drawn, { around, seen }, this.#perFrame) })
    if (!isSameRange(this.drawn, around)) this.#frame = requestAnimationFrame(this.#step)
    else {
      this.#perFrame = 1
      this.#time = undefined
    }
  }

  #set(drawn: Drawn): void {
    this.drawn = drawn
    this.#listeners.notify()
  }
}

const isSameRange = (a: RowRange, b: RowRange) => a.first === b.first && a.last === b.last

/** Extends a range by some rows, visible ones first. */
function grow(drawn: RowRange, { around, seen }: Pick<RowWindow, 'around' | 'seen'>, by: number): RowRange {
  let first = Math.max(drawn.first, around.first)
  let last = Math.min(drawn.last, around.last)
  if (first > last) [first, last] = [seen.first, seen.first - 1]
  for (let left = by; left > 0; left--) {
    if (first > seen.first && first <= seen.last) first--
    else if (last < around.last) last++
    else if (first > around.first) first--
  }
  return { first, last }
}

// Rows in full in the first frame: enough to start reading.
const firstRows = 4

/** The rows that are rendered in full now. */
export function useWholeRows({ around, seen }: RowWindow, items: object, store: ScrollStore): RowRange {
  const [rows] = useState(() => {
    const { first } = seen
    return new WholeRows({ first, last: Math.min(seen.last, first + firstRows - 1), items, kept: store.kept })
  })
  const getDrawn = () => rows.drawn
  const drawn = useSyncExternalStore(rows.subscribe, getDrawn, getDrawn)
  const kept = useScroll(store, () => store.kept, 0)
  const { first, last } = around
  const { first: firstSeen, last: lastSeen } = seen
  useLayoutEffect(
    () => rows.setTarget(items, { first, last }, { first: firstSeen, last: lastSeen }, store),
    [rows, items, first, last, firstSeen, lastSeen, store],
  )
  return drawn.items === items && drawn.kept === kept ? drawn : around
}

/** The visible rows, and those around them that are rendered in full. */
export function rowsInReach({ seen, around }: Pick<RowWindow, 'seen' | 'around'>, whole: RowRange): RowRange {
  const first = Math.max(whole.first, around.first)
  const last = Math.min(whole.last, around.last)
  if (first > last) return seen
  return { first: Math.min(first, seen.first), last: Math.max(last, seen.last) }
}
