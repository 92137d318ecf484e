import type { Client } from 'viem'
import { ArchiveError } from '../errors/ArchiveError.ts'
import { filterOf, type ArchiveManifest } from '../logs/archive/ArchiveManifest.ts'
import type { Filter } from '../logs/filter/Filter.ts'
import { filterKey } from '../logs/filter/filterKey.ts'
import { parseLogQuery } from '../logs/filter/parseLogQuery.ts'
import { ArchiveFolder } from '../node/archive/ArchiveFolder.ts'
import type { BuildArchiveResult } from '../node/archive/ArchiveTarget.ts'
import { buildArchive, type BuildArchiveProgress } from '../node/archive/buildArchive.ts'
import { getPool } from '../rpc/pool/getPool.ts'
import { loadEvents } from './loadAbis.ts'
import type { ArchiveOptions } from './options/parseArchiveOptions.ts'
import { parseRangeTexts, resolveRangeTexts, type ParsedRange } from './options/parseRangeTexts.ts'
import { readFilter } from './options/readFilter.ts'
import { UsageError } from './options/UsageError.ts'
import { exitCodes, type ExitCode } from './outcome.ts'
import { countOf, formatSize, formatCount, formatSeconds, Progress } from './Progress.ts'
import { withNodes } from './withNodes.ts'

type BuildOptions = Extract<ArchiveOptions, { readonly command: 'build' | 'append' }>

/** `topic0 archive build` and `append`. Resolves to the exit code. */
export async function runArchiveBuild(options: BuildOptions, signal: AbortSignal): Promise<ExitCode> {
  const { folder, files: paths, logsPerFile, words, signingKey, quiet } = options
  const range = parseRangeTexts(options)
  const known = await new ArchiveFolder(folder).readManifest()
  if (known?.signature !== undefined && signingKey === undefined)
    throw new UsageError(`The archive in ${folder} is signed: pass its key with --sign KEYFILE.`)
  const filter = await readArchiveFilter(options, known)
  return withNodes(options, signal, async ({ client, cache, calls }) => {
    const progress = new Progress({ isQuiet: quiet, calls })
    const blocks = await findBlocks(client, range, signal)
    refuseOtherStart(options, known, blocks.fromBlock)
    try {
      const built = await buildArchive(client, folder, {
        filter: filter && { address: filter.address ?? null, topics: filter.topics },
        ...blocks,
        files: paths,
        logsPerFile,
        signingKey,
        words: words || undefined,
        cache,
        signal,
        onProgress: showProgress(
          progress,
          paths?.join() ?? `final blocks of ${getPool(client).network.name}`,
        ),
      })
      progress.say(summaryOf(built, options, progress))
      if (built.publicKey !== undefined) progress.say(`Signed. Public key: ${built.publicKey}`)
      return exitCodes.complete
    } catch (error) {
      progress.clear()
      await warnOfSaved(options, { known, error, progress, signal })
      throw error
    }
  })
}

/** @throws {@link UsageError} if the archive begins with another block. */
function refuseOtherStart(
  { folder, files: paths }: BuildOptions,
  known: ArchiveManifest | undefined,
  fromBlock: bigint | undefined,
): void {
  const first = known?.files[0]?.fromBlock
  if (!paths && first !== undefined && fromBlock !== undefined && fromBlock !== BigInt(first))
    throw new UsageError(
      `--from: the archive in ${folder} begins with block ${first}. To continue it, leave out --from. To begin at another block, name another folder.`,
    )
}

function showProgress(progress: Progress, source: string): (read: BuildArchiveProgress) => void {
  let isReading = false
  return ({ range, next, logs }) => {
    if (!isReading && range) progress.say(`Reading ${source} from block ${formatCount(range.from)} on`)
    isReading = true
    progress.update({ range, next, written: logs, failed: [] })
  }
}

function summaryOf(
  { covered, files, logs, bytes, added }: BuildArchiveResult,
  { command, folder }: BuildOptions,
  { calls, seconds }: Progress,
): string {
  return [
    covered ? `Blocks ${formatCount(covered.from)} to ${formatCount(covered.to)}` : 'No final blocks yet',
    ...(command === 'append' || added < logs ? [countOf(added, 'new log')] : []),
    countOf(logs, 'log'),
    `${countOf(files, 'file')}, ${formatSize(bytes)} in ${folder}`,
    countOf(calls, 'call'),
    formatSeconds(seconds),
  ].join(' · ')
}

/** Says which blocks are in the archive after a failure, unless the archive is its cause. */
async function warnOfSaved(
  { folder, files: paths }: BuildOptions,
  {
    known,
    error,
    progress,
    signal,
  }: {
    /** The archive before. */
    readonly known: ArchiveManifest | undefined
    readonly error: unknown
    readonly progress: Progress
    readonly signal: AbortSignal
  },
): Promise<void> {
  const now = await new ArchiveFolder(folder).readManifest().catch(() => undefined)
  const saved = now?.files.at(-1)?.toBlock
  const isUnchanged = paths && saved === known?.files.at(-1)?.toBlock
  if (saved !== undefined && !isUnchanged && !(error instanceof ArchiveError))
    progress.warn(`Blocks up to ${formatCount(saved)} are in ${folder}. To continue, repeat the command.`)
  else if (signal.aborted) progress.warn('Interrupted before the first blocks.')
}

/** The filter of the command line; `undefined` to keep that of the archive. @throws {@link UsageError} */
async function readArchiveFilter(
  options: BuildOptions,
  known: ArchiveManifest | undefined,
): Promise<Filter | undefined> {
  const { command, folder, abi } = options
  if (command === 'append') return undefined
  const { filter } = parseLogQuery(readFilter(options, await loadEvents(abi)))
  if (filter.anyOf)
    throw new UsageError(
      'An archive has one filter: pass --arg with a single --event, or build an archive for each event.',
    )
  if (known && filterKey(filterOf(known)) !== filterKey(filter))
    throw new UsageError(
      `The archive in ${folder} has the logs of another filter. To add blocks to it, use: npx topic0 archive append ${folder}. For these logs, name another folder.`,
    )
  return filter
}

async function findBlocks(
  client: Client,
  range: ParsedRange,
  signal: AbortSignal,
): Promise<{ fromBlock?: bigint; toBlock?: bigint }> {
  const { fromBlock, toBlock } = await resolveRangeTexts(client, range, signal)
  if (fromBlock !== undefined && typeof fromBlock !== 'bigint')
    throw new UsageError('--from: an archive begins with a block number or a date.')
  // An archive never has blocks that are not final.
  const isNewest = toBlock === undefined || toBlock === 'latest' || toBlock === 'finalized'
  if (!isNewest && typeof toBlock !== 'bigint')
    throw new UsageError('--to: an archive ends with a block number, a date or the newest final block.')
  return {
    ...(fromBlock !== undefined && { fromBlock }),
    ...(typeof toBlock === 'bigint' && { toBlock }),
  }
}
