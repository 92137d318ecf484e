import type { RangeEnd } from '../../../logs/filter/ParsedLogQuery.ts'
import { blockTags } from '../../../logs/filter/parseRange.ts'
import { blocksBeforeLatest } from '../../../logs/filter/relativeBlock.ts'
import { parseNumber } from '../../strings/parseNumber.ts'
import type { FilterStrings } from './filterStrings.ts'

/** A block by number (in the form's language, or hex), tag or as `latest-500`; `undefined` for empty text. */
export function parseBlockText(
  text: string,
  { issues: strings, locale }: FilterStrings,
): { block: RangeEnd | undefined } | { problem: string } {
  const trimmed = text.trim().toLowerCase()
  if (trimmed === '') return { block: undefined }
  const tag = blockTags.find((one) => one === trimmed)
  if (tag) return { block: tag }
  const before = blocksBeforeLatest(trimmed.replace(/\s*[-−]\s*/, '-'))
  if (before !== undefined) return { block: `latest-${before}` }
  const number = parseWhole(trimmed.replace(/^#/, ''), locale)
  if ('readings' in number) return { problem: strings.ambiguousNumber(...number.readings) }
  if ('problem' in number) return { problem: strings.blockUnreadable }
  return number.value < 0n ? { problem: strings.blockNegative } : { block: number.value }
}

/** How many blocks, minutes, hours or days: at least one. */
export function parseCountText(
  text: string,
  { issues: strings, locale }: FilterStrings,
): { count: bigint } | { problem: string } {
  const number = parseWhole(text.trim(), locale)
  if ('readings' in number) return { problem: strings.ambiguousNumber(...number.readings) }
  return 'value' in number && number.value > 0n
    ? { count: number.value }
    : { problem: strings.lastUnreadable }
}

/** A number whose digits may be grouped by spaces, too. */
function parseWhole(text: string, locale: string) {
  return parseNumber(text.replaceAll(/(?<=\d) (?=\d)/g, ''), locale)
}
