import { existsSync } from 'node:fs'
import { reasonOf } from '../errors/reasonOf.ts'
import type { BlockInterval, FailedInterval } from '../logs/Coverage.ts'
import { formatOfPath } from '../logs/export/ExportFormat.ts'
import type { ParsedLogQuery } from '../logs/filter/ParsedLogQuery.ts'
import { parseLogQuery } from '../logs/filter/parseLogQuery.ts'
import { queryToResume, writeLogs, type WriteLogsResult } from '../node/writeLogs.ts'
import { blocksAhead, type WriteLogsProgress } from '../node/WriteRun.ts'
import { getPool } from '../rpc/pool/getPool.ts'
import { ChangeLines } from './ChangeLines.ts'
import { FollowFile } from './FollowFile.ts'
import { LineFollower } from './LineFollower.ts'
import { loadEvents } from './loadAbis.ts'
import { warnOfSilence, warnOfSources } from './nodeWarnings.ts'
import type { LogsOptions } from './options/parseLogsOptions.ts'
import { knownBlocks, parseRangeTexts, resolveRangeTexts } from './options/parseRangeTexts.ts'
import { readFilter } from './options/readFilter.ts'
import { UsageError } from './options/UsageError.ts'
import { codeOfFailed, describeError, exitCodes, type ExitCode } from './outcome.ts'
import { printEstimate } from './printEstimate.ts'
import { countOf, formatCount, formatSeconds, Progress } from './Progress.ts'
import { withNodes, type Nodes } from './withNodes.ts'
import { PipeClosedError, writeStdout } from './writeStdout.ts'

/** Maximum unread ranges to list. */
const maxListed = 20

/** `topic0 logs`. Resolves to the exit code. */
export async function runLogs(options: LogsOptions, signal: AbortSignal): Promise<ExitCode> {
  const range = parseRangeTexts(options)
  const filter = readFilter(options, await loadEvents(options.abi))
  // Reports mistakes before any request.
  parseLogQuery({ ...filter, ...knownBlocks(range) })
  return withNodes(options, signal, async (nodes) => {
    const { client, cache } = nodes
    const blocks = await resolveRangeTexts(client, range, signal)
    const query = parseLogQuery({
      ...filter,
      ...(options.follow && { fromBlock: 'latest' as const }),
      ...blocks,
    })
    const { estimate, resume, output, format } = options
    if (estimate) {
      const left =
        resume && output !== undefined
          ? await queryToResume(client, query, output, { ...options, signal })
          : query
      return printEstimate(client, left, { format, cache, signal })
    }
    const progress = new Progress({ isQuiet: options.quiet, calls: nodes.calls })
    const run: LogsRun = { ...nodes, query, options, progress, signal }
    return options.follow ? follow(run) : write(run)
  })
}

interface LogsRun extends Nodes {
  readonly query: ParsedLogQuery
  readonly options: LogsOptions
  readonly progress: Progress
  readonly signal: AbortSignal
}

async function write({ client, query, options, cache, progress, signal }: LogsRun): Promise<ExitCode> {
  const { output, format, columns, resume } = options
  const { name } = getPool(client).network
  const unsubscribe = warnOfSilence(client, progress)
  let last: WriteLogsProgress | undefined
  try {
    const target = output ?? { write: (bytes: Uint8Array) => writeStdout(bytes, signal) }
    const result = await writeLogs(client, query, target, {
      format,
      columns,
      resume,
      cache,
      signal,
      onProgress(next) {
        if (!last && next.range)
          progress.say(
            `Reading blocks ${formatCount(next.range.from)} to ${formatCount(next.range.to)} of ${name}`,
          )
        last = next
        progress.update(next)
      },
    })
    warnOfSources(client, progress, options.archive)
    return report(result, query, progress)
  } catch (error) {
    if (signal.aborted) progress.warn(describeInterruption(last, options))
    else if (isDiskFull(error) && canResume(options))
      progress.warn(
        `${output}.part has what was written before. Repeat the command with --resume to continue it.`,
      )
    throw error
  } finally {
    unsubscribe()
  }
}

function report(result: WriteLogsResult, query: ParsedLogQuery, progress: Progress): ExitCode {
  const { written, coverage, path, head } = result
  const { failed } = coverage
  const ahead = blocksAhead(result, query)
  const calls = countOf(progress.calls, 'call')
  const where = path === undefined ? '' : ` in ${path}`
  progress.say(`${countOf(written, 'log')}${where} · ${calls} · ${formatSeconds(progress.seconds)}`)
  listFailed(failed, progress)
  if (ahead) progress.warn(describeAhead(ahead, head, query))
  const next = failed[0]?.range.from ?? ahead?.from
  if (next !== undefined)
    progress.warn(path === undefined ? howToContinue(next) : 'To continue, repeat the command with --resume.')
  return failed.length === 0 && ahead ? exitCodes.unreadBlocks : codeOfFailed(failed)
}

/** Why blocks could not be read yet. */
function describeAhead(
  { from, to }: BlockInterval,
  head: bigint | undefined,
  { range }: ParsedLogQuery,
): string {
  const newest = `the newest block is ${head}.`
  if (head !== undefined && from <= head && 'toBlock' in range)
    return `There is nothing to read yet: ${range.toBlock} is still before block ${from}, and ${newest}`
  return from === to
    ? `Block ${from} does not exist yet: ${newest}`
    : `Blocks ${from} to ${to} do not exist yet: ${newest}`
}

function listFailed(failed: readonly FailedInterval[], progress: Progress): void {
  if (failed.length === 0) return
  const lines: { from: bigint; to: bigint; reason: string }[] = []
  for (const { range, error } of failed) {
    const [problem, ...more] = describeError(reasonOf(error))
    const reason = [problem, ...more.filter((line) => line.startsWith('Details: '))].join(' ')
    const last = lines.at(-1)
    if (last && last.reason === reason && last.to + 1n === range.from) last.to = range.to
    else lines.push({ ...range, reason })
  }
  progress.warn('These blocks could not be read:')
  for (const { from, to, reason } of lines.slice(0, maxListed)) progress.warn(`  ${from} to ${to}: ${reason}`)
  if (lines.length > maxListed) progress.warn(`  and ${countOf(lines.length - maxListed, 'more range')}`)
}

async function follow({ client, query, options, cache, progress, signal }: LogsRun): Promise<ExitCode> {
  const { output, format = formatOfPath(output), columns } = options
  const lines = new ChangeLines(query, { format: format === 'csv' ? 'csv' : 'ndjson', columns })
  const file = output === undefined ? undefined : await FollowFile.open(output)
  const write = async (text: string) => {
    if (file) await file.append(text)
    else await writeStdout(Buffer.from(text), signal)
  }
  const follower = new LineFollower(client, query, {
    lines,
    write,
    cache,
    archive: options.archive,
    progress,
    signal,
  })
  const sayHowToContinue = (reason: string) => {
    const { next } = follower
    if (next === undefined) return
    const file = output === undefined ? '' : ' and another file'
    progress.warn(
      `${reason} To continue, drop the lines from block ${next} on, and repeat the command with --from ${next}${file}.`,
    )
  }
  try {
    const failed = await follower.run()
    listFailed(failed, progress)
    sayHowToContinue('Not following: the gap would go unnoticed.')
    return codeOfFailed(failed)
  } catch (error) {
    // Of a usage error, nothing is written: the lines in the file are those of another command.
    if (!(error instanceof PipeClosedError || error instanceof UsageError))
      sayHowToContinue(signal.aborted ? 'Interrupted.' : 'Following has ended.')
    throw error
  } finally {
    await file?.close()
  }
}

/** How to continue on standard output. */
const howToContinue = (next: bigint) =>
  `All logs before block ${next} are written. To continue, drop later lines, and repeat the command with --from ${next}.`

function isDiskFull(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException
  return code === 'ENOSPC' || code === 'EDQUOT'
}

/** Whether `--resume` continues the file. Devices and pipes have no `.part`. */
export function canResume({ output, format }: Pick<LogsOptions, 'output' | 'format'>): boolean {
  return (
    output !== undefined &&
    (format ?? formatOfPath(output)) !== 'parquet' &&
    existsSync(`${output}.part.json`)
  )
}

/** Says how to continue after Ctrl-C. */
export function describeInterruption(
  last: WriteLogsProgress | undefined,
  { output, format, cache }: Pick<LogsOptions, 'output' | 'format' | 'cache'>,
): string {
  if (last?.next === undefined) return 'Interrupted before the first logs.'
  if (output === undefined) {
    const next = last.failed[0]?.range.from ?? last.next
    return next === last.range?.from
      ? 'Interrupted before the first logs.'
      : `Interrupted. ${howToContinue(next)}`
  }
  if ((format ?? formatOfPath(output)) === 'parquet')
    return `Interrupted. A Parquet file cannot be continued: start again${cache === undefined ? ', with --cache DIR to keep what is read' : '; what was read is kept'}.`
  return `Interrupted. ${output}.part has ${countOf(last.written, 'log')}. To continue, repeat the command with --resume.`
}
