import { blockTags } from '../../../logs/filter/parseRange.ts'
import type { RangeEnd } from '../../../logs/filter/ParsedLogQuery.ts'
import { blocksBeforeLatest } from '../../../logs/filter/relativeBlock.ts'
import type { FilterStrings } from './filterStrings.ts'

/** A block by number (digits may be grouped, hex is fine), tag or as `latest-500`; `undefined` for empty text. */
export function parseBlockText(
  text: string,
  strings: FilterStrings['issues'],
): { block: RangeEnd | undefined } | { problem: string } {
  const trimmed = text.trim().toLowerCase()
  if (trimmed === '') return { block: undefined }
  const tag = blockTags.find((one) => one === trimmed)
  if (tag) return { block: tag }
  const before = blocksBeforeLatest(trimmed.replace(/\s*[-−]\s*/, '-'))
  if (before !== undefined) return { block: `latest-${before}` }
  const digits = trimmed.replace(/^#/, '').replace(/(?<=\d)[,_ \u00a0\u202f’'](?=\d)/g, '')
  if (/^-\d+$/.test(digits)) return { problem: strings.blockNegative }
  if (digits.length > 40 || !/^(\d+|0x[0-9a-f]+)$/.test(digits)) return { problem: strings.blockUnreadable }
  return { block: BigInt(digits) }
}
