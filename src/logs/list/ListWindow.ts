import type { LogList } from './LogList.ts'

/** A window of a list that is stored oldest first, in either order. */
export abstract class ListWindow<row> {
  readonly length: number
  /** The window, in stored positions: `to` is exclusive. */
  protected readonly from: number
  protected readonly to: number
  protected readonly isDescending: boolean

  constructor(from: number, to: number, isDescending: boolean) {
    this.length = to - from
    this.from = from
    this.to = to
    this.isDescending = isDescending
  }

  /** The row at a stored position. */
  protected abstract read(position: number): row
  /** The same list with another window. */
  protected abstract window(from: number, to: number): LogList<row>

  at(index: number): row | undefined {
    const whole = Math.trunc(index) || 0
    const at = whole < 0 ? this.length + whole : whole
    return at < 0 || at >= this.length ? undefined : this.#read(at)
  }

  slice(start = 0, end = this.length): LogList<row> {
    const clamp = (index: number) => {
      const whole = Math.trunc(index) || 0
      return whole < 0 ? Math.max(0, this.length + whole) : Math.min(whole, this.length)
    }
    const first = clamp(start)
    const last = Math.max(first, clamp(end))
    return this.isDescending
      ? this.window(this.to - last, this.to - first)
      : this.window(this.from + first, this.from + last)
  }

  map<value>(fn: (row: row, index: number) => value): value[] {
    const values: value[] = []
    for (const row of this) values.push(fn(row, values.length))
    return values
  }

  filter(fn: (row: row, index: number) => boolean): row[] {
    const kept: row[] = []
    let index = 0
    for (const row of this) if (fn(row, index++)) kept.push(row)
    return kept
  }

  toArray(): row[] {
    return this.map((row) => row)
  }

  *[Symbol.iterator](): Generator<row, undefined> {
    for (let at = 0; at < this.length; at++) yield this.#read(at)
  }

  #read(at: number): row {
    return this.read(this.isDescending ? this.to - 1 - at : this.from + at)
  }
}
