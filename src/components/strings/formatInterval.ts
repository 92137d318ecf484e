import type { BlockInterval } from '../../logs/Coverage.ts'
import { formatNumber } from './formatNumber.ts'

/** `1,000–1,999`, or one number for one block. */
export function formatInterval({ from, to }: BlockInterval, locale: string): string {
  return from === to
    ? formatNumber(from, locale)
    : `${formatNumber(from, locale)}–${formatNumber(to, locale)}`
}
