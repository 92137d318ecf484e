import { Pace } from '../../rpc/Pace.ts'
import { joinColumn, type Column, type ColumnPart } from './ByteColumn.ts'
import type { ParquetFile, RowRange } from './ParquetFile.ts'

/** Rows per slice: few enough for the CPU caches. */
const rowsAtOnce = 2_048
/** Rows whose bytes are requested together, and kept until they are decoded: as many as a group of an archive has. */
const rowsAhead = 250_000

interface Slice extends RowRange {
  readonly group: number
}

/**
 * Reads columns of some ascending rows, a few thousand rows at a time. Byte strings must be used before the next slice is
 * requested.
 *
 * @throws {@link Error} if the file is damaged.
 */
export async function* readSlices<name extends string>(
  file: ParquetFile,
  rows: readonly RowRange[],
  names: readonly name[],
): AsyncGenerator<Readonly<Record<name, Column>>, void, void> {
  for await (const parts of readPages(file, rows, names)) {
    const columns = names.map((name) => [name, joinColumn(parts[name])] as const)
    yield Object.fromEntries(columns) as Record<name, Column>
  }
}

/**
 * {@link readSlices} without joining the pages of a column. Yields to the browser in between, and requests the bytes of
 * many slices together.
 *
 * @throws {@link Error} if the file is damaged.
 */
export async function* readPages<name extends string>(
  file: ParquetFile,
  rows: readonly RowRange[],
  names: readonly name[],
): AsyncGenerator<Readonly<Record<name, readonly ColumnPart[]>>, void, void> {
  const windows = joinSlices(cutRows(rows, file))
  const begin = (window: readonly Slice[] = []) => {
    const requests = window.map(({ group, ...range }) =>
      Promise.all(names.map((name) => file.request(group, name, range))),
    )
    // Awaited later: until then, a rejection would count as unhandled.
    for (const request of requests) request.catch(() => {})
    return requests
  }
  let next = begin(windows[0])
  const pace = new Pace()
  for (const [at, window] of windows.entries()) {
    const current = next
    next = begin(windows[at + 1])
    for (const [index, { from, to }] of window.entries()) {
      const columns = await current[index]!
      for (let row = from; row < to; row += rowsAtOnce) {
        const count = Math.min(rowsAtOnce, to - row)
        const values: [name, readonly ColumnPart[]][] = []
        for (const [column, pages] of columns.entries()) {
          if (pace.isDue) await pace.rest()
          values.push([names[column]!, pages.take(count)])
        }
        yield Object.fromEntries(values) as Record<name, readonly ColumnPart[]>
        if (pace.isDue) await pace.rest()
      }
    }
  }
}

/** Cuts ascending rows so that each part is in one row group. */
function cutRows(rows: readonly RowRange[], { groups }: ParquetFile): readonly Slice[] {
  const slices: Slice[] = []
  let group = 0
  for (const { from, to } of rows) {
    while (group < groups.length && groups[group]!.to <= from) group++
    for (let at = group; at < groups.length && groups[at]!.from < to; at++) {
      const end = Math.min(to, groups[at]!.to)
      for (let first = Math.max(from, groups[at]!.from); first < end; first += rowsAhead)
        slices.push({ group: at, from: first, to: Math.min(end, first + rowsAhead) })
    }
  }
  return slices
}

function joinSlices(slices: readonly Slice[]): readonly (readonly Slice[])[] {
  const windows: Slice[][] = []
  let count = Number.POSITIVE_INFINITY
  for (const slice of slices) {
    count += slice.to - slice.from
    if (count > rowsAhead) {
      windows.push([])
      count = slice.to - slice.from
    }
    windows.at(-1)!.push(slice)
  }
  return windows
}
