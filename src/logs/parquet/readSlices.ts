import { Pace } from '../../rpc/Pace.ts'
import { joinColumn, type Column, type ColumnPart } from './ByteColumn.ts'
import type { ParquetFile, RowRange } from './ParquetFile.ts'

/** Rows per slice: few enough for the CPU caches. */
const rowsAtOnce = 2_048
/** Rows whose bytes are requested first. */
const rowsFirst = 2 ** 15
/** Maximum rows whose bytes are requested together, and kept until they are decoded: as many as a group of an archive has. */
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
  const windows = cutRows(rows, file)
  const begin = (window: readonly Slice[] = []) => {
    const requests = window.map(({ group, ...range }) =>
      Promise.all(names.map((name) => file.request(group, name, range))),
    )
    // Awaited later: until then, a rejection would count as unhandled.
    for (const request of requests) request.catch(() => {})
    return requests
  }
  let next = begin(windows[0])
  // Requests of one turn are joined, and the first window is not to wait for the bytes of the next.
  await new Promise((resolve) => setTimeout(resolve))
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

/**
 * Cuts ascending rows into windows: rows whose bytes are requested together. Each slice of a window is in one row group. The
 * first windows are small, so that decoding begins while the others are on their way.
 */
function cutRows(rows: readonly RowRange[], { groups }: ParquetFile): readonly (readonly Slice[])[] {
  const windows: Slice[][] = []
  let [size, count, group] = [rowsFirst / 4, rowsAhead, 0]
  for (const { from, to } of rows)
    for (let at = from; at < to;) {
      while (groups[group] && groups[group]!.to <= at) group++
      if (!groups[group]) break
      const last = Math.min(to, groups[group]!.to)
      if (count + last - at > size) {
        windows.push([])
        size = Math.min(size * 4, rowsAhead)
        count = 0
      }
      const end = Math.min(last, at + size)
      windows.at(-1)!.push({ group, from: at, to: end })
      count += end - at
      at = end
    }
  return windows
}
