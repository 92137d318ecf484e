import type { Hex } from 'viem'
import type { FilterStrings } from './filterStrings.ts'

/** The values of one topic. Addresses are padded with zeros, as in topics. */
export function parseTopicText(
  text: string,
  strings: FilterStrings['issues'],
): { values: readonly Hex[] } | { problem: string } {
  const parts = text.split(/[\s,]+/).filter(Boolean)
  if (parts.length === 0) return { problem: strings.topicMissing }
  const values: Hex[] = []
  for (const part of parts) {
    if (!/^0x[0-9a-f]*$/i.test(part)) return { problem: strings.hexOnly }
    const digits = part.slice(2).toLowerCase()
    if (digits.length !== 64 && digits.length !== 40) return { problem: strings.topicDigits(digits.length) }
    values.push(`0x${digits.padStart(64, '0')}`)
  }
  return { values }
}
