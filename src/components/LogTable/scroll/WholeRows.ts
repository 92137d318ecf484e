'use client'
import { useLayoutEffect, useState, useSyncExternalStore } from 'react'
import { Listeners } from '../../../base/Listeners.ts'
import type { RowRange, RowWindow } from './rowWindow.ts'
import type { ScrollStore } from './ScrollStore.ts'

interface Drawn extends RowRange {
  /** Whose rows these are. */
  readonly items: object
  /** `ScrollStore.kept`, by which they were moved. */
  readonly kept: number
}

// Most rows drawn whole in one frame.
const maxPerFrame = 5
// In milliseconds: a longer frame counts as dropped.
const late = 25
// Pixels a frame: rows that fly past faster are not read, and not drawn whole until they slow down.
const fast = 110

/** Which rows are rendered in full. A few are added per frame; the others are outlines until then. */
export class WholeRows {
  drawn: Drawn
  #aim: { around: RowRange; seen: RowRange; store: ScrollStore } | undefined
  #frame: number | undefined
  #offset = 0
  /** Rows to be drawn whole in the next frame: one more in each, until a frame comes late. */
  #perFrame = 1
  #time: number | undefined
  readonly #listeners = new Listeners()

  constructor(drawn: Drawn) {
    this.drawn = drawn
  }

  readonly subscribe = (listener: () => void) => {
    const remove = this.#listeners.add(listener)
    return () => {
      remove()
      if (this.#listeners.size > 0 || this.#frame === undefined) return
      cancelAnimationFrame(this.#frame)
      this.#frame = undefined
    }
  }

  aim(items: object, around: RowRange, seen: RowRange, store: ScrollStore): void {
    this.#aim = { around, seen, store }
    // Of other rows, these are drawn at once: they are mostly the same ones, at other places. So it is where nothing is laid out.
    const { kept } = store
    const areOther = this.drawn.items !== items || this.drawn.kept !== kept
    if (areOther || (store.measured && store.height === 0)) this.#set({ ...around, items, kept })
    if (this.drawn.first !== around.first || this.drawn.last !== around.last)
      this.#frame ??= requestAnimationFrame(this.#step)
  }

  readonly #step = (time: number) => {
    this.#frame = undefined
    if (!this.#aim) return
    if (this.#time !== undefined)
      this.#perFrame = time - this.#time > late ? 1 : Math.min(maxPerFrame, this.#perFrame + 1)
    this.#time = time
    const { around, seen, store } = this.#aim
    const moved = Math.abs(store.offset - this.#offset)
    this.#offset = store.offset
    if (moved > fast) this.#perFrame = 0
    else this.#set({ ...this.drawn, ...grow(this.drawn, { around, seen }, this.#perFrame) })
    if (this.drawn.first !== around.first || this.drawn.last !== around.last)
      this.#frame = requestAnimationFrame(this.#step)
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

/** Some rows more of those around, the ones in sight first. */
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

// Enough to begin to read.
const atFirst = 4

/** Which of the rows in sight are drawn whole now. */
export function useWholeRows({ around, seen }: RowWindow, items: object, store: ScrollStore): RowRange {
  const [rows] = useState(() => {
    const { first } = seen
    return new WholeRows({ first, last: Math.min(seen.last, first + atFirst - 1), items, kept: store.kept })
  })
  const drawn = useSyncExternalStore(
    rows.subscribe,
    () => rows.drawn,
    () => rows.drawn,
  )
  const kept = useSyncExternalStore(
    store.subscribe,
    () => store.kept,
    () => 0,
  )
  const { first, last } = around
  const { first: firstSeen, last: lastSeen } = seen
  useLayoutEffect(
    () => rows.aim(items, { first, last }, { first: firstSeen, last: lastSeen }, store),
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
