import type { Hash } from 'viem'
import type { InputIssue } from '../../../errors/InvalidQueryError.ts'
import type { LogQuery } from '../../../logs/filter/LogQuery.ts'
import { isBlockHash, type RangeEnd } from '../../../logs/filter/ParsedLogQuery.ts'
import { blocksBeforeLatest } from '../../../logs/filter/relativeBlock.ts'
import { errorLine } from '../../strings/errorWords.ts'
import type { FoundBlock } from './BlockSearch.ts'
import type { FilterDraft, DraftContext } from './FilterDraft.ts'
import type { FilterStrings } from './filterStrings.ts'
import { parseBlockText, parseCountText } from './parseBlockText.ts'

type Range = Pick<LogQuery, 'fromBlock' | 'toBlock' | 'blockHash'>

interface ReadRange {
  readonly range: Range
  readonly issues: readonly InputIssue[]
  /** Times whose blocks are not known yet. */
  readonly waiting: readonly bigint[]
  /** Why looking up some of these failed. */
  readonly failures: readonly InputIssue[]
}

/** The range of a draft, its issues, and the times to look up first. */
export function readRange(draft: FilterDraft, context: DraftContext): ReadRange {
  switch (draft.rangeMode) {
    case 'blocks':
      return readBlocks(draft, context)
    case 'last':
      return readLast(draft, context)
    case 'time':
      return readTimes(draft, context)
    case 'hash':
      return readHash(draft, context)
  }
}

function readBlocks(draft: FilterDraft, { strings, head }: DraftContext): ReadRange {
  const issues: InputIssue[] = []
  const end = (path: 'fromBlock' | 'toBlock'): RangeEnd | undefined => {
    const parsed = parseBlockText(draft[path], strings)
    if ('block' in parsed) return parsed.block
    issues.push({ path, message: parsed.problem })
    return undefined
  }
  const hash = draft.toBlock.trim()
  const from = end('fromBlock')
  const to = isBlockHash(hash) ? hash : end('toBlock')
  // For two numbers, validating the query reports it.
  if (from === 'latest' && (to === 'earliest' || (typeof to === 'bigint' && head !== undefined && to < head)))
    issues.push({ path: 'toBlock', message: strings.issues.blockReversed })
  return { range: rangeOf(from, to), issues, ...noTimes }
}

/** There is nothing to look up. */
const noTimes = { waiting: [], failures: [] } as const

/** Seconds per unit. */
const unitSeconds = { minutes: 60n, hours: 3_600n, days: 86_400n } as const

/** The time that long ago, at the earliest the epoch. */
export function lastSince(count: bigint, unit: keyof typeof unitSeconds, now: bigint): bigint {
  const ago = count * unitSeconds[unit]
  return ago < now ? now - ago : 0n
}

function readLast({ last, lastUnit }: FilterDraft, context: DraftContext): ReadRange {
  const { strings, head, now = 0n, blockAt } = context
  const issue = (message: string) => ({ range: {}, issues: [{ path: 'last', message }], ...noTimes })
  const parsed = parseCountText(last, strings)
  if ('problem' in parsed) return issue(parsed.problem)
  // The newest block counts as one of them.
  let before = parsed.count - 1n
  if (lastUnit !== 'blocks') {
    if (head === undefined) return issue(strings.issues.headUnknown)
    const time = lastSince(parsed.count, lastUnit, now)
    const found = blockAt?.(time)
    if (found?.state !== 'found')
      return { range: {}, issues: [], waiting: [time], failures: failureOf('last', found, strings) }
    if (found.block === undefined) return issue(strings.issues.lastEmpty)
    // Kept as a number of blocks, so that the range moves on with the newest one.
    before = head > found.block ? head - found.block : 0n
  }
  const fromBlock = `latest-${before}` as const
  // More than a relative block can express.
  if (blocksBeforeLatest(fromBlock) === undefined) return issue(strings.issues.lastUnreadable)
  return { range: { fromBlock }, issues: [], ...noTimes }
}

function readTimes(draft: FilterDraft, { strings, blockAt }: DraftContext): ReadRange {
  const issues: InputIssue[] = []
  const waiting: bigint[] = []
  const failures: InputIssue[] = []
  const times = { fromTime: timeOf('fromTime'), toTime: timeOf('toTime') }
  if (times.fromTime !== undefined && times.toTime !== undefined && times.fromTime > times.toTime)
    issues.push({ path: 'toTime', message: strings.issues.timeReversed })
  const from = times.fromTime === undefined ? undefined : blockFrom('fromTime', times.fromTime)
  // The last block at or before a time is the one before the first block of the next second.
  const next = times.toTime === undefined ? undefined : blockFrom('toTime', times.toTime + 1n)
  if (from === 'none') issues.push({ path: 'fromTime', message: strings.issues.timeAhead })
  if (next === 0n) issues.push({ path: 'toTime', message: strings.issues.timeBefore })
  const fromBlock = from === 'none' ? undefined : from
  const toBlock = next === 'none' || next === undefined || next === 0n ? undefined : next - 1n
  if (fromBlock !== undefined && toBlock !== undefined && fromBlock > toBlock)
    issues.push({ path: 'toTime', message: strings.issues.timeEmpty })
  return { range: rangeOf(fromBlock, toBlock), issues, waiting, failures }

  function timeOf(path: 'fromTime' | 'toTime'): bigint | undefined {
    if (draft[path] === '') return undefined
    const time = readTime(draft[path], draft.zone)
    if (time === undefined) issues.push({ path, message: strings.issues.timeUnreadable })
    return time
  }

  function blockFrom(path: 'fromTime' | 'toTime', time: bigint): bigint | 'none' | undefined {
    const found = blockAt?.(time)
    if (found?.state === 'found') return found.block ?? 'none'
    waiting.push(time)
    failures.push(...failureOf(path, found, strings))
    return undefined
  }
}

function failureOf(path: string, found: FoundBlock | undefined, strings: FilterStrings): InputIssue[] {
  return found?.state === 'failed' ? [{ path, message: errorLine(found.error, strings) }] : []
}

/** One block, by hash or number. */
function readHash(draft: FilterDraft, { strings }: DraftContext): ReadRange {
  const text = draft.blockHash.trim().toLowerCase()
  // Hex digits are part of a hash here.
  const parsed = text.startsWith('0x') ? undefined : parseBlockText(text, strings)
  if (parsed && 'block' in parsed && typeof parsed.block === 'bigint')
    return { range: rangeOf(parsed.block, parsed.block), issues: [], ...noTimes }
  const problem = hashProblem(text, strings)
  const issues = problem === undefined ? [] : [{ path: 'blockHash', message: problem }]
  return { range: { blockHash: text as Hash }, issues, ...noTimes }
}

function hashProblem(text: string, { issues }: FilterStrings): string | undefined {
  if (!/^0x[0-9a-f]*$/.test(text)) return issues.blockHashMissing
  return text.length === 66 ? undefined : issues.blockHashDigits(text.length - 2)
}

function rangeOf(fromBlock: RangeEnd | undefined, toBlock: RangeEnd | Hash | undefined): Range {
  return { ...(fromBlock !== undefined && { fromBlock }), ...(toBlock !== undefined && { toBlock }) }
}

/** Parses a date and time from its field, `2026-11-20T14:03`, to seconds since the epoch; `undefined` if invalid. */
export function readTime(text: string, zone: 'utc' | 'local'): bigint | undefined {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?$/.test(text)) return undefined
  const time = Date.parse(zone === 'utc' ? `${text}Z` : text)
  return Number.isNaN(time) || time < 0 ? undefined : BigInt(Math.floor(time / 1000))
}
