import { LogSegmentBuilder } from '../columns/LogSegmentBuilder.ts'
import type { RangeLogs } from '../columns/RangeLogs.ts'
import type { BlockInterval } from '../Coverage.ts'
import type { Filter } from '../filter/Filter.ts'
import { lowerBound } from '../lowerBound.ts'
import type { ParquetFile, RowRange } from '../parquet/ParquetFile.ts'
import { readSlices } from '../parquet/readSlices.ts'
import type { ArchiveHost } from './ArchiveHost.ts'
import type { KeyRuns } from './ArchiveKeys.ts'
import type { ArchiveFile } from './ArchiveManifest.ts'
import { openFile } from './readRows.ts'
import { readRowsInWorker } from './readRowsInWorker.ts'

/** Rows of a file. */
export interface ArchivedRows {
  readonly file: ArchiveFile
  /** The runs that may have matching logs. */
  readonly runs: KeyRuns
  /** The rows of these runs that may match, ascending, if an index of words was read. */
  readonly rows?: ArrayLike<number> | undefined
}

export interface FileRead extends ArchivedRows {
  /** The blocks to read, within the file. */
  readonly blocks: BlockInterval
  readonly filter: Filter
  readonly order: 'asc' | 'desc'
  /** The limit of the query, if it has one. */
  readonly limit: number | undefined
}

/** Maximum runs whose block numbers are read first: see {@link isNarrowed}. */
const maxNarrowed = 64
/** Maximum logs per part. */
const rowsAtOnce = 200_000

/** Whether the block numbers of the runs are read first: to find the wanted rows, or to read many rows in parts. */
export function isNarrowed({
  runs,
  rows: found,
  blocks,
  limit,
}: Pick<FileRead, 'runs' | 'rows' | 'blocks' | 'limit'>): boolean {
  if (found) return false
  const rows = runs.rowCount
  return (
    rows > 2_000 &&
    runs.length <= maxNarrowed &&
    (!runs.isWithin(blocks) || rows > Math.min(limit ?? rowsAtOnce, rowsAtOnce))
  )
}

/**
 * Reads the matching logs of a file, in the order of the query: of all blocks at once, or part by part if there are many.
 *
 * @throws {@link ArchiveError} if the file is not what its manifest states.
 */
export async function* readFile(
  host: ArchiveHost,
  read: FileRead,
  signal: AbortSignal | undefined,
): AsyncGenerator<RangeLogs, void, void> {
  const { file, runs, blocks, filter, order, limit } = read
  if (runs.length === 0 || read.rows?.length === 0) {
    yield { range: blocks, selection: { segment: new LogSegmentBuilder().finish(), rows: undefined } }
    return
  }
  const partOf = async (range: BlockInterval, rows: readonly RowRange[]): Promise<RangeLogs> => ({
    range,
    selection: await readRowsInWorker(host, { file, rows, range, filter }, signal),
  })
  if (!isNarrowed(read)) {
    const rows = read.rows && Array.from(read.rows, (row) => ({ from: row, to: row + 1 }))
    yield await partOf(blocks, rows ?? runs.joinedRows())
    return
  }
  const all = Array.from({ length: runs.length }, (_, run) => runs.rows(run))
  const opened = await openFile(host, file, signal)
  const numbers = await Promise.all(all.map((range) => readBlockNumbers(opened, range)))
  if (numbers.some((list) => list.some((number, row) => row > 0 && number < list[row - 1]!)))
    throw host.fail(`has logs in another order in ${file.path}`)
  for (const range of cutBlocks(numbers, blocks, {
    order,
    size: Math.min(limit ?? rowsAtOnce, rowsAtOnce),
  })) {
    const rows = all.map(({ from }, run) => ({
      from: from + rowOf(numbers[run]!, range.from),
      to: from + rowOf(numbers[run]!, range.to + 1n),
    }))
    yield await partOf(
      range,
      rows.filter(({ from, to }) => from < to),
    )
  }
}

async function readBlockNumbers(opened: ParquetFile, range: RowRange): Promise<Float64Array> {
  const numbers = new Float64Array(range.to - range.from)
  let at = 0
  for await (const { block_number } of readSlices(opened, [range], ['block_number'])) {
    if (!(block_number instanceof Float64Array)) throw new RangeError('block_number')
    numbers.set(block_number, at)
    at += block_number.length
  }
  return numbers
}

function rowOf(numbers: Float64Array, block: bigint): number {
  const number = Number(block)
  return lowerBound(numbers.length, (row) => numbers[row]! < number)
}

/** Cuts blocks into parts. The first has about `size` logs, each further one four times as many, up to a limit. */
function* cutBlocks(
  numbers: readonly Float64Array[],
  blocks: BlockInterval,
  { order, size }: { order: 'asc' | 'desc'; size: number },
): Generator<BlockInterval> {
  let { from, to } = blocks
  const countBefore = (block: bigint) => numbers.reduce((sum, list) => sum + rowOf(list, block), 0)
  const first = countBefore(from)
  const total = countBefore(to + 1n) - first
  /** The block of the log at this place in the order of the chain. */
  const blockAt = (place: number) => {
    let [low, high] = [blocks.from, blocks.to]
    while (low < high) {
      const middle = (low + high) / 2n
      if (countBefore(middle + 1n) - first <= place) low = middle + 1n
      else high = middle
    }
    return low
  }
  for (let count = size, read = 0; ; count = Math.min(count * 4, rowsAtOnce)) {
    read += count
    if (read >= total) {
      if (from <= to) yield { from, to }
      return
    }
    const edge = blockAt(order === 'asc' ? read - 1 : total - read)
    if (order === 'asc' && edge >= from) {
      yield { from, to: edge }
      from = edge + 1n
    } else if (order === 'desc' && edge <= to) {
      yield { from: edge, to }
      to = edge - 1n
    }
  }
}
