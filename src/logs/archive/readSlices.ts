import { parquetScan } from 'hyparquet'
import type { AsyncBuffer, FileMetaData } from 'hyparquet'
import { yieldToMain } from '../../rpc/yieldToMain.ts'
import type { LogColumnName, LogColumns } from './archiveSchema.ts'
import { parquetOptions } from './parquetOptions.ts'

export interface RowRange {
  readonly from: number
  /** Exclusive. */
  readonly to: number
}

/** An opened file of logs. */
export interface LogFile {
  readonly file: AsyncBuffer
  readonly metadata: FileMetaData
  /** Where the pages end. */
  readonly indexStart: number
}

/** Rows that are decoded at once. */
const rowsAtOnce = 8_192
/** Rows whose bytes are requested together, and held until they are decoded. */
const rowsAhead = 200_000
/** Values that are decoded before the page may draw: a few milliseconds of work. */
const valuesPerTask = 16_000
/** Values that are decoded at least, because pages are decoded whole. */
const valuesPerPage = 1_000

/**
 * Reads columns of some rows, a few thousand rows at a time, and yields to the page between. The bytes of many slices are requested
 * together.
 */
export async function* readSlices(
  opened: LogFile,
  rows: readonly RowRange[],
  names: readonly LogColumnName[],
): AsyncGenerator<Partial<LogColumns>, void, void> {
  const windows = joinSlices(cutRows(rows, opened.metadata))
  const turns = new DecodingTurns()
  const begin = (window: readonly RowRange[] = []) =>
    window.map((range) => beginSlice(opened, range, names, turns))
  let next = begin(windows[0])
  for (let at = 0; at < windows.length; at++) {
    const current = next
    next = begin(windows[at + 1])
    for (const decode of current) {
      yield await decode()
      // What the caller does with a slice takes a task, too.
      turns.end()
    }
  }
}

/** Requests the bytes of a slice. They are decoded once the returned function is called. */
function beginSlice(
  { file, metadata, indexStart }: LogFile,
  { from: rowStart, to: rowEnd }: RowRange,
  names: readonly LogColumnName[],
  turns: DecodingTurns,
): () => Promise<Partial<LogColumns>> {
  let open!: () => void
  const opened = new Promise<void>((resolve) => (open = resolve))
  const gated: AsyncBuffer = {
    byteLength: file.byteLength,
    async slice(from, to) {
      const bytes = await file.slice(from, to)
      if (from >= indexStart) return bytes
      await opened
      await turns.next(rowEnd - rowStart)
      return bytes
    },
  }
  const decode = async () => {
    const scan = await parquetScan({ ...parquetOptions, file: gated, metadata })
    const columns = await Promise.all(
      names.map(async (column) => [column, await scan.readColumn({ column, rowStart, rowEnd })] as const),
    )
    return Object.fromEntries(columns) as Partial<LogColumns>
  }
  const decoded = decode()
  // It is awaited when its turn comes.
  decoded.catch(() => {})
  return () => {
    open()
    return decoded
  }
}

/** Lets columns be decoded one after another, in tasks of a few milliseconds. */
class DecodingTurns {
  #last = Promise.resolve()
  #left = valuesPerTask

  /** Ends the task: the next columns are decoded in another one. */
  end(): void {
    this.#left = 0
  }

  next(values: number): Promise<void> {
    this.#last = this.#last.then(async () => {
      if (this.#left <= 0) {
        await yieldToMain()
        this.#left = valuesPerTask
      }
      this.#left -= Math.max(values, valuesPerPage)
    })
    return this.#last
  }
}

/** Cuts rows so that each part is in one row group, and small enough to be decoded at once. */
function cutRows(rows: readonly RowRange[], { row_groups }: FileMetaData): readonly RowRange[] {
  let end = 0
  const groups = row_groups.map(({ num_rows }) => ({ from: end, to: (end += Number(num_rows)) }))
  return rows.flatMap((range) =>
    groups.flatMap((group) => {
      const [from, to] = [Math.max(range.from, group.from), Math.min(range.to, group.to)]
      return Array.from({ length: Math.max(0, Math.ceil((to - from) / rowsAtOnce)) }, (_, part) => ({
        from: from + part * rowsAtOnce,
        to: Math.min(to, from + (part + 1) * rowsAtOnce),
      }))
    }),
  )
}

function joinSlices(slices: readonly RowRange[]): readonly (readonly RowRange[])[] {
  const windows: RowRange[][] = []
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
