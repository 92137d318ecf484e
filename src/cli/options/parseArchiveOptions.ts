import { existsSync, readFileSync } from 'node:fs'
import { archiveFlags, type FlagValues } from './flags.ts'
import type { LogsOptions } from './parseLogsOptions.ts'
import {
  isArchiveUrl,
  readArg,
  readArguments,
  readCount,
  readPort,
  readPublicKey,
  splitEvents,
  splitList,
} from './readFlags.ts'
import { hasNodes, readNodes, requireNodes, type NodesOptions } from './readNodes.ts'
import { UsageError } from './UsageError.ts'

export type ArchiveCommand = keyof typeof archiveFlags
export type QueryFormat = (typeof archiveFlags.query.format.completes)[number]

interface Common {
  readonly folder: string
  readonly quiet: boolean
}

/** The command line of `topic0 archive`, with everything that can be checked without a node or an archive. */
export type ArchiveOptions =
  | (Common &
      NodesOptions &
      Pick<LogsOptions, 'address' | 'event' | 'abi' | 'arg' | 'from' | 'to'> & {
        readonly command: 'build' | 'append'
        /** Parquet files to read instead of the nodes; `from` and `to` are the blocks that they have. */
        readonly files: readonly string[] | undefined
        readonly logsPerFile: number | undefined
        readonly words: boolean
        /** The private key that signs the manifest, in PEM format. */
        readonly signingKey: string | undefined
      })
  | (Common &
      NodesOptions & {
        readonly command: 'verify'
        /** Whether `folder` is the URL of a published manifest. */
        readonly isPublished: boolean
        readonly samples: number | undefined
        readonly publicKey: string | undefined
      })
  | (Common & {
      readonly command: 'serve'
      readonly port: number | undefined
      readonly host: string | undefined
    })
  | (Common & { readonly command: 'query'; readonly sql: string; readonly format: QueryFormat })

/**
 * Parses the arguments of `topic0 archive`; `'help'` with `--help`.
 *
 * @throws {@link UsageError}
 */
export function parseArchiveOptions([name, ...args]: readonly string[]): ArchiveOptions | 'help' {
  if (name === undefined || name === '--help' || name === '-h') return 'help'
  switch (name) {
    case 'build':
    case 'append':
      return parseBuild(name, args)
    case 'verify':
      return parseVerify(args)
    case 'serve':
      return parseServe(args)
    case 'query':
      return parseQuery(args)
    default:
      throw new UsageError(
        `There is no command archive ${name}. There are: ${Object.keys(archiveFlags).join(', ')}.`,
      )
  }
}

type BuildValues = FlagValues<typeof archiveFlags.build>

function parseBuild(command: 'build' | 'append', args: readonly string[]): ArchiveOptions | 'help' {
  const { values: given, positionals } =
    command === 'build'
      ? readArguments(args, archiveFlags.build, 1)
      : readArguments(args, archiveFlags.append, 1)
  if (given.help) return 'help'
  const values: BuildValues = given
  const nodes = readNodes(values)
  const source = readSource(values)
  requireNodes(nodes, source.files && 'The archive has block hashes of its chain, which such files lack.')
  return {
    command,
    folder: readFolder(command, positionals),
    quiet: values.quiet ?? false,
    ...nodes,
    address: (values.address ?? []).flatMap(splitList),
    event: (values.event ?? []).flatMap(splitEvents),
    abi: values.abi ?? [],
    arg: (values.arg ?? []).map(readArg),
    ...source,
    words: values.words ?? false,
    signingKey: values.sign === undefined ? undefined : readText('--sign', values.sign),
    logsPerFile: readCount('--logs-per-file', values['logs-per-file']),
  }
}

/** The blocks to read from the nodes, or files and the blocks whose logs they have. */
function readSource({ from, to, 'from-block': fromBlock, 'to-block': toBlock }: BuildValues) {
  if (from === undefined || !isPath(from)) {
    if (fromBlock !== undefined || toBlock !== undefined)
      throw new UsageError(
        '--from-block and --to-block state the blocks of files: pass --from FOLDER, too. Blocks of nodes are chosen by --from and --to.',
      )
    return { files: undefined, from, to }
  }
  if (to !== undefined)
    throw new UsageError('--to: the last block whose logs the files have is stated by --to-block.')
  for (const [flag, text] of [['--from-block', fromBlock] as const, ['--to-block', toBlock] as const])
    if (text !== undefined && !/^\d+$/.test(text))
      throw new UsageError(`${flag} takes a block number, not “${text}”.`)
  return { files: [from], from: fromBlock, to: toBlock }
}

/** Whether `--from` names files: blocks and dates begin with a digit or are tags. */
function isPath(text: string): boolean {
  return /[/\\]|\.parquet$/i.test(text) || (!/^(\d|latest|finalized)/.test(text) && existsSync(text))
}

function parseVerify(args: readonly string[]): ArchiveOptions | 'help' {
  const { values, positionals } = readArguments(args, archiveFlags.verify, 1)
  if (values.help) return 'help'
  const nodes = readNodes(values)
  const samples = readCount('--samples', values.samples)
  if (samples !== undefined && !hasNodes(nodes))
    throw new UsageError('--samples compares blocks with a node: pass --rpc URL.')
  const publicKey = readPublicKey(values['public-key'])
  const folder = readFolder('verify', positionals)
  return {
    command: 'verify',
    folder,
    isPublished: isArchiveUrl(folder),
    quiet: values.quiet ?? false,
    ...nodes,
    samples,
    publicKey,
  }
}

function parseServe(args: readonly string[]): ArchiveOptions | 'help' {
  const { values, positionals } = readArguments(args, archiveFlags.serve, 1)
  if (values.help) return 'help'
  const { host, quiet = false } = values
  return {
    command: 'serve',
    folder: readFolder('serve', positionals),
    port: readPort(values.port),
    host,
    quiet,
  }
}

function parseQuery(args: readonly string[]): ArchiveOptions | 'help' {
  const { values, positionals } = readArguments(args, archiveFlags.query, 2)
  if (values.help) return 'help'
  const folder = readFolder('query', positionals)
  const { format = 'table', file, quiet = false } = values
  const known: readonly string[] = archiveFlags.query.format.completes
  if (!known.includes(format))
    throw new UsageError(`--format is one of ${known.join(', ')}, not “${format}”.`)
  const [, text] = positionals
  const sql = file === undefined ? text : readText('--file', file)
  if (!sql?.trim() || (text !== undefined && file !== undefined))
    throw new UsageError(
      'Which query? Pass SQL in quotes, such as "select count(*) from logs", or a file of it with -f FILE.',
    )
  return {
    command: 'query',
    folder,
    quiet,
    sql,
    format: format as QueryFormat,
  }
}

function readText(flag: string, file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (cause) {
    throw new UsageError(`${flag}: ${file} cannot be read.`, { cause })
  }
}

function readFolder(command: ArchiveCommand, [folder]: readonly string[]): string {
  if (folder === undefined || folder === '')
    throw new UsageError(`Which folder? Name it: npx topic0 archive ${command} FOLDER.`)
  return folder
}
