import { ArchiveError } from '../errors/ArchiveError.ts'
import { findTopic0Error, type BaseError } from '../errors/BaseError.ts'
import { InvalidNetworkError } from '../errors/InvalidNetworkError.ts'
import { InvalidQueryError } from '../errors/InvalidQueryError.ts'
import { NodeError, UnreadBlocksError } from '../errors/NodeError.ts'
import { QuotaExceededError } from '../errors/QuotaExceededError.ts'
import type { FailedInterval } from '../logs/Coverage.ts'
import { NoBlockYetError, UsageError } from './options/UsageError.ts'
import { countOf } from './Progress.ts'

export const exitCodes = {
  complete: 0,
  usage: 1,
  unreadBlocks: 2,
  quota: 3,
  noEndpoint: 4,
  interrupted: 130,
} as const

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]

/** `--max-calls` is reached. Extends the error of a spent quota, so that scans stop in the same way. */
export class CallLimitError extends QuotaExceededError {
  override name = 'CallLimitError'
}

/** No node was given, and none runs on this machine. */
export class NoLocalNodeError extends Error {
  override name = 'NoLocalNodeError'

  constructor(url: string, options: ErrorOptions) {
    super(`No node answers at ${url}.`, options)
  }
}

/** The exit code of an error. */
export function codeOf(error: unknown): ExitCode {
  if (error instanceof NoLocalNodeError) return exitCodes.noEndpoint
  if (error instanceof NoBlockYetError) return exitCodes.unreadBlocks
  const known = findTopic0Error(error)
  if (isQuota(known)) return exitCodes.quota
  if (known instanceof UnreadBlocksError || known instanceof ArchiveError) return exitCodes.unreadBlocks
  return known instanceof NodeError ? exitCodes.noEndpoint : exitCodes.usage
}

/** The exit code for blocks that could not be read. */
export function codeOfFailed(failed: readonly FailedInterval[]): ExitCode {
  if (failed.length === 0) return exitCodes.complete
  const isQuotaUsed = failed.some(({ error }) => isQuota(findTopic0Error(error)))
  return isQuotaUsed ? exitCodes.quota : exitCodes.unreadBlocks
}

function isQuota(error: BaseError | undefined): boolean {
  return error instanceof QuotaExceededError || (error instanceof NodeError && error.kind === 'quota')
}

/** What happened and what to do, as lines for a terminal. */
export function describeError(error: unknown): readonly string[] {
  if (error instanceof UsageError) return [error.message]
  if (error instanceof NoLocalNodeError)
    return [error.message, 'Start one (anvil, npx hardhat node, geth --dev --http), or pass --rpc URL.']
  const known = findTopic0Error(error)
  if (known instanceof InvalidQueryError)
    return known.issues.map(({ path, message }) => `${flagOf(path)}: ${message}`)
  if (known instanceof InvalidNetworkError)
    return [
      known.shortMessage.replace('`http`', '--rpc'),
      known.advice?.replace(/`http` or `webSocket`/, '--rpc') ?? '',
    ]
  if (known instanceof CallLimitError)
    return [`The limit of ${countOf(known.quota, 'call')} is reached: raise --max-calls to continue.`]
  if (known instanceof QuotaExceededError)
    return [
      `Today's quota of ${countOf(known.quota, 'call')} is used up.`,
      `It resets at ${new Date(known.resetsAt).toISOString()}. Raise --quota to continue now.`,
    ]
  if (known)
    return [
      known.shortMessage,
      known.advice?.replace('`verifyArchive` of topic0/node', 'npx topic0 archive verify'),
      known.details && `Details: ${known.details}`,
    ].filter((line) => line !== undefined && line !== '') as string[]
  return describeSystemError(error instanceof Error ? error.message : String(error))
}

/** What to do, by the code of an error of the system. */
const systemAdvice: Readonly<Record<string, string>> = {
  ENOSPC: 'Free some space and repeat the command.',
  EADDRINUSE: 'Choose another with --port.',
}

/** An error of the system, without its code and the call that failed; other messages as they are. */
function describeSystemError(message: string): readonly string[] {
  const [, code = '', reason, path] =
    /^(E[A-Z]+): (.+?), \w+(?: '(.+?)'(?: -> '.+')?)?$/.exec(message) ??
    /^listen (E[A-Z]+): (.+) (\S+)$/.exec(message) ??
    []
  if (reason === undefined) return [message]
  const what = path === undefined ? `${reason[0]!.toUpperCase()}${reason.slice(1)}.` : `${path}: ${reason}.`
  const advice = systemAdvice[code]
  return advice === undefined ? [what] : [what, advice]
}

/** The flag that a field of the query comes from. */
function flagOf(path: string): string {
  const own = path.replace(/^filters\[\d+\]\./, '')
  const [field = ''] = own.split(/[.[]/)
  const name = /^args\.(.+)$/.exec(own)?.[1]
  if (field === 'args') return `--arg${name === undefined ? '' : ` ${name.replace(/\[\d+\]$/, '')}`}`
  const flags: Readonly<Record<string, string>> = {
    event: '--event',
    events: '--event',
    topics: '--event',
    fromBlock: '--from',
    toBlock: '--to',
  }
  return flags[field] ?? `--${field}`
}
