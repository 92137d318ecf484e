import type { BlockTag } from '../../../logs/filter/LogQuery.ts'
import type { FilterStrings } from './filterStrings.ts'

export const blockTags: readonly BlockTag[] = ['earliest', 'latest', 'safe', 'finalized']

/** A block by number (digits may be grouped, hex is fine) or tag; `undefined` when nothing was typed. */
export function parseBlockText(
  text: string,
  strings: FilterStrings['issues'],
): { block: bigint | BlockTag | undefined } | { problem: string } {
  const trimmed = text.trim().toLowerCase()
  if (trimmed === '') return { block: undefined }
  const tag = blockTags.find((one) => one === trimmed)
  if (tag) return { block: tag }
  const digits = trimmed.replace(/^#/, '').replace(/(?<=\d)[,_ \u00a0\u202f’'](?=\d)/g, '')
  if (/^-\d+$/.test(digits)) return { problem: strings.blockNegative }
  if (digits.length > 40 || !/^(\d+|0x[0-9a-f]+)$/.test(digits)) return { problem: strings.blockUnreadable }
  return { block: BigInt(digits) }
}
