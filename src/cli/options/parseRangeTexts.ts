import type { Client } from 'viem'
import { filterStrings } from '../../components/FilterBuilder/draft/filterStrings.ts'
import { parseBlockText } from '../../components/FilterBuilder/draft/parseBlockText.ts'
import { findBlockByTime } from '../../logs/chain/findBlockByTime.ts'
import type { LogQuery } from '../../logs/filter/LogQuery.ts'
import type { RangeEnd } from '../../logs/filter/ParsedLogQuery.ts'
import { NoBlockYetError, UsageError } from './UsageError.ts'

/** A block, or the first and the last second of a day or time. */
type BlockOrTime = { readonly block: RangeEnd } | { readonly start: bigint; readonly end: bigint }

interface RangeTexts {
  readonly from: string | undefined
  readonly to: string | undefined
}

/** The parsed `--from` and `--to`. */
export interface ParsedRange {
  readonly from: BlockOrTime | undefined
  readonly to: BlockOrTime | undefined
}

/** Parses `--from` and `--to`. @throws {@link UsageError} */
export function parseRangeTexts({ from, to }: RangeTexts): ParsedRange {
  return { from: parseEnd('--from', from), to: parseEnd('--to', to) }
}

/** The ends of the range that are known without a node. */
export function knownBlocks({ from, to }: ParsedRange): Pick<LogQuery, 'fromBlock' | 'toBlock'> {
  return {
    ...(from && 'block' in from && { fromBlock: from.block }),
    ...(to && 'block' in to && { toBlock: to.block }),
  }
}

/**
 * Finds the blocks of dates (`eth_getBlockByNumber`).
 *
 * @throws {@link NoBlockYetError} if there is no block in the range yet; {@link UsageError} if there cannot be one.
 */
export async function resolveRangeTexts(
  client: Client,
  { from, to }: ParsedRange,
  signal: AbortSignal,
): Promise<Pick<LogQuery, 'fromBlock' | 'toBlock'>> {
  const [first, next] = await Promise.all([
    from && 'start' in from ? findBlockByTime(client, from.start, { signal }) : undefined,
    to && 'start' in to ? findBlockByTime(client, to.end + 1n, { signal }) : undefined,
  ])
  if (from && 'start' in from && first === undefined)
    throw new NoBlockYetError('--from: there is no block at or after this time yet.')
  if (next === 0n) throw new UsageError('--to: this is before the first block.')
  const fromBlock = from && ('block' in from ? from.block : first)
  // A time that is not over yet ends with the newest block.
  const toBlock = to && ('block' in to ? to.block : next === undefined ? 'latest' : next - 1n)
  if (typeof fromBlock === 'bigint' && typeof toBlock === 'bigint' && fromBlock > toBlock)
    throw new UsageError(`--to: the last block, ${toBlock}, is before the first one, ${fromBlock}.`)
  return { ...(fromBlock !== undefined && { fromBlock }), ...(toBlock !== undefined && { toBlock }) }
}

function parseEnd(flag: string, text: string | undefined): BlockOrTime | undefined {
  if (text === undefined) return undefined
  if (/^0x[0-9a-f]{64}$/i.test(text.trim()))
    throw new UsageError(`${flag} takes no block hash: pass the number of the block, or a date.`)
  const time = parseTime(text.trim())
  if (time) return time
  const parsed = parseBlockText(text, { ...filterStrings, locale: 'en' })
  if ('block' in parsed && parsed.block !== undefined) return { block: parsed.block }
  throw new UsageError(
    `${flag} takes a block number, latest, latest-500, finalized, or a date such as 2026-01-01, not “${text}”.`,
  )
}

const days = /^\d{4}-\d\d-\d\d$/
const times = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)?$/

/** A date or time, in UTC unless it has a time zone; `undefined` for anything else. */
function parseTime(text: string): { start: bigint; end: bigint } | undefined {
  const isDay = days.test(text)
  if (!isDay && !times.test(text)) return undefined
  const iso = text.replace(' ', 'T')
  const milliseconds = Date.parse(isDay || /(Z|[+-]\d\d:?\d\d)$/.test(iso) ? iso : `${iso}Z`)
  if (Number.isNaN(milliseconds) || milliseconds < 0) return undefined
  // JavaScript takes 30 February for 2 March.
  const day = iso.slice(0, 10)
  if (!new Date(day).toISOString().startsWith(day)) return undefined
  const start = BigInt(Math.floor(milliseconds / 1000))
  return { start, end: isDay ? start + 86_399n : start }
}
