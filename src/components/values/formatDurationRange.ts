import type { Expected } from '../../logs/scan/estimate/ScanEstimate.ts'
import { durationFormats, formatDuration, inUnit } from './formatDuration.ts'

/** Two durations in seconds, as `locale` writes them: `3–8 min`, `4 sec–5 min`, or one of them if they read the same. */
export function formatDurationRange({ low, high }: Expected, locale: string): string {
  const [from, to] = [inUnit(low), inUnit(high)]
  const [least, most] = [formatDuration(low, locale), formatDuration(high, locale)]
  if (least === most) return most
  return from.unit === to.unit
    ? durationFormats(locale)[from.unit]!.formatRange(from.value, to.value)
    : `${least}–${most}`
}
