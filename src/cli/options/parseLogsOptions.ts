import type { ExportFormat } from '../../logs/export/ExportFormat.ts'
import { logsFlags } from './flags.ts'
import { checkUrl, readArg, readCount, readFlags, splitList } from './readFlags.ts'
import { UsageError } from './UsageError.ts'

/** How a command reads nodes. */
export interface NodesOptions {
  readonly rpc: readonly string[]
  readonly network: string | undefined
  /** The folder of `--cache`. */
  readonly cache: string | undefined
  /** The URL of a manifest, or the folder of an archive. */
  readonly archive?: string | undefined
  readonly maxCalls: number | undefined
  readonly quota: number | undefined
}

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
  const { rpc = [], network, follow = false, resume = false, output } = values
  for (const url of rpc) checkUrl(url)
  if (rpc.length === 0 && network === undefined)
    throw new UsageError('Which node? Pass --rpc URL, or --network NAME to use its public endpoints.')
  const format = readFormat(values.format)
  const written = format ?? formatOf(output)
  if (follow && (written === 'json' || written === 'parquet'))
    throw new UsageError(`--follow cannot write ${written}, which has an end: use --format ndjson or csv.`)
  if (follow && values.to !== undefined && values.to !== 'latest')
    throw new UsageError('--follow has no end: leave out --to.')
  if (follow && resume)
    throw new UsageError('--resume continues a file, but --follow never completes one: use --from.')
  if (resume && output === undefined) throw new UsageError('--resume continues a file: name it with -o FILE.')
  if (written === 'parquet' && output === undefined)
    throw new UsageError('Parquet is not text: name a file with -o FILE.')
  return {
    rpc,
    network,
    address: (values.address ?? []).flatMap(splitList),
    event: values.event ?? [],
    abi: values.abi ?? [],
    arg: (values.arg ?? []).map(readArg),
    from: values.from,
    to: values.to,
    format,
    output,
    columns: values.columns === undefined ? undefined : splitList(values.columns),
    follow,
    estimate: values.estimate ?? false,
    resume,
    cache: values.cache,
    archive: values.archive,
    maxCalls: readCount('--max-calls', values['max-calls']),
    quota: readCount('--quota', values.quota),
    quiet: values.quiet ?? false,
  }
}

function readFormat(text: string | undefined): ExportFormat | undefined {
  const format = formats.find((one) => one === text)
  if (text !== undefined && format === undefined)
    throw new UsageError(`--format is one of ${formats.join(', ')}, not “${text}”.`)
  return format
}

function formatOf(path: string | undefined): string | undefined {
  return /\.(json|parquet)$/i.exec(path ?? '')?.[1]?.toLowerCase()
}
