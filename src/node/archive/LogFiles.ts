import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { BaseError } from '../../errors/BaseError.ts'
import type { LogSegment } from '../../logs/columns/LogSegment.ts'
import { LogSegmentBuilder } from '../../logs/columns/LogSegmentBuilder.ts'
import { pickLogs } from '../../logs/columns/pickLogs.ts'
import { selectRows } from '../../logs/columns/selectRows.ts'
import type { BlockInterval } from '../../logs/Coverage.ts'
import type { Filter } from '../../logs/filter/Filter.ts'
import { later } from '../../logs/intervals.ts'
import type { Pool } from '../../rpc/Pool.ts'
import {
  blockOf,
  blocksOfFiles,
  checkChain,
  checkFinal,
  namesOf,
  readPositions,
  type StatedBlocks,
} from './checkLogFiles.ts'
import { cutRows, pickRows, readColumns, withBlocks } from './fileColumns.ts'
import { LogFile } from './LogFile.ts'
import { packRows } from './packRows.ts'
import { readFileBlocks } from './readFileBlocks.ts'

/** A file, with the first and the last block of its logs. */
interface FileBlocks extends BlockInterval {
  readonly file: LogFile
}

/** Files whose blocks overlap, to be sorted together. */
interface FileGroup {
  readonly files: readonly LogFile[]
  readonly to: bigint
}

/** Like the events of a scan, with packed logs. */
type LogFilesEvent =
  | { readonly type: 'planned'; readonly range: BlockInterval }
  | { readonly type: 'logs'; readonly range: BlockInterval; readonly segment: LogSegment }

interface LogFilesOptions extends StatedBlocks {
  readonly signal: AbortSignal | undefined
}

/** Logs in Parquet files of other tools, checked before any of them is used. */
export class LogFiles {
  /** The blocks whose logs the files have, as stated by the caller or by all names. */
  readonly range: BlockInterval
  readonly #groups: readonly FileGroup[]

  private constructor(range: BlockInterval, groups: readonly FileGroup[]) {
    this.range = range
    this.#groups = groups
  }

  /**
   * Opens files, and all Parquet files of folders.
   *
   * @throws {@link BaseError} if a file lacks a column, has logs of another chain, of other blocks or twice, or if nothing
   * states which blocks the files cover; or if the last of these is not final yet.
   */
  static async open(pool: Pool, paths: readonly string[], options: LogFilesOptions): Promise<LogFiles> {
    const files: LogFile[] = []
    for (const path of (await Promise.all(paths.map(findFiles))).flat()) files.push(await LogFile.open(path))
    const range = blocksOfFiles(files, options)
    await checkFinal(pool, range, options.signal)
    const checked: FileBlocks[] = []
    for (const file of files) {
      const positions = await readPositions([file])
      await checkChain(file, pool.network.id)
      if (positions.length === 0) continue
      const [from, to] = [blockOf(positions[0]!), blockOf(positions.at(-1)!)]
      checkBlocks({ file, from, to }, range)
      checked.push({ file, from, to })
    }
    const groups = groupFiles(checked)
    // Checks that no log is in two files.
    for (const group of groups) if (group.files.length > 1) await readPositions(group.files)
    return new LogFiles(range, groups)
  }

  /**
   * Reads the logs from a block on, in the order of the chain, part by part. Reads the hashes of their blocks where files lack
   * them (`eth_getBlockByNumber`).
   *
   * @throws {@link BaseError} if a log is malformed, or a block is not that of the chain.
   */
  async *read(
    pool: Pool,
    { next, filter, signal }: { next: bigint; filter: Filter; signal: AbortSignal | undefined },
  ): AsyncGenerator<LogFilesEvent, void, void> {
    if (next < this.range.from)
      throw new BaseError(
        `The archive ends before block ${next}, but the files begin with block ${this.range.from}.`,
        { advice: 'Add the blocks between them first.' },
      )
    yield { type: 'planned', range: { from: next, to: this.range.to } }
    let from = next
    for (const group of this.#groups) {
      if (group.to < from) continue
      const columns = await readColumns(group.files)
      for (const rows of cutRows(columns.block_number, from)) {
        signal?.throwIfAborted()
        const to = BigInt(Number(columns.block_number[rows.at(-1)!]))
        const part = pickRows(columns, rows)
        const blocks = await readFileBlocks(pool, part, signal)
        const packed = await packRows(withBlocks(part, blocks), { from, to })
        if (!packed)
          throw new BaseError(`${namesOf(group.files)}: a log of blocks ${from} to ${to} is malformed.`, {
            advice: 'An address has 20 bytes, hashes and topics 32, and a block has one hash.',
          })
        const wanted = selectRows(packed, filter)
        const segment = wanted.length < packed.length ? pickLogs(packed, wanted) : packed
        yield { type: 'logs', range: { from, to }, segment }
        from = to + 1n
      }
    }
    if (from <= this.range.to)
      yield { type: 'logs', range: { from, to: this.range.to }, segment: new LogSegmentBuilder().finish() }
  }
}

/** @throws {@link BaseError} if the file has logs of other blocks than were stated for all files, or than its name states. */
function checkBlocks({ file, from, to }: FileBlocks, range: BlockInterval): void {
  const check = (wanted: BlockInterval, stated: string) => {
    if (from >= wanted.from && to <= wanted.to) return
    throw new BaseError(
      `${file.name} has logs of block ${from < wanted.from ? from : to}, outside blocks ${wanted.from} to ${wanted.to}, which ${stated}.`,
    )
  }
  check(range, 'were stated')
  if (file.blocks) check(file.blocks, 'its name states')
}

function groupFiles(files: readonly FileBlocks[]): readonly FileGroup[] {
  const groups: FileGroup[] = []
  for (const { file, from, to } of files.toSorted((a, b) => (a.from < b.from ? -1 : 1))) {
    const last = groups.at(-1)
    if (last && from <= last.to)
      groups[groups.length - 1] = { files: [...last.files, file], to: later(to, last.to) }
    else groups.push({ files: [file], to })
  }
  return groups
}

async function findFiles(path: string): Promise<readonly string[]> {
  const found = await stat(path).catch((cause: unknown) => {
    throw new BaseError(`There is no file or folder ${path}.`, { cause })
  })
  if (!found.isDirectory()) return [path]
  const names = (await readdir(path)).filter((name) => /\.parquet$/i.test(name)).sort()
  if (names.length === 0) throw new BaseError(`The folder ${path} has no Parquet files.`)
  return names.map((name) => join(path, name))
}
