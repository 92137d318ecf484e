import { runInSlices } from '../../rpc/runInSlices.ts'
import { selectPart } from '../columns/clipSegment.ts'
import type { LogSegment } from '../columns/LogSegment.ts'
import type { LogSelection } from '../columns/LogSelection.ts'
import { selectRows } from '../columns/selectRows.ts'
import type { BlockInterval } from '../Coverage.ts'
import { partsOf, type Filter } from '../filter/Filter.ts'
import { bufferFile, ParquetFile, type ByteFile, type RowRange } from '../parquet/ParquetFile.ts'
import { readPages } from '../parquet/readSlices.ts'
import { blocksOf, type ArchiveFile } from './ArchiveManifest.ts'
import { logColumns } from './archiveSchema.ts'
import { RangeFile, type FileSource } from './RangeFile.ts'
import { RowPacker } from './RowPacker.ts'

/** Rows of a file to read. It can be posted to a Worker. */
export interface RowsRead {
  readonly file: ArchiveFile
  /** The rows that may match. */
  readonly rows: readonly RowRange[]
  /** The blocks whose logs are wanted. */
  readonly range: BlockInterval
  readonly filter: Filter
}

/** Ranges at most this many rows apart are read as one. */
const rowGap = 1_000
/** More ranges than this are read as one. */
const maxRanges = 256

/**
 * Reads the matching logs of some rows.
 *
 * @throws {@link ArchiveError} if the file is not what its manifest states.
 */
export async function readRows(
  source: FileSource,
  { file, rows, range, filter }: RowsRead,
  signal: AbortSignal | undefined,
): Promise<LogSelection> {
  const opened = await openFile(source, file, signal)
  const segment = await readLogs(opened, rows, blocksOf(file), signal)
  // All rows were chosen by their keys: if one has another key, the file is not what was published.
  if (!segment || selectRows(segment, keysOnly(filter)).length < countRows(rows))
    throw source.fail(`has other logs in ${file.path} than its keys state`)
  return selectPart(segment, range, filter)
}

/** Opens a file of an archive. @throws {@link ArchiveError} if its index is damaged. */
export async function openFile(
  from: FileSource,
  file: ArchiveFile,
  signal: AbortSignal | undefined,
): Promise<ParquetFile> {
  const source = new RangeFile(from, file, signal)
  const index = await source.index()
  try {
    return parseIndex(source, index, file)
  } catch (error) {
    signal?.throwIfAborted()
    throw from.fail(`has a damaged footer in ${file.path}`, error)
  }
}

/** @throws {@link RangeError} if the file has another number of rows than stated. */
function parseIndex(source: ByteFile, bytes: Uint8Array, { rows, indexStart }: ArchiveFile): ParquetFile {
  const opened = new ParquetFile(source, { bytes, indexStart })
  if (opened.rows !== rows) throw new RangeError('rows')
  return opened
}

/** Decodes a whole file that is in memory. `undefined` if it is not what the manifest states. */
export async function decodeFile(bytes: Uint8Array, file: ArchiveFile): Promise<LogSegment | undefined> {
  const opened = parseIndex(bufferFile(bytes), bytes.subarray(file.indexStart), file)
  return readLogs(opened, [{ from: 0, to: file.rows }], blocksOf(file), undefined)
}

/** The part of a filter that keys can answer: address and topic0. */
function keysOnly(filter: Filter): Filter {
  const loose = partsOf(filter).map(({ address, topics }) => ({ address, topics: topics.slice(0, 1) }))
  const [first] = loose
  return loose.length === 1 ? first! : { address: undefined, topics: [], anyOf: loose }
}

/** The logs of some rows and their neighbors. `undefined` if they are not logs of these blocks. */
async function readLogs(
  opened: ParquetFile,
  rows: readonly RowRange[],
  blocks: BlockInterval,
  signal: AbortSignal | undefined,
): Promise<LogSegment | undefined> {
  const joined = joinRows(rows)
  const packer = new RowPacker(blocks, countRows(joined))
  for await (const columns of readPages(opened, joined, columnNames)) {
    signal?.throwIfAborted()
    if (!packer.add(columns)) return undefined
  }
  const { result } = await runInSlices(packer.finishing(), { signal })
  return result
}

const columnNames = /* @__PURE__ */ logColumns.map(({ name }) => name)

function countRows(rows: readonly RowRange[]): number {
  return rows.reduce((sum, { from, to }) => sum + to - from, 0)
}

/** Joins ranges that are close to each other, or all of them if there are still too many. */
function joinRows(rows: readonly RowRange[]): readonly RowRange[] {
  const joined: RowRange[] = []
  for (const range of rows.toSorted((a, b) => a.from - b.from)) {
    const last = joined.at(-1)
    if (last && range.from - last.to <= rowGap) joined[joined.length - 1] = { from: last.from, to: range.to }
    else joined.push(range)
  }
  return joined.length > maxRanges ? [{ from: joined[0]!.from, to: joined.at(-1)!.to }] : joined
}
