import { existsSync, statSync } from 'node:fs'
import { dirname, extname } from 'node:path'
import { formatOfPath, namedFormat, type ExportFormat } from '../../logs/export/ExportFormat.ts'
import { logsFlags } from './flags.ts'
import { readArg, readFlags, readPublicKey, splitEvents, splitList } from './readFlags.ts'
import { readNodes, requireNodes, type NodesOptions } from './readNodes.ts'
import { UsageError } from './UsageError.ts'

/** The command line of `topic0 logs`, with everything that can be checked without a node or a file. */
export interface LogsOptions extends NodesOptions {
  readonly address: readonly string[]
  readonly event: readonly string[]
  readonly abi: readonly string[]
  readonly arg: readonly (readonly [name: string, value: string])[]
  readonly from: string | undefined
  readonly to: string | undefined
  readonly format: ExportFormat | undefined
  readonly output: string | undefined
  readonly columns: readonly string[] | undefined
  readonly follow: boolean
  readonly estimate: boolean
  readonly resume: boolean
  readonly quiet: boolean
}

const formats: readonly ExportFormat[] = logsFlags.format.completes

/**
 * Parses the arguments of `topic0 logs`; `'help'` with `--help`.
 *
 * @throws {@link UsageError}
 */
export function parseLogsOptions(args: readonly string[]): LogsOptions | 'help' {
  const values = readFlags(args, logsFlags)
  if (values.help) return 'help'
  const { follow = false, resume = false } = values
  // By convention, a dash is standard output.
  const output = values.output === '-' ? undefined : values.output
  const nodes = readNodes(values)
  requireNodes(nodes)
  const publicKey = readPublicKey(values['public-key'])
  if (publicKey !== undefined && values.archive === undefined)
    throw new UsageError('--public-key is that of an archive: name it with --archive URL.')
  const format = readFormat(values.format)
  if (output !== undefined) checkOutput(output, format)
  const written = format ?? formatOfPath(output)
  if (follow && (written === 'json' || written === 'parquet'))
    throw new UsageError(`--follow cannot write ${written}, which has an end: use --format ndjson or csv.`)
  if (follow && values.to !== undefined && values.to !== 'latest')
    throw new UsageError('--follow has no end: leave out --to.')
  if (follow && nodes.maxCalls !== undefined)
    throw new UsageError('--follow has no end: limit its calls per day with --quota.')
  if (follow && values.estimate)
    throw new UsageError('--follow has no end, and so no estimate: leave out one of the two.')
  if (follow && output !== undefined) checkFollowOutput(output)
  if (follow && resume)
    throw new UsageError('--resume continues a file, but --follow never completes one: use --from.')
  const columns = values.columns === undefined ? undefined : splitList(values.columns)
  if (follow && columns?.includes('block_number') === false)
    throw new UsageError(
      '--follow needs the column block_number: after a reset, it tells which lines are void. Add it to --columns.',
    )
  if (resume && output === undefined) throw new UsageError('--resume continues a file: name it with -o FILE.')
  if (written === 'parquet' && output === undefined)
    throw new UsageError('Parquet is not text: name a file with -o FILE.')
  return {
    ...nodes,
    archive: values.archive,
    publicKey,
    address: (values.address ?? []).flatMap(splitList),
    event: (values.event ?? []).flatMap(splitEvents),
    abi: values.abi ?? [],
    arg: (values.arg ?? []).map(readArg),
    from: values.from,
    to: values.to,
    format,
    output,
    columns,
    follow,
    estimate: values.estimate ?? false,
    resume,
    quiet: values.quiet ?? false,
  }
}

/** Reports a file that cannot be written, or would not have the format of its name, before anything is read. */
function checkOutput(path: string, format: ExportFormat | undefined): void {
  const folder = dirname(path)
  if (!existsSync(folder)) throw new UsageError(`-o ${path}: there is no folder ${folder}.`)
  const extension = extname(path)
  if (format === undefined && extension !== '' && namedFormat(path) === undefined)
    throw new UsageError(
      `-o ${path}: ${extension} is none of ${formats.map((one) => `.${one}`).join(', ')}. Choose what to write with --format.`,
    )
}

/** @throws {@link UsageError} if the file has lines already: those of `--follow` would be mixed with them. */
export function checkFollowOutput(path: string): void {
  const found = statSync(path, { throwIfNoEntry: false })
  if (found?.isFile() && found.size > 0)
    throw new UsageError(
      `-o ${path}: the file is not empty, and --follow needs a new or empty one. Name another file.`,
    )
}

function readFormat(text: string | undefined): ExportFormat | undefined {
  const format = formats.find((one) => one === text)
  if (text !== undefined && format === undefined)
    throw new UsageError(`--format is one of ${formats.join(', ')}, not “${text}”.`)
  return format
}
